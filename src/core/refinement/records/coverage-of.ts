// What was found where and by whom, and what became of it: how much a reader of the whole saw beside the linter.

import type { CoverageRow } from "../../documents/round-record.ts";
import { assertNever } from "../../shared/assert-never.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { Gap } from "../gap.ts";
import { isTerminal } from "../gap-state.ts";
import { ANCESTORS_MAX } from "../passages.ts";
import { findersOf, finderWords } from "../questions/survey-question.ts";

const ELSEWHERE = "elsewhere";

/** By section in the order of the source, then by who found it. */
export function coverageOf(gaps: readonly Gap[]): readonly CoverageRow[] {
  const byId = new Map(gaps.map((gap) => [gap.id, gap]));
  const rows = new Map<string, CoverageRow & { readonly line: number }>();
  // The parts of a split count, not the whole.
  for (const gap of gaps.filter(({ state }) => state.at !== "SUPERSEDED")) {
    const { section, line } = placeOf(gap, byId);
    const foundBy = finderOf(gap);
    const key = JSON.stringify([section, foundBy]);
    const row = rows.get(key) ?? { section, foundBy, found: 0, closed: 0, left: 0, line };
    const closed = isTerminal(gap.state.at) ? 1 : 0;
    rows.set(key, {
      ...row,
      found: row.found + 1,
      closed: row.closed + closed,
      left: row.left + 1 - closed,
      line: Math.min(row.line, line),
    });
  }
  return [...rows.values()].toSorted((a, b) => a.line - b.line).map(({ line: _, ...row }) => row);
}

function placeOf(
  gap: Gap,
  byId: ReadonlyMap<GapId, Gap>,
): { readonly section: string; readonly line: number } {
  let at: Gap | undefined = gap;
  for (let steps = 0; at !== undefined && steps < ANCESTORS_MAX; steps += 1) {
    const { origin }: Gap = at;
    if (origin.from === "source")
      return { section: origin.path?.at(-1) ?? origin.heading ?? ELSEWHERE, line: origin.line };
    if (origin.from === "survey") return { section: origin.path.at(-1) ?? ELSEWHERE, line: origin.line };
    if (origin.from === "final-review") break;
    const parent: GapId | null = origin.from === "review" ? origin.about : origin.parent;
    at = parent === null ? undefined : byId.get(parent);
  }
  return { section: ELSEWHERE, line: Number.MAX_SAFE_INTEGER };
}

function finderOf(gap: Gap): string {
  const { origin } = gap;
  switch (origin.from) {
    case "source":
    case "survey":
      return finderWords(findersOf(gap));
    case "gap":
      return "Engineer";
    case "review":
      return "Reviewer";
    case "final-review":
      return "Final Review";
    case "split":
      return "split";
    default:
      return assertNever(origin);
  }
}
