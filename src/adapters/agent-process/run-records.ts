// The small files of a run folder, read back with care: another version wrote them, or an agent scribbled there.
import * as z from "zod";
import { AGENT_OUTCOMES } from "../../core/shared/agent-outcome.ts";
import { type CallKey, parseCallKey } from "../../core/shared/call-key.ts";
import { AGENT_DOCUMENT_BYTES_MAX, type AgentResult, type LeaseHolder } from "../../engine/ports.ts";
import { isSystemError } from "./durable-file.ts";
import { openRegular, readAt } from "./read-document.ts";
import { isDocumentName, type RunFolder, runIdOf } from "./run-folder.ts";

/** A result holds two documents as JSON texts, in which a byte can take six. */
const RECORD_BYTES_MAX = 16 * AGENT_DOCUMENT_BYTES_MAX;

const holderSchema = z.object({ host: z.string(), pid: z.int().min(1), processStart: z.string() });

const requestSchema = z.object({
  key: z.string().transform((text, context): CallKey => {
    const key = parseCallKey(text);
    if (key !== null) return key;
    context.addIssue({ code: "custom", message: "no call key" });
    return z.NEVER;
  }),
  argv: z.array(z.string()),
  document: z.string().refine(isDocumentName),
  wallMs: z.number(),
  graceMs: z.number(),
  outputBytesMax: z.number(),
  startedAtMs: z.number(),
  /** Who made the folder and is about to start the wrapper. */
  starter: holderSchema,
});

/** Why the wrapper ended the agent, or could not begin; none where the agent ended by itself. */
export const END_REASONS = ["not-started", "wall", "cancelled", "output", "terminated"] as const;

const exitSchema = z.object({
  code: z.int().nullable(),
  signal: z.string().nullable(),
  startedAtMs: z.number(),
  endedAtMs: z.number(),
  reason: z.enum(END_REASONS).optional(),
  /** What the system said where nothing could be started. */
  error: z.string().optional(),
});

const documentSchema = z.object({ text: z.string(), bytes: z.number(), repaired: z.boolean() }).nullable();

const resultSchema = z.object({
  outcome: z.enum(AGENT_OUTCOMES),
  document: documentSchema,
  text: documentSchema,
  usage: z.object({
    inputTokens: z.number().nullable(),
    outputTokens: z.number().nullable(),
    usd: z.number().nullable(),
    cachedInputTokens: z.number().exactOptional(),
  }),
  elapsedMs: z.number(),
  evidence: z.array(z.string()),
  waitMs: z.number().exactOptional(),
  sessionRef: z.string().exactOptional(),
});

export type RunRequest = z.output<typeof requestSchema>;
export type ExitRecord = z.output<typeof exitSchema>;

/** Also `null` where it is another call's. */
export async function readRequest(run: RunFolder): Promise<RunRequest | null> {
  const request = await read(run.request, requestSchema);
  return request !== null && runIdOf(request.key) === run.runId ? request : null;
}

export const readWrapper = (run: RunFolder): Promise<LeaseHolder | null> => read(run.wrapper, holderSchema);
export const readAgent = (run: RunFolder): Promise<LeaseHolder | null> => read(run.agent, holderSchema);
export const readAgentPid = (run: RunFolder): Promise<number | null> => read(run.agentPid, z.int().min(2));
export const readExit = (run: RunFolder): Promise<ExitRecord | null> => read(run.exit, exitSchema);
export const readResult = (run: RunFolder): Promise<AgentResult | null> => read(run.result, resultSchema);

/** `null` where there is none, or none that can be understood. */
async function read<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    const opened = await openRegular(file);
    if ("why" in opened) return null;
    try {
      const { size } = await opened.handle.stat();
      if (size > RECORD_BYTES_MAX) return null;
      const text = new TextDecoder().decode(await readAt(opened.handle, 0, size));
      return schema.safeParse(JSON.parse(text)).data ?? null;
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
