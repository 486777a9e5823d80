import type { WritingStep } from "../app/sessions/write-by-hand.ts";
import type { Refined } from "../app/wire/session.ts";
import { awaitedWords } from "./awaited-lines.ts";
import type { Request } from "./command.ts";
import { judgementLines } from "./submitted-lines.ts";
import { widthOf } from "./terminal.ts";
import { type Line, type Paint, painted, wrapped } from "./text.ts";

/** Tells how many documents were handed in; with one or more, the session can go on. */
export async function writeAwaited(
  { app, io, mayAsk, report }: Pick<Request, "app" | "io" | "mayAsk" | "report">,
  { awaited }: Pick<Refined, "awaited">,
): Promise<number> {
  if (!mayAsk || awaited.length === 0) return 0;
  return await app.sessions.writeByHand(awaited, (one, step) => {
    // What is reported goes out line by line: it is broken here.
    for (const line of stepLines(awaitedWords(one), step, widthOf(io.stderr))) report(line);
  });
}

function stepLines(what: string, step: WritingStep, width: number): readonly Line[] {
  const told = (paint: Paint, about: string, words: string) => toldLines([paint, about], words, width);
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
        ...(step.failure.fix === undefined ? [] : indented(step.failure.fix, width)),
      ];
    case "handed-in":
      return judgementLines(step.submitted, width);
  }
}

const INDENT = "  ";

/** What it is about, and what is said of it: side by side where both fit. */
function toldLines([paint, what]: readonly [Paint, string], words: string, width: number): readonly Line[] {
  return what.length + 1 + words.length <= width
    ? [[painted(paint, what), ` ${words}`]]
    : [...wrapped(what, width).map((line) => [painted(paint, line)]), ...indented(words, width)];
}

function indented(words: string, width: number): readonly Line[] {
  return wrapped(words, width - INDENT.length).map((line) => `${INDENT}${line}`);
}
