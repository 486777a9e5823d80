import { type Failure, isFailure } from "../../app/failure.ts";
import { listSessions, type SessionList } from "../../app/sessions/list-sessions.ts";
import type { Answer, Request } from "../command.ts";
import { columnFor, type Line, painted } from "../text.ts";

type Row = SessionList["sessions"][number];

const NAME_MAX = 40;
const STATE_COLUMN = 20;

export async function run({ surroundings, options, quiet }: Request): Promise<Answer | Failure> {
  const listed = await listSessions(surroundings, { all: options.has("--all") });
  if (isFailure(listed)) return listed;
  const { sessions, hidden } = listed;
  return {
    data: sessions,
    lines: () => [...(sessions.length === 0 ? none(quiet, hidden) : table(sessions)), ...hint(quiet, hidden)],
  };
}

function none(quiet: boolean, hidden: number): Line[] {
  if (quiet) return [];
  return hidden > 0
    ? ["Every session was abandoned."]
    : ["There is no session yet.", "start one: parley refine SPEC"];
}

function hint(quiet: boolean, hidden: number): Line[] {
  if (quiet || hidden === 0) return [];
  return [[painted("dim", `${hidden} abandoned; list all: `), "parley sessions --all"]];
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
