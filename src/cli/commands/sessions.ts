// `parley sessions`, `status` and `pause`: which sessions there are, and where one stands.

import { isFailure } from "../../app/failure.ts";
import type { SessionList } from "../../app/sessions/list-sessions.ts";
import { gapsLeft } from "../../app/sessions/session-words.ts";
import type { SessionStatus } from "../../app/wire/session.ts";
import { awaitedLines } from "../awaited-documents.ts";
import { command, flagOption } from "../command.ts";
import { callWords } from "../live/call-words.ts";
import { type Glyphs, glyphsFor } from "../live/glyphs.ts";
import { nearPath } from "../printer.ts";
import { questionLines } from "../question-lines.ts";
import { SESSION_ARGUMENT, SESSION_OPTION } from "../session-options.ts";
import { specBuildLines } from "../spec-build-lines.ts";
import { columnFor, formatCount, type Line, paintText, wrapText } from "../text.ts";

export const SESSIONS = command({
  name: "sessions",
  summary: "List the sessions of this project.",
  details: ["An abandoned session keeps its documents, and is listed with `--all`."],
  arguments: [],
  options: [flagOption("--all", "Also those that were abandoned.")],
  examples: [
    { line: "parley sessions", does: "state, round, open gaps, questions" },
    { line: "parley sessions --all", does: "abandoned ones too" },
  ],
  run: ({ app, options }) => app.sessions.list(options),
  data: ({ sessions }) => sessions,
  lines: ({ sessions, hidden }, { quiet }) => {
    const listed = sessions.length === 0 ? noSessionLines(quiet, hidden) : table(sessions);
    if (quiet || hidden === 0) return listed;
    return [...listed, [paintText("dim", `${hidden} abandoned; list all: `), "parley sessions --all"]];
  },
});

type Row = SessionList["sessions"][number];

const NAME_MAX = 40;
const STATE_WIDTH = 20;

function noSessionLines(quiet: boolean, hidden: number): Line[] {
  if (quiet) return [];
  return hidden > 0
    ? ["Every session was abandoned."]
    : ["There is no session yet.", "start one: parley refine SPEC"];
}

function table(sessions: readonly Row[]): Line[] {
  const names = columnFor(
    sessions.map(({ session }) => session),
    NAME_MAX,
  );
  return sessions.map(({ session, state, round, openAfterRound, questions, spec, forkedFrom }): Line => {
    const asks = questions === 0 ? "" : `  ${formatCount(questions, "question")}`;
    return [
      paintText("bold", session.padEnd(names)),
      state.padEnd(STATE_WIDTH),
      `round ${round}, ${openAfterRound} open at its end`,
      paintText("yellow", asks),
      paintText("dim", `  ${spec}`),
      ...(forkedFrom === null ? [] : [paintText("dim", `  ${forkWords(forkedFrom)}`)]),
    ];
  });
}

function forkWords({ session, cut }: NonNullable<Row["forkedFrom"]>): string {
  return `forked from ${session} ${cut}`;
}

export const STATUS = command({
  name: "status",
  summary: "Show where a session stands, and what is built of its spec.",
  details: ["Exits with 0 also when answers are missing. The whole story is in the session's status.md."],
  arguments: [
    {
      ...SESSION_ARGUMENT,
      summary: "Its name, the beginning of it, or its spec; by default the newest.",
    },
  ],
  options: [SESSION_OPTION],
  examples: [
    { line: "parley status --json", does: "gaps, questions, cost, what is built" },
    { line: "parley status docs/spec.md", does: "the session on that file" },
  ],
  run: async (request) => {
    const { app, context, options, quiet, json } = request;
    const status = await app.sessions.status(options.session);
    if (isFailure(status)) return status;
    // Loaded where somebody reads it: programs look often, and wait for every file.
    const cost = json ? "" : (await import("../live/amounts.ts")).costWords({ ...status.spent, ...status });
    const { cwd } = context;
    const glyphs = glyphsFor(context.env);
    return {
      data: status,
      lines: (width) => (quiet ? [headline(status)] : statusLines(status, { width, cwd, cost, glyphs })),
    };
  },
});

const ID_COLUMN = 18;
const SEVERITY_COLUMN = 10;
const STATE_COLUMN = 18;
const GAPS_SHOWN_MAX = 40;

const UNSEEN =
  "the limit in dollars does not see what all calls cost: `parley config set prices.MODEL …` tells it";

function headline({ session, state, completedRounds, maxRounds, gaps, output }: SessionStatus): Line {
  const rounds =
    output === null ? `${completedRounds} of ${maxRounds} rounds` : `after ${completedRounds} rounds`;
  const spec = output === null ? [] : [" · finished spec: ", paintText("green", output)];
  return [paintText("bold", session), `  ${state}  ${rounds}, ${gapsLeft(gaps)}`, ...spec];
}

