// Parts that the prompts of several roles share.
import type { Gap } from "../core/refinement/gap.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import type { GapTitle } from "./prompt-facts.ts";
import { type NamedText, section } from "./prompt-parts.ts";
import { quoted, shownLine } from "./shown-text.ts";
import { keepWithin } from "./within-budget.ts";

/** The newest words of the user come first, so that the oldest are left out where there are too many. */
export function guidancePart(guidance: readonly string[]): NamedText {
  const said = guidance.filter((text) => text.trim() !== "").toReversed();
  const blocks = said.map((text) =>
    quoted({ from: "From the user, for you to follow in this turn", text, maxChars: ENTRY_BUDGETS.guidance }),
  );
  return {
    name: "guidance",
    text: section("# What the user says for this turn", keepWithin(blocks, BUDGETS.guidance).blocks),
  };
}

export function gapLine({ gap, title }: GapTitle): string {
  return `- ${gap}: ${shownLine(title, ENTRY_BUDGETS.title)}`;
}

export function gapTitleOf({ id, title }: Gap): GapTitle {
  return { gap: id, title };
}

/** What the gap says of itself. */
export function gapText({ id, title, description, severity, blockedBy }: Gap): readonly string[] {
  const foundations = blockedBy.slice(0, FOUNDATIONS_MAX).join(", ");
  const rests = foundations === "" ? "" : ` It rests on ${foundations}.`;
  return [
    `Severity ${severity.level}. Title: ${shownLine(title, ENTRY_BUDGETS.title)}.${rests}`,
    description.trim() === ""
      ? ""
      : quoted({ from: `Description of ${id}`, text: description, maxChars: BUDGETS.description }),
  ];
}

const FOUNDATIONS_MAX = 10;
