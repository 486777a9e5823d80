// The small files of a run folder, read back with care: another version wrote them, or an agent scribbled there.

import * as z from "zod";
import { type CallKey, parseCallKey } from "../../core/shared/call-key.ts";
import type { AgentResult, Launch, LeaseHolder } from "../../engine/ports.ts";
import { RESULT_BYTES_MAX, readRunResult } from "../shared/run-result.ts";
import { isSystemError } from "../shared/system-error.ts";
import { openRegular, readAt } from "./read-document.ts";
import { isDocumentName, type RunFolder } from "./run-folder.ts";

const holderSchema = z.object({ host: z.string(), pid: z.int().min(1), processStart: z.string() });

const requestSchema = z.object({
  key: z.string().transform((text, context): CallKey => {
    const key = parseCallKey(text);
    if (key !== null) return key;
    context.addIssue({ code: "custom", message: "no call key" });
    return z.NEVER;
  }),
  /** None where an older version made the folder. */
  nonce: z.string().nullable().default(null),
  promptHash: z.string().nullable().default(null),
  argv: z.array(z.string()),
  document: z.string().refine(isDocumentName),
  /** Where it works in place of its view, links followed. */
  worktree: z.string().exactOptional(),
  access: z.enum(["read-only", "write"]).default("write"),
  readsProject: z.boolean().default(false),
  resume: z.string().nullable().default(null),
  wallMs: z.number(),
  idleMs: z.number().nullable().default(null),
  afterResultMs: z.number().nullable().default(null),
  graceMs: z.number(),
  outputBytesMax: z.number(),
  startedAtMs: z.number(),
  /** How much of the prompt, from its beginning, is the agent's system prompt; the rest comes on its input. */
  systemBytes: z.int().min(1).exactOptional(),
  /** Whether the first request to end goes to the started process alone, and not to its whole group. */
  interruptsLeader: z.boolean().exactOptional(),
  /** Who made the folder and is about to start the wrapper. */
  starter: holderSchema,
});

/** Why the wrapper ended the agent, or could not begin; none where the agent ended by itself. */
const END_REASONS = [
  "not-started",
  "wall",
  "idle",
  "after-result",
  "cancelled",
  "output",
  "terminated",
] as const;

/** Why whoever watches asks the wrapper to end the agent. */
export type StopRequest = "cancelled" | "after-result";

const exitSchema = z.object({
  code: z.int().nullable(),
  signal: z.string().nullable(),
  startedAtMs: z.number(),
  endedAtMs: z.number(),
  reason: z.enum(END_REASONS).optional(),
  /** What the system said where nothing could be started, and whether that there is no such program. */
  error: z.string().optional(),
  missing: z.boolean().optional(),
  /** How much it had said when we began to end it. */
  stdoutBytes: z.number().optional(),
  /** What it had left running and was ended. */
  strays: z.array(z.string()).optional(),
  /** What of that could not be ended. */
  left: z.array(z.string()).optional(),
});

const viewSchema = z.object({
  /** Path from the view, size, mode, sha256. */
  files: z.array(z.tuple([z.string(), z.number(), z.number(), z.string()])),
  /** What is to be known about the copy. */
  notes: z.array(z.string()),
});

const leftSchema = z.object({ bytes: z.int().min(0), sha256: z.string() }).nullable();

const exitSealSchema = z.object({
  /** Of `exit` itself. */
  exit: z.string(),
  stdout: leftSchema,
  stderr: leftSchema,
  document: leftSchema,
  signature: z.string(),
});

const resultSealSchema = z.object({ signature: z.string() });

/** A file as a run left it; `null` where there was none that can be read. */
export type LeftFile = z.output<typeof leftSchema>;
export type ExitSeal = z.output<typeof exitSealSchema>;
export type RunRequest = z.output<typeof requestSchema>;
export type ExitRecord = z.output<typeof exitSchema>;
export type ViewRecord = z.output<typeof viewSchema>;

/** Also `null` where it is another launch's. */
export async function readRequest(run: RunFolder, { key, mark }: Launch): Promise<RunRequest | null> {
  const request = await read(run.request, parserFor(requestSchema));
  const isSame =
    request?.key === key &&
    request.nonce === (mark?.nonce ?? null) &&
    request.promptHash === (mark?.promptHash ?? null);
  return isSame ? request : null;
}

/** By a schema; what it does not allow is `null`. */
const parserFor =
  <T>(schema: z.ZodType<T>): ((value: unknown) => T | null) =>
  (value) =>
    schema.safeParse(value).data ?? null;

export const readWrapper = (run: RunFolder): Promise<LeaseHolder | null> =>
  read(run.wrapper, parserFor(holderSchema));
export const readAgent = (run: RunFolder): Promise<LeaseHolder | null> =>
  read(run.agent, parserFor(holderSchema));
export const readAgentPid = (run: RunFolder): Promise<number | null> =>
  read(run.agentPid, parserFor(z.int().min(2)));
export const readExit = (run: RunFolder): Promise<ExitRecord | null> => read(run.exit, parserFor(exitSchema));
export const readExitSeal = (run: RunFolder): Promise<ExitSeal | null> =>
  read(run.exitSeal, parserFor(exitSealSchema));
export const readResultSeal = (run: RunFolder): Promise<{ signature: string } | null> =>
  read(run.resultSeal, parserFor(resultSealSchema));
export const readView = (run: RunFolder): Promise<ViewRecord | null> =>
  read(run.fingerprint, parserFor(viewSchema));
export const readResult = (run: RunFolder): Promise<AgentResult | null> => read(run.result, readRunResult);

/** `null` where there is none, or none that can be understood. */
async function read<T>(file: string, understand: (value: unknown) => T | null): Promise<T | null> {
  try {
    const opened = await openRegular(file);
    if ("why" in opened) return null;
    try {
      const { size } = await opened.handle.stat();
      if (size > RESULT_BYTES_MAX) return null;
      const text = new TextDecoder().decode(await readAt(opened.handle, 0, size));
      return understand(JSON.parse(text));
    } finally {
      await opened.handle.close();
    }
  } catch (error) {
    if (error instanceof SyntaxError || isSystemError(error)) return null;
    throw error;
  }
}

export function recordText(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
