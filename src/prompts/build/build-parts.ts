// Parts that the prompts of the build loop share.

import { statusWords } from "../../core/board/task-status.ts";
import { groupedDigits } from "../../core/shared/grouped-digits.ts";
import { compareSeverities } from "../../core/shared/severity.ts";
import { BUDGETS, ENTRY_BUDGETS } from "../budgets.ts";
import { userBlocks } from "../common-parts.ts";
import { cutMark, withoutHalf } from "../cut-text.ts";
import { blocksWithin, listWithin, type NamedText, titledPart } from "../prompt-parts.ts";
import { quoteText, shownLine } from "../shown-text.ts";
import type {
  AlarmShown,
  BuildFacts,
  ChangeShown,
  CheckShown,
  FindingBrief,
  FindingStanding,
  SpecExcerpt,
} from "./build-facts.ts";

const NO_SPEC =
  "This task names no place in a specification. Go by its title and notes, and by what they name in the project.";

/** What holds for the task in every round: it stands first, so that a provider need not read it anew. */
export function taskParts({
  task,
  spec,
  resolutions,
  narrowings,
  guidance,
  folder,
}: BuildFacts): readonly NamedText[] {
  const { id, title, notes, files } = task;
  return [
    titledPart("spec", "# What the specification says", spec === null ? [NO_SPEC] : specBlocks(spec)),
    titledPart("the task", "# The task", [
      `${shownLine(id, ENTRY_BUDGETS.title)}: ${shownLine(title, ENTRY_BUDGETS.ownTitle)}`,
      notes.trim() === ""
        ? ""
        : quoteText({ from: "What the task says", text: notes, maxChars: BUDGETS.taskNotes }),
      files.length === 0
        ? "The work may touch any file."
        : `The work stays in these files:\n\n${listWithin(files, BUDGETS.taskFiles, (glob) => `- ${shownLine(glob, ENTRY_BUDGETS.path)}`)}`,
      folder === ""
        ? ""
        : `The project is the folder ${shownLine(folder, ENTRY_BUDGETS.path)} of the repository: what is named above is read from there, and it is built and tested there.`,
    ]),
    titledPart("binding", "# What the user has decided about this task", [
      ...blocksWithin(resolutions.toReversed(), BUDGETS.binding, ({ decision, notes: said }) => {
        const from = `A dispute was decided ${DECIDED[decision]}; this binds`;
        return said.trim() === ""
          ? `${from}.`
          : quoteText({ from, text: said, maxChars: ENTRY_BUDGETS.guidance });
      }),
      ...userBlocks(narrowings, {
        from: "The user has limited the task to this",
        entry: ENTRY_BUDGETS.guidance,
        all: BUDGETS.binding,
      }),
    ]),
    titledPart("guidance", "# What the user says for this task", [
      ...userBlocks(guidance, {
        from: "From the user, for you to follow",
        entry: ENTRY_BUDGETS.guidance,
        all: BUDGETS.guidance,
      }),
    ]),
  ];
}

/** The section of the task, and around it as much as there is room for both. */
function specBlocks({ from, own, around }: SpecExcerpt): readonly string[] {
  const place = shownLine(from, ENTRY_BUDGETS.headingPath);
  const most = BUDGETS.specExcerpt;
  if (own === null) return [quoteText({ from: `From ${place}`, text: around, maxChars: most })];
  const left = most - Math.min(most, own.length);
  return [
    quoteText({ from: `What the task is about: ${place}`, text: own, maxChars: most }),
    around.trim() === "" || left < MARK_CHARS
      ? ""
      : quoteText({ from: "What stands around it, for context", text: around, maxChars: left }),
  ];
}

export function otherTasksPart({ others }: BuildFacts): NamedText {
  const list = listWithin(
    others,
    BUDGETS.otherTasks,
    ({ id, title, status }) => `- ${id}, ${statusWords(status)}: ${shownLine(title, ENTRY_BUDGETS.title)}`,
  );
  const blocks =
    others.length === 0
      ? []
      : ["Each has its own work; what belongs to one of them is not part of yours.", list];
  return titledPart("other tasks", "# Other tasks of the board", blocks);
}

const DECIDED = {
  coder: "for the Coder",
  reviewer: "for the Reviewer",
  custom: "in the user's own way",
} as const;

export function isOpen({ standing }: FindingBrief): boolean {
  return standing === "open";
}

export function isClosedByUser({ standing }: FindingBrief): boolean {
  return standing === "overruled" || standing === "answered";
}

