// What the process that speaks to an ACP agent is told: its first argument, as JSON; the agent's own command comes after it.
import * as z from "zod";
import type { Access } from "../../../core/shared/access.ts";
import type { WorktreeRights } from "../cli/agent-cli.ts";

export interface AcpOrder {
  readonly access: Access;
  /** What it may do there, where its working folder is a worktree. */
  readonly worktree: WorktreeRights | null;
  /** The session to go on with, where the agent can. */
  readonly resume: string | null;
  /** Whether its session may be gone on with, where the agent can. */
  readonly resumes: boolean;
  /** What the session is set to, by the names the agent gives them; `null`: as the agent has it. */
  readonly model: string | null;
  readonly mode: string | null;
  /** How much of the prompt, from its beginning, is for the agent's system prompt, where it takes one. */
  readonly standingChars: number;
  readonly bounds: AcpBounds;
}

export interface AcpBounds {
  /** For each answer before the prompt is sent. */
  readonly handshakeMs: number;
  /** Without an update after the stop response, and at most. */
  readonly quietMs: number;
  readonly drainMs: number;
  /** From the end of its input to its own end. */
  readonly leaveMs: number;
  readonly messagesMax: number;
  readonly messageBytesMax: number;
  /** Of the agent to us: for leave, for files, for terminals. */
  readonly requestsMax: number;
  /** Lines that are no messages. */
  readonly unreadableMax: number;
}

const KB = 1024;

export const ACP_BOUNDS_DEFAULT: AcpBounds = {
  handshakeMs: 120_000,
  quietMs: 300,
  drainMs: 3_000,
  leaveMs: 3_000,
  messagesMax: 200_000,
  messageBytesMax: 16 * KB * KB,
  requestsMax: 500,
  unreadableMax: 100,
};

const count = z.int().min(1);

const orderSchema = z.object({
  access: z.enum(["read-only", "write"]),
  worktree: z.object({ shell: z.boolean().nullable() }).nullable(),
  resume: z.string().nullable(),
  resumes: z.boolean(),
  model: z.string().nullable(),
  mode: z.string().nullable(),
  standingChars: z.int().min(0),
  bounds: z.object({
    handshakeMs: count,
    quietMs: count,
    drainMs: count,
    leaveMs: count,
    messagesMax: count,
    messageBytesMax: count,
    requestsMax: count,
    unreadableMax: count,
  }),
});

/** Only parley itself writes one: another is a bug. */
export function parseOrder(text: string): AcpOrder {
  return orderSchema.parse(JSON.parse(text));
}
