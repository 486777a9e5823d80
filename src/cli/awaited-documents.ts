// What a person is to write: where, how it is handed in, what the gate made of it; and the editor between two runs.
import { submitWords } from "../app/sessions/session-words.ts";
import type { WritingStep } from "../app/sessions/write-by-hand.ts";
import type {
  AwaitedDocument,
  AwaitedInSession,
  AwaitedWork,
  SubmittedDocument,
  SubmittedInSession,
  SubmittedWork,
} from "../app/wire/awaited.ts";
import type { Request } from "./command.ts";
import { nearPath } from "./printer.ts";
import { widthOf } from "./terminal.ts";
import { commandLines, type Line, type Paint, paintText, wrapText } from "./text.ts";

/** Nothing where nobody is waited for. */
export function awaitedLines(
  { awaited }: { readonly awaited: readonly AwaitedDocument[] },
  { cwd, width }: { readonly cwd: string; readonly width: number },
): readonly Line[] {
  return awaited.flatMap((one) => ["", ...documentLines(one, cwd, width)]);
}

const WHOLE_SPEC: Partial<Record<AwaitedInSession["role"], string>> = {
  final: "final review",
  survey: "survey",
  "second-survey": "second survey",
};

function documentLines(awaited: AwaitedDocument, cwd: string, width: number): readonly Line[] {
  const file = nearPath(awaited.file, cwd);
  const worktree = awaited.session === null ? awaited.worktree : null;
  return [
    ...wrapText(`a document is awaited: ${awaitedWords(awaited)}`, width).map((line) => [
      paintText("bold", line),
    ]),
    ...commandLines("  write in: ", file, width),
    ...commandLines("  the task: ", nearPath(awaited.prompt, cwd), width),
    ...(worktree === null ? [] : commandLines("  the work: ", nearPath(worktree, cwd), width)),
    ...commandLines("   hand in: ", `parley ${submitWords(awaited, file)}`, width),
  ];
}

/** `round 2 engineer, GAP-FLOW-001, attempt 2`; of a build `round 2 coder, a1b2c3d4 "Let holds lapse"`. */
function awaitedWords(awaited: AwaitedDocument): string {
  const { role, round, attempt } = awaited;
  const again = attempt === 1 || role === "final" ? [] : [`attempt ${attempt}`];
  if (awaited.session !== null)
    return [WHOLE_SPEC[awaited.role] ?? `round ${round} ${role}`, ...awaited.gaps, ...again].join(", ");
  const { task, side } = awaited;
  const what = side === null ? `round ${round} ${role}` : `the ${SIDES[side]}'s position`;
  return [what, `${task.id} "${task.title}"`, ...again].join(", ");
}

const SIDES: Readonly<Record<NonNullable<AwaitedWork["side"]>, string>> = {
  coder: "Coder",
  reviewer: "Reviewer",
};

const INDENT = "  ";

/** What the gate made of a person's document. */
export function judgementLines(submitted: SubmittedDocument, width: number): Line[] {
  const { failure, warnings, taken } = submitted;
  const said =
    failure === null
      ? []
      : failureWords(failure)
          .split("\n")
          .flatMap((line) => wrapText(line, width - INDENT.length));
  const noted = warnings.flatMap(({ type, message }) =>
    wrapText(`${type}: ${message}`, width - INDENT.length),
  );
  const paint = taken.length > 0 ? "yellow" : failure === null ? "green" : "red";
  return [
    ...wrapText(outcomeWords(submitted), width).map((line) => [paintText(paint, line)]),
    ...said.map((line) => `${INDENT}${line}`),
    ...noted.map((line) => [INDENT, paintText("dim", line)]),
  ];
}

/** Whether it can be read and used; whether a gap is accepted is for the review to say. */
function outcomeWords(submitted: SubmittedDocument): string {
  const { failure, taken } = submitted;
  const what = submitted.session === null ? workWords(submitted) : documentWords(submitted);
  if (taken.length > 0) return `a part of ${what} passed validation: ${taken.join(", ")}`;
  if (submitted.session === null && failure === null) {
    return `${what} is handed in${submitted.readAs === null ? "" : `: ${submitted.readAs}`}`;
  }
  return `${what} ${failure === null ? "passed" : "did not pass"} validation`;
}

