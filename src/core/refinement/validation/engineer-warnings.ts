import type { EngineerDocument } from "../../documents/engineer-document.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { AssignedGap } from "./assigned-gap.ts";
import { named } from "./in-words.ts";
import type { Warning } from "./judgement.ts";

/** A gap that gets fewer characters is named. */
export const THIN_CHARACTERS = 200;

export function thinContent({ gap, resolutions }: AssignedGap): readonly Warning[] {
  const texts = resolutions.flatMap(({ body, edits }) => [body, ...edits.map(({ text }) => text)]);
  const count = texts.reduce((sum, text) => sum + characters(text.trim()), 0);
  if (count >= THIN_CHARACTERS) return [];
  const message = `${gap}: the section holds ${count} characters, fewer than ${THIN_CHARACTERS}`;
  return [{ type: "THIN_CONTENT", message, line: resolutions[0]?.line ?? null }];
}

/** As a reader counts them: a character outside the basic plane is one. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

export function incompleteStructure({ gap, resolutions }: AssignedGap): readonly Warning[] {
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
export function scopeDrift(document: EngineerDocument, assigned: ReadonlySet<GapId>): readonly Warning[] {
  return document.resolutions.flatMap(({ gaps, line }) => {
    const others = gaps.filter((gap) => !assigned.has(gap));
    if (others.length === 0) return [];
    const were = others.length === 1 ? "was" : "were";
    const message = `${named(others)} ${were} not assigned to this round; the resolution is left aside`;
    return [{ type: "SCOPE_DRIFT", message, line }];
  });
}
