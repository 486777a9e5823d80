import type { Gap } from "../core/refinement/gap.ts";

/** Gaps whose marks stand in one block belong together: one text replaces it. The first ones stay first. */
export function gapsByPassage(gaps: readonly Gap[]): readonly (readonly [Gap, ...Gap[]])[] {
  const groups: [Gap, ...Gap[]][] = [];
  for (const gap of gaps) {
    const group = groups.find(([first]) => isSamePassage(first, gap));
    if (group === undefined) groups.push([gap]);
    else group.push(gap);
  }
  return groups;
}

function isSamePassage({ origin: a }: Gap, { origin: b }: Gap): boolean {
  if (a.from !== "source" || b.from !== "source") return false;
  if (a.block === undefined || b.block === undefined) return false;
  return a.block.from === b.block.from && a.block.to === b.block.to;
}
