// What `codex exec --json` prints. Only what we use is looked at, and a field of an odd shape counts as missing.
import * as z from "zod";
import type { Usage } from "../../../core/shared/usage.ts";
import { providerError } from "../../shared/provider-error.ts";
import { usageSince } from "../../shared/usage-counting.ts";
import {
  quiet,
  type StreamState,
  type StreamStep,
  said,
  troubled,
  withDenials,
  withError,
  withFinal,
} from "./agent-stream.ts";

const text = z.string().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const amount = z.number().min(0).optional().catch(undefined);

const usageSchema = z
  .object({ input_tokens: amount, cached_input_tokens: amount, output_tokens: amount })
  .optional()
  .catch(undefined);

const itemSchema = z
  .object({ type: text, text, command: text, status: text, message: text, sandbox_denied: flag })
  .catch({});

const lineSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("thread.started"), thread_id: text }),
  z.object({ type: z.literal("turn.started") }),
  z.object({ type: z.literal("turn.completed"), usage: usageSchema }),
  z.object({
    type: z.literal("turn.failed"),
    usage: usageSchema,
    error: z.object({ message: text, code: text }).catch({}),
  }),
  z.object({ type: z.literal("error"), message: text, code: text }),
  z.object({ type: z.literal("item.started"), item: itemSchema }),
  z.object({ type: z.literal("item.updated"), item: itemSchema }),
  z.object({ type: z.literal("item.completed"), item: itemSchema }),
]);

type Item = z.output<typeof itemSchema>;

const NO_WORDS = "an error without words";

export function readCodexLine(state: StreamState, value: unknown): StreamStep | null {
  const line = lineSchema.safeParse(value).data;
  switch (line?.type) {
    case undefined:
      return null;
    case "thread.started":
      return quiet(withFinal(state, { sessionRef: line.thread_id ?? state.final.sessionRef }));
    case "turn.started":
    case "item.updated":
      return quiet(state);
    case "item.started":
      return { state: { ...state, passing: null }, events: doing(line.item) };
    case "item.completed":
      return takeItem(state, line.item);
    case "turn.completed":
      return used({ ...withFinal(state, { ended: true, errors: [] }), passing: null }, line.usage);
    case "turn.failed": {
      const { message = NO_WORDS, code } = line.error;
      const failed = withError(
        withFinal(state, { ended: true, text: null }),
        providerError({ message, code }),
      );
      return used(failed, line.usage);
    }
    case "error": {
      // Each new connection it tries is told as an error; only `turn.failed` says that it has given up.
      const { message = NO_WORDS, code } = line;
      return { state: { ...state, passing: providerError({ message, code }) }, events: troubled(message) };
    }
  }
}

function doing({ type, command }: Item): StreamStep["events"] {
  return type === "command_execution" ? said(`runs ${command ?? "a command"}`) : [];
}

function takeItem(state: StreamState, item: Item): StreamStep {
  // A warning of its own says nothing about whether the model answers again.
  if (item.type === "error") return { state, events: said(item.message ?? NO_WORDS) };
  const moved = { ...state, passing: null };
  switch (item.type) {
    case "agent_message":
      return { state: withFinal(moved, { text: item.text ?? null }), events: said(item.text ?? "") };
    case "reasoning":
      return { state: moved, events: said(item.text ?? "") };
    case "file_change":
    case "command_execution":
      return quiet(wasDenied(item) ? withDenials(moved, [item.command ?? item.type]) : moved);
    default:
      return quiet(moved);
  }
}

/** Only its own marks count: the words of a command that failed may say anything. */
function wasDenied({ status, sandbox_denied: stopped = false }: Item): boolean {
  return status === "declined" || stopped;
}

function used(state: StreamState, usage: z.output<typeof usageSchema>): StreamStep {
  if (usage === undefined) return quiet(state);
  const { input_tokens: inputTokens = null, output_tokens: outputTokens = null } = usage;
  const cached = usage.cached_input_tokens;
  const reported: Usage = {
    ...{ inputTokens, outputTokens, usd: null },
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
  };
  const own = usageSince(state.before, reported);
  return { state: withFinal(state, { reported, usage: own }), events: [{ at: "used", usage: own }] };
}

/** A change outside its sandbox is refused without a word in the stream: only its log tells. */
const REJECTED =
  /\bERROR codex_[\w:]+: error=(?:patch rejected: )?(.{0,200}?); rejected by user approval settings/;

export function codexDenialIn(stderrLine: string): string | null {
  return REJECTED.exec(stderrLine)?.[1] ?? null;
}
