import type { PlacedGap } from "../../documents/engineer-document.ts";
import type { Note } from "../../documents/note.ts";
import type {
  ReviewerDocument,
  ReviewIssue,
  VerdictDoubt,
  VerdictNorm,
} from "../../documents/reviewer-document.ts";
import { ACCEPTED_VERDICTS } from "../../documents/verdict-phrases.ts";
import { formatCount } from "../../shared/format-count.ts";
import type { GapId } from "../../shared/gap-id.ts";
import {
  atLine,
  boundedWarnings,
  deviations,
  type FailedVerdict,
  failVerdict,
  type HandedIn,
  hiddenText,
  type Judgement,
  listNames,
  quoteLine,
  referableGaps,
  referenceFailure,
  unreadFailure,
  type Warning,
  writtenFailure,
} from "./judgement.ts";

export interface ReviewerExpected {
  /** The gaps whose proposals were put to it. */
  readonly proposals: readonly GapId[];
  /** Every gap of the session, with those the proposals introduce. */
  readonly knownGaps: readonly GapId[];
}

export function judgeReviewer(output: HandedIn<ReviewerDocument>, expected: ReviewerExpected): Judgement {
  const { written, document, notes } = output;
  const unwritten = writtenFailure(written);
  if (unwritten !== null || document === null) {
    return { verdict: unwritten ?? unreadFailure(), warnings: [], gapsAddressed: [] };
  }
  const coverage = coverageOf(document, expected.proposals);
  const failure =
    doubtFailure(document, coverage) ??
    formatFailure(document, notes) ??
    contentFailure(document, coverage, expected) ??
    missingVerdict(document, coverage);
  return {
    verdict: failure ?? { ok: true, message: describeReview(document, coverage, expected) },
    warnings: boundedWarnings([...presumedCoverage(coverage), ...deviations(notes)]),
    gapsAddressed: failure === null ? coverage.covered : [],
  };
}

function describeReview(
  { issues }: ReviewerDocument,
  { covered }: Coverage,
  expected: ReviewerExpected,
): string {
  const all = new Set(expected.proposals).size;
  const share =
    covered.length === all ? formatCount(all, "proposal") : `${covered.length} of ${all} proposals`;
  return `${share} reviewed, ${formatCount(issues.length, "issue")}`;
}

/** What stands where a verdict belongs and cannot be read without doubt: never an approval. */
function doubtFailure(document: ReviewerDocument, coverage: Coverage): FailedVerdict | null {
  const { verdict } = document;
  const own = document.gapVerdicts.filter(({ gap }) => coverage.covered.includes(gap));
  const doubt = [verdict, ...own].find((one) => one.doubt !== undefined)?.doubt;
  if (doubt !== undefined) return unclearVerdict(doubt);
  const [only] = own;
  if (coverage.covered.length !== 1 || only === undefined || verdict.line === null) return null;
  if ((only.norm === "NEEDS_REVISION") === (verdict.norm === "NEEDS_REVISION")) return null;
  return unclearVerdict({ why: "differs", line: Math.max(only.line, verdict.line), text: only.norm });
}

function unclearVerdict({ why, line, text }: VerdictDoubt): FailedVerdict {
  const problem =
    why === "wording"
      ? `"${quoteLine(text)}" in line ${line} is not one of the accepted verdicts.`
      : `The verdict in line ${line} differs from another one of the same review.`;
  return failVerdict("WRONG_FORMAT", { message: `${problem} ${FORM}`, line });
}

const FORM = `State one verdict under a heading "## Verdict", as a whole statement: ${ACCEPTED_VERDICTS}. A reason may follow after a dash or full stop; a condition may not. "Approved after …" is NEEDS_REVISION.`;

/** Each proposal that the review concerns needs a verdict of its own or one over all. */
function missingVerdict(document: ReviewerDocument, { covered }: Coverage): FailedVerdict | null {
  const without = covered.filter((gap) => verdictOn(document, gap) === "NONE");
  if (without.length === 0) return null;
  return failVerdict("WRONG_FORMAT", {
    message: `No verdict on ${listNames(without)}. ${FORM}`,
    subjects: without,
  });
}

function formatFailure(document: ReviewerDocument, notes: readonly Note[]): FailedVerdict | null {
  const { issues, noIssues, priorIssues, disagreements, verdict } = document;
  if (issues.some((issue) => isRated(issue, document)) || keepsEarlierIssues(document)) return null;
  if (issues.length > 0) return unratedFailure(issues);
  if (noIssues !== null) return noIssuesFailure(document);
  const settles = priorIssues.length > 0 || disagreements.some(({ answer }) => answer === "WITHDRAW");
  if (settles && verdict.norm !== "NEEDS_REVISION") return null;
  const hidden = hiddenText(notes);
  const asked = verdict.norm === "NEEDS_REVISION" ? " NEEDS_REVISION needs an issue to go by." : "";
  return failVerdict("WRONG_FORMAT", {
    message: `Neither issues with severities nor NO_ISSUES_FOUND with the scope examined.${asked}${hidden?.hint ?? ""}`,
    line: verdict.line ?? hidden?.line ?? null,
  });
}

function unratedFailure(issues: readonly ReviewIssue[]): FailedVerdict {
  const line = issues[0]?.line ?? null;
  const none =
    issues.length === 1 ? "The issue has no severity" : `None of the ${issues.length} issues has a severity`;
  return failVerdict("WRONG_FORMAT", {
    message: `${none}${atLine(line)}: CRITICAL, HIGH, MEDIUM or LOW is needed.`,
    line,
    subjects: issues.flatMap(({ id }) => (id === null ? [] : [quoteLine(id)])),
  });
}

