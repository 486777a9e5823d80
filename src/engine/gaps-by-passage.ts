import type { Gap } from "../core/refinement/gap.ts";
import type { SessionWork } from "../core/refinement/session/session.ts";

/**
 * Gaps that one text settles: those marked in one block, those that a survey found in one section, those that were
 * written as one before. The first ones stay first.
 */
export function gapsByPassage(
  gaps: readonly Gap[],
  proposals: SessionWork["proposals"],
): readonly (readonly [Gap, ...Gap[]])[] {
  const groups: [Gap, ...Gap[]][] = [];
  const isOneText = (a: Gap, b: Gap) =>
    isSamePassage(a, b) || (proposals[a.id]?.together ?? []).includes(b.id);
  for (const gap of gaps) {
    const group = groups.find((members) => members.some((other) => isOneText(other, gap)));
    if (group === undefined) groups.push([gap]);
    else group.push(gap);
  }
  return groups;
}

function isSamePassage({ origin: a }: Gap, { origin: b }: Gap): boolean {
  if (a.from === "survey" && b.from === "survey") return a.path.join("\n") === b.path.join("\n");
  if (a.from !== "source" || b.from !== "source") return false;
  if (a.block === undefined || b.block === undefined) return false;
  return a.block.from === b.block.from && a.block.to === b.block.to;
}
