import type { EngineerDocument } from "../../documents/engineer-document.ts";
import type { ReadDocument } from "../../documents/note.ts";
import type { DecisionId } from "../../shared/decision-id.ts";
import { formatCount } from "../../shared/format-count.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { wordOverlap } from "../../shared/word-overlap.ts";
import { type AssignedGap, charactersFor, isMarked, missingSections, readAssigned } from "./assigned-gaps.ts";
import { type ArguedAgainst, disagreeFailure, disagreeWarnings } from "./disagree-failure.ts";
import {
  atLine,
  boundedWarnings,
  deviations,
  type EngineerJudgement,
  type FailedVerdict,
  failVerdict,
  type HandedIn,
  hiddenText,
  listNames,
  quoteLine,
  referableGaps,
  referenceFailure,
  unreadFailure,
  type Warning,
  writtenFailure,
} from "./judgement.ts";

export interface EngineerExpected extends ArguedAgainst {
  readonly assigned: readonly GapId[];
  /** Every gap of the session. */
  readonly knownGaps: readonly GapId[];
  /** Positions that the user decided against. */
  readonly rejected?: readonly RejectedPosition[];
}

/** What an Engineer held against an issue, and may not propose again. */
export interface RejectedPosition {
  readonly decision: DecisionId;
  readonly gaps: readonly GapId[];
  readonly position: string;
}

export function judgeEngineer(
  output: HandedIn<EngineerDocument>,
  expected: EngineerExpected,
): EngineerJudgement {
  const { written, document, notes } = output;
  const unwritten = writtenFailure(written);
  if (unwritten !== null || document === null) {
    const verdict = unwritten ?? unreadFailure();
    return { verdict, warnings: [], gapsAddressed: [], blocked: [], uncertain: [] };
  }
  return judgeDocument({ document, notes }, expected);
}

type ReadEngineer = ReadDocument<EngineerDocument>;

function judgeDocument(read: ReadEngineer, expected: EngineerExpected): EngineerJudgement {
  const { document } = read;
  const gaps = readAssigned(document, expected.assigned);
  const failure = formatFailure(read, gaps) ?? contentFailure(document, gaps, expected);
  const addressed = gaps.filter(({ shortfall }) => shortfall === null);
  const open = gaps.filter(({ shortfall }) => shortfall !== null);
  return {
    verdict: failure ?? { ok: true, message: `${formatCount(addressed.length, "gap")} addressed` },
    warnings: warningsOn(read, addressed, expected),
    gapsAddressed: failure === null ? addressed.map(({ gap }) => gap) : [],
    blocked: open
      .filter(({ needs }) => needs.length > 0)
      .map(({ gap, needs }) => ({ gap, need: needs.join("; ") })),
    uncertain: open
      .filter(({ needs, doubts }) => needs.length === 0 && doubts.length > 0)
      .map(({ gap, doubts }) => ({ gap, text: doubts.join("; ") })),
  };
}

/** A document that says of every gap why it does not go on needs no resolution to be understood. */
function formatFailure(read: ReadEngineer, gaps: readonly AssignedGap[]): FailedVerdict | null {
  if (read.document.resolutions.some((resolution) => resolution.gaps.length > 0)) {
    return confidenceFailure(read, gaps);
  }
  if (gaps.length > 0 && gaps.every(isMarked)) return null;
  const hidden = hiddenText(read.notes);
  return failVerdict("WRONG_FORMAT", {
    message: `Missing '## Gap Resolution:' with the id of a gap${expectedIds(gaps)}.${hidden?.hint ?? ""}`,
    line: hidden?.line ?? null,
  });
}

function expectedIds(gaps: readonly AssignedGap[]): string {
  return gaps.length === 0 ? "" : `; expected ${listNames(gaps.map(({ gap }) => gap))}`;
}

function confidenceFailure(read: ReadEngineer, gaps: readonly AssignedGap[]): FailedVerdict | null {
  const unsure = gaps.filter((gap) => gap.facts.heading && !gap.facts.confidence && !isMarked(gap));
  const [first] = unsure;
  if (first === undefined) return null;
  const line = unclearConfidence(read, first) ?? first.resolutions[0]?.line ?? null;
  const ids = unsure.map(({ gap }) => gap);
  return failVerdict("WRONG_FORMAT", {
    message: `Missing '**Confidence:**' HIGH, MEDIUM or LOW for ${listNames(ids)}${atLine(line)}.`,
    line,
    subjects: ids,
  });
}

/** Where a confidence is stated that is none of the three words. */
function unclearConfidence({ document, notes }: ReadEngineer, { resolutions }: AssignedGap): number | null {
  const start = resolutions[0]?.line ?? 0;
  const next = document.resolutions.find(({ line }) => line > start)?.line ?? Number.POSITIVE_INFINITY;
  const note = notes.find(({ code, line }) => code === "confidence-unclear" && line >= start && line < next);
  return note?.line ?? null;
}

