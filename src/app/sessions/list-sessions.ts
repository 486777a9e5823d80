// All sessions, as the tables have them: nothing is folded for a list.
import type { Failure } from "../failure.ts";
import type { Surroundings } from "../surroundings.ts";
import { type ListedSession, listedSessions } from "./find-session.ts";
import { QUESTIONS_TABLE } from "./session-tables.ts";
import { withProject } from "./with-project.ts";

export interface SessionRow extends ListedSession {
  readonly questions: number;
}

export async function listSessions(surroundings: Surroundings): Promise<readonly SessionRow[] | Failure> {
  return await withProject(surroundings, "read-only", async ({ store }) => {
    const asked = (await store.rows(QUESTIONS_TABLE)).map((row) => row.session);
    const count = (session: string): number => asked.filter((one) => one === session).length;
    return (await listedSessions(store)).map((row) => ({ ...row, questions: count(row.session) }));
  });
}
