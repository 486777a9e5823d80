// Why a round keeps failing, as far as the attempts at it show, and what to do about it.
import type { GapId } from "../../shared/gap-id.ts";
import { findGapIds } from "../../shared/gap-id.ts";
import { wordOverlap } from "../../shared/word-overlap.ts";
import { THIN_CHARACTERS } from "../validation/judge-engineer.ts";
import { listNames, quoteLine } from "../validation/judgement.ts";
import { reasonWords } from "./reason-words.ts";
import type { ProducedGap, RollbackAnalysis, RollbackPattern } from "./rollback-analysis.ts";

interface FailedAttempt {
  /** Why it was undone, in the user's words or the gate's. */
  readonly reason: string;
  readonly analysis: RollbackAnalysis;
}

type Cause = "ambiguity" | "prompt" | "scope" | "missing-context" | "domain-gap";
type Confidence = "HIGH" | "MEDIUM" | "LOW";

export interface RootCause {
  readonly cause: Cause;
  readonly detected: string;
  readonly confidence: Confidence;
  readonly evidence: readonly string[];
  readonly recommended: "split" | "context" | "reassign" | "force" | "pause";
  /** What the gaps could be divided into, in words of the attempts; empty where they divided nothing. */
  readonly splits: readonly ProposedSplit[];
}

interface ProposedSplit {
  readonly gap: GapId;
  readonly titles: readonly string[];
}

const DETECTED: Record<Cause, string> = {
  ambiguity: "Gap is ambiguous",
  prompt: "Prompt does not lead to what is asked for",
  scope: "Gap scope too large",
  "missing-context": "Context is missing",
  "domain-gap": "Knowledge of the domain is missing",
};

interface Ground {
  readonly cause: Cause;
  readonly confidence: Confidence;
  readonly evidence: readonly string[];
}

/**
 * What the texts show comes before what was said about them; `attempts` has at least one. `maySplit`: of a gap, whether it can
 * be split where the session goes back to.
 */
export function findRootCause(
  attempts: readonly FailedAttempt[],
  maySplit: (gap: GapId) => boolean = () => true,
): RootCause {
  const { cause, confidence, evidence } =
    minimalOutput(attempts) ??
    unknownTerms(attempts) ??
    contradictions(attempts) ??
    comparedReasons(attempts);
  const splits = proposedSplits(attempts, maySplit);
  const gaps = new Set(attempts.flatMap(({ analysis }) => analysis.produced.map(({ gap }) => gap)));
  return {
    cause,
    detected: DETECTED[cause],
    confidence,
    evidence,
    recommended: recommend(cause, splits.length > 0, gaps.size > 1),
    splits,
  };
}

function recommend(cause: Cause, mayBeSplit: boolean, hasOtherGaps: boolean): RootCause["recommended"] {
  switch (cause) {
    case "scope":
      return mayBeSplit ? "split" : hasOtherGaps ? "reassign" : "context";
    case "domain-gap":
      return "pause";
    case "ambiguity":
    case "prompt":
    case "missing-context":
      return "context";
  }
}

/** Hardly anything was written, every time. */
function minimalOutput(attempts: readonly FailedAttempt[]): Ground | null {
  const isMinimal = ({ analysis: { produced } }: FailedAttempt) =>
    produced.length > 0 && produced.every(({ chars }) => chars < THIN_CHARACTERS);
  if (attempts.length < 2 || !attempts.every(isMinimal)) return null;
  const evidence = attempts.map(({ analysis }, index) => {
    const most = Math.max(0, ...analysis.produced.map(({ chars }) => chars));
    return `Attempt ${index + 1}: at most ${most} characters for a gap`;
  });
  return { cause: "domain-gap", confidence: "HIGH", evidence };
}

/** Words that nobody explains, in more than one attempt or in the only one. */
function unknownTerms(attempts: readonly FailedAttempt[]): Ground | null {
  const terms = attempts.map(({ analysis }) =>
    analysis.patterns.flatMap(({ pattern, subjects }) => (pattern === "DOMAIN_CONFUSION" ? subjects : [])),
  );
  const withTerms = terms.filter((own) => own.length > 0);
  if (withTerms.length < Math.min(2, attempts.length)) return null;
  const recurs = withTerms
    .slice(1)
    .some((own, index) => own.some((term) => withTerms[index]?.includes(term)));
  const evidence = terms.flatMap((own, index) =>
    own.length === 0 ? [] : [`Attempt ${index + 1} uses without explaining it: ${listNames(own, NAMED_MAX)}`],
  );
  return { cause: "missing-context", confidence: recurs ? "HIGH" : "MEDIUM", evidence };
}

function contradictions(attempts: readonly FailedAttempt[]): Ground | null {
  const evidence = attempts.flatMap(({ analysis }, index) =>
    analysis.contradictions.map(({ gap, evidence: [one, other] }) => {
      const quotes = [one, other].flatMap((place) =>
        place === undefined ? [] : [`"${quoteLine(place.text)}"`],
      );
      return `Attempt ${index + 1} contradicts itself on ${gap}: ${quotes.join(" and ")}`;
    }),
  );
  if (evidence.length === 0) return null;
  const times = attempts.filter(({ analysis }) => analysis.contradictions.length > 0).length;
  return {
    cause: "ambiguity",
    confidence: times > 1 ? "HIGH" : "MEDIUM",
    evidence: evidence.slice(0, NAMED_MAX),
  };
}

const NAMED_MAX = 5;
/** How much of two texts has to be the same words for both to say the same. */
const SIMILAR_MIN = 0.5;

