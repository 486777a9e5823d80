// Whether the DISAGREE blocks of an Engineer's document can be put to anyone.
import type { Disagreement, EngineerDocument } from "../../documents/engineer-document.ts";
import { assertNever } from "../../shared/assert-never.ts";
import { type IssueId, parseIssueId } from "../../shared/issue-id.ts";
import type { Issue } from "../issue.ts";
import type { FailureType } from "./failure-type.ts";
import { type FailedVerdict, failVerdict, listNames, quoteLine, type Warning } from "./judgement.ts";

/** More than this in one document takes a justification. */
export const DISAGREES_MAX = 5;

type Ledger = ReadonlyMap<IssueId, Issue>;

/** What is wrong with one block, in words that follow its name; `null` where nothing is. */
type BlockCheck = (block: Disagreement, ledger: Ledger) => string | null;

type BlockFailure = Extract<
  FailureType,
  "INVALID_DISAGREE_REF" | "MALFORMED_DISAGREE" | "RE_ARGUED_CONFLICT"
>;

/** In the order of the failure types. */
const BLOCK_CHECKS: readonly (readonly [BlockFailure, BlockCheck])[] = [
  ["INVALID_DISAGREE_REF", strangeIssue],
  ["MALFORMED_DISAGREE", missingField],
  ["RE_ARGUED_CONFLICT", settledIssue],
];

export function disagreeFailure(document: EngineerDocument, issues: readonly Issue[]): FailedVerdict | null {
  const ledger: Ledger = new Map(issues.map((issue) => [issue.id, issue]));
  for (const [type, check] of BLOCK_CHECKS) {
    const failure = blockFailure(type, document.disagreements, (block) => check(block, ledger));
    if (failure !== null) return failure;
  }
  return rowFailure(document, ledger) ?? tooManyDisagreements(document);
}

/** A row of the Responses table says DISAGREE where a block argues it, and nowhere else. */
function rowFailure({ responses, disagreements }: EngineerDocument, ledger: Ledger): FailedVerdict | null {
  const argued = new Set(disagreements.map(({ issueId }) => parseIssueId(issueId)));
  const row = responses.find(({ issueId, status }) => {
    const id = parseIssueId(issueId);
    if (id === null || status === null || ledger.get(id)?.state.at !== "OPEN") return false;
    return (status === "DISAGREE") !== argued.has(id);
  });
  if (row === undefined) return null;
  const id = quoteLine(row.issueId);
  const fault =
    row.status === "DISAGREE"
      ? `is answered with DISAGREE, but no "## DISAGREE: ${id}" block argues it`
      : `is answered with ${row.status}, but a "## DISAGREE: ${id}" block disagrees with it`;
  return failVerdict("MALFORMED_DISAGREE", {
    message: `${id} (line ${row.line}) ${fault}.`,
    line: row.line,
    subjects: [id],
  });
}

function blockFailure(
  type: BlockFailure,
  blocks: readonly Disagreement[],
  check: (block: Disagreement) => string | null,
): FailedVerdict | null {
  const failing = blocks.flatMap((block) => {
    const fault = check(block);
    return fault === null ? [] : [{ block, fault }];
  });
  const [first, ...others] = failing;
  if (first === undefined) return null;
  const { block, fault } = first;
  const id = quoteLine(block.issueId);
  const places = others.map(({ block: { issueId, line } }) => `${quoteLine(issueId)} in line ${line}`);
  const likewise = places.length === 0 ? "" : ` The same check fails for ${listNames(places)}.`;
  return failVerdict(type, {
    message: `DISAGREE: ${id} (line ${block.line}) ${fault}.${likewise}`,
    line: block.line,
    subjects: [parseIssueId(id) ?? id],
  });
}

function issueOf({ issueId }: Disagreement, ledger: Ledger): Issue | null {
  const id = parseIssueId(issueId);
  return id === null ? null : (ledger.get(id) ?? null);
}

/** What went with a rolled-back round is no longer there to be disagreed with. */
function strangeIssue(block: Disagreement, ledger: Ledger): string | null {
  const issue = issueOf(block, ledger);
  if (issue === null) return "names no issue of this session";
  return issue.state.at === "WITHDRAWN"
    ? `names an issue that was withdrawn with round ${issue.state.round}`
    : null;
}

function missingField({ reviewerConcern, rationale }: Disagreement): string | null {
  const missing = [
    isBlank(reviewerConcern) ? ["'**Reviewer Concern:**'"] : [],
    isBlank(rationale) ? ["'**Rationale:**'"] : [],
  ].flat();
  return missing.length === 0 ? null : `has no ${missing.join(" and no ")}`;
}

function settledIssue(block: Disagreement, ledger: Ledger): string | null {
  const issue = issueOf(block, ledger);
  if (issue === null) return null;
  const { state } = issue;
  switch (state.at) {
    case "OPEN":
      return state.decision === null ? null : `argues again what ${state.decision} decided`;
    case "OVERRULED":
      return `argues against an issue that ${state.decision} overruled already`;
    case "WAIVED":
      return "argues against an issue that the user waived";
    case "CLOSED":
    case "WITHDRAWN":
      return null;
    default:
      return assertNever(state);
  }
}

function tooManyDisagreements({ disagreements, justification }: EngineerDocument): FailedVerdict | null {
  const sixth = disagreements[DISAGREES_MAX];
  if (sixth === undefined || !isBlank(justification)) return null;
  const ids = disagreements.map(({ issueId }) => quoteLine(issueId));
  return failVerdict("TOO_MANY_DISAGREES", {
    message: `${ids.length} DISAGREE blocks, where ${DISAGREES_MAX} are the most without a '## Justification': ${listNames(ids)}.`,
    line: sixth.line,
    subjects: ids,
  });
}

/** The Rationale stands for a position that is not stated. */
export function unstatedPositions({ disagreements }: EngineerDocument): readonly Warning[] {
  return disagreements
    .filter(({ engineerPosition, rationale }) => isBlank(engineerPosition) && !isBlank(rationale))
    .map(({ issueId, line }) => ({
      type: "DEVIATION",
      message: `DISAGREE: ${quoteLine(issueId)} has no '**Engineer Position:**'; its Rationale stands for it`,
      line,
    }));
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === "";
}
