// What became of each issue in the Engineer's next document: first what it answers by id, then what its text shows. Evidence,
// never intent; where the text does not tell, the label says so.
import type { EngineerDocument, IssueResponse } from "../../core/documents/engineer-document.ts";
import type {
  Confidence,
  EvidenceLine,
  Heuristic,
  ResponseLabel,
} from "../../core/refinement/conflicts/flag.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { readEngineerDocument } from "../engineer/read-engineer.ts";
import { linesOf } from "../markdown/lines.ts";
import { type Answers, issueKey, type Passage, readAnswers } from "./answers.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { type CriticisedPlace, hasMoved, placeOf } from "./criticised-place.ts";
import { compareDocuments, type DocumentChange } from "./document-change.ts";
import { softMatcher } from "./soft-match.ts";
import { shareOf, termSet } from "./terms.ts";

/** An issue in the words of the review that raised it. */
interface ConcernedIssue {
  /** As written; `null` where it has none. */
  readonly id: string | null;
  readonly title: string;
  readonly location: string | null;
  readonly impact: string | null;
  readonly suggestion: string | null;
  readonly gaps: readonly GapId[];
}

interface DetectionInput<Issue extends ConcernedIssue> {
  readonly issues: readonly Issue[];
  /** The document that the issues are about; `null` where there is none. */
  readonly before: string | null;
  /** The same as it was read, where somebody has it at hand. */
  readonly earlier?: EngineerDocument | null;
  readonly after: string;
  /** The later document as it was read, with the ids by which the issues are known. */
  readonly document: EngineerDocument;
  /** Issues that the user allows to wait. */
  readonly mayWait?: ReadonlySet<string>;
  /** Why each gap was rolled back, in order. */
  readonly rollbacks?: ReadonlyMap<GapId, readonly string[]>;
  readonly semanticOverlapMinimum?: number | undefined;
}

interface DetectedResponse<Issue extends ConcernedIssue> {
  readonly issue: Issue;
  readonly label: ResponseLabel;
  readonly confidence: Confidence;
  readonly heuristics: readonly Heuristic[];
  /** In the later document. */
  readonly evidence: readonly EvidenceLine[];
}

const SEMANTIC_OVERLAP_MINIMUM = 0.3;

export function detectResponses<Issue extends ConcernedIssue>(
  input: DetectionInput<Issue>,
): readonly DetectedResponse<Issue>[] {
  const { before, after, document } = input;
  const answers = readAnswers(after, document);
  const aside = new Set([...answers.lines, ...document.newGaps.map(({ line }) => line)]);
  const change = compareDocuments({ before, after, aside, proposed: specLines(after, document) });
  const context = {
    input,
    earlier: input.earlier ?? (before === null ? null : readEngineerDocument(before).document),
    answers,
    change,
    soft: softMatcher(answers.others),
    cited: idsAdded(change),
  };
  return input.issues.map((issue) => {
    const facts = factsOf(issue, context);
    const judged = judgeResponse(facts);
    return { issue, ...judged, evidence: evidenceOf(facts, judged.heuristics) };
  });
}

/** The lines that would enter the specification, where every resolution sets them apart. */
function specLines(after: string, { resolutions }: EngineerDocument): ReadonlySet<number> | null {
  if (resolutions.length === 0 || resolutions.some(({ edits }) => edits.length === 0)) return null;
  const lines = linesOf(after).map((line) => line.trim());
  return new Set(
    resolutions.flatMap(({ edits }) =>
      edits.flatMap(({ line, text }) => {
        const own = text.split("\n").map((one) => one.trim());
        const first = lines.indexOf(own[0] ?? "", line);
        return first < 0 ? [] : own.map((_, index) => first + index + 1);
      }),
    ),
  );
}

interface DetectionContext<Issue extends ConcernedIssue> {
  readonly input: DetectionInput<Issue>;
  readonly earlier: EngineerDocument | null;
  readonly answers: Answers;
  readonly change: DocumentChange;
  readonly soft: ReturnType<typeof softMatcher>;
  /** Ids that stand in what was added. */
  readonly cited: ReadonlySet<string>;
}

