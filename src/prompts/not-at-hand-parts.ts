// What stands beside the task, so that nobody raises it again or takes its id: open gaps and remarks, ids in use.
import type { Gap } from "../core/refinement/gap.ts";
import type { OpenRemark } from "../core/refinement/open-remarks.ts";
import { type GapId, gapIdParts, nextGapId } from "../core/shared/gap-id.ts";
import { isRefusal } from "../core/shared/refusal.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import { gapLine } from "./common-parts.ts";
import { keepWithin, listWithin, type NamedText, titledPart } from "./prompt-parts.ts";
import { shownLine } from "./shown-text.ts";

export function otherGapsPart(gaps: readonly Gap[]): NamedText {
  const rule =
    "These are on record and will be worked on by themselves. Do not raise again what is listed here.";
  const list = keepNewest(gaps, BUDGETS.otherGaps, gapLine);
  return titledPart(
    "other gaps",
    "# Gaps that are open, not part of this task",
    list === "" ? [] : [rule, list],
  );
}

export function otherRemarksPart(remarks: readonly OpenRemark[]): NamedText {
  const rule =
    "They are on record. Do not raise again what is listed here; where a text of this round settles one, you may give it its status in a row of `## Prior Issues` (columns Issue and Status).";
  const list = keepNewest(remarks, BUDGETS.otherRemarks, remarkLine);
  return titledPart(
    "other remarks",
    "# Remarks that are open on accepted gaps",
    list === "" ? [] : [rule, list],
  );
}

const GAPS_NAMED_MAX = 3;

function remarkLine({ issue, severity, title, gaps }: OpenRemark): string {
  const on = gaps.slice(0, GAPS_NAMED_MAX).join(", ");
  return `- ${issue} (${severity}, on ${on}): ${shownLine(title, ENTRY_BUDGETS.title)}`;
}

/** Where there is no room for all, the oldest are left out: they are the likeliest to be seen in the specification. */
function keepNewest<Item>(items: readonly Item[], maxChars: number, write: (item: Item) => string): string {
  const { blocks, more } = keepWithin(items.toReversed(), maxChars, write);
  return [
    ...(more === 0 ? [] : [`- ${more} older ones are not listed for want of room`]),
    ...blocks.toReversed(),
  ].join("\n");
}

/** Which ids new gaps may not have, and how to number them. */
export function takenIdsPart(taken: readonly GapId[]): NamedText {
  const byCategory = new Map<string, GapId[]>();
  for (const id of taken) {
    const { category } = gapIdParts(id);
    byCategory.set(category, [...(byCategory.get(category) ?? []), id]);
  }
  const line = ([category, ids]: readonly [string, readonly GapId[]]) =>
    `- GAP-${category}: ${ranges(ids)} taken${nextText(category, ids)}`;
  const list = listWithin([...byCategory].sort(compareKeys), BUDGETS.takenIds, line);
  const rule =
    "A new gap takes the category of its neighbours and the next number that is free. A new category is two to ten capital letters and begins at 001.";
  return titledPart("taken ids", "# Ids of gaps", list === "" ? [] : [list, rule]);
}

function compareKeys([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function nextText(category: string, ids: readonly GapId[]): string {
  const next = nextGapId(category, ids);
  return isRefusal(next) ? "" : `, next free ${next}`;
}

/** `001 to 005, 007` */
function ranges(ids: readonly GapId[]): string {
  const numbers = [...new Set(ids.map((id) => gapIdParts(id).number))].sort((a, b) => a - b);
  const runs: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run !== undefined && number === run.last + 1) run.last = number;
    else runs.push({ first: number, last: number });
  }
  const shown = runs
    .slice(0, RUNS_MAX)
    .map(({ first, last }) => (first === last ? digits(first) : `${digits(first)} to ${digits(last)}`));
  return [...shown, ...(runs.length > RUNS_MAX ? ["and others"] : [])].join(", ");
}

const RUNS_MAX = 12;

function digits(number: number): string {
  return String(number).padStart(3, "0");
}
