// What one does next, as it can be typed here.
import type { Request } from "./command.ts";
import { columnsOfLine, type Line, type Piece, paintText } from "./text.ts";
import { typedCommand } from "./typed-command.ts";

interface NextStep {
  /** After `parley`. */
  readonly words: string;
  readonly does: string;
}

/** Commands under each other, with what each does beside it or, where that does not fit, below. */
export function nextStepLines(
  steps: readonly NextStep[],
  {
    request,
    width,
    folder,
  }: { readonly request: Pick<Request, "io" | "context">; readonly width: number; readonly folder?: string },
): readonly Line[] {
  const rows = steps.map(({ words, does }) => ({ command: typedCommand(request, words, folder), does }));
  return commandRows(rows, width);
}

const INDENT = "  ";

export function commandRows(
  rows: readonly { readonly command: string; readonly does: string }[],
  width: number,
): readonly Line[] {
  const column = Math.max(...rows.map(({ command }) => command.length)) + INDENT.length;
  return rows.flatMap(({ command, does }): Line[] => {
    const beside: readonly Piece[] = [
      INDENT,
      paintText("cyan", command.padEnd(column)),
      paintText("dim", does),
    ];
    if (columnsOfLine(beside) <= width) return [beside];
    return [
      [INDENT, paintText("cyan", command)],
      [INDENT + INDENT, paintText("dim", does)],
    ];
  });
}