/** All that is known of one issue and the later document. */
interface ResponseFacts {
  readonly issue: ConcernedIssue;
  readonly minimum: number;
  readonly change: DocumentChange;
  readonly rows: readonly IssueResponse[];
  /** The line of its DISAGREE block. */
  readonly block: number | null;
  /** The Engineer puts it off without the user's word. */
  readonly putOff: boolean;
  readonly passages: readonly Passage[];
  /** What the review says of it. */
  readonly known: ReadonlySet<string>;
  /** How much of its answer is made of terms that are new in what was added, and not the issue's. */
  readonly backed: number;
  /** Answers that do not name it, but speak of it. */
  readonly soft: readonly Passage[];
  readonly coverage: Coverage;
  readonly place: CriticisedPlace;
  /** Whether its id stands in what was added, be it in code. */
  readonly cited: boolean;
  /** What would enter the specification for its gaps reads as before: words around it change nothing. */
  readonly sameText: boolean;
  /** Where its gap is proposed as resolved. */
  readonly resolved: number | null;
  readonly rolledBack: boolean;
}

function factsOf<Issue extends ConcernedIssue>(
  issue: Issue,
  { input, earlier, answers, change, soft, cited }: DetectionContext<Issue>,
): ResponseFacts {
  const { document, mayWait, rollbacks, semanticOverlapMinimum: minimum = SEMANTIC_OVERLAP_MINIMUM } = input;
  const key = issue.id === null ? null : issueKey(issue.id);
  const rows = document.responses.filter(({ issueId }) => issueKey(issueId) === key);
  const allowed = key !== null && mayWait?.has(key) === true;
  const title = termSet(issue.title);
  const known = termSet([issue.title, issue.location, issue.impact, issue.suggestion].join("\n"));
  const patterns = issue.gaps.flatMap((gap) => rollbacks?.get(gap) ?? []);
  const passages = key === null ? [] : (answers.passages.get(key) ?? []);
  return {
    issue,
    minimum,
    change,
    rows,
    block: document.disagreements.find(({ issueId }) => issueKey(issueId) === key)?.line ?? null,
    putOff: !allowed && rows.length > 0 && rows.every(({ status }) => status === "DEFERRED"),
    passages,
    known,
    backed: backingShare(passages, known, change),
    soft: soft(issue),
    coverage: coverageOf(change, {
      title,
      wanted: new Set([...title, ...termSet(issue.suggestion ?? "")]),
      known,
    }),
    place: placeOf(issue.location, change),
    cited: key !== null && cited.has(key),
    sameText: isSameText(issue, document, earlier),
    resolved: resolutionOf(issue, document),
    rolledBack: patterns.length >= ROLLBACKS_MIN && new Set(patterns).size > 1,
  };
}

/** Where both documents bring texts for the specification, and those for the gaps of the issue are the same. */
function isSameText(
  { gaps }: ConcernedIssue,
  document: EngineerDocument,
  earlier: EngineerDocument | null,
): boolean {
  const [now, then] = [document, earlier].map((one) =>
    (one?.resolutions ?? [])
      .filter((resolution) => gaps.length === 0 || resolution.gaps.some((gap) => gaps.includes(gap)))
      .flatMap(({ edits }) => edits.map(({ text }) => text.trim())),
  );
  return now !== undefined && now.length > 0 && now.join("\n") === then?.join("\n");
}

function backingShare(
  passages: readonly Passage[],
  known: ReadonlySet<string>,
  { places, added, before }: DocumentChange,
): number {
  const said = new Set(passages.flatMap(({ text }) => [...termSet(text)]));
  const backed = [...said].filter(
    (term) =>
      before?.known.has(term) === false &&
      !known.has(term) &&
      places.get(term)?.some((at) => added[at]?.said.has(term)) === true,
  );
  return said.size === 0 ? 0 : backed.length / said.size;
}

const ROLLBACKS_MIN = 2;

