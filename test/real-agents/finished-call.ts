// The calls of a session as its history tells them, and what came to the model of each.
import * as z from "zod";
import { type RunFolder, runFolderOf } from "../../src/adapters/agent-process/run-folder.ts";
import { readExit } from "../../src/adapters/agent-process/run-records.ts";
import { AGENT_OUTCOMES } from "../../src/core/shared/agent-outcome.ts";
import { type CallKey, parseCallKey } from "../../src/core/shared/call-key.ts";
import type { RealProject } from "./real-project.ts";

const tokens = z.int().nullable();

const callSchema = z.object({
  key: z.string().transform((text): CallKey => {
    const key = parseCallKey(text);
    if (key === null) throw new Error(`${text} is no key of a call`);
    return key;
  }),
  outcome: z.enum(AGENT_OUTCOMES),
  usage: z.object({ inputTokens: tokens, outputTokens: tokens, usd: z.number().nullable() }),
  elapsedMs: z.number(),
  evidence: z.array(z.string()),
  waitMs: z.number().optional(),
});

export type FinishedCall = z.output<typeof callSchema>;

export async function finishedCalls(project: RealProject): Promise<readonly FinishedCall[]> {
  return (await project.events("AgentCallFinished")).map(({ data }) => callSchema.parse(data));
}

const startedSchema = z.object({
  key: z.string(),
  prompt: z.object({ sha256: z.string() }),
  seal: z.object({ nonce: z.string(), sealKey: z.string() }),
});

/** Where a call ran. */
export async function runOf(project: RealProject, key: FinishedCall["key"]): Promise<RunFolder> {
  const started = (await project.events("AgentCallStarted")).map(({ data }) => startedSchema.parse(data));
  const call = started.find((one) => one.key === key);
  if (call === undefined) throw new Error(`${key} was not started`);
  return runFolderOf(project.runsFolder, { key, mark: { ...call.seal, promptHash: call.prompt.sha256 } });
}

/** When the agent of a call came to its end. */
export async function endOf(project: RealProject, { key }: FinishedCall): Promise<number> {
  const exit = await readExit(await runOf(project, key));
  if (exit === null) throw new Error(`nobody wrote how ${key} ended`);
  return exit.endedAtMs;
}

/** The requests that came while the agent of a call was running; where roles share a model, of all of them. */
export async function requestsOf(project: RealProject, { key }: FinishedCall): Promise<number> {
  const exit = await readExit(await runOf(project, key));
  if (exit === null) throw new Error(`nobody wrote how ${key} ended`);
  return project.model.log().filter(({ atMs }) => atMs >= exit.startedAtMs && atMs <= exit.endedAtMs).length;
}
