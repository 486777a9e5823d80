// Parts that the prompts of several roles share.
import type { Gap } from "../core/refinement/gap.ts";
import type { Role } from "../core/refinement/role.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import type { GapBrief, ParentGap, Passage, TaskFacts } from "./prompt-facts.ts";
import { keepWithin, type NamedText, titledPart } from "./prompt-parts.ts";
import { quoteText, shownLine } from "./shown-text.ts";
import { outputText, PROJECT_TEXT } from "./texts/task.ts";

/** What the agent may look at; a person has the project before them anyway. */
export function projectPart({ readsProject, byHand }: TaskFacts): NamedText {
  return { name: "project", text: readsProject && !byHand ? PROJECT_TEXT : "" };
}

export function outputPart(role: Role, task: TaskFacts): NamedText {
  return { name: "output", text: outputText(role, task) };
}

export function guidancePart(guidance: readonly string[]): NamedText {
  const from = "From the user, for you to follow in this turn";
  const blocks = userBlocks(guidance, { from, entry: ENTRY_BUDGETS.guidance, all: BUDGETS.guidance });
  return titledPart("guidance", "# What the user says for this turn", blocks);
}

/** Texts of one origin: how much of each, and of all of them with their labels. */
interface Quotations {
  readonly from: string;
  readonly entry: number;
  readonly all: number;
}

/** The newest words come first, so that the oldest are left out where there are too many. */
export function userBlocks(texts: readonly string[], { from, entry, all }: Quotations): readonly string[] {
  const said = texts.filter((text) => text.trim() !== "").toReversed();
  const { blocks, more } = keepWithin(said, all, (text) => quoteText({ from, text, maxChars: entry }));
  return more === 0 ? blocks : [...blocks, `${more} earlier ones are left out for length.`];
}

export function gapLine({ id, title }: Pick<Gap, "id" | "title">): string {
  return `- ${id}: ${shownLine(title, ENTRY_BUDGETS.title)}`;
}

export function ratedGapLine({ id, title, severity }: Gap): string {
  return `- ${id} (${severity.level}): ${shownLine(title, ENTRY_BUDGETS.title)}`;
}

type GapGroup = Pick<GapBrief, "gap" | "together">;

export function gapsOfBrief({ gap, together }: GapGroup): readonly Gap[] {
  return [gap, ...together];
}

export function idsOf(brief: GapGroup): readonly GapId[] {
  return gapsOfBrief(brief).map(({ id }) => id);
}

/** The gaps of a task, a line each; those of one passage say so. */
export function taskLines(briefs: readonly GapGroup[], oneFor: string): string {
  return briefs
    .flatMap(({ gap, together }) => [
      gapLine(gap),
      ...together.map((other) => `${gapLine(other)}, together with ${gap.id}: ${oneFor}`),
    ])
    .join("\n");
}

/** What the gaps of a brief say of themselves, in the words of whoever raised them. */
export function gapTexts(brief: GapGroup & { readonly parent: ParentGap | null }): readonly string[] {
  const all = gapsOfBrief(brief);
  return [...all.flatMap((gap) => gapText(gap, all.length > 1)), ...parentText(brief.parent)];
}

interface BriefWithParent extends GapGroup {
  readonly parent: ParentGap | null;
  readonly proposal: Passage | null;
}

/** A parent's pending text stands once in a prompt: with its own proposal, or where it is first needed. */
export function withParentsOnce<Brief extends BriefWithParent>(briefs: readonly Brief[]): readonly Brief[] {
  const shown = new Set<GapId>(briefs.flatMap((brief) => (brief.proposal === null ? [] : idsOf(brief))));
  return briefs.map((brief) => {
    const { parent } = brief;
    if (parent === null || parent.pending === null) return brief;
    if (shown.has(parent.gap.id)) return { ...brief, parent: { ...parent, pending: null } };
    shown.add(parent.gap.id);
    return brief;
  });
}

function gapText({ id, title, description, severity, blockedBy }: Gap, named: boolean): readonly string[] {
  const foundations = blockedBy.slice(0, FOUNDATIONS_MAX).join(", ");
  const rests = foundations === "" ? "" : ` It rests on ${foundations}.`;
  const whose = named ? `${id}: severity` : "Severity";
  return [
    `${whose} ${severity.level}. Title: ${shownLine(title, ENTRY_BUDGETS.ownTitle)}.${rests}`,
    description.trim() === ""
      ? ""
      : quoteText({ from: `Description of ${id}`, text: description, maxChars: BUDGETS.description }),
  ];
}

const FOUNDATIONS_MAX = 10;

function parentText(parent: ParentGap | null): readonly string[] {
  if (parent === null) return [];
  const {
    gap: { id, title },
    pending,
  } = parent;
  const line = `It came up in the work on ${id}: ${shownLine(title, ENTRY_BUDGETS.title)}.`;
  if (pending === null) return [line];
  const from = `The text proposed for ${id}, which is not in the specification yet`;
  return [line, quoteText({ from, text: pending, maxChars: BUDGETS.pending })];
}
