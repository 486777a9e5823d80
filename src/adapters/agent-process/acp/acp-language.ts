// The log of an ACP run, as the one shape that runs are judged by. The lines are ours, the words in them the agent's.
import * as z from "zod";
import { USAGE_UNKNOWN, type Usage } from "../../../core/shared/usage.ts";
import type { AgentEvent } from "../../../engine/ports.ts";
import { lazySchema } from "../../shared/loose-fields.ts";
import { providerError } from "../../shared/provider-error.ts";
import { countSince } from "../../shared/usage-counting.ts";
import {
  type StreamState,
  type StreamStep,
  speechEvents,
  troubleEvents,
  unchangedStep,
  withDenials,
  withError,
  withFinal,
} from "../cli/agent-cli.ts";
import { streamLanguage } from "../cli/cli-language.ts";
import type { Language } from "../language.ts";

const lineSchema = lazySchema(() => {
  const amount = z.number().min(0).nullable();
  const usage = z.object({
    inputTokens: amount,
    outputTokens: amount,
    usd: amount,
    cachedInputTokens: z.number().min(0).exactOptional(),
  });
  return z.discriminatedUnion("type", [
    z.object({
      type: z.literal("session"),
      id: z.string(),
      resumed: z.boolean(),
      canGoOn: z.boolean(),
      agent: z.string(),
    }),
    z.object({ type: z.literal("said"), text: z.string() }),
    z.object({ type: z.literal("used-tool"), what: z.string() }),
    z.object({ type: z.literal("troubled"), about: z.string() }),
    z.object({ type: z.literal("denied"), what: z.string() }),
    z.object({ type: z.literal("alive") }),
    z.object({ type: z.literal("ended"), text: z.string().nullable(), usage }),
    z.object({
      type: z.literal("failed"),
      message: z.string(),
      code: z.string().optional(),
      status: z.number().optional(),
      usage,
    }),
  ]);
});

export const ACP_LANGUAGE: Language = streamLanguage({ readLine, readErrorLine: (state) => state });

function readLine(state: StreamState, value: unknown): StreamStep | null {
  const line = lineSchema().safeParse(value).data;
  switch (line?.type) {
    case undefined:
      return null;
    case "session":
      return unchangedStep(
        withFinal(line.resumed ? state : anew(state), { sessionRef: line.canGoOn ? line.id : null }),
      );
    case "said":
      return { state, events: speechEvents(line.text) };
    case "used-tool":
      return { state, events: speechEvents(line.what) };
    case "troubled":
      return { state, events: troubleEvents(line.about) };
    case "denied":
      return { state: withDenials(state, [line.what]), events: troubleEvents(`denied: ${line.what}`) };
    case "alive":
      return unchangedStep(state);
    case "ended":
      return endedStep(withFinal(state, { ended: true, text: line.text }), line.usage);
    case "failed": {
      const { message, code, status } = line;
      const failed = withError(withFinal(state, { ended: true }), providerError({ message, code, status }));
      return endedStep(failed, line.usage);
    }
  }
}

/** In a session of its own nothing was spent before. */
function anew(state: StreamState): StreamState {
  return { ...state, before: USAGE_UNKNOWN };
}

/** Tokens are told by the turn, dollars over all turns of a session. */
function endedStep(state: StreamState, reported: Usage): StreamStep {
  const usage: Usage = { ...reported, usd: countSince(state.before.usd, reported.usd) };
  const events: AgentEvent[] = [{ at: "used", usage }];
  return { state: withFinal(state, { usage, reported }), events };
}
