// The gate of a document that answers single issues: each by a row or a DISAGREE block, and nothing else is looked for.
import type { EngineerDocument } from "../../documents/engineer-document.ts";
import type { Note } from "../../documents/note.ts";
import { formatCount } from "../../shared/format-count.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { type IssueId, parseIssueId } from "../../shared/issue-id.ts";
import { type ArguedAgainst, disagreeFailure, disagreeWarnings } from "./disagree-failure.ts";
import {
  boundedWarnings,
  deviations,
  type FailedVerdict,
  failVerdict,
  type Judgement,
  listNames,
  referableGaps,
  referenceFailure,
  unreadFailure,
  type WrittenOutput,
  writtenFailure,
} from "./judgement.ts";

interface AnswerOutput {
  readonly written: WrittenOutput;
  readonly document: EngineerDocument | null;
  readonly notes: readonly Note[];
}

interface AskedIssues extends ArguedAgainst {
  readonly asked: readonly IssueId[];
  readonly knownGaps: readonly GapId[];
}

export function judgeAnswers({ written, document, notes }: AnswerOutput, expected: AskedIssues): Judgement {
  const unwritten = writtenFailure(written);
  if (unwritten !== null || document === null)
    return { verdict: unwritten ?? unreadFailure(), warnings: [], gapsAddressed: [] };
  const failure =
    unansweredFailure(document, expected.asked) ??
    referenceFailure(document, referableGaps(document, expected.knownGaps)) ??
    disagreeFailure(document, expected);
  return {
    verdict: failure ?? { ok: true, message: `${formatCount(expected.asked.length, "issue")} answered` },
    warnings: boundedWarnings([...disagreeWarnings(document, expected), ...deviations(notes)]),
    gapsAddressed: [],
  };
}

/** To put an issue off is the user's to say. */
function unansweredFailure(document: EngineerDocument, asked: readonly IssueId[]): FailedVerdict | null {
  const answered = new Set([
    ...document.responses
      .filter(({ status }) => status !== "DEFERRED")
      .map(({ issueId }) => parseIssueId(issueId)),
    ...document.disagreements.map(({ issueId }) => parseIssueId(issueId)),
  ]);
  const missing = asked.filter((id) => !answered.has(id));
  if (missing.length === 0) return null;
  return failVerdict("NO_GAPS_ADDRESSED", {
    message: `No answer to ${listNames(missing)}: '### Responses' needs a row with ADDRESSED, PARTLY or DISAGREE for each.`,
    subjects: missing,
  });
}
