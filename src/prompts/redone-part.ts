// What both roles hear of a round that was undone before: that it is done again, and why.
import { formatCount } from "../core/shared/format-count.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import type { RedoneRound } from "./prompt-facts.ts";
import { listWithin, type NamedText, titledPart } from "./prompt-parts.ts";
import { quoteText, shownLine } from "./shown-text.ts";

/** What the analysis suggests is for whoever writes the texts. */
export function redonePart(redone: RedoneRound | undefined, role: "engineer" | "reviewer"): NamedText {
  const title = "# This round is done again";
  if (redone === undefined) return titledPart("redone", title, []);
  const { times, reason, byUser, suggestions } = redone;
  const from = byUser ? "Why, in the user's words" : "Why";
  return titledPart("redone", title, [
    `It was undone ${formatCount(times, "time")}: what was written and decided in it does not count, unless it stands here.`,
    reason === "" ? "" : quoteText({ from, text: reason, maxChars: ENTRY_BUDGETS.message }),
    ...(role === "reviewer" || suggestions.length === 0 ? [] : suggestionBlocks(suggestions)),
  ]);
}

function suggestionBlocks(suggestions: RedoneRound["suggestions"]): readonly string[] {
  return [
    "An automatic look at the undone documents suggests the following. It is not the user's word; weigh it:",
    listWithin(
      suggestions,
      BUDGETS.suggestions,
      ({ text, confidence }) => `- (${confidence} confidence) ${shownLine(text, ENTRY_BUDGETS.suggestion)}`,
    ),
  ];
}
