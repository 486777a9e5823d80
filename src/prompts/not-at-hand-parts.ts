// What is open beside the task, by its title alone, so that nobody raises it again.

import type { Gap } from "../core/refinement/gap.ts";
import type { OpenRemark } from "../core/refinement/open-remarks.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import { gapLine } from "./common-parts.ts";
import { type NamedText, section } from "./prompt-parts.ts";
import { shownLine } from "./shown-text.ts";
import { keepWithin } from "./within-budget.ts";

export function otherGapsPart(gaps: readonly Gap[]): NamedText {
  const rule =
    "These are on record and will be worked on by themselves. Do not raise again what is listed here.";
  const list = newestWithin(gaps, BUDGETS.otherGaps, gapLine);
  return {
    name: "other gaps",
    text: section("# Gaps that are open, not part of this task", list === "" ? [] : [rule, list]),
  };
}

export function otherRemarksPart(remarks: readonly OpenRemark[]): NamedText {
  const rule =
    "They are on record. Do not raise again what is listed here; where a text of this round settles one, you may give it its status in a row of `## Prior Issues` (columns Issue and Status).";
  const list = newestWithin(remarks, BUDGETS.otherRemarks, remarkLine);
  return {
    name: "other remarks",
    text: section("# Remarks that are open on accepted gaps", list === "" ? [] : [rule, list]),
  };
}

const GAPS_NAMED_MAX = 3;

function remarkLine({ issue, severity, title, gaps }: OpenRemark): string {
  const on = gaps.slice(0, GAPS_NAMED_MAX).join(", ");
  return `- ${issue} (${severity}, on ${on}): ${shownLine(title, ENTRY_BUDGETS.title)}`;
}

/** Where there is no room for all, the oldest are left out: they are the likeliest to be seen in the specification. */
function newestWithin<Item>(items: readonly Item[], maxChars: number, write: (item: Item) => string): string {
  const { blocks, more } = keepWithin(items.toReversed(), maxChars, write);
  return [
    ...(more === 0 ? [] : [`- ${more} older ones are not listed for want of room`]),
    ...blocks.toReversed(),
  ].join("\n");
}
