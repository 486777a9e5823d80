// What the gate makes of a document, and what its checks share whatever the role.

import type { PlacedGap, ProposedGap } from "../../documents/engineer-document.ts";
import type { Note } from "../../documents/note.ts";
import { DOCUMENT_BYTES_MAX } from "../../shared/bounds.ts";
import type { GapId } from "../../shared/gap-id.ts";

/** What an agent left behind, before anyone reads what it says. */
export type WrittenOutput =
  | { readonly at: "missing" }
  | {
      readonly at: "text";
      readonly bytes: number;
      readonly blank: boolean;
      /** Why nobody has read it, where that is so. */
      readonly unread?: string;
    };

/** What an agent handed in, as far as it was read. */
export interface HandedIn<Document> {
  readonly written: WrittenOutput;
  /** `null` where nobody read it: it is missing or too large. */
  readonly document: Document | null;
  readonly notes: readonly Note[];
}

const WARNING_TYPES = [
  "REJECTED_POSITION",
  "THIN_CONTENT",
  "INCOMPLETE_STRUCTURE",
  "SCOPE_DRIFT",
  "DEVIATION",
] as const;
type WarningType = (typeof WARNING_TYPES)[number];

/** Never a reason for a retry; `DEVIATION` names how the form differs from the one asked for. */
export interface Warning {
  readonly type: WarningType;
  readonly message: string;
  readonly line: number | null;
}

/** What the gate makes of a document. */
type Verdict =
  | { readonly ok: true; readonly message: string }
  | {
      readonly ok: false;
      readonly failureType: FailureType;
      readonly retriable: boolean;
      readonly message: string;
      /** Where in the document it goes wrong; `null` where there is no such place. */
      readonly line: number | null;
      /** Ids the message is about: unknown gaps, issues of a DISAGREE block. */
      readonly subjects: readonly string[];
    };

export interface Judgement {
  readonly verdict: Verdict;
  readonly warnings: readonly Warning[];
  /** Assigned gaps the Engineer addressed; proposals the Reviewer's document concerns. */
  readonly gapsAddressed: readonly GapId[];
}

export interface EngineerJudgement extends Judgement {
  /** Assigned gaps the document says it cannot go on with; they stand also where the document fails. */
  readonly blocked: readonly { readonly gap: GapId; readonly need: string }[];
  /** Assigned, unaddressed gaps it is not sure about. */
  readonly uncertain: readonly { readonly gap: GapId; readonly text: string }[];
}

export type FailedVerdict = Extract<Verdict, { readonly ok: false }>;

interface Finding {
  readonly message: string;
  readonly line?: number | null;
  readonly subjects?: readonly string[];
}

/** What an agent wrote may be written better; only what no agent can repair is not tried again. */
export function failVerdict(failureType: FailureType, { message, line, subjects }: Finding): FailedVerdict {
  return {
    ok: false,
    failureType,
    retriable: tierOf(failureType) !== "fatal",
    message,
    line: line ?? null,
    subjects: subjects ?? [],
  };
}

/** Of each type; a document that deviates everywhere is not told so line by line. */
export const WARNINGS_MAX = 20;

/** By type, and within a type as given; what is over the bound becomes one line. */
export function boundedWarnings(warnings: readonly Warning[]): readonly Warning[] {
  return WARNING_TYPES.flatMap((type) => {
    const own = warnings.filter((warning) => warning.type === type);
    if (own.length <= WARNINGS_MAX) return own;
    const rest: Warning = { type, message: `and ${own.length - WARNINGS_MAX} more`, line: null };
    return [...own.slice(0, WARNINGS_MAX), rest];
  });
}

export function deviations(notes: readonly Note[]): readonly Warning[] {
  return notes.map(({ message, line }) => ({ type: "DEVIATION", message, line }));
}

/** Notes on text that looks like a statement to its author and is none. */
const HIDES_TEXT: ReadonlySet<string> = new Set([
  "document-in-fence",
  "fence-left-open",
  "comment-left-open",
]);

/** What may explain that a document says nothing, so that the agent learns more than that. */
export function hiddenText(notes: readonly Note[]): { readonly line: number; readonly hint: string } | null {
  const note = notes.find(({ code }) => HIDES_TEXT.has(code));
  return note === undefined ? null : { line: note.line, hint: ` Mind line ${note.line}: ${note.message}.` };
}

const MEGABYTE = 1024 * 1024;

