// What a text replaces, for whoever writes it, and what it changed, for whoever judges it.
import { type Loss, lossText } from "../core/documents/loss.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import { underText } from "./draft-parts.ts";
import type { EditShown, GapTarget } from "./prompt-facts.ts";
import { listWithin } from "./prompt-parts.ts";
import { quoteText, quoteWhole, shownLine } from "./shown-text.ts";

/** The passage that the Engineer's text takes the place of; quoted in full, so that nobody guesses at it. */
export function targetBlocks(target: GapTarget | null): readonly string[] {
  if (target === null)
    return [
      "No passage of the specification is recorded for it. Name the place of your text in a line before the fence, by `Replaces:`, `After:` or `Replaces passage:`.",
    ];
  if (target.kind === "named") {
    const { why, proposal } = target;
    return [
      `It has no passage of its own (${shownLine(why, ENTRY_BUDGETS.title)}), so the place of your text has to be named in a line before the fence. Proposed, unless you know a better one:`,
      shownLine(proposal, ENTRY_BUDGETS.headingPath),
    ];
  }
  const { text, line, endLine, path, entry, emptySection = false } = target;
  const lines = line === endLine ? `Line ${line}` : `Lines ${line}–${endLine}`;
  return [
    quoteWhole(
      `${lines}${underText(path)}. ${emptySection ? "Nothing stands below this heading: your text goes there, without the heading" : "Your text takes the place of this"}`,
      text,
    ),
    ...(entry ? [ENTRY_TEXT] : []),
  ];
}

const ENTRY_TEXT =
  "This is an entry of a list of open points. Where the answer belongs elsewhere, place it there by a Spec Text that names its place, and remove this entry by a second Spec Text with an empty fence.";

/** Each edit as before and after, with what stands around it where the specification is not shown whole. */
export function editBlocks(edits: readonly EditShown[], specIsWhole: boolean): readonly string[] {
  return edits.flatMap(({ where, before, after, surroundings }, index) => [
    `Edit ${index + 1} of ${edits.length}, at ${shownLine(where, ENTRY_BUDGETS.headingPath)}:`,
    specIsWhole ? "" : quoteAround("Above it, as it stands now", surroundings?.above),
    before.trim() === ""
      ? "Before: nothing, the text is added."
      : quoteText({ from: "Before", text: before, maxChars: BUDGETS.edits }),
    after.trim() === ""
      ? "After: nothing, the passage is removed."
      : quoteText({ from: "After", text: after, maxChars: BUDGETS.edits }),
    specIsWhole ? "" : quoteAround("Below it, as it stands now", surroundings?.below),
  ]);
}

function quoteAround(from: string, text: string | undefined): string {
  return text === undefined || text.trim() === ""
    ? ""
    : quoteText({ from, text, maxChars: ENTRY_BUDGETS.surroundings });
}

/** Found by comparing the two texts mechanically: material to check, no finding. */
export function lossBlocks(losses: readonly Loss[]): readonly string[] {
  if (losses.length === 0) return [];
  const line = (loss: Loss) =>
    `- ${shownLine(lossText(loss), ENTRY_BUDGETS.loss)} (${loss.named ? "named as gone on purpose" : "not named"})`;
  return [
    "Found by comparing the texts, for you to check whether anything is lost that should stay. The Engineer was asked to name what is gone on purpose:",
    listWithin(losses, BUDGETS.losses, line),
  ];
}
