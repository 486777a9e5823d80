import { type Failure, isFailure } from "../../app/failure.ts";
import { listSessions } from "../../app/sessions/list-sessions.ts";
import type { Answer, Request } from "../command.ts";
import { columnFor, type Line, painted } from "../text.ts";

type Row = Exclude<Awaited<ReturnType<typeof listSessions>>, Failure>[number];

const NAME_MAX = 40;
const STATE_COLUMN = 20;

export async function run({ surroundings, quiet }: Request): Promise<Answer | Failure> {
  const sessions = await listSessions(surroundings);
  if (isFailure(sessions)) return sessions;
  return { data: sessions, lines: () => (sessions.length === 0 ? none(quiet) : table(sessions)) };
}

function none(quiet: boolean): Line[] {
  return quiet ? [] : ["There is no session yet.", "start one: parley refine SPEC"];
}

function table(sessions: readonly Row[]): Line[] {
  const names = columnFor(
    sessions.map(({ session }) => session),
    NAME_MAX,
  );
  return sessions.map(({ session, state, round, openAfterRound, questions, spec }): Line => {
    const asks = questions === 0 ? "" : `  ${questions} question${questions === 1 ? "" : "s"}`;
    return [
      painted("bold", session.padEnd(names)),
      state.padEnd(STATE_COLUMN),
      `round ${round}, ${openAfterRound} open at its end`,
      painted("yellow", asks),
      painted("dim", `  ${spec}`),
    ];
  });
}
