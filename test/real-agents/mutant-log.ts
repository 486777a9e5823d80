// One line for each protection that was taken away. The table in the documentation is made from these and from nothing else.
import * as z from "zod";
import { CASE_NAMES } from "./cases.ts";
import { TRIED_AGENTS } from "./pinned-agents.ts";

const lineSchema = z.strictObject({
  agent: z.enum(TRIED_AGENTS),
  row: z.enum(CASE_NAMES),
  mutant: z.string(),
  /** Of what was taken away, and of what that had to show. */
  locks: z.string(),
  became: z.enum(["red", "red for another reason", "green"]),
  /** What the row said, around the words that show it. */
  said: z.string(),
});

export type MutantLine = z.output<typeof lineSchema>;

export function mutantLogText(lines: readonly MutantLine[]): string {
  return lines.map((line) => `${JSON.stringify(lineSchema.parse(line))}\n`).join("");
}

/** Our own file: a line of another shape is a bug. */
export function parseMutantLog(text: string): readonly MutantLine[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => lineSchema.parse(JSON.parse(line)));
}
