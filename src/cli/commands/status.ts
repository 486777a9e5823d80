import { type Failure, isFailure } from "../../app/failure.ts";
import { statusOf } from "../../app/sessions/look-at-session.ts";
import type { Answer, Request } from "../command.ts";
import { questionLines } from "../question-lines.ts";
import { type Line, painted } from "../text.ts";

type Status = Exclude<Awaited<ReturnType<typeof statusOf>>, Failure>;

const ID_COLUMN = 18;
const SEVERITY_COLUMN = 10;
const STATE_COLUMN = 18;
const GAPS_SHOWN_MAX = 40;

export async function run({ surroundings, arguments: given, quiet }: Request): Promise<Answer | Failure> {
  const status = await statusOf(surroundings, given[0]);
  if (isFailure(status)) return status;
  return { data: status, lines: (width) => (quiet ? [headline(status)] : lines(status, width)) };
}

function headline({ session, state, completedRounds, maxRounds, open }: Status): Line {
  return [painted("bold", session), `  ${state}  ${completedRounds} of ${maxRounds} rounds, ${open} open`];
}

function lines(status: Status, width: number): Line[] {
  const { gaps, questions, running, spec, spent } = status;
  const shown = gaps.slice(0, GAPS_SHOWN_MAX);
  const room = Math.max(20, width - ID_COLUMN - SEVERITY_COLUMN - STATE_COLUMN);
  return [
    headline(status),
    [
      painted(
        "dim",
        `${spec} · ${spent.calls} calls, ${spent.tokens} tokens, ${spent.minutes.toFixed(1)} minutes of agents`,
      ),
    ],
    "",
    ...shown.map(({ id, severity, state, title }) => {
      const cells = `${id.padEnd(ID_COLUMN)}${severity.padEnd(SEVERITY_COLUMN)}${state.padEnd(STATE_COLUMN)}`;
      return `${cells}${title.length <= room ? title : `${title.slice(0, room - 1)}…`}`;
    }),
    ...(gaps.length > shown.length ? [`… and ${gaps.length - shown.length} more`] : []),
    ...running.map(({ key, agent }): Line => [painted("cyan", "at work: "), `${key} (${agent})`]),
    ...questions.flatMap((question) => ["", ...questionLines(question, width)]),
  ];
}