/** Ids of any scheme that stand in what was added. */
function idsAdded({ added, after }: DocumentChange): ReadonlySet<string> {
  const lines = new Set(added.map(({ line }) => line));
  return new Set(
    [...lines].flatMap((line) => (after.lines[line - 1] ?? "").toUpperCase().match(ID_LIKE) ?? []),
  );
}

const ID_LIKE = /[A-Z][A-Z0-9]{0,19}(?:-[A-Z0-9]{1,12}){1,3}/g;

function resolutionOf({ gaps }: ConcernedIssue, { resolutions }: EngineerDocument): number | null {
  const own = resolutions.find((resolution) => resolution.gaps.some((gap) => gaps.includes(gap)));
  return own?.line ?? null;
}

interface Judged {
  readonly label: ResponseLabel;
  readonly confidence: Confidence;
  readonly heuristics: readonly Heuristic[];
}

function judgeResponse(facts: ResponseFacts): Judged {
  if (facts.block !== null) return { label: "DISAGREED", confidence: "HIGH", heuristics: [] };
  if (facts.passages.length > 0 && !facts.putOff) return judgeAnswered(facts);
  return judgeUnanswered(facts);
}

/** Answered by id: whether the text follows, and if not, whether there is a reason. */
function judgeAnswered(facts: ResponseFacts): Judged {
  if (facts.rows.some(({ status }) => status === "PARTLY"))
    return { label: "PARTIALLY", confidence: "MEDIUM", heuristics: [] };
  if (!facts.sameText && followsAnswer(facts))
    return { label: "ADDRESSED_WITH_ID", confidence: "HIGH", heuristics: [] };
  if (!facts.sameText && hasMoved(facts.place) && facts.coverage.echoed > 0)
    return { label: "UNSURE", confidence: "MEDIUM", heuristics: ["H4"] };
  const echoed = facts.coverage.echoed / facts.minimum >= ABSENT;
  // A row that claims to meet the concern dismisses nothing; the text does not follow.
  if (onlyPoints(facts) || facts.rows.some(({ status }) => status === "ADDRESSED"))
    return { label: echoed ? "UNSURE" : "IGNORED", confidence: "MEDIUM", heuristics: ["H4"] };
  if (givesReason(facts)) return { label: "DISAGREED", confidence: "MEDIUM", heuristics: ["H4"] };
  return onlyRepeat(facts.passages, facts.known)
    ? { label: "UNSURE", confidence: "MEDIUM", heuristics: ["H4"] }
    : { label: "DEFLECTED", confidence: "HIGH", heuristics: ["H4", "H5"] };
}

/** Passages that say the issue again, and little to it: nothing is dismissed in them. */
function onlyRepeat(passages: readonly Passage[], known: ReadonlySet<string>): boolean {
  const said = new Set(passages.flatMap(({ text }) => [...termSet(text)]));
  const repeated = [...said].filter((term) => known.has(term)).length;
  return repeated >= REPEATED_MIN && repeated > said.size / 2;
}

/** One word of the issue stands in most answers to it. */
const REPEATED_MIN = 2;

/**
 * Whether the text was changed for the answer: how much of the minimum it takes depends on whether the criticised place was
 * changed, and on whether what the answer names stands in what was added.
 */
function followsAnswer({ change, coverage, minimum, place, backed }: ResponseFacts): boolean {
  // Without an earlier document nothing tells what was changed.
  if (change.before === null) return true;
  // Words of the issue in the place itself are what the answer speaks of.
  if (hasMoved(place)) return coverage.echoed / minimum >= 1 / 3 || backed > 0;
  const share = coverage.overlap / minimum;
  if (backed >= BACKED_MIN) return true;
  if (place.fate === "unknown") return share >= 1 / 2 || (share >= 1 / 6 && backed > 0);
  return share >= 2 / 3 || (share >= 1 / 3 && backed > 0);
}

/** So much of an answer says what was added: it was added for the answer. */
const BACKED_MIN = 1 / 4;

/** An answer that says only that or where the text was changed, though it was not. */
function onlyPoints({ rows, change }: ResponseFacts): boolean {
  return rows.some(({ status, text }) => {
    const said = termSet(text);
    if (status === "ADDRESSED" && said.size <= 1) return true;
    return change.after.titles.some(
      ({ terms }) =>
        terms.size > 0 &&
        shareOf(terms, said) === 1 &&
        (status === "ADDRESSED" || said.size - terms.size <= 1),
    );
  });
}