function statusLines(
  status: SessionStatus,
  place: {
    readonly width: number;
    readonly cwd: string;
    readonly cost: string;
    readonly glyphs: Glyphs;
  },
): Line[] {
  const { gaps, questions, running, spec, spent } = status;
  const { width, cwd, cost } = place;
  const folder = nearPath(status.folder, cwd);
  const shown = gaps.slice(0, GAPS_SHOWN_MAX);
  const room = Math.max(20, width - ID_COLUMN - SEVERITY_COLUMN - STATE_COLUMN);
  return [
    headline(status),
    ...wrapText(
      `${spec} · ${spent.calls} calls, ${spent.tokens} tokens, ${spent.minutes.toFixed(1)} minutes of agents, cost ${cost}`,
      width,
    ).map((line) => [paintText("dim", line)]),
    ...convergenceLines(status.openByRound, place),
    ...forkLines(status, width),
    ...rollbackLines(status),
    ...(status.costUnseen ? wrapText(UNSEEN, width).map((line) => [paintText("yellow", line)]) : []),
    "",
    ...shown.map(({ id, severity, state, title }) => {
      const cells = `${id.padEnd(ID_COLUMN)}${severity.padEnd(SEVERITY_COLUMN)}${state.padEnd(STATE_COLUMN)}`;
      return `${cells}${title.length <= room ? title : `${title.slice(0, room - 1)}…`}`;
    }),
    ...(gaps.length > shown.length ? [`… and ${gaps.length - shown.length} more`] : []),
    ...surveyLines(status, width),
    ...running.map(
      ({ key, agent }): Line => [paintText("cyan", "at work: "), `${callWords(key)} (${agent})`],
    ),
    ...status.waiting.flatMap(({ role, agent, provider, until, otherwise, sooner }): Line[] => [
      [paintText("yellow", "waits: "), `the ${role} (${agent}) for ${provider} until ${until}`],
      [paintText("cyan", `  → with another, now: ${otherwise}`)],
      [paintText("cyan", `  → with the same, now: ${sooner}`)],
    ]),
    ...(status.build === null ? [] : ["", ...specBuildLines(status.build, width)]),
    ...awaitedLines(status, place),
    ...questions.flatMap((question) => ["", ...questionLines(question, width, { folder })]),
  ];
}

/** A picture of how many gaps were open after each round; one round is none. */
function convergenceLines(
  open: readonly number[],
  { width, glyphs: { bars } }: { readonly width: number; readonly glyphs: Glyphs },
): Line[] {
  const [first = 0] = open;
  if (open.length <= 2) return [];
  const words = `open gaps, round by round: ${first} to ${open.at(-1)}  `;
  const shown = open.slice(-Math.max(8, width - words.length));
  const most = Math.max(...open, 1);
  // The lowest stands for nothing left.
  const drawn = shown.map((count) => bars[Math.ceil((count / most) * (bars.length - 1))]);
  return [[paintText("dim", words), paintText("cyan", drawn.join(""))]];
}

function forkLines({ forkedFrom, inherited }: SessionStatus, width: number): Line[] {
  if (forkedFrom === null) return [];
  const calls = formatCount(inherited?.calls ?? 0, "call");
  return wrapText(`${forkWords(forkedFrom)}; ${calls} of its past count there, not here`, width).map(
    (line) => [paintText("dim", line)],
  );
}

function rollbackLines({ rollbacks: { used, max, goesBackTo } }: SessionStatus): Line[] {
  const under: Line[] =
    goesBackTo === null
      ? []
      : [
          [paintText("yellow", `it is to go back to the end of round ${goesBackTo}; nothing else begins`)],
          "`parley resume` goes on with it, `parley rollback --drop` drops it",
        ];
  return used === 0
    ? under
    : [[paintText("dim", `${used} of ${formatCount(max, "rollback")} used`)], ...under];
}

const FINDER_COLUMN = 24;

/** What a reader of the whole saw beside the linter, section by section. */
function surveyLines({ survey, coverage }: SessionStatus, width: number): Line[] {
  if (survey === null) return [];
  const outcome = survey.outcome === null ? "under way, or waits for your word" : survey.detail;
  return [
    "",
    ...wrapText(`survey: ${outcome}`, width),
    ...coverage.flatMap(({ section, foundBy, found, closed, left }): Line[] => [
      `  ${section}`,
      [
        paintText("dim", `    ${foundBy.padEnd(FINDER_COLUMN)}`),
        `${found} found, ${closed} closed, ${left} left`,
      ],
    ]),
  ];
}

export const PAUSE = command({
  name: "pause",
  summary: "Pause a session after its running agents finish.",
  details: ["What runs is still taken in; a runner elsewhere stops once its agents are back."],
  arguments: [SESSION_ARGUMENT],
  options: [SESSION_OPTION],
  examples: [{ line: "parley pause checkout", does: "until `parley resume checkout`" }],
  run: ({ app, options }) => app.sessions.pause(options.session),
  lines: ({ session, running }, { quiet }) => {
    const still = running.length === 0 ? "" : `; ${formatCount(running.length, "call")} still at work`;
    return quiet ? [] : [`${session} is paused${still}`, `go on: parley resume ${session}`];
  },
});
