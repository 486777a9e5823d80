// An expected failure of a use case, as a value: what happened, where, and what to do next.
import { reasonOf } from "../adapters/shared/system-error.ts";
import { NewerParley } from "../core/shared/newer-parley.ts";
import type { Refusal } from "../core/shared/refusal.ts";
import { StoreFailure, type StoreFailureCode, WorkGivenUp } from "../engine/ports.ts";

/** What a failure means to whoever called; the command line has an exit code for each. */
export type FailureKind =
  | "failed"
  | "usage"
  | "config"
  | "not-found"
  | "refused"
  | "locked"
  | "waiting"
  | "interrupted";

export interface Failure {
  readonly failed: FailureKind;
  /** A stable word for programs. */
  readonly code: string;
  readonly message: string;
  readonly place?: string;
  readonly fix?: string;
  /** Where there are several things wrong at once, each of them. */
  readonly problems?: readonly PlacedProblem[];
}

export interface PlacedProblem {
  readonly message: string;
  readonly place: string;
  readonly fix?: string;
}

/** What comes of a use case, or of a step of one. */
export type Outcome<Value> = Promise<Value | Failure>;

export function isFailure(value: unknown): value is Failure {
  return typeof value === "object" && value !== null && "failed" in value && "code" in value;
}

const STORE_FAILURE_KINDS: Record<StoreFailureCode, FailureKind> = {
  busy: "locked",
  missing: "not-found",
  blank: "failed",
  gone: "failed",
  exists: "refused",
  full: "failed",
  "read-only": "failed",
  corrupt: "failed",
  newer: "failed",
  older: "failed",
  foreign: "failed",
  io: "failed",
};

type MakeFailure = (code: string, message: string, fix?: string, place?: string) => Failure;

function makerOf(failed: FailureKind): MakeFailure {
  return (code, message, fix, place) => {
    const where = place === undefined ? {} : { place };
    return { failed, code, message, ...where, ...(fix === undefined ? {} : { fix }) };
  };
}

/** The command line itself is wrong. */
export const usageFailure = makerOf("usage");
export const configFailure = makerOf("config");
export const notFoundFailure = makerOf("not-found");
/** What was asked for is refused as things stand. */
export const refusedFailure = makerOf("refused");
export const lockedFailure = makerOf("locked");

export function refusalFailure({ refused, message, fix }: Refusal): Failure {
  return refusedFailure(refused, message, fix);
}

/** The one place where what was thrown becomes an answer; what nobody expected is our own fault. */
export function failureOfThrown(error: unknown): Failure {
  if (error instanceof StoreFailure) {
    const { code, message, place, fix } = error;
    return { failed: STORE_FAILURE_KINDS[code], code: `store-${code}`, message, place, fix };
  }
  if (error instanceof NewerParley) return refusalFailure(error.refusal);
  if (error instanceof WorkGivenUp) {
    return {
      failed: "failed",
      code: "too-much-text",
      message: `a text is too much to read: ${error.message}`,
      fix: "split the document into smaller ones",
    };
  }
  if (error instanceof Error && "syscall" in error) {
    const place = "path" in error && typeof error.path === "string" ? error.path : "";
    return failureOfFile(error, { doing: "go on", place });
  }
  return {
    failed: "failed",
    code: "internal",
    message: `parley stumbled over itself: ${error instanceof Error ? error.message : String(error)}`,
    fix: "this is a bug; run the command again with PARLEY_DEBUG=1 and report what it prints",
  };
}

/** A file operation that did not work for a reason outside the program. */
export function failureOfFile(
  error: unknown,
  about: { readonly doing: string; readonly place: string },
): Failure {
  return {
    failed: "failed",
    code: "file",
    message: `cannot ${about.doing}: ${reasonOf(error)}`,
    place: about.place,
    fix: "check the permissions and the space on the disk, then run the same command again",
  };
}