function contentFailure(
  document: EngineerDocument,
  gaps: readonly AssignedGap[],
  expected: EngineerExpected,
): FailedVerdict | null {
  const { assigned, knownGaps } = expected;
  const valid = referableGaps(document, [...knownGaps, ...assigned]);
  const references = referenceFailure(document, valid);
  const addressed = gaps.some(({ shortfall }) => shortfall === null);
  // A resolution of a gap that nobody knows is a wrong id, which says more than that none was addressed.
  const misnamed =
    references !== null && document.resolutions.some((one) => one.gaps.some((gap) => !valid.has(gap)));
  if (!addressed && !misnamed) return noGapsFailure(document, gaps);
  return references ?? disagreeFailure(document, expected);
}

function noGapsFailure(document: EngineerDocument, gaps: readonly AssignedGap[]): FailedVerdict {
  const assigned = new Set(gaps.map(({ gap }) => gap));
  const others = document.resolutions.flatMap((one) => one.gaps.filter((gap) => !assigned.has(gap)));
  const instead =
    others.length === 0 ? "" : ` The document resolves ${listNames([...new Set(others)])} instead.`;
  const lacks = gaps.map(
    ({ gap, resolutions, shortfall }) => `${gap}${atLine(resolutions[0]?.line ?? null)}: ${shortfall}`,
  );
  const each = lacks.length === 0 ? "" : ` ${lacks.join("; ")}.`;
  const started = gaps.find(({ resolutions }) => resolutions.length > 0);
  return failVerdict("NO_GAPS_ADDRESSED", {
    message: `No assigned gap is addressed.${each}${instead}`,
    line: (started?.resolutions ?? document.resolutions)[0]?.line ?? null,
    subjects: [...assigned],
  });
}

function warningsOn(
  { document, notes }: ReadEngineer,
  addressed: readonly AssignedGap[],
  expected: EngineerExpected,
): readonly Warning[] {
  const { assigned, rejected = [] } = expected;
  return boundedWarnings(
    [
      rejected.flatMap((one) => proposedAgain(document, one)),
      addressed.flatMap(thinContentWarnings),
      addressed.flatMap(incompleteStructure),
      scopeDrift(document, new Set(assigned)),
      disagreeWarnings(document, expected),
      deviations(notes),
    ].flat(),
  );
}

/** How much of two texts has to be the same words for one to be the other again. */
const SAME_POSITION = 0.8;

/** A sentence or paragraph that is the rejected position once more; whoever reads it judges. */
function proposedAgain(
  { resolutions }: EngineerDocument,
  { decision, gaps, position }: RejectedPosition,
): readonly Warning[] {
  const again = resolutions.find(
    (one) =>
      one.gaps.some((gap) => gaps.includes(gap)) &&
      [one.body, ...one.edits.map(({ text }) => text)]
        .flatMap(passagesOf)
        .some((passage) => wordOverlap(passage, position) >= SAME_POSITION),
  );
  if (again === undefined) return [];
  const message = `what ${decision} decided against may be proposed again: "${quoteLine(position)}"`;
  return [{ type: "REJECTED_POSITION", message, line: again.line }];
}

/** Its paragraphs, and the sentences of each. */
function passagesOf(text: string): readonly string[] {
  return text.split("\n\n").flatMap((paragraph) => [paragraph, ...paragraph.split(/(?<=[.!?])\s/)]);
}

/** A gap that gets fewer characters is named. */
export const THIN_CHARACTERS = 200;

function thinContentWarnings({ gap, resolutions }: AssignedGap): readonly Warning[] {
  const count = charactersFor(resolutions);
  if (count >= THIN_CHARACTERS) return [];
  const message = `${gap}: the section holds ${count} characters, fewer than ${THIN_CHARACTERS}`;
  return [{ type: "THIN_CONTENT", message, line: resolutions[0]?.line ?? null }];
}

function incompleteStructure({ gap, resolutions }: AssignedGap): readonly Warning[] {
  const missing = missingSections(resolutions);
  if (missing.length === 0) return [];
  const message = `${gap}: there is no section for ${missing.join(", ")}`;
  return [{ type: "INCOMPLETE_STRUCTURE", message, line: resolutions[0]?.line ?? null }];
}

/** What nobody asked for is left aside, and said so. */
function scopeDrift(document: EngineerDocument, assigned: ReadonlySet<GapId>): readonly Warning[] {
  return document.resolutions.flatMap(({ gaps, line }) => {
    const others = gaps.filter((gap) => !assigned.has(gap));
    if (others.length === 0) return [];
    const were = others.length === 1 ? "was" : "were";
    const message = `${listNames(others)} ${were} not assigned to this round; the resolution is left aside`;
    return [{ type: "SCOPE_DRIFT", message, line }];
  });
}
