// What sessions used and cost: by round, role and agent, and in sum. Folds the core alone.

import { type UsageRow, type UsageTotal, usageTotal } from "../../core/refinement/records/usage.ts";
import type { Session } from "../../core/refinement/session/session.ts";
import type { CommandContext } from "../command-context.ts";
import { isFailure, type Outcome } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import type { ListedSession } from "../wire/session.ts";
import type { ProjectUsage, SessionUsage } from "../wire/usage.ts";
import { findSession, listSessionRows, streamOf } from "./find-session.ts";
import { foldSession } from "./look-at-session.ts";
import { hasUnseenCost } from "./session-state.ts";
import { withProject } from "./with-project.ts";

/** Of one session, or of all where none is named. */
export async function sumUsage(context: CommandContext, wanted: string | undefined): Outcome<ProjectUsage> {
  return await withProject(context, "read-only", async (project) => {
    const named = wanted === undefined ? null : await findSession(project.store, wanted);
    if (isFailure(named)) return named;
    const listed = named === null ? await listSessionRows(project.store) : [named];
    const sessions: SessionUsage[] = [];
    for (const one of listed) sessions.push(await usageOfSession(project, one));
    return { sessions, total: usageTotal(sessions.map(({ total }) => total)) };
  });
}

async function usageOfSession({ store }: OpenProject, listed: ListedSession): Promise<SessionUsage> {
  const session = await foldSession(store, streamOf(listed));
  const rows = session.at === "none" ? [] : session.ledger.usage;
  return {
    session: listed.session,
    rows,
    byRole: totalsBy(rows, ({ role }) => role).map(([role, total]) => ({ role, ...total })),
    byRound: totalsBy(rows, ({ round }) => round).map(([round, total]) => ({ round, ...total })),
    total: usageTotal(rows),
    inherited: inheritedBy(session),
    costUnseen: session.at !== "none" && hasUnseenCost(session),
  };
}

function inheritedBy({ fork }: Session): SessionUsage["inherited"] {
  return fork === undefined ? null : { from: fork.origin, total: usageTotal(fork.inherited) };
}

function totalsBy<Key>(
  rows: readonly UsageRow[],
  keyOf: (row: UsageRow) => Key,
): readonly (readonly [Key, UsageTotal])[] {
  const keys = [...new Set(rows.map(keyOf))];
  return keys.map((key) => [key, usageTotal(rows.filter((row) => keyOf(row) === key))]);
}
