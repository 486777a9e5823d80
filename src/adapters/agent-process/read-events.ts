// What an agent's output means, line by line. Each program has a language of its own; this is ours, and plain words.
import * as z from "zod";
import type { Usage } from "../../core/shared/usage.ts";

export type StreamEvent =
  | { readonly at: "said"; readonly text: string }
  /** All that was used so far; the last one counts. */
  | { readonly at: "used"; readonly usage: Usage }
  /** The final answer; the last one counts. */
  | { readonly at: "answered"; readonly text: string }
  /** It will not work at all: no login, no such model, no script. Another launch would not help. */
  | { readonly at: "refused"; readonly text: string }
  /** Words for a person; all of them together are the answer of a program that gives no other. */
  | { readonly at: "plain" };

/** Made anew for each stream, so that a reader may remember what came before. */
export type ReadEvents = () => (line: string) => readonly StreamEvent[];

const amount = z.number().min(0).nullable().optional().catch(null);

const lineSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("said"), text: z.string() }),
  z.object({ type: z.literal("result"), text: z.string() }),
  z.object({ type: z.literal("refused"), text: z.string() }),
  z.object({ type: z.literal("usage"), inputTokens: amount, outputTokens: amount, usd: amount }),
]);

const PLAIN: readonly StreamEvent[] = [{ at: "plain" }];

export const readPlayerEvents: ReadEvents = () => (line) => {
  const event = line.startsWith("{") ? lineSchema.safeParse(jsonOf(line)).data : undefined;
  switch (event?.type) {
    case undefined:
      return PLAIN;
    case "said":
    case "refused":
      return [{ at: event.type, text: event.text }];
    case "result":
      return [{ at: "answered", text: event.text }];
    case "usage": {
      const { inputTokens = null, outputTokens = null, usd = null } = event;
      return [{ at: "used", usage: { inputTokens, outputTokens, usd } }];
    }
  }
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