function comparedReasons(attempts: readonly FailedAttempt[]): Ground {
  const reasons = attempts.flatMap(({ reason }, index) =>
    reason.trim() === "" ? [] : [attemptWords(reason, index)],
  );
  const recurring = patternsOfAll(attempts);
  const again = recurring.length === 0 ? [] : [`Found in every attempt: ${recurring.join(", ")}`];
  if (attempts.length < 2)
    return { cause: oneAttempt(attempts), confidence: "LOW", evidence: [...reasons, ...again] };
  if (areSimilar(attempts)) {
    const cause = recurring.length > 0 ? "prompt" : "ambiguity";
    return { cause, confidence: recurring.length > 0 ? "HIGH" : "MEDIUM", evidence: [...reasons, ...again] };
  }
  const apart = differentConcerns(attempts);
  return {
    cause: "scope",
    confidence: apart.length > 0 ? "HIGH" : "MEDIUM",
    evidence: [...reasons, ...apart],
  };
}

const REASON_CHARS_MAX = 200;

/** Why an attempt was undone, in a line. */
export function attemptWords(reason: string, index: number): string {
  const said = reason.trim() === "" ? reasonWords("") : `"${quoteLine(reason, REASON_CHARS_MAX)}"`;
  return `Attempt ${index + 1}: ${said}`;
}

/** A first failure says little: several concerns in one gap, or a form that was not kept. */
function oneAttempt(attempts: readonly FailedAttempt[]): Cause {
  if (proposedSplits(attempts, () => true).length > 0) return "scope";
  return attempts.some(({ analysis }) => analysis.patterns.length > 0) ? "prompt" : "ambiguity";
}

function patternsOfAll(attempts: readonly FailedAttempt[]): readonly RollbackPattern[] {
  const [first, ...others] = attempts.map(
    ({ analysis }) => new Set(analysis.patterns.map(({ pattern }) => pattern)),
  );
  return [...(first ?? [])].filter((pattern) => others.every((own) => own.has(pattern)));
}

/** Without reasons, what the attempts have in common speaks for them. */
function areSimilar(attempts: readonly FailedAttempt[]): boolean {
  return attempts.slice(1).every((attempt, index) => {
    const before = attempts[index] ?? attempt;
    if (before.reason.trim() === "" || attempt.reason.trim() === "")
      return patternsOfAll([before, attempt]).length > 0;
    if (isSameText(before.reason, attempt.reason)) return true;
    return wordOverlap(before.reason, attempt.reason) >= SIMILAR_MIN;
  });
}

/** Short words have no overlap, even with themselves. */
function isSameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** What each attempt at a gap took up and another did not. */
function differentConcerns(attempts: readonly FailedAttempt[]): readonly string[] {
  return gapsOf(attempts).flatMap((gap) => {
    const each = attempts.map((attempt) => producedFor(attempt, gap)?.headings ?? []);
    const own = each.map((headings, index) =>
      headings.filter(
        (heading) => !each.some((others, at) => at !== index && others.some((one) => isSame(one, heading))),
      ),
    );
    if (own.filter((headings) => headings.length > 0).length < 2) return [];
    return own.flatMap((headings, index) =>
      headings.length === 0
        ? []
        : [`Attempt ${index + 1} at ${gap} took up, alone: ${listNames(headings, NAMED_MAX)}`],
    );
  });
}

// How gaps could be split.

const PARTS_MIN = 2;
const PARTS_MAX = 4;
const SPLITS_MAX = 4;

/** Of the gaps that the reasons name; where they name none, of all. */
function proposedSplits(
  attempts: readonly FailedAttempt[],
  maySplit: (gap: GapId) => boolean,
): readonly ProposedSplit[] {
  const possible = gapsOf(attempts)
    .filter(maySplit)
    .flatMap((gap) => {
      const titles = partsOf(attempts, gap);
      return titles.length < PARTS_MIN ? [] : [{ gap, titles }];
    });
  const named = new Set(attempts.flatMap(({ reason }) => findGapIds(reason).map(({ id }) => id)));
  const meant = possible.filter(({ gap }) => named.has(gap));
  return (meant.length > 0 ? meant : possible).slice(0, SPLITS_MAX);
}

/** Headings first, then the new questions that came up; those that most attempts have come first. */
function partsOf(attempts: readonly FailedAttempt[], gap: GapId): readonly string[] {
  const found = attempts.flatMap((attempt) => producedFor(attempt, gap) ?? []);
  const headings = groupSame(found.flatMap((one) => one.headings));
  const parts =
    headings.length >= PARTS_MIN
      ? headings
      : groupSame(found.flatMap((one) => [...one.headings, ...one.concerns]));
  const kept = new Set(parts.toSorted((a, b) => b.times - a.times).slice(0, PARTS_MAX));
  return parts.filter((part) => kept.has(part)).map(({ title }) => title);
}

interface Part {
  readonly title: string;
  readonly times: number;
}

function groupSame(titles: readonly string[]): readonly Part[] {
  const parts: { title: string; times: number }[] = [];
  for (const title of titles) {
    const known = parts.find((part) => isSame(part.title, title));
    if (known === undefined) parts.push({ title, times: 1 });
    else known.times += 1;
  }
  return parts;
}

function isSame(a: string, b: string): boolean {
  return isSameText(a, b) || wordOverlap(a, b) >= SIMILAR_MIN;
}

function gapsOf(attempts: readonly FailedAttempt[]): readonly GapId[] {
  return [...new Set(attempts.flatMap(({ analysis }) => analysis.produced.map(({ gap }) => gap)))];
}

function producedFor({ analysis }: FailedAttempt, gap: GapId): ProducedGap | null {
  return analysis.produced.find((one) => one.gap === gap) ?? null;
}
