// What a session of a command-line agent is resumed with. Some agents count what was used over all its runs: what was
// counted before goes along, so that the next run can tell its own part.
import * as z from "zod";
import { USAGE_UNKNOWN, type Usage } from "../../../core/shared/usage.ts";

interface SessionRef {
  readonly id: string;
  readonly reported: Usage;
}

const amount = z.number().min(0).nullable().catch(null);

const schema = z.object({
  id: z.string().min(1),
  reported: z
    .object({
      inputTokens: amount,
      outputTokens: amount,
      usd: amount,
      cachedInputTokens: z.number().min(0).exactOptional(),
    })
    .catch(USAGE_UNKNOWN),
});

/** An id that begins like an option would be taken for one. */
const ID = /^[A-Za-z0-9][\w.:-]{0,199}$/;

export function sessionRefText(ref: SessionRef): string {
  return JSON.stringify(ref);
}

/** `null` where there is none that could be used. */
export function readSessionRef(text: string | null): SessionRef | null {
  if (text === null) return null;
  try {
    const ref = schema.safeParse(JSON.parse(text)).data ?? null;
    return ref !== null && ID.test(ref.id) ? ref : null;
  } catch {
    return null;
  }
}