/** Terms of an answer without which there is no reason in it, whatever it says. */
const REASON_TERMS_MIN = 10;

/** By which one thing follows from another. */
const FOLLOWS = /\b(?:because|since|therefore|hence|thus|so|would|could|cannot|unless|otherwise|if)\b/i;

/** Something that could be checked or contested: a figure that the review does not have, or what follows from what. */
function givesReason({ passages, known }: ResponseFacts): boolean {
  const text = passages.map((passage) => passage.text).join("\n");
  const said = termSet(text);
  const figures = [...said].some((term) => /\p{N}/u.test(term) && !known.has(term));
  return said.size >= REASON_TERMS_MIN && (figures || FOLLOWS.test(text));
}

/** Below this part of the minimum nothing was added about the concern. */
const ABSENT = 2 / 3;

function judgeUnanswered(facts: ResponseFacts): Judged {
  const { coverage, minimum, place, soft, cited, sameText } = facts;
  const share = sameText ? 0 : coverage.overlap / minimum;
  const echoed = coverage.echoed / minimum;
  const moved = !sameText && hasMoved(place);
  if (share >= ABSENT && (echoed >= 1 || moved))
    return {
      label: cited ? "ADDRESSED_WITH_ID" : "ADDRESSED_WITHOUT_ID",
      confidence: share >= SURELY_COVERED ? "HIGH" : "MEDIUM",
      heuristics: [],
    };
  const unanswered = heuristicsUnanswered(facts);
  const said = new Set(soft.flatMap(({ text }) => [...termSet(text)]));
  const waved = soft.length > 0 && said.size < SOFT_TERMS_MAX && !onlyRepeat(soft, facts.known);
  if (waved && !moved && share < ABSENT)
    return { label: "DEFLECTED", confidence: "MEDIUM", heuristics: [...unanswered, "H5"] };
  const unsure =
    echoed >= ABSENT || place.fate === "removed" || place.fate === "rewritten" || soft.length > 0;
  return {
    label: unsure ? "UNSURE" : "IGNORED",
    confidence: unsure || !unanswered.includes("H1") ? "MEDIUM" : "HIGH",
    heuristics: unanswered,
  };
}

const SURELY_COVERED = 1.5;
/** A longer passage may give a reason; without the id that is no disagreement either. */
const SOFT_TERMS_MAX = 24;

function heuristicsUnanswered({
  place,
  resolved,
  rolledBack,
  sameText,
}: ResponseFacts): readonly Heuristic[] {
  const found: Heuristic[] = [];
  if (sameText || place.fate !== "rewritten") found.push("H1");
  if (rolledBack) found.push("H2");
  if (resolved !== null) found.push("H3");
  if (sameText || ["unchanged", "changed", "rewritten"].includes(place.fate)) found.push("H4");
  return found;
}

const EVIDENCE_MAX = 4;

/** What was said, where the gap is proposed, what became of the place, and the nearest of what was added. */
function evidenceOf(facts: ResponseFacts, heuristics: readonly Heuristic[]): readonly EvidenceLine[] {
  const { change, block, passages, soft, coverage, place, resolved, rows } = facts;
  const lines = [
    ...(block === null ? [] : [block]),
    ...[...passages, ...rows, ...soft].map(({ line }) => line).slice(0, 2),
    ...(heuristics.includes("H3") && resolved !== null ? [resolved] : []),
    ...(heuristics.includes("H4") && place.line !== null ? [place.line] : []),
    ...coverage.lines.slice(0, 2),
  ];
  const shown = [...new Set(lines)].slice(0, EVIDENCE_MAX);
  const { lines: all } = change.after;
  const first = all.findIndex((line) => line.trim() !== "") + 1;
  return (shown.length > 0 ? shown : [Math.max(1, first)]).map((line) => ({
    line,
    text: all[line - 1] ?? "",
  }));
}
