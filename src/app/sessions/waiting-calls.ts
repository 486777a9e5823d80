// Calls that are owed, but whose provider is to be left alone for now.

import { agentRoleOf, isSide } from "../../core/refinement/role.ts";
import type { CallOrder } from "../../core/refinement/session/owed.ts";
import { timestampFromMs } from "../../core/shared/timestamp.ts";
import { heldUntil } from "../../runner/held-calls.ts";
import { providerOf } from "../agents/agent-settings.ts";
import { sharedWaits } from "../agents/shared-waits.ts";
import type { CommandContext } from "../command-context.ts";
import { validConfig } from "../config/layers.ts";
import { isFailure } from "../failure.ts";
import type { WaitingCall } from "../wire/session.ts";
import { systemClock } from "./system-ports.ts";

/** As a run decides it: by the session's own log and by what all runs of this user know, whichever is later. */
export async function waitingCalls(
  context: CommandContext,
  session: string,
  orders: readonly CallOrder[],
): Promise<readonly WaitingCall[]> {
  const { env } = context;
  const config = await validConfig(context);
  const waits = sharedWaits(env);
  const waiting: WaitingCall[] = [];
  for (const { key, role, agent, notBeforeMs } of orders) {
    const provider = isFailure(config) ? null : providerOf(agent, { config, env });
    const known = { waits, nowMs: systemClock.nowMs() };
    const untilMs = await heldUntil({ notBeforeMs }, provider?.account ?? null, known);
    if (untilMs === null) continue;
    const payer = agentRoleOf(role);
    const otherwise = isSide(payer)
      ? `parley resume ${session} --${payer} OTHER`
      : "parley config set roles.drafter OTHER";
    const until = timestampFromMs(untilMs);
    const name = provider?.name ?? agent;
    const sooner = `parley agents retry ${agent}`;
    waiting.push({ key, role: payer, agent, provider: name, until, otherwise, sooner });
  }
  return waiting;
}