/** A verdict that asks for a revision lends its weight to issues without a severity of their own. */
function isRated(
  { severity, mustFix, gap }: ReviewIssue,
  { verdict, gapVerdicts }: ReviewerDocument,
): boolean {
  if (severity !== null || mustFix || verdict.norm === "NEEDS_REVISION") return true;
  return gapVerdicts.some((one) => one.norm === "NEEDS_REVISION" && (gap === null || gap === one.gap));
}

/** An issue of an earlier review that is said to be open was given its severity there. */
function keepsEarlierIssues({ priorIssues, disagreements }: ReviewerDocument): boolean {
  return (
    priorIssues.some(({ status }) => status === "UNRESOLVED" || status === "PARTIALLY_RESOLVED") ||
    disagreements.some(({ answer }) => answer === "STAND")
  );
}

/** What was looked at takes this many words to say; a list of what became of earlier issues says it, too. */
const SCOPE_WORDS_MIN = 5;
/** The same word five times says nothing. */
const SCOPE_WORDS_DIFFERENT_MIN = 3;

function noIssuesFailure({
  noIssues,
  priorIssues,
  verdict,
  gapVerdicts,
}: ReviewerDocument): FailedVerdict | null {
  if (noIssues === null) return null;
  const { line, scope } = noIssues;
  const words =
    scope
      .join(" ")
      .toLowerCase()
      .match(/[\p{L}\p{N}][^\s]*/gu) ?? [];
  const isSaid = words.length >= SCOPE_WORDS_MIN && new Set(words).size >= SCOPE_WORDS_DIFFERENT_MIN;
  if (!isSaid && priorIssues.length === 0) {
    return failVerdict("WRONG_FORMAT", {
      message: `No issues are found (line ${line}), but the scope is missing: say under "## Scope Examined", in at least ${SCOPE_WORDS_MIN} words, what was examined. A title does not say it.`,
      line,
    });
  }
  const against = [verdict, ...gapVerdicts].find(({ norm }) => norm === "NEEDS_REVISION");
  if (against === undefined) return null;
  return failVerdict("WRONG_FORMAT", {
    message: `No issues are found (line ${line}), yet the verdict is NEEDS_REVISION (line ${against.line}): name the issue or approve.`,
    line: against.line,
  });
}

function contentFailure(
  document: ReviewerDocument,
  { covered, names }: Coverage,
  { proposals, knownGaps }: ReviewerExpected,
): FailedVerdict | null {
  if (covered.length === 0 && proposals.length > 0) {
    return failVerdict("NO_GAPS_ADDRESSED", {
      message: `The review concerns none of the proposals (${listNames(proposals)}); it names ${listNames(names.map(({ gap }) => gap))}.`,
      line: names[0]?.line ?? null,
      subjects: proposals,
    });
  }
  return referenceFailure(document, referableGaps(document, [...knownGaps, ...proposals]));
}

function presumedCoverage({ covered, presumed: isPresumed }: Coverage): readonly Warning[] {
  if (!isPresumed || covered.length < 2) return [];
  const message = `the review names no gap, so it is taken to be about every proposal: ${listNames(covered)}`;
  return [{ type: "DEVIATION", message, line: null }];
}

interface Coverage {
  /** The proposals that the review is about, in the order in which they were put. */
  readonly covered: readonly GapId[];
  /** Nothing says so: it names no gap, and so speaks of all. */
  readonly presumed: boolean;
  /** Gaps it names, each once; not those it introduces, which say nothing of what it is about. */
  readonly names: readonly PlacedGap[];
}

function coverageOf(document: ReviewerDocument, proposals: readonly GapId[]): Coverage {
  const put = [...new Set(proposals)];
  const names = namesOf(document, put);
  const treated = new Set<GapId | null>([
    ...document.gapsReviewed,
    ...document.gapVerdicts.map(({ gap }) => gap),
    ...document.issues.map(({ gap }) => gap),
  ]);
  treated.delete(null);
  const presumed = treated.size === 0 && names.length === 0;
  if (presumed) return { covered: put, presumed, names };
  const covered = put.filter((gap) => treated.has(gap));
  if (covered.length > 0) return { covered, presumed, names };
  const mentioned = new Set(names.map(({ gap }) => gap));
  return { covered: put.filter((gap) => mentioned.has(gap)), presumed, names };
}

function namesOf({ gapsNamed, newGaps }: ReviewerDocument, put: readonly GapId[]): readonly PlacedGap[] {
  const proposals = new Set(put);
  const introduced = new Set(newGaps.map(({ id }) => id));
  const first = new Map<GapId, PlacedGap>();
  for (const place of gapsNamed) {
    const own = proposals.has(place.gap) || !introduced.has(place.gap);
    if (own && !first.has(place.gap)) first.set(place.gap, place);
  }
  return [...first.values()];
}

/** Its own, else the one over all; a verdict on another gap says nothing of it. */
export function verdictOn({ gapVerdicts, verdict }: ReviewerDocument, gap: GapId): VerdictNorm {
  const own = gapVerdicts.find((one) => one.gap === gap)?.norm;
  return own ?? (verdict.ofGaps === true ? "NONE" : verdict.norm);
}
