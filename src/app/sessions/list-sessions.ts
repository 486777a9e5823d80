// All sessions, as the tables have them: nothing is folded for a list.

import { QUESTIONS_TABLE } from "../../engine/session-tables.ts";
import type { CommandContext } from "../command-context.ts";
import type { Outcome } from "../failure.ts";
import type { SessionRow } from "../wire/session.ts";
import { isAbandoned, listSessionRows } from "./find-session.ts";
import { withProject } from "./with-project.ts";

export interface SessionList {
  readonly sessions: readonly SessionRow[];
  /** Abandoned ones that are not listed. */
  readonly hidden: number;
}

/** Abandoned sessions keep their documents, and are listed where all are wanted. */
export async function listSessions(
  context: CommandContext,
  { all }: { readonly all: boolean },
): Outcome<SessionList> {
  return await withProject(context, "read-only", async ({ store }) => {
    const asked = (await store.rows(QUESTIONS_TABLE)).map((row) => row.session);
    const count = (session: string): number => asked.filter((one) => one === session).length;
    const listed = await listSessionRows(store);
    const shown = all ? listed : listed.filter((session) => !isAbandoned(session));
    return {
      sessions: shown.map((row) => ({ ...row, questions: count(row.session) })),
      hidden: listed.length - shown.length,
    };
  });
}
