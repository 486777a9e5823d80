import { type Failure, isFailure } from "../../app/failure.ts";
import { gapsLeft } from "../../app/sessions/gaps-left.ts";
import { statusOf } from "../../app/sessions/look-at-session.ts";
import { awaitedLines } from "../awaited-lines.ts";
import type { Answer, Request } from "../command.ts";
import { nearPath } from "../printer.ts";
import { questionLines } from "../question-lines.ts";
import { sessionNamed } from "../session-named.ts";
import { type Line, painted, wrapped } from "../text.ts";

type Status = Exclude<Awaited<ReturnType<typeof statusOf>>, Failure>;

const ID_COLUMN = 18;
const SEVERITY_COLUMN = 10;
const STATE_COLUMN = 18;
const GAPS_SHOWN_MAX = 40;

const UNSEEN =
  "the limit in dollars does not see what all calls cost: `parley config set prices.MODEL …` tells it";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, quiet, json } = request;
  const wanted = sessionNamed(request);
  if (isFailure(wanted)) return wanted;
  const status = await statusOf(surroundings, wanted.session);
  if (isFailure(status)) return status;
  const { cwd } = surroundings;
  // Loaded where somebody reads it: programs look often, and wait for every file.
  const cost = json ? "" : (await import("../live/amounts.ts")).costWords({ ...status.spent, ...status });
  return {
    data: status,
    lines: (width) => (quiet ? [headline(status)] : lines(status, { width, cwd, cost })),
  };
}

function headline({ session, state, completedRounds, maxRounds, gaps, output }: Status): Line {
  const rounds =
    output === null ? `${completedRounds} of ${maxRounds} rounds` : `after ${completedRounds} rounds`;
  const spec = output === null ? [] : [" · finished spec: ", painted("green", output)];
  return [painted("bold", session), `  ${state}  ${rounds}, ${gapsLeft(gaps)}`, ...spec];
}

function lines(
  status: Status,
  place: { readonly width: number; readonly cwd: string; readonly cost: string },
): Line[] {
  const { gaps, questions, running, spec, spent } = status;
  const { width, cwd, cost } = place;
  const folder = nearPath(status.folder, cwd);
  const shown = gaps.slice(0, GAPS_SHOWN_MAX);
  const room = Math.max(20, width - ID_COLUMN - SEVERITY_COLUMN - STATE_COLUMN);
  return [
    headline(status),
    ...wrapped(
      `${spec} · ${spent.calls} calls, ${spent.tokens} tokens, ${spent.minutes.toFixed(1)} minutes of agents, cost ${cost}`,
      width,
    ).map((line) => [painted("dim", line)]),
    ...(status.costUnseen ? wrapped(UNSEEN, width).map((line) => [painted("yellow", line)]) : []),
    "",
    ...shown.map(({ id, severity, state, title }) => {
      const cells = `${id.padEnd(ID_COLUMN)}${severity.padEnd(SEVERITY_COLUMN)}${state.padEnd(STATE_COLUMN)}`;
      return `${cells}${title.length <= room ? title : `${title.slice(0, room - 1)}…`}`;
    }),
    ...(gaps.length > shown.length ? [`… and ${gaps.length - shown.length} more`] : []),
    ...surveyLines(status, width),
    ...running.map(({ key, agent }): Line => [painted("cyan", "at work: "), `${key} (${agent})`]),
    ...status.waiting.flatMap(({ role, agent, provider, until, otherwise }): Line[] => [
      [painted("yellow", "waits: "), `the ${role} (${agent}) for ${provider} until ${until}`],
      [painted("cyan", `  → with another, now: ${otherwise}`)],
    ]),
    ...awaitedLines(status, place),
    ...questions.flatMap((question) => ["", ...questionLines(question, width, { folder })]),
  ];
}

const FINDER_COLUMN = 24;

/** What a reader of the whole saw beside the linter, section by section. */
function surveyLines({ survey, coverage }: Status, width: number): Line[] {
  if (survey === null) return [];
  const outcome = survey.outcome === null ? "under way, or waits for your word" : survey.detail;
  return [
    "",
    ...wrapped(`survey: ${outcome}`, width),
    ...coverage.flatMap(({ section, foundBy, found, closed, left }): Line[] => [
      `  ${section}`,
      [
        painted("dim", `    ${foundBy.padEnd(FINDER_COLUMN)}`),
        `${found} found, ${closed} closed, ${left} left`,
      ],
    ]),
  ];
}
