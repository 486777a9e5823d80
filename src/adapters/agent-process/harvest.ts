import { AGENT_DOCUMENT_BYTES_MAX, type AgentResult } from "../../engine/ports.ts";
import { writeIfPossible } from "./durable-file.ts";
import { type Ended, judge, type Left } from "./judge.ts";
import type { Heard } from "./listener.ts";
import { type FoundDocument, openRegular, readAgentDocument, readAt } from "./read-document.ts";
import type { RunFolder } from "./run-folder.ts";
import { type RunRequest, recordText } from "./run-records.ts";

/** How much of its last words goes with a launch that went wrong. */
const STDERR_BYTES_MAX = 2_000;
const STDERR_LINES_MAX = 8;

export interface Harvest {
  readonly run: RunFolder;
  readonly request: RunRequest;
  readonly ended: Ended;
  readonly heard: Heard;
  readonly nowMs: number;
}

/** Gathers what a launch left and notes it, so that whoever asks again gets the same. */
export async function harvest({ run, request, ended, heard, nowMs }: Harvest): Promise<AgentResult> {
  const found = await readAgentDocument(run, request.document);
  const left: Left = { found, heard, request };
  const { outcome, because } = judge(ended, left);
  const evidence = [because, ...aboutDocument(found, request.document)];
  if (heard.refused !== null) evidence.push(...heard.refused.split("\n"));
  if (outcome !== "ok") evidence.push(...(await lastWords(run)));
  const result: AgentResult = {
    outcome,
    document: found.at === "read" ? found.document : null,
    text: heard.text,
    usage: heard.usage,
    elapsedMs: Math.max(0, elapsed(ended, request, nowMs)),
    evidence,
  };
  await writeIfPossible(run.result, recordText(result));
  return result;
}

function elapsed(ended: Ended, { startedAtMs }: RunRequest, nowMs: number): number {
  return ended.at === "exit" ? ended.exit.endedAtMs - ended.exit.startedAtMs : nowMs - startedAtMs;
}

function aboutDocument(found: FoundDocument, name: string): string[] {
  switch (found.at) {
    case "none":
      return [`no ${name}`];
    case "refused":
      return [`${name} was not read: ${found.why}`];
    case "read": {
      const { bytes, repaired } = found.document;
      const cut = bytes > AGENT_DOCUMENT_BYTES_MAX ? `, of which ${AGENT_DOCUMENT_BYTES_MAX} were read` : "";
      return [`${name}: ${bytes} bytes${cut}${repaired ? ", not all of them UTF-8" : ""}`];
    }
  }
}

async function lastWords(run: RunFolder): Promise<string[]> {
  const opened = await openRegular(run.stderr).catch(() => null);
  if (opened === null || "why" in opened) return [];
  try {
    const { size } = await opened.handle.stat();
    const bytes = await readAt(opened.handle, Math.max(0, size - STDERR_BYTES_MAX), STDERR_BYTES_MAX);
    const lines = new TextDecoder()
      .decode(bytes)
      .split("\n")
      .map((line) => line.trim());
    return lines
      .filter((line) => line !== "")
      .slice(-STDERR_LINES_MAX)
      .map((line) => `stderr: ${line}`);
  } finally {
    await opened.handle.close();
  }
}
