import { columnsOf } from "./columns.ts";
import { harmless, type Line, painted } from "./text.ts";

const INDENT = "    ";

/** A command or a path to copy is never broken: where it does not fit beside its label, it has a line of its own. */
export function commandLines(label: string, command: string, width: number): Line[] {
  const whole = harmless(command);
  return label.length + columnsOf(whole) <= width
    ? [[painted("dim", label), whole]]
    : [[painted("dim", label.trimEnd())], `${INDENT}${whole}`];
}
