// What a raiser adds to a new gap: its place and what it waits for, as labels below it or columns beside it.
import type { ProposedGap } from "../../core/documents/engineer-document.ts";
import { stripMarkup } from "./dress.ts";
import { gapsIn } from "./gap-mentions.ts";

type GapDetails = Pick<ProposedGap, "description" | "place" | "blockedBy">;

const BLOCKED_BY = /^(?:blocked by|depends on|dependencies|depends)$/i;
const PLACE = /^(?:location|place|where|section|quote|passage|affects|affected section)$/i;

export function isGapField(label: string): boolean {
  return BLOCKED_BY.test(stripMarkup(label)) || PLACE.test(stripMarkup(label));
}

/** What a labelled text adds; anything that is neither place nor dependency belongs to the description. */
export function gapField(label: string, text: string): GapDetails {
  const said = text.trim();
  if (stripMarkup(said) === "") return {};
  if (BLOCKED_BY.test(stripMarkup(label))) {
    const blockedBy = gapsIn(said);
    return blockedBy.length === 0 ? {} : { blockedBy };
  }
  return PLACE.test(stripMarkup(label)) ? { place: said } : { description: said };
}

/** Later texts are added to a description; of places the first counts. */
export function withField(gap: ProposedGap, added: GapDetails): ProposedGap {
  const description = [gap.description, added.description].filter((text) => text !== undefined).join("\n");
  const blockedBy = [...new Set([...(gap.blockedBy ?? []), ...(added.blockedBy ?? [])])];
  const place = gap.place ?? added.place;
  return {
    ...gap,
    ...(description === "" ? {} : { description }),
    ...(place === undefined ? {} : { place }),
    ...(blockedBy.length === 0 ? {} : { blockedBy }),
  };
}
