import type { CoderDocument } from "../../documents/coder-document.ts";
import type { FormFault } from "../../documents/form-reading.ts";
import { type KnownFindings, missingRows, unknownFindings } from "./known-findings.ts";

const ROW_FORM = "`| F1 | FIXED or DISAGREE | where, or why |`";

interface CoderTurn {
  readonly known: KnownFindings;
  /** Whether the task was rejected before: only then is there something to dispute. */
  readonly wasRejected: boolean;
}

/** What keeps a coder's document that was read from counting for its task. */
export function coderFaults(
  { answers, outcome }: CoderDocument,
  { known, wasRejected }: CoderTurn,
): readonly FormFault[] {
  const owesRows = outcome.at === "done" || outcome.at === "no-change-needed";
  return [
    ...unknownFindings(answers, known),
    ...(owesRows ? missingRows(answers, known, ROW_FORM) : []),
    ...(outcome.at === "disputed" && !wasRejected ? [NO_DISPUTE] : []),
  ];
}

const NO_DISPUTE: FormFault = {
  code: "no-dispute",
  line: null,
  message:
    "A dispute can be raised once a review has rejected the work. Do the task, or write `BLOCKED_NEEDS_INPUT:` with what is missing.",
};
