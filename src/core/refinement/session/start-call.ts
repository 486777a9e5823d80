import { callKeyParts } from "../../shared/call-key.ts";
import type { Refusal } from "../../shared/refusal.ts";
import type { Draft } from "./draft.ts";
import { owed } from "./owed.ts";
import { isByHand } from "./session.ts";
import type { CommandOf } from "./session-command.ts";
import { placeOfKey } from "./turn.ts";

/** A call may start only while it is owed: not twice, not past a limit, not after a question took its place. */
export function startCall(draft: Draft, command: CommandOf<"StartCall">): Refusal | null {
  const { key, agent, prompt, example, seal } = command;
  const order = owed(draft.session).find((effect) => effect.do === "call" && effect.order.key === key);
  if (order?.do !== "call") return { refused: "not-owed", message: `the call ${key} is not owed` };
  // Whoever was quicker has chosen another meanwhile.
  if (order.order.agent !== agent)
    return { refused: "not-owed", message: `the call ${key} is owed to ${order.order.agent}, not ${agent}` };
  const { attempt, launch } = callKeyParts(key);
  draft.emit("AgentCallStarted", {
    ...placeOfKey(key),
    key,
    attempt,
    launch,
    agent,
    prompt,
    retry: order.order.retry,
    example,
    ...(seal === undefined ? {} : { seal }),
  });
  return null;
}

/** Only one that was started and has not come back; a person's bears no seal. */
export function sealCall(draft: Draft, { key, seal }: CommandOf<"SealCall">): Refusal | null {
  const call = draft.session.ledger.calls.find((started) => started.key === key);
  if (call === undefined || isByHand(call))
    return { refused: "not-started", message: `the call ${key} is not under way` };
  draft.emit("AgentCallSealed", { ...placeOfKey(key), key, seal });
  return null;
}
