// What the command tells the tests: which programs there are, and where to log.
import * as z from "zod";
import { TRIED_AGENTS } from "./pinned-agents.ts";

const installed = z.strictObject({ program: z.string(), version: z.string() });

const runSchema = z.strictObject({
  /** parley itself, as it was built. */
  parley: z.string(),
  agents: z.partialRecord(z.enum(TRIED_AGENTS), installed),
  /** Those to be tried; others only play beside them. */
  wanted: z.array(z.enum(TRIED_AGENTS)),
  log: z.string(),
  /** When the command began, as its lines in the log say it. */
  began: z.string(),
  network: z.enum(["loopback only", "open"]),
});

export type RealRun = z.output<typeof runSchema>;

export const REAL_RUN_VARIABLE = "PARLEY_REAL_RUN";

export function realRun(env: Readonly<Record<string, string | undefined>>): RealRun {
  const text = env[REAL_RUN_VARIABLE];
  if (text === undefined) throw new Error("real agents are tried by `npm run test:agents`");
  return runSchema.parse(JSON.parse(text));
}
