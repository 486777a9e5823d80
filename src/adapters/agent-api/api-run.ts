// Where a call keeps everything about itself. The folder has the name and the files that a program's run has.

import { mkdir, readFile, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod";
import type { AgentResult, Launch, Seals } from "../../engine/ports.ts";
import { writeDurably } from "../shared/durable-file.ts";
import { runIdOf } from "../shared/launch-folder.ts";
import { RESULT_BYTES_MAX, readRunResult, resultSealText } from "../shared/run-result.ts";
import { sha256Of } from "../shared/sha256.ts";
import { isSystemError } from "../shared/system-error.ts";
import type { AnsweredCall } from "./answer-record.ts";

export interface ApiRun {
  readonly path: string;
  readonly prompt: string;
  /** What was asked for and of whom, without the key. */
  readonly request: string;
  /** The events of the answer. */
  readonly log: string;
  /** The answer as it came, until there is a result. */
  readonly answer: string;
  readonly result: string;
  /** That the result is ours. */
  readonly seal: string;
  /** The call broke off with parley, and must not go on under this launch. */
  readonly givenUp: string;
}

export function apiRunOf(runsDir: string, launch: Launch): ApiRun {
  const path = resolve(runsDir, runIdOf(launch));
  return {
    path,
    prompt: join(path, "prompt.md"),
    request: join(path, "request.json"),
    log: join(path, "response.log"),
    answer: join(path, "answer.raw"),
    result: join(path, "result.json"),
    seal: join(path, "result.seal"),
    givenUp: join(path, "given-up"),
  };
}

/** What an earlier process left of the same call, which it did not live to finish, makes room. */
export async function beginRun(run: ApiRun, request: object, prompt: string): Promise<void> {
  await mkdir(run.path, { recursive: true });
  for (const file of [run.log, run.answer, run.result, run.seal]) await rm(file, { force: true });
  await writeDurably(run.prompt, prompt);
  await writeDurably(run.request, `${JSON.stringify(request)}\n`);
}

/** A full disk must not cost what was paid for: then the answer is kept as it came. */
export async function keepResult(
  run: ApiRun,
  result: AgentResult,
  { seals, ...about }: Sealing,
): Promise<void> {
  try {
    const text = `${JSON.stringify(result)}\n`;
    await writeDurably(run.result, text);
    await writeDurably(
      run.seal,
      seals.sign(resultSealText(about.key, about.mark, sha256Of(text)), about.sealWith),
    );
    await rm(run.answer, { force: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

interface Sealing extends AnsweredCall {
  readonly seals: Seals;
  readonly sealWith: string;
}

/** `null` where there is none that counts; one of an older version bears no seal. */
export async function readResult(
  run: ApiRun,
  { key, mark }: Launch,
  seals: Seals,
): Promise<AgentResult | null> {
  const text = await textOf(run.result);
  if (text === null) return null;
  if (mark !== null) {
    const seal = (await textOf(run.seal)) ?? "";
    if (!seals.holds(resultSealText(key, mark, sha256Of(text)), seal, mark.sealKey)) return null;
  }
  return readRunResult(jsonOf(text));
}

/** What was asked for, as far as it is needed to understand an answer again; `null` where it is another launch's. */
export async function readAsked(run: ApiRun, { key, mark }: AnsweredCall): Promise<StoredRequest | null> {
  const asked = requestSchema.safeParse(jsonOf((await textOf(run.request)) ?? "")).data;
  const isSame = asked?.key === key && asked.nonce === mark.nonce && asked.promptHash === mark.promptHash;
  return isSame ? asked : null;
}

const requestSchema = z.object({
  ...{ key: z.string(), nonce: z.string(), promptHash: z.string() },
  startedAtMs: z.number(),
  tools: z.array(z.string()),
});

type StoredRequest = z.output<typeof requestSchema>;

export async function isThere({ path }: ApiRun): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

/** Whoever slept before asking the model finds that it is too late. */
export async function giveUp(run: ApiRun): Promise<void> {
  await mkdir(run.path, { recursive: true });
  await writeDurably(run.givenUp, "");
}

export async function isGivenUp({ givenUp }: ApiRun): Promise<boolean> {
  return (await stat(givenUp).catch(() => null)) !== null;
}

export async function hasRequest({ request }: ApiRun): Promise<boolean> {
  return (await stat(request).catch(() => null)) !== null;
}

export async function hasResult({ result }: ApiRun): Promise<boolean> {
  return (await stat(result).catch(() => null)) !== null;
}

/** When the last of an answer came. */
export async function lastWrittenMs({ answer }: ApiRun): Promise<number> {
  return Math.round((await stat(answer).catch(() => null))?.mtimeMs ?? 0);
}

async function textOf(file: string): Promise<string | null> {
  try {
    const about = await stat(file);
    return about.isFile() && about.size <= RESULT_BYTES_MAX ? await readFile(file, "utf8") : null;
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
