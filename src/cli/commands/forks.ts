// `parley fork` and `diff`: the other choice, and what it would have come to.
import { type Failure, usageFailure } from "../../app/failure.ts";
import type { ComparedDecision, Difference, DiffSide, SessionDiff, TextDiff } from "../../app/wire/diff.ts";
import type { ForkResult } from "../../app/wire/fork.ts";
import type { GapRow } from "../../app/wire/gap.ts";
import { command, textArgument, textOption } from "../command.ts";
import { costWords } from "../live/amounts.ts";
import { ANSWER_OPTIONS } from "../session-options.ts";
import { formatCount, type Line, paintText, wrapText } from "../text.ts";

export const FORK = command({
  name: "fork",
  summary: "Begin a new session from the past of another, to try the other choice.",
  details: [
    "The past is copied up to the end of a round (0: before the first), or to the moment before a question was answered, which is open in the fork then. The other session stays as it is, also one that has ended.",
    "With --answer the question is answered in the fork at once; what an option needs is the same as in `parley answer`.",
    "Calls that were under way are not copied: their turns are due again. What the past has cost is shown, and counts towards no limit of the fork.",
  ],
  arguments: [textArgument("SESSION", "Whose past; its name, or the beginning of it.")],
  options: [
    { ...textOption("--at", "At the end of that round; 0: before the first.", "ROUND"), read: roundNumber },
    textOption("--before", "Before that question was answered.", "QUESTION"),
    textOption("--answer", "What to answer to it in the fork.", "OPTION"),
    ...ANSWER_OPTIONS,
    textOption("--name", "What to call the fork; by default as the spec.", "NAME"),
  ],
  examples: [
    { line: "parley fork checkout --at 2", does: "go on from the end of round 2" },
    {
      line: "parley fork checkout --before Q4 --answer b --rationale 'what if not?'",
      does: "decide the other way",
    },
    { line: "parley fork checkout --before Q4 --name bold", does: "answer it later" },
  ],
  run: async ({ app, args: { session }, options }) => {
    const { at, before, answer: option, name, rationale, gap, severity, ...said } = options;
    const { rationalesOf } = await import("../../app/questions/said-answer.ts");
    const answer =
      option === undefined
        ? null
        : { ...said, option, rationales: rationalesOf(rationale), gaps: gap, severities: severity };
    return await app.sessions.fork({ session, at, before, answer, name });
  },
  lines: (forked, { quiet, width }) => (quiet ? [forked.session] : forkLines(forked, width)),
});

function roundNumber(word: string): number | Failure {
  const round = Number(word);
  if (/^\d+$/.test(word) && Number.isSafeInteger(round)) return round;
  return usageFailure(
    "round",
    `${word} is not the number of a round`,
    "as in --at 2; --at 0 is before the first",
  );
}

function forkLines(forked: ForkResult, width: number): Line[] {
  const { session, forkedFrom, openQuestions, inherited, answer } = forked;
  const past = `${formatCount(inherited.calls, "call")} of its past count there, not here`;
  return [
    [paintText("bold", session), `  forked from ${forkedFrom.session} ${forkedFrom.cut}`],
    ...wrapText(past, width).map((line): Line => [paintText("dim", line)]),
    ...(answer === null
      ? []
      : wrapText(`${answer.question} answered ${answer.option}. ${answer.effect}`, width)),
    ...(openQuestions.length === 0 ? [] : [`open: ${openQuestions.join(", ")}`]),
    ...(answer?.ended === true ? [] : [[paintText("dim", "go on: "), `parley resume ${session}`]]),
    [paintText("dim", "compare: "), `parley diff ${forkedFrom.session} ${session}`],
  ];
}

