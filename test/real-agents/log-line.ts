// One line for each case that was tried. The matrix in the documentation is made from these and from nothing else.
import * as z from "zod";
import { AGENT_OUTCOMES } from "../../src/core/shared/agent-outcome.ts";
import { CASE_NAMES } from "./cases.ts";
import { TRIED_AGENTS } from "./pinned-agents.ts";

/** UTC. */
const second = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

export function secondOf(date: Date): string {
  return `${date.toISOString().slice(0, "YYYY-MM-DDTHH:MM:SS".length)}Z`;
}

const lineSchema = z.strictObject({
  agent: z.enum(TRIED_AGENTS),
  version: z.string(),
  case: z.enum(CASE_NAMES),
  outcome: z.enum(AGENT_OUTCOMES),
  /** Of the call that was tried; of everything, where the case is a whole session. */
  ms: z.int().min(0),
  /** What came to the fake model of it. */
  requests: z.int().min(0),
  /** Processes still there afterwards; `null` where nobody could look. */
  strays: z.int().min(0).nullable(),
  date: second,
  network: z.enum(["loopback only", "open"]),
  platform: z.string(),
  /** When the command began that tried it. */
  run: second.optional(),
});

export type LogLine = z.output<typeof lineSchema>;

export function logText(line: LogLine): string {
  return `${JSON.stringify(lineSchema.parse(line))}\n`;
}

/** Our own file: a line of another shape is a bug. */
export function parseLog(text: string): readonly LogLine[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => lineSchema.parse(JSON.parse(line)));
}
