import type { Gap } from "../core/refinement/gap.ts";
import { compareGapIds, type GapId } from "../core/shared/gap-id.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import {
  gapLine,
  gapsOfBrief,
  gapTexts,
  guidancePart,
  idsOf,
  outputPart,
  projectPart,
  taskLines,
  userBlocks,
  withParentsOnce,
} from "./common-parts.ts";
import { decisionsPart } from "./decisions-part.ts";
import type { PassageQuery } from "./draft-excerpt.ts";
import { draftParts } from "./draft-parts.ts";
import { targetBlocks } from "./edits-part.ts";
import {
  decidedIssueIds,
  openIssueBlocks,
  openIssueIds,
  quotedReviews,
  settledIssueBlocks,
} from "./ledger-part.ts";
import { otherGapsPart, takenIdsPart } from "./not-at-hand-parts.ts";
import type { EngineerFacts, GapBrief, Prompt, TakenText } from "./prompt-facts.ts";
import { keepWithin, listWithin, type NamedText, promptOf, section, titledPart } from "./prompt-parts.ts";
import { redonePart } from "./redone-part.ts";
import { quoteText, shownLine } from "./shown-text.ts";
import { engineerFormat, engineerHeadings } from "./texts/format.ts";
import {
  ACCEPTANCE_RULE,
  ENGINEER_RULES,
  ENGINEER_STUCK,
  PERSONA,
  QUOTING_NOTE,
  REMARKS_TASK,
  remarksFate,
} from "./texts/task.ts";

/** What the Engineer needs for the gaps assigned, and of the rest of the session only what bears on them. */
export function engineerPrompt(facts: EngineerFacts): Prompt {
  const gaps = facts.gaps.flatMap(gapsOfBrief);
  return promptOf(STANDING, [
    projectPart(facts),
    ...draftParts(facts.spec, facts.gaps.map(passageQuery)),
    decisionsPart(facts.decisions, facts.gaps),
    takenPart(facts.taken),
    ...(facts.remarks === true ? [] : quotedReviews(facts.gaps)),
    ...withParentsOnce(facts.gaps).flatMap((brief) => briefParts(brief, facts.remarks === true)),
    changesPart(facts.changes, new Set(gaps.flatMap(({ blockedBy }) => blockedBy))),
    otherGapsPart(facts.otherGaps),
    takenIdsPart(facts.takenGapIds),
    { name: "task", text: taskText(facts) },
    redonePart(facts.redone, "engineer"),
    guidancePart(facts.guidance),
    { name: "headings", text: headingsText(facts) },
    outputPart("engineer", facts),
  ]);
}

const STANDING = [
  { name: "persona", text: PERSONA.engineer },
  titledPart("rules", "# How to work", [
    ENGINEER_RULES.join("\n"),
    ACCEPTANCE_RULE,
    ENGINEER_STUCK.join("\n"),
    QUOTING_NOTE,
  ]),
  { name: "format", text: engineerFormat() },
];

function headingsText({ gaps }: EngineerFacts): string {
  if (gaps.length === 0) return "";
  return engineerHeadings({
    passages: gaps.map(idsOf),
    openIssues: openIssueIds(gaps),
    decided: decidedIssueIds(gaps),
  });
}

function taskText({ round, gaps, taken, remarks = false, remarksComeBack }: EngineerFacts): string {
  const task = remarks ? "Meet the remarks on these gaps" : "Resolve these gaps, the first one first";
  const rest = remarks ? "Write only these" : "Write only these, the first one first";
  return section("# Your task", [
    taken.length === 0
      ? `Round ${round}. ${task}:`
      : `Round ${round}. Taken from what you wrote in this round: ${taken.flatMap(({ gaps: ids }) => ids).join(", ")}. ${rest}:`,
    taskLines(gaps, "one resolution and one text for all of them"),
    ...(remarks ? REMARKS_TASK : []),
    remarksFate(remarksComeBack),
  ]);
}

/** The rest of a round agrees with what it has written already. */
function takenPart(taken: readonly TakenText[]): NamedText {
  const { blocks, more } = keepWithin(taken, BUDGETS.takenTexts, ({ gaps, edits }) =>
    edits
      .filter(({ after }) => after.trim() !== "")
      .map(({ where, after }) =>
        quoteText({
          from: `For ${gaps.join(", ")}, at ${shownLine(where, ENTRY_BUDGETS.headingPath)}`,
          text: after,
          maxChars: BUDGETS.edits,
        }),
      )
      .join("\n\n"),
  );
  const rule =
    "They are taken and wait for their review; they are not in the specification above. What you write now has to agree with them, and stands beside them.";
  return titledPart("taken texts", "# Your texts of this round", [
    ...(blocks.length === 0 ? [] : [rule]),
    ...blocks,
    ...(more === 0 ? [] : [`${more} further ones are left out for length.`]),
  ]);
}

function passageQuery({ gap, target, doubt = "" }: GapBrief): PassageQuery {
  return {
    gap,
    line: target?.kind === "mark" ? target.line : null,
    words: `${target?.kind === "named" ? target.proposal : ""}\n${doubt}`,
  };
}

function briefParts(brief: GapBrief, remarks: boolean): readonly NamedText[] {
  const name = idsOf(brief).join(", ");
  const { proposal, sentBack, issues, inputs } = brief;
  return [
    titledPart(`gap ${name}`, `# ${name}`, gapTexts(brief)),
    titledPart(`target ${name}`, `## The passage of ${name}`, targetBlocks(brief.target)),
    titledPart(
      `inputs ${name}`,
      `## What the user supplied on ${name}`,
      userBlocks(inputs, { from: "From the user", entry: ENTRY_BUDGETS.input, all: BUDGETS.inputs }),
    ),
    {
      name: `own text ${name}`,
      text:
        proposal === null
          ? ""
          : section(`## Your last text on ${name}`, [
              ...(sentBack === undefined
                ? []
                : [`It was not taken: ${shownLine(sentBack, ENTRY_BUDGETS.answer)}.`]),
              quoteText({
                from: `From your document of round ${proposal.round}`,
                text: proposal.text,
                maxChars: BUDGETS.ownText,
              }),
            ]),
    },
    titledPart(`issues ${name}`, `## Issues of ${name}`, [
      ...openIssues(brief, remarks),
      ...settledIssueBlocks(issues),
    ]),
  ];
}

function openIssues({ issues }: GapBrief, all: boolean): readonly string[] {
  const open = openIssueBlocks(issues, { all });
  return open.length === 0 ? [] : ["Open, to be answered by id:", ...open];
}

/** What the assigned gaps rest on comes first, then the newest. */
function changesPart(changes: readonly Gap[], foundations: ReadonlySet<GapId>): NamedText {
  const nearestFirst = changes.toSorted(
    (a, b) =>
      Number(foundations.has(b.id)) - Number(foundations.has(a.id)) ||
      b.roundUpdated - a.roundUpdated ||
      compareGapIds(a.id, b.id),
  );
  const list = listWithin(nearestFirst, BUDGETS.changes, changeLine);
  return titledPart("changes", "# What changed on other gaps", [list]);
}

function changeLine(gap: Gap): string {
  const state = shownLine(gap.state.at, ENTRY_BUDGETS.fate);
  return `${gapLine(gap)}, now ${state} (round ${gap.roundUpdated})`;
}
