import { type GapId, gapIdParts, nextGapId } from "../core/shared/gap-id.ts";
import { isRefusal } from "../core/shared/refusal.ts";
import { BUDGETS } from "./budgets.ts";
import { type NamedText, section } from "./prompt-parts.ts";
import { listWithin } from "./within-budget.ts";

/** Which ids new gaps may not have, and how to number them. */
export function takenIdsPart(taken: readonly GapId[]): NamedText {
  const byCategory = new Map<string, GapId[]>();
  for (const id of taken) {
    const { category } = gapIdParts(id);
    byCategory.set(category, [...(byCategory.get(category) ?? []), id]);
  }
  const line = ([category, ids]: readonly [string, readonly GapId[]]) =>
    `- GAP-${category}: ${ranges(ids)} taken${nextText(category, ids)}`;
  const list = listWithin([...byCategory].sort(byFirst), BUDGETS.takenIds, line);
  const rule =
    "A new gap takes the category of its neighbours and the next number that is free. A new category is two to ten capital letters and begins at 001.";
  return { name: "taken ids", text: section("# Ids of gaps", list === "" ? [] : [list, rule]) };
}

function byFirst([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
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
