import { isFailure, usageFailure } from "../../app/failure.ts";
// `parley conflicts`: what both roles hold on to, and you decide.
import type { ConflictRow, ConflictView } from "../../app/wire/conflict.ts";
import { command, flagOption } from "../command.ts";
import { precedentLines } from "../precedent-lines.ts";
import { oneSession, SESSION_ARGUMENT, SESSION_OPTION } from "../session-options.ts";
import { commandLines, type Line, paintText, shortenText, wrapText } from "../text.ts";

export const CONFLICTS = command({
  name: "conflicts",
  summary: "List the conflicts of a session, or show one with both positions.",
  details: [
    "Open ones in the order in which you are asked: the gravest first, then the oldest. `show` puts both positions side by side, word for word and with their places, with what the disagreement rests on, the passage and its edit, and the options with what each costs.",
  ],
  arguments: [
    {
      name: "ACTION",
      summary: "list (the default), or show.",
      required: false,
      choices: ["list", "show"],
    },
    {
      name: "ISSUE",
      summary: "Which to show, such as ISSUE-R2-001; list takes a session here.",
      required: false,
      completion: "nothing",
    },
    SESSION_ARGUMENT,
  ],
  options: [flagOption("--all", "Also those that are decided or withdrawn."), SESSION_OPTION],
  examples: [
    { line: "parley conflicts", does: "what is open" },
    { line: "parley conflicts show ISSUE-R2-001", does: "one of them, in full" },
    { line: "parley conflicts --all --session checkout --json", does: "every one, as data" },
  ],
  run: async ({ app, args: { action = "list", issue }, options: { session, all } }) => {
    if (action === "list") {
      const listed = oneSession(issue, session);
      return isFailure(listed) ? listed : await app.conflicts.list({ ...listed, all });
    }
    if (issue !== undefined) return await app.conflicts.show({ session, issue });
    return usageFailure(
      "issue",
      "which conflict to show is missing",
      "as in parley conflicts show ISSUE-R2-001",
    );
  },
  lines: (found, { quiet, width, options }) => {
    if ("options" in found) return quiet ? [found.issue] : conflictLines(found, width);
    if (quiet) return found.map(({ issue }) => issue);
    if (found.length > 0) return found.flatMap((row) => rowLines(row, width));
    return options.all
      ? ["There was no conflict."]
      : ["No conflict is open.", "see all: parley conflicts --all"];
  },
});

const ISSUE_COLUMN = 16;
const SEVERITY_COLUMN = 10;

function rowLines(row: ConflictRow, width: number): Line[] {
  const { issue, severity, gaps, title, question, after, session } = row;
  const room = Math.max(20, width - ISSUE_COLUMN - SEVERITY_COLUMN);
  return [
    [
      paintText("bold", issue.padEnd(ISSUE_COLUMN)),
      severity.padEnd(SEVERITY_COLUMN),
      shortenText(`${gaps.join(", ")}: ${title}`, room),
    ],
    [paintText("dim", `  ${standingOf(row)}`)],
    ...(question === null ? [] : [[paintText("dim", `  parley answer ${question} --session ${session}`)]]),
    ...(after === null ? [] : [[paintText("dim", `  first: parley answer ${after} --session ${session}`)]]),
  ];
}

/** `Conflict 1 of 2`, or what it waits for, or what became of it. */
function standingOf({ number, of, state, outcome, type }: ConflictRow): string {
  if (state === "pending" && outcome === null) return `waits for the Reviewer's answer, ${type}`;
  const where = number === null ? `${state}: ${outcome}` : `Conflict ${number} of ${of}`;
  return `${where}, ${type}`;
}

const RULE = "---";

