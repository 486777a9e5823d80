import { type Failure, isFailure } from "../../app/failure.ts";
import { type GapRow, listGaps } from "../../app/sessions/gaps.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { type Line, painted } from "../text.ts";

const ID_COLUMN = 18;
const SEVERITY_COLUMN = 10;
const STATE_COLUMN = 18;

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, options, quiet } = request;
  const all = options.has("--all");
  const state = optionText(request, "--state");
  const gaps = await listGaps(surroundings, { session: optionText(request, "--session"), state, all });
  if (isFailure(gaps)) return gaps;
  const none = state === undefined ? "No gap is left." : "No gap is in that state.";
  const hint = all || state !== undefined ? [] : ["see all: parley gap list --all"];
  return {
    data: gaps,
    lines: (width) => {
      if (quiet) return gaps.map(({ id }) => id);
      return gaps.length === 0 ? [none, ...hint] : gaps.map((gap) => rowLine(gap, width));
    },
  };
}

function rowLine({ id, severity, state, title, detail }: GapRow, width: number): Line {
  const room = Math.max(20, width - ID_COLUMN - SEVERITY_COLUMN - STATE_COLUMN);
  const said = detail === null ? title : `${title} (${detail})`;
  const flat = said.replaceAll(/\s+/g, " ");
  return [
    painted("bold", id.padEnd(ID_COLUMN)),
    severity.padEnd(SEVERITY_COLUMN),
    state.padEnd(STATE_COLUMN),
    flat.length <= room ? flat : `${flat.slice(0, room - 1)}…`,
  ];
}
