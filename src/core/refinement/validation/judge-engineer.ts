import type { EngineerDocument } from "../../documents/engineer-document.ts";
import type { Note } from "../../documents/note.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { Issue } from "../issue.ts";
import { type AssignedGap, isMarked, readAssigned } from "./assigned-gap.ts";
import { disagreeFailure, unstatedPositions } from "./disagree-failure.ts";
import {
  atLine,
  boundedWarnings,
  deviations,
  type EngineerJudgement,
  type FailedVerdict,
  failVerdict,
  formatCount,
  hiddenText,
  listNames,
  unreadFailure,
  type Warning,
  type WrittenOutput,
  writtenFailure,
} from "./judgement.ts";
import { referableGaps, referenceFailure } from "./reference-failure.ts";

interface EngineerOutput {
  readonly written: WrittenOutput;
  /** `null` where nobody read it: it is missing or too large. */
  readonly document: EngineerDocument | null;
  readonly notes: readonly Note[];
}

export interface EngineerExpected {
  readonly assigned: readonly GapId[];
  /** Every gap of the session. */
  readonly knownGaps: readonly GapId[];
  /** Every issue of the session. */
  readonly issues: readonly Issue[];
}

export function judgeEngineer(output: EngineerOutput, expected: EngineerExpected): EngineerJudgement {
  const { written, document, notes } = output;
  const unwritten = writtenFailure(written);
  if (unwritten !== null || document === null) {
    const verdict = unwritten ?? unreadFailure();
    return { verdict, warnings: [], gapsAddressed: [], blocked: [], uncertain: [] };
  }
  return judgeDocument({ document, notes }, expected);
}

interface ReadDocument {
  readonly document: EngineerDocument;
  readonly notes: readonly Note[];
}

function judgeDocument(read: ReadDocument, expected: EngineerExpected): EngineerJudgement {
  const { document } = read;
  const gaps = readAssigned(document, expected.assigned);
  const failure = formatFailure(read, gaps) ?? contentFailure(document, gaps, expected);
  const addressed = gaps.filter(({ shortfall }) => shortfall === null);
  const open = gaps.filter(({ shortfall }) => shortfall !== null);
  return {
    verdict: failure ?? { ok: true, message: `${formatCount(addressed.length, "gap")} addressed` },
    warnings: warningsOn(read, addressed, new Set(expected.assigned)),
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
function formatFailure(read: ReadDocument, gaps: readonly AssignedGap[]): FailedVerdict | null {
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

function confidenceFailure(read: ReadDocument, gaps: readonly AssignedGap[]): FailedVerdict | null {
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
function unclearConfidence({ document, notes }: ReadDocument, { resolutions }: AssignedGap): number | null {
  const start = resolutions[0]?.line ?? 0;
  const next = document.resolutions.find(({ line }) => line > start)?.line ?? Number.POSITIVE_INFINITY;
  const note = notes.find(({ code, line }) => code === "confidence-unclear" && line >= start && line < next);
  return note?.line ?? null;
}

function contentFailure(
  document: EngineerDocument,
  gaps: readonly AssignedGap[],
  { assigned, knownGaps, issues }: EngineerExpected,
): FailedVerdict | null {
  const valid = referableGaps(document, [...knownGaps, ...assigned]);
  const references = referenceFailure(document, valid);
  const addressed = gaps.some(({ shortfall }) => shortfall === null);
  // A resolution of a gap that nobody knows is a wrong id, which says more than that none was addressed.
  const misnamed =
    references !== null && document.resolutions.some((one) => one.gaps.some((gap) => !valid.has(gap)));
  if (!addressed && !misnamed) return noGapsFailure(document, gaps);
  return references ?? disagreeFailure(document, issues);
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
  { document, notes }: ReadDocument,
  addressed: readonly AssignedGap[],
  assigned: ReadonlySet<GapId>,
): readonly Warning[] {
  return boundedWarnings(
    [
      addressed.flatMap(thinContentWarnings),
      addressed.flatMap(incompleteStructure),
      scopeDrift(document, assigned),
      unstatedPositions(document),
      deviations(notes),
    ].flat(),
  );
}

/** A gap that gets fewer characters is named. */
export const THIN_CHARACTERS = 200;

function thinContentWarnings({ gap, resolutions }: AssignedGap): readonly Warning[] {
  const texts = resolutions.flatMap(({ body, edits }) => [body, ...edits.map(({ text }) => text)]);
  const count = texts.reduce((sum, text) => sum + countCharacters(text.trim()), 0);
  if (count >= THIN_CHARACTERS) return [];
  const message = `${gap}: the section holds ${count} characters, fewer than ${THIN_CHARACTERS}`;
  return [{ type: "THIN_CONTENT", message, line: resolutions[0]?.line ?? null }];
}

/** As a reader counts them: a character outside the basic plane is one. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function incompleteStructure({ gap, resolutions }: AssignedGap): readonly Warning[] {
  const missing = [
    resolutions.some(({ has }) => has.tradeOffs) ? [] : ["Trade-offs"],
    resolutions.some(({ has }) => has.examples > 0) ? [] : ["Examples"],
    resolutions.some(({ has }) => has.newGaps) ? [] : ["New Gaps"],
  ].flat();
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
