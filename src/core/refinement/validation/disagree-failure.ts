// Whether the DISAGREE blocks of an Engineer's document can be put to anyone.
import type { Disagreement, EngineerDocument } from "../../documents/engineer-document.ts";
import { assertNever } from "../../shared/assert-never.ts";
import { type IssueId, parseIssueId } from "../../shared/issue-id.ts";
import { strangeSentence } from "../conflicts/disagreement.ts";
import { type LookedUpPlace, placeFault } from "../conflicts/looked-up-place.ts";
import { DISAGREES_MAX } from "../conflicts/rate-limits.ts";
import type { Issue } from "../issue.ts";
import {
  type FailedVerdict,
  type FailureType,
  failVerdict,
  listNames,
  quoteLine,
  type Warning,
} from "./judgement.ts";

/** What a block is held against. */
interface Ledger {
  readonly issues: ReadonlyMap<IssueId, ArguableIssue>;
  readonly places: readonly LookedUpPlace[];
}

/** An issue with all that was said of it; without, where an older log does not tell. */
interface ArguableIssue extends Issue {
  readonly text?: string;
}

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
  ["MALFORMED_DISAGREE", strangeQuote],
  ["MALFORMED_DISAGREE", unclearGround],
  ["MALFORMED_DISAGREE", strangePlace],
  ["RE_ARGUED_CONFLICT", settledIssue],
];

export interface ArguedAgainst {
  /** Every issue of the session. */
  readonly issues: readonly ArguableIssue[];
  /** What stands where the blocks say they rest. */
  readonly places?: readonly LookedUpPlace[] | undefined;
}

export function disagreeFailure(document: EngineerDocument, against: ArguedAgainst): FailedVerdict | null {
  const ledger = ledgerOf(against);
  for (const [type, check] of BLOCK_CHECKS) {
    const failure = blockFailure(type, document.disagreements, (block) => check(block, ledger));
    if (failure !== null) return failure;
  }
  return repeatedBlock(document) ?? rowFailure(document, ledger) ?? tooManyDisagreements(document);
}

/** Which of two blocks on one issue counts is not for parley to guess. */
function repeatedBlock({ disagreements }: EngineerDocument): FailedVerdict | null {
  const idOf = ({ issueId }: Disagreement): string => parseIssueId(issueId) ?? issueId;
  const second = disagreements.find((block, index) =>
    disagreements.slice(0, index).some((earlier) => idOf(earlier) === idOf(block)),
  );
  if (second === undefined) return null;
  const id = quoteLine(idOf(second));
  const lines = disagreements.filter((block) => idOf(block) === idOf(second)).map(({ line }) => line);
  return failVerdict("MALFORMED_DISAGREE", {
    message: `DISAGREE: ${id} has ${lines.length} blocks, in lines ${listNames(lines.map(String))}. Argue it in one.`,
    line: second.line,
    subjects: [id],
  });
}

function ledgerOf({ issues, places = [] }: ArguedAgainst): Ledger {
  return { issues: new Map(issues.map((issue) => [issue.id, issue])), places };
}

/** A row of the Responses table says DISAGREE where a block argues it, and nowhere else. */
function rowFailure({ responses, disagreements }: EngineerDocument, ledger: Ledger): FailedVerdict | null {
  const argued = new Set(disagreements.map(({ issueId }) => parseIssueId(issueId)));
  const row = responses.find(({ issueId, status }) => {
    const id = parseIssueId(issueId);
    if (id === null || status === null || ledger.issues.get(id)?.state.at !== "OPEN") return false;
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

function issueOf({ issueId }: Disagreement, ledger: Ledger): ArguableIssue | null {
  const id = parseIssueId(issueId);
  return id === null ? null : (ledger.issues.get(id) ?? null);
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

/** Whoever is to mend a sentence has to know which. */
const SENTENCE_CHARS_MAX = 300;

function strangeQuote(block: Disagreement, ledger: Ledger): string | null {
  const text = issueOf(block, ledger)?.text;
  if (text === undefined || block.reviewerConcern === null) return null;
  const strange = strangeSentence(block.reviewerConcern, text);
  return strange === null
    ? null
    : `quotes words that the issue does not have: "${quoteLine(strange, SENTENCE_CHARS_MAX)}"`;
}

function unclearGround({ restsOn }: Disagreement): string | null {
  if (restsOn?.of !== "unclear") return null;
  return `rests on "${quoteLine(restsOn.text, SENTENCE_CHARS_MAX)}", which is neither judgement nor one path:line with quoted words`;
}

function strangePlace({ restsOn }: Disagreement, { places }: Ledger): string | null {
  if (restsOn?.of !== "place") return null;
  const fault = placeFault(restsOn, places);
  const { path, line, quote } = restsOn;
  return fault === null
    ? null
    : `rests on ${quoteLine(path, SENTENCE_CHARS_MAX)}:${line} "${quoteLine(quote, SENTENCE_CHARS_MAX)}", but ${fault}`;
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

/** What is read into a block that does not say it, and blocks that come too late. */
export function disagreeWarnings(
  { disagreements }: EngineerDocument,
  against: ArguedAgainst,
): readonly Warning[] {
  const ledger = ledgerOf(against);
  const said: readonly (readonly [string, (block: Disagreement) => boolean])[] = [
    [
      "has no '**Engineer Position:**'; its Rationale stands for it",
      ({ engineerPosition, rationale }) => isBlank(engineerPosition) && !isBlank(rationale),
    ],
    ["does not say what it rests on; it is taken for judgement", ({ restsOn }) => restsOn === null],
    [
      "is about an issue that is closed; it is left aside",
      (block) => issueOf(block, ledger)?.state.at === "CLOSED",
    ],
  ];
  return disagreements.flatMap((block) =>
    said
      .filter(([, applies]) => applies(block))
      .map(([what]) => ({
        type: "DEVIATION",
        message: `DISAGREE: ${quoteLine(block.issueId)} ${what}`,
        line: block.line,
      })),
  );
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === "";
}
