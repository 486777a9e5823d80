import { compareGapIds, type GapId } from "../core/shared/gap-id.ts";
import type { IssueId } from "../core/shared/issue-id.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import { gapLine, gapText, gapTitleOf, guidancePart, handInParts, userBlocks } from "./common-parts.ts";
import { decisionsPart } from "./decisions-part.ts";
import { openEntries, openIssueBlocks, settledIssueBlocks } from "./ledger-part.ts";
import type { EngineerFacts, GapBrief, GapChange, Prompt } from "./prompt-facts.ts";
import { type NamedText, promptOf, section } from "./prompt-parts.ts";
import { quoted, shownLine } from "./shown-text.ts";
import { sourceParts } from "./source-parts.ts";
import { engineerFormat } from "./texts/format.ts";
import { PERSONA, READING } from "./texts/persona.ts";
import { ENGINEER_ISSUE_RULES, ENGINEER_RULES, ENGINEER_STUCK } from "./texts/task.ts";
import { listWithin } from "./within-budget.ts";

/** What the Engineer needs for the gaps assigned, and of the rest of the session only what bears on them. */
export function engineerPrompt(facts: EngineerFacts): Prompt {
  const gaps = facts.gaps.map(({ gap }) => gap);
  const ids = gaps.map(({ id }) => id);
  const openIssue = firstOpenIssue(facts.gaps);
  const [first] = ids;
  return promptOf([
    decisionsPart(facts.decisions, ids),
    { name: "persona", text: PERSONA.engineer },
    { name: "task", text: taskText(facts, openIssue !== null) },
    guidancePart(facts.guidance),
    ...sourceParts(facts.spec, gaps),
    ...facts.gaps.flatMap(briefParts),
    changesPart(facts.changes, new Set(gaps.flatMap(({ blockedBy }) => blockedBy))),
    { name: "format", text: first === undefined ? "" : engineerFormat(first, openIssue) },
    ...handInParts("engineer", facts),
  ]);
}

function firstOpenIssue(briefs: readonly GapBrief[]): IssueId | null {
  return briefs.flatMap(({ issues }) => openEntries(issues))[0]?.issue ?? null;
}

function taskText({ round, gaps }: EngineerFacts, hasOpenIssues: boolean): string {
  return section("# Your task", [
    `Round ${round}. Resolve the gaps below, the first one first:`,
    gaps.map(({ gap }) => gapLine(gapTitleOf(gap))).join("\n"),
    [...ENGINEER_RULES, ...(hasOpenIssues ? ENGINEER_ISSUE_RULES : [])].join("\n"),
    ENGINEER_STUCK.join("\n"),
    READING,
  ]);
}

function briefParts({ gap, proposal, review, issues, inputs }: GapBrief): readonly NamedText[] {
  const { id } = gap;
  return [
    { name: `gap ${id}`, text: section(`# ${id}`, gapText(gap)) },
    { name: `inputs ${id}`, text: section(`## What the user supplied on ${id}`, inputBlocks(inputs)) },
    {
      name: `own text ${id}`,
      text:
        proposal === null
          ? ""
          : section(`## Your last text on ${id}`, [
              quoted({
                from: `From your document of round ${proposal.round}`,
                text: proposal.text,
                maxChars: BUDGETS.ownText,
              }),
            ]),
    },
    {
      name: `review ${id}`,
      text:
        review === null
          ? ""
          : section(`## The last review of ${id}`, [
              quoted({
                from: `From the Reviewer's document of round ${review.round}`,
                text: review.text,
                maxChars: BUDGETS.review,
              }),
            ]),
    },
    { name: `issues ${id}`, text: section(`## Issues of ${id}`, issueBlocks(issues)) },
  ];
}

function inputBlocks(inputs: readonly string[]): readonly string[] {
  return userBlocks(inputs, { from: "From the user", entry: ENTRY_BUDGETS.input, all: BUDGETS.inputs });
}

function issueBlocks(issues: GapBrief["issues"]): readonly string[] {
  const open = openIssueBlocks(issues);
  return [
    ...(open.length === 0 ? [] : ["Open, to be answered by id:", ...open]),
    ...settledIssueBlocks(issues),
  ];
}

/** What the assigned gaps rest on comes first, then the newest. */
function changesPart(changes: readonly GapChange[], foundations: ReadonlySet<GapId>): NamedText {
  const nearestFirst = changes.toSorted(
    (a, b) =>
      Number(foundations.has(b.gap)) - Number(foundations.has(a.gap)) ||
      b.round - a.round ||
      compareGapIds(a.gap, b.gap),
  );
  const list = listWithin(nearestFirst, BUDGETS.changes, changeLine);
  return { name: "changes", text: section("# What changed on other gaps", [list]) };
}

function changeLine(change: GapChange): string {
  const state = shownLine(change.state, ENTRY_BUDGETS.fate);
  return `${gapLine(change)}, now ${state} (round ${change.round})`;
}
