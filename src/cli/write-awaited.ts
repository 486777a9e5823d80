// Between two runs in a terminal: what is awaited from the person who sits there is written in an editor.
import type { Refined } from "../app/sessions/run-refinement.ts";
import { type WritingStep, writeByHand } from "../app/sessions/write-by-hand.ts";
import { awaitedWords } from "./awaited-lines.ts";
import type { Request } from "./command.ts";
import { judgementLines } from "./submitted-lines.ts";
import { type Line, painted } from "./text.ts";

/** Of a line on the terminal; what is reported goes out line by line. */
const WIDTH = 80;

/** Tells how many documents were handed in; with one or more, the session can go on. */
export async function writeAwaited(
  { surroundings, mayAsk, report }: Pick<Request, "surroundings" | "mayAsk" | "report">,
  { awaited }: Pick<Refined, "awaited">,
): Promise<number> {
  if (!mayAsk || awaited.length === 0) return 0;
  return await writeByHand(surroundings, awaited, (one, step) => {
    for (const line of stepLines(awaitedWords(one), step)) report(line);
  });
}

function stepLines(what: string, step: WritingStep): readonly Line[] {
  switch (step.at) {
    case "opened":
      return [[painted("cyan", what), painted("dim", ` in ${step.editor}: save and close to hand it in`)]];
    case "no-editor":
      return [[painted("yellow", "no editor was found"), ": set EDITOR, or hand the document in as a file"]];
    case "not-now":
      return [[painted("yellow", what), ` waits: ${step.because}; what stands there is kept`]];
    case "refused":
      return [
        [painted("red", what), ` was not handed in: ${step.failure.message}`],
        ...(step.failure.fix === undefined ? [] : [`  ${step.failure.fix}`]),
      ];
    case "handed-in":
      return judgementLines(step.submitted, WIDTH);
  }
}
