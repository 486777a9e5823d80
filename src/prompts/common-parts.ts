// Parts that the prompts of several roles share.
import type { Gap } from "../core/refinement/gap.ts";
import { accessOf } from "../core/refinement/role.ts";
import type { Severity } from "../core/shared/severity.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import type { GapTitle, PromptRole } from "./prompt-facts.ts";
import { type NamedText, section } from "./prompt-parts.ts";
import { quoted, shownLine } from "./shown-text.ts";
import { OUTPUT_TEXTS, PROJECT_TEXT } from "./texts/task.ts";
import { keepWithin } from "./within-budget.ts";

/** What the agent may look at, and how it hands its document in. */
export function handInParts(
  role: PromptRole,
  { documentName, readsProject }: { readonly documentName: string; readonly readsProject: boolean },
): readonly NamedText[] {
  return [
    { name: "project", text: readsProject ? PROJECT_TEXT : "" },
    { name: "output", text: OUTPUT_TEXTS[accessOf(role)](documentName) },
  ];
}

export function guidancePart(guidance: readonly string[]): NamedText {
  const from = "From the user, for you to follow in this turn";
  const blocks = userBlocks(guidance, { from, entry: ENTRY_BUDGETS.guidance, all: BUDGETS.guidance });
  return { name: "guidance", text: section("# What the user says for this turn", blocks) };
}

export interface UserQuotation {
  readonly from: string;
  /** Characters of one text, and of all of them with their labels. */
  readonly entry: number;
  readonly all: number;
}

/** The newest words come first, so that the oldest are left out where there are too many. */
export function userBlocks(texts: readonly string[], { from, entry, all }: UserQuotation): readonly string[] {
  const said = texts.filter((text) => text.trim() !== "").toReversed();
  const { blocks, more } = keepWithin(said, all, (text) => quoted({ from, text, maxChars: entry }));
  return more === 0 ? blocks : [...blocks, `${more} earlier ones are left out for length.`];
}

export function gapLine({ gap, title }: GapTitle): string {
  return `- ${gap}: ${shownLine(title, ENTRY_BUDGETS.title)}`;
}

export function ratedGapLine({ gap, title, severity }: GapTitle & { readonly severity: Severity }): string {
  return `- ${gap} (${severity}): ${shownLine(title, ENTRY_BUDGETS.title)}`;
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