/** The headings and labels of a conflict's own format. */
function conflictLines(conflict: ConflictView, width: number): Line[] {
  const { issue, title, severity, gaps, reviewer, engineer, note, answer } = conflict;
  const recommended = conflict.options.find((option) => option.recommended)?.option;
  const mark = (option: string): string => (option === recommended ? " [RECOMMENDED]" : "");
  const text = (words: string): Line[] => words.split("\n").flatMap((line) => wrapText(line, width));
  return [
    [paintText("bold", `### Conflict: ${issue}`)],
    "",
    ...label("Subject", title, width),
    ...label("Severity", severity, width),
    ...label("Gap Affected", gaps.join(", "), width),
    ...label("Status", standingOf(conflict), width),
    "",
    RULE,
    "",
    [paintText("bold", `**Reviewer Position (Option A):**${mark("A")}`)],
    ...text(reviewer.text),
    ...placeLines(reviewer),
    "",
    ...label("Impact if ignored", reviewer.impact ?? "Not stated.", width),
    ...(conflict.location === null ? [] : label("Criticised", conflict.location, width)),
    ...conflict.passages.flatMap((passage) => ["", ...passageLines(passage)]),
    "",
    RULE,
    "",
    [paintText("bold", `**Engineer Position (Option B):**${mark("B")}`)],
    ...text(engineer.text),
    ...placeLines(engineer),
    "",
    ...(note === null ? label("Rationale", engineer.rationale ?? "Not stated.", width) : text(note)),
    ...(engineer.restsOn === null ? [] : label("Rests on", engineer.restsOn, width)),
    ...(engineer.alternative === null ? [] : label("Alternative Approach", engineer.alternative, width)),
    ...(answer === null ? [] : ["", ...text(answer)]),
    ...synthesisLines(conflict, { mark, text, width }),
    "",
    RULE,
    "",
    [paintText("bold", "### Options Summary")],
    "",
    ...optionTable(conflict),
    ...precedentLines(conflict.precedents, width),
    ...answerLines(conflict, width),
  ];
}

function label(name: string, words: string, width: number): Line[] {
  const [first = "", ...rest] = `**${name}:** ${words}`.split("\n").flatMap((line) => wrapText(line, width));
  return [first, ...rest];
}

function placeLines({ file, line }: { readonly file: string | null; readonly line: number | null }): Line[] {
  if (file === null) return [];
  return [[paintText("dim", `(${line === null ? file : `${file}:${line}`})`)]];
}

/** As a difference: what stands there, and what the Engineer puts in its place. */
function passageLines({ gap, before, after, file, line }: ConflictView["passages"][number]): Line[] {
  const marked = (mark: "-" | "+", words: string): Line[] =>
    words === ""
      ? []
      : words
          .replace(/\n$/, "")
          .split("\n")
          .map((one) => [paintText(mark === "-" ? "red" : "green", `${mark} ${one}`)]);
  return [
    [paintText("bold", `**The passage, and the edit for ${gap}:**`)],
    ...placeLines({ file, line }),
    ...marked("-", before),
    ...marked("+", after),
  ];
}

function synthesisLines(
  { options }: ConflictView,
  how: { mark(option: string): string; text(words: string): Line[]; readonly width: number },
): Line[] {
  const synthesis = options.find(({ option }) => option === "C");
  if (synthesis === undefined) return [];
  const name = synthesis.position === "Synthesis" ? "Synthesized Option" : synthesis.position;
  const by = synthesis.draftedBy === null ? "" : ` (drafted by ${synthesis.draftedBy})`;
  return [
    "",
    RULE,
    "",
    [paintText("bold", `**${name} (Option C):**${how.mark("C")}${by}`)],
    ...how.text(synthesis.text),
    "",
    ...label("Trade-off", synthesis.tradeOff, how.width),
  ];
}

function optionTable({ options }: ConflictView): Line[] {
  const rows = options.map(({ option, position, tradeOff, recommended }) => [
    option,
    position,
    tradeOff.replaceAll(/\s+/g, " ").replaceAll("|", "\\|"),
    recommended ? "Yes" : "-",
  ]);
  const table = [["Option", "Position", "Trade-off", "Recommended?"], ["---", "---", "---", "---"], ...rows];
  return table.map((cells) => `| ${cells.join(" | ")} |`);
}

function answerLines(conflict: ConflictView, width: number): Line[] {
  const { question, after, session, answers, state, outcome } = conflict;
  if (outcome !== null) return [];
  if (state === "pending") return ["", "You are asked about it unless the Reviewer withdraws the issue."];
  if (after !== null) {
    const first = commandLines("answer: ", `parley answer ${after} --session ${session}`, width);
    return [
      "",
      "The rate of disagreement is asked about first; this conflict is put to you after it.",
      ...first,
    ];
  }
  if (question === null) return ["", "You are asked about it in its turn: parley resume"];
  const line = `parley answer ${question} ${answers.join("|")} --session ${session}`;
  return ["", ...commandLines("answer: ", line, width)];
}