/** What fails before anyone reads it, whatever the role. */
export function writtenFailure(written: WrittenOutput): FailedVerdict | null {
  if (written.at === "missing") {
    return failVerdict("FILE_MISSING", {
      message: "No document was written, and the final message holds no text to take for it.",
    });
  }
  if (written.blank)
    return failVerdict("EMPTY_OUTPUT", { message: "The document holds nothing but white space." });
  if (written.unread !== undefined)
    return failVerdict("WRONG_FORMAT", {
      message: `The document could not be read: ${written.unread}. Please write less, in plain Markdown.`,
    });
  if (written.bytes <= DOCUMENT_BYTES_MAX) return null;
  const most = `${DOCUMENT_BYTES_MAX / MEGABYTE} MB`;
  return failVerdict("WRONG_FORMAT", {
    message: `The document has ${megabytes(written.bytes)}; at most ${most} are read. Please write less.`,
  });
}

/** A document that is there but was not handed over as data. */
export function unreadFailure(): FailedVerdict {
  return failVerdict("WRONG_FORMAT", { message: "The document could not be read as Markdown." });
}

/** Rounded up, so that what is too large never reads like the limit. */
function megabytes(bytes: number): string {
  return `${(Math.ceil((bytes / MEGABYTE) * 10) / 10).toFixed(1)} MB`;
}

// How messages of the gate name what agents wrote: short, on one line, and never more than a person reads.

/** Further names are counted. */
const NAMED_MAX = 20;
const QUOTED_LENGTH_MAX = 60;

export function listNames(items: readonly string[], max: number = NAMED_MAX): string {
  const shown = items.slice(0, max).join(", ");
  return items.length > max ? `${shown} and ${items.length - max} more` : shown;
}

/** An agent's own words are cut and put on one line, since messages go into logs and prompts. */
export function quoteLine(text: string, lengthMax = QUOTED_LENGTH_MAX): string {
  const line = text
    .slice(0, 4 * lengthMax)
    .replace(/\s+/g, " ")
    .slice(0, lengthMax);
  return [...line]
    .filter((letter) => !/\p{C}/u.test(letter))
    .join("")
    .trim();
}

export function atLine(line: number | null): string {
  return line === null ? "" : ` (line ${line})`;
}

/** Why an agent's output does not count, in the order in which it is checked. */
export const FAILURE_TYPES = [
  "EXECUTION_ERROR",
  "FILE_MISSING",
  "EMPTY_OUTPUT",
  "WRONG_FORMAT",
  "NO_GAPS_ADDRESSED",
  "INCONSISTENT_REFS",
  "EDIT_DOES_NOT_APPLY",
  "EDIT_INCOMPLETE",
  "INVALID_DISAGREE_REF",
  "MALFORMED_DISAGREE",
  "RE_ARGUED_CONFLICT",
  "TOO_MANY_DISAGREES",
] as const;

export type FailureType = (typeof FAILURE_TYPES)[number];

type Tier = "structure" | "content" | "fatal";

const TIERS: Record<FailureType, Tier> = {
  EXECUTION_ERROR: "fatal",
  FILE_MISSING: "structure",
  EMPTY_OUTPUT: "structure",
  WRONG_FORMAT: "structure",
  NO_GAPS_ADDRESSED: "content",
  INCONSISTENT_REFS: "content",
  EDIT_DOES_NOT_APPLY: "content",
  EDIT_INCOMPLETE: "content",
  INVALID_DISAGREE_REF: "content",
  MALFORMED_DISAGREE: "content",
  RE_ARGUED_CONFLICT: "content",
  TOO_MANY_DISAGREES: "content",
};

export function tierOf(failure: FailureType): Tier {
  return TIERS[failure];
}

/** Nothing was written at all, as against something that does not pass. */
export function isEmptyOutput(failure: FailureType): boolean {
  return failure === "FILE_MISSING" || failure === "EMPTY_OUTPUT";
}

/** A first try and at most this many more. */
export const RETRIES_MAX = 2;

interface References {
  readonly gapsNamed: readonly PlacedGap[];
  readonly newGaps: readonly ProposedGap[];
}

/** Gaps a document may name: those of the session, and those it introduces itself. */
export function referableGaps({ newGaps }: References, knownGaps: readonly GapId[]): ReadonlySet<GapId> {
  const introduced = newGaps.map(({ id }) => id).filter((id) => id !== null);
  return new Set([...knownGaps, ...introduced]);
}

export function referenceFailure(document: References, valid: ReadonlySet<GapId>): FailedVerdict | null {
  const strangers = document.gapsNamed.filter(({ gap }) => !valid.has(gap));
  const [first] = strangers;
  if (first === undefined) return null;
  const gaps = [...new Set(strangers.map(({ gap }) => gap))];
  const which = gaps.length === 1 ? "It is" : "They are";
  return failVerdict("INCONSISTENT_REFS", {
    message: `Invalid refs: ${listNames(gaps)}${gaps.length === 1 ? atLine(first.line) : `; the first in line ${first.line}`}. ${which} neither in this session nor listed here as new.`,
    line: first.line,
    subjects: gaps,
  });
}
