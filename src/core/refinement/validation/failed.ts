import type { FailureType } from "./failure-type.ts";
import { tierOf } from "./failure-type.ts";
import type { Verdict } from "./judgement.ts";

export type Failed = Extract<Verdict, { readonly ok: false }>;

interface Finding {
  readonly message: string;
  readonly line?: number | null;
  readonly subjects?: readonly string[];
}

/** What an agent wrote may be written better; only what no agent can repair is not tried again. */
export function failed(failureType: FailureType, { message, line, subjects }: Finding): Failed {
  return {
    ok: false,
    failureType,
    retriable: tierOf(failureType) !== "fatal",
    message,
    line: line ?? null,
    subjects: subjects ?? [],
  };
}