function documentWords({ role, lane }: SubmittedInSession): string {
  const whole = WHOLE_SPEC[role];
  return whole === undefined ? `the ${role}'s document${lane === null ? "" : ` on ${lane}`}` : `the ${whole}`;
}

function workWords({ role, task }: SubmittedWork): string {
  return `${OF_BUILD[role]} on ${task.id}`;
}

const OF_BUILD: Readonly<Record<SubmittedWork["role"], string>> = {
  coder: "the coder's document",
  reviewer: "the review",
  position: "the position",
  guide: "the guidance",
};

function failureWords({ type, message, line }: NonNullable<SubmittedDocument["failure"]>): string {
  return `${type}: ${message}${line === null ? "" : ` (line ${line})`}`;
}

/** What comes next, for somebody who stands in the folder `cwd`. */
export function nextLines(
  submitted: SubmittedDocument,
  place: { readonly cwd: string; readonly width: number },
): readonly Line[] {
  const { session, state, retry, taken, awaited, openQuestions } = submitted;
  if (state === "ended") return [`${session} has ended`];
  // What people are to write for other tasks keeps nothing from going on.
  const goesOn = awaited.length === 0 || state === "paused" || (session === null && !retry);
  const asked = openQuestions.length === 0 ? [] : [`answers are missing: ${openQuestions.join(", ")}`];
  const again = retry && awaited.length === 0 ? ["a retry is open: it begins when you go on"] : [];
  return [
    ...(taken.length > 0 && awaited.length > 0
      ? ["the rest is still awaited:"]
      : retry && awaited.length > 0
        ? ["a retry is open; your text is kept there:"]
        : again),
    ...awaitedLines({ awaited }, place),
    ...asked,
    ...(goesOn ? [`go on: ${session === null ? "parley build" : `parley resume ${session}`}`] : []),
  ];
}

/** Tells how many documents were handed in; with one or more, the session can go on. */
export async function writeAwaited(
  { app, io, mayAsk, report }: Pick<Request, "app" | "io" | "mayAsk" | "report">,
  { awaited }: { readonly awaited: readonly AwaitedDocument[] },
): Promise<number> {
  if (!mayAsk || awaited.length === 0) return 0;
  return await app.sessions.writeByHand(awaited, (one, step) => {
    // What is reported goes out line by line: it is broken here.
    for (const line of stepLines(awaitedWords(one), step, widthOf(io.stderr))) report(line);
  });
}

function stepLines(what: string, step: WritingStep, width: number): readonly Line[] {
  const told = (paint: Paint, about: string, words: string) => labelledLines([paint, about], words, width);
  switch (step.at) {
    case "opened":
      return told("cyan", what, `in ${step.editor}: save and close to hand it in`);
    case "no-editor":
      return told("yellow", "no editor was found:", "set EDITOR, or hand the document in as a file");
    case "not-now":
      return told("yellow", what, `waits: ${step.because}; what stands there is kept`);
    case "refused":
      return [
        ...told("red", what, `was not handed in: ${step.failure.message}`),
        ...(step.failure.fix === undefined ? [] : indentWords(step.failure.fix, width)),
      ];
    case "handed-in":
      return judgementLines(step.submitted, width);
  }
}

/** What it is about, and what is said of it: side by side where both fit. */
function labelledLines(
  [paint, what]: readonly [Paint, string],
  words: string,
  width: number,
): readonly Line[] {
  return what.length + 1 + words.length <= width
    ? [[paintText(paint, what), ` ${words}`]]
    : [...wrapText(what, width).map((line) => [paintText(paint, line)]), ...indentWords(words, width)];
}

function indentWords(words: string, width: number): readonly Line[] {
  return wrapText(words, width - INDENT.length).map((line) => `${INDENT}${line}`);
}