/** The open ones whole, the gravest first; of the others a line each. */
export function findingsParts({ findings, rejections }: BuildFacts): readonly NamedText[] {
  const open = findings.filter(isOpen).sort((a, b) => compareSeverities(a.severity, b.severity));
  const settled = findings.filter((one) => !isOpen(one)).toReversed();
  const times =
    rejections === 0 ? "" : `The work was rejected ${rejections === 1 ? "once" : `${rejections} times`}.`;
  return [
    titledPart("open findings", "# Findings that are open", [
      open.length === 0 ? "" : times,
      ...blocksWithin(open, BUDGETS.openFindings, findingText),
    ]),
    titledPart("settled findings", "# Findings that are settled", [
      listWithin(settled, BUDGETS.settledFindings, settledLine),
    ]),
  ];
}

function findingText({
  finding,
  round,
  severity,
  title,
  place,
  why,
  settledBy,
  answer,
  said,
}: FindingBrief): string {
  const text = [
    title,
    `Place: ${place}`,
    `Why: ${why}`,
    `What would settle it: ${settledBy}`,
    ...(answer === null ? [] : [`The Coder: ${answer.status}. ${answer.where}`]),
    ...(said === "" ? [] : [`The last review: ${said}`]),
  ].join("\n\n");
  const from = `${finding} (${severity}), from the review of round ${round}`;
  return quoteText({ from, text, maxChars: ENTRY_BUDGETS.finding });
}

function settledLine({ finding, severity, title, standing }: FindingBrief): string {
  return `- ${finding} (${severity}, ${STANDINGS[standing]}): ${shownLine(title, ENTRY_BUDGETS.title)}`;
}

const STANDINGS: Record<FindingStanding, string> = {
  open: "open",
  fixed: "fixed",
  withdrawn: "withdrawn by the Reviewer",
  overruled: "overruled by the user",
  answered: "answered by the user",
};

export function changeParts({ files, diff }: ChangeShown): readonly NamedText[] {
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const lines = `${files.length === 1 ? "One file" : `${groupedDigits(files.length)} files`}, ${groupedDigits(added)} lines added and ${groupedDigits(removed)} removed:`;
  return [
    titledPart("files", "# What was changed", [
      files.length === 0 ? "Nothing was changed." : lines,
      listWithin(
        files,
        BUDGETS.changedFiles,
        (file) =>
          `- ${shownLine(file.path, ENTRY_BUDGETS.path)}: ${file.change}, +${file.added} −${file.removed}`,
      ),
    ]),
    titledPart("diff", "## The change", changeBlock("As a diff", diff)),
  ];
}

export function changeBlock(from: string, diff: string, most: number = BUDGETS.diff): readonly string[] {
  if (diff.trim() === "") return [];
  return [quoteText({ from, text: firstLines(diff, most), maxChars: most + MARK_CHARS })];
}

const MARK_CHARS = 100;

export function checkBlocks(checks: readonly CheckShown[]): readonly string[] {
  return blocksWithin(checks, BUDGETS.checks, ({ command, outcome, output }) => {
    const head = `${shownLine(command, ENTRY_BUDGETS.path)} ${outcome}.`;
    if (output.trim() === "") return `${head} It put out nothing.`;
    const text = lastLines(output, ENTRY_BUDGETS.checkOutput);
    return [
      head,
      "",
      quoteText({ from: "The end of its output", text, maxChars: ENTRY_BUDGETS.checkOutput + MARK_CHARS }),
    ].join("\n");
  });
}

export function alarmList(alarms: readonly AlarmShown[]): string {
  return listWithin(alarms, BUDGETS.alarms, ({ kind, path, what }) => {
    const where = path === null ? "" : ` in ${shownLine(path, ENTRY_BUDGETS.path)}`;
    return `- ${kind}${where}: ${shownLine(what, ENTRY_BUDGETS.loss * 2)}`;
  });
}

/** Of what is no Markdown: nothing of it but whole lines, from the front. */
function firstLines(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end = text.lastIndexOf("\n", maxChars);
  const kept = withoutHalf(text.slice(0, end <= 0 ? maxChars : end));
  return `${kept}\n${cutMark(text.length - kept.length)}`;
}

/** The same from the end. */
function lastLines(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const from = text.indexOf("\n", text.length - maxChars);
  const kept = text.slice(from < 0 ? text.length - maxChars : from + 1).replace(/^[\uDC00-\uDFFF]/, "");
  return `${cutMark(text.length - kept.length)}\n${kept}`;
}
