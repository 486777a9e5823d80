import { formatCount, type Line, paintText } from "./text.ts";

/** Tasks that were given up, which nobody takes up again but a person. */
export function failedLines(ids: readonly string[]): readonly Line[] {
  const [first] = ids;
  if (first === undefined) return [];
  const look = ids.length === 1 ? `parley tasks show ${first}` : "parley tasks list --status failed";
  return [[paintText("red", `${formatCount(ids.length, "task")} failed: `), look]];
}