export const DIFF = command({
  name: "diff",
  summary: "Compare two sessions: gaps, decisions, and what they make of the spec.",
  details: [
    "Gaps go by their ids, decisions by what they are about; of several decisions on one subject the newest counts. The finished specs are compared line by line; where one of the two has none, both drafts as they stand.",
  ],
  arguments: [
    textArgument("A", "A session; its name, or the beginning of it."),
    textArgument("B", "Another."),
  ],
  options: [],
  examples: [
    { line: "parley diff checkout checkout-2", does: "what the other choice came to" },
    { line: "parley diff checkout bold --json", does: "as data" },
  ],
  run: ({ app, args }) => app.sessions.diff(args),
  lines: (diff, { quiet, width }) => (quiet ? quietLines(diff) : diffLines(diff, width)),
});

function quietLines({ same }: SessionDiff): Line[] {
  return [same ? "same" : "different"];
}

function diffLines(diff: SessionDiff, width: number): Line[] {
  const { a, b, same } = diff;
  return [
    ...[a, b].flatMap((side) => sideLines(side, width)),
    "",
    ...(same
      ? ["no difference in gaps, decisions and text"]
      : [
          ...partLines("gaps", diff.gaps, { diff, words: gapWords, width }),
          ...partLines("decisions", diff.decisions, { diff, words: decisionWords, width }),
          ...textLines(diff.text),
        ]),
  ];
}

function sideLines(side: DiffSide, width: number): Line[] {
  const { session, state, completedRounds, open, spent, unpricedCalls, inherited } = side;
  const past = inherited === null ? "" : `; ${formatCount(inherited.calls, "call")} inherited`;
  const cost = costWords({ usd: spent.usd, unpricedCalls });
  const [first = "", ...more] = wrapText(
    `${session}: ${state} after ${formatCount(completedRounds, "round")}, ${open} open; ${formatCount(spent.calls, "call")}, ${spent.tokens} tokens, cost ${cost}${past}`,
    width,
  );
  return [[paintText("bold", first)], ...more];
}

interface PartStyle<Item> {
  readonly diff: SessionDiff;
  readonly words: (item: Item) => string;
  readonly width: number;
}

function partLines<Item>(
  title: string,
  { onlyInA, onlyInB, different }: Difference<Item>,
  { diff: { a, b }, words, width }: PartStyle<Item>,
): Line[] {
  if (onlyInA.length + onlyInB.length + different.length === 0) return [`${title}: no difference`, ""];
  const item = (mark: string, one: Item): Line[] =>
    wrapText(words(one), width - INDENT).map((line, at) => `${at === 0 ? mark : "  "}  ${line}`);
  const only = (session: string, mark: string, items: readonly Item[]): Line[] =>
    items.length === 0 ? [] : [`  only in ${session}:`, ...items.flatMap((one) => item(mark, one))];
  return [
    [paintText("bold", `${title}:`)],
    ...different.flatMap((pair) => [...item("- ", pair.a), ...item("+ ", pair.b)]),
    ...only(a.session, "- ", onlyInA),
    ...only(b.session, "+ ", onlyInB),
    "",
  ];
}

const INDENT = 4;

function gapWords({ id, severity, state, title }: GapRow): string {
  return `${id} ${severity} ${state}: ${title}`;
}

function decisionWords({ id, title, option, decision, constraints }: ComparedDecision): string {
  const conditions = constraints === null ? "" : ` (${constraints})`;
  return `${id} ${title}: ${option}. ${decision}${conditions}`;
}

const PATCH_LINES_MAX = 400;

function textLines({ of, added, removed, patch }: TextDiff): Line[] {
  const what = of === "drafts" ? "drafts" : "finished specs";
  if (patch === "") return [`${what}: no difference`];
  const head: Line = [paintText("bold", `${what}:`), ` ${removed} lines go, ${added} come`];
  if (patch === null) return [head, "  they have too little in common to be compared line by line"];
  const lines = patch.trimEnd().split("\n");
  const shown = lines.slice(0, PATCH_LINES_MAX);
  const left = lines.length - shown.length;
  return [
    head,
    ...shown.map(patchLine),
    ...(left === 0 ? [] : [`… ${left} more lines; all of them: --json`]),
  ];
}

function patchLine(line: string): Line {
  if (line.startsWith("+")) return [paintText("green", line)];
  return line.startsWith("-") ? [paintText("red", line)] : line;
}
