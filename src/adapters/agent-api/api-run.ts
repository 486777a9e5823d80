// Where a call keeps everything about itself. The folder has the name and the files that a program's run has.
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readRunResult } from "../../core/shared/run-result.ts";
import { AGENT_DOCUMENT_BYTES_MAX, type AgentResult, type Launch } from "../../engine/ports.ts";
import { isSystemError, writeDurably } from "./durable-file.ts";

export interface ApiRun {
  readonly path: string;
  readonly prompt: string;
  /** What was asked for and of whom, without the key. */
  readonly request: string;
  /** The events of the answer. */
  readonly log: string;
  readonly result: string;
}

const RUN_ID_LENGTH = 16;
/** A result holds a document as a JSON text, in which a byte can take six. */
const RESULT_BYTES_MAX = 16 * AGENT_DOCUMENT_BYTES_MAX;

export function apiRunOf(runsDir: string, { key, mark }: Launch): ApiRun {
  const name = `${key}${mark?.nonce ?? ""}`;
  const runId = createHash("sha256").update(name).digest("hex").slice(0, RUN_ID_LENGTH);
  const path = resolve(runsDir, runId);
  return {
    path,
    prompt: join(path, "prompt.md"),
    request: join(path, "request.json"),
    log: join(path, "response.log"),
    result: join(path, "result.json"),
  };
}

/** What an earlier process left of the same call, which it did not live to finish, makes room. */
export async function beginRun(run: ApiRun, request: object, prompt: string): Promise<void> {
  await mkdir(run.path, { recursive: true });
  await rm(run.log, { force: true });
  await writeDurably(run.prompt, prompt);
  await writeDurably(run.request, `${JSON.stringify(request)}\n`);
}

/** A full disk must not cost what was paid for: then the result is only not found again. */
export async function keepResult(run: ApiRun, result: AgentResult): Promise<void> {
  try {
    await writeDurably(run.result, `${JSON.stringify(result)}\n`);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/** `null` where there is none, or none that can be understood. */
export async function readResult(run: ApiRun): Promise<AgentResult | null> {
  try {
    const about = await stat(run.result);
    if (!about.isFile() || about.size > RESULT_BYTES_MAX) return null;
    return readRunResult(JSON.parse(await readFile(run.result, "utf8")));
  } catch (error) {
    if (error instanceof SyntaxError || isSystemError(error)) return null;
    throw error;
  }
}
