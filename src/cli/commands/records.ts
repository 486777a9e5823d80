// `parley show`, `history`, `usage`, `prompt`, `replay` and `export`: what is on record of a session.

import { type Failure, usageFailure } from "../../app/failure.ts";
import { questionHeadline } from "../../app/sessions/session-words.ts";
import type { AttemptView, RoundView } from "../../app/wire/round.ts";
import type { ExportedPage, ReplayView } from "../../app/wire/session.ts";
import type { ProjectUsage, SessionUsage } from "../../app/wire/usage.ts";
import { type CommandGroup, command, fileOption, flagOption, textArgument, textOption } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { costWords, countWords, durationWords } from "../live/amounts.ts";
import { callWords } from "../live/call-words.ts";
import { nearPath } from "../printer.ts";
import { SESSION_ARGUMENT, SESSION_OPTION } from "../session-options.ts";
import { besideTerm, formatCount, type Line, labelledText, paintText, wrapText } from "../text.ts";

const ROUND = command({
  name: "round",
  summary: "Show a round: roles and attempts, gaps, issues, questions, convergence, files.",
  arguments: [textArgument("N", "Its number."), SESSION_ARGUMENT],
  options: [SESSION_OPTION],
  examples: [{ line: "parley show round 2 --session checkout", does: "the second round" }],
  run: async ({ app, args, options }) => {
    const number = /^\d{1,3}$/.test(args.n) ? Number(args.n) : 0;
    if (number > 0) return await app.sessions.round({ ...options, round: number });
    const message = `${args.n} is not the number of a round`;
    return usageFailure("round", message, "as in parley show round 2");
  },
  lines: (round, { quiet, width }) => (quiet ? [headline(round)] : roundLines(round, width)),
});

export const SHOW: CommandGroup = {
  name: "show",
  summary: "Show a part of a session to a reader.",
  examples: [{ line: "parley show round 2", does: "what the second round brought" }],
  commands: [ROUND],
};

const LABEL_COLUMN = 14;

function headline({ session, round, started, completed }: RoundView): Line {
  const when = completed === null ? `since ${started}` : `${started} to ${completed}`;
  return [paintText("bold", `${session}, round ${round}`), paintText("dim", `  ${when}`)];
}

function roundLines(view: RoundView, width: number): Line[] {
  const row = labelledText({ term: LABEL_COLUMN, width });
  return [
    headline(view),
    ...view.roles.flatMap(({ role, outcome, detail, attempts }) => [
      "",
      ...besideTerm(
        paintText("cyan", role),
        `${outcome ?? "at work"}${detail === null ? "" : `: ${detail}`}`,
        {
          term: role.length + 2,
          width,
        },
      ),
      ...attempts.flatMap((attempt) => row(`  attempt ${attempt.number}`, attemptText(attempt))),
    ]),
    ...titledLines("Gaps", view.transitions, ({ gap, from, to, actor, reason }) =>
      row(`  ${gap}`, ` ${from} → ${to} by the ${actor}${reason === null ? "" : ` (${reason})`}`),
    ),
    ...titledLines("Issues", view.issues, ({ issue, severity, gaps, title, state }) =>
      row(`  ${issue}`, ` ${severity}, ${state}, on ${gaps.join(", ")}: ${title}`),
    ),
    ...titledLines("New gaps", view.newGaps, ({ gap, severity, title, origin }) =>
      row(`  ${gap}`, ` ${severity}: ${title} (${origin})`),
    ),
    ...titledLines("Decisions", view.decisions, ({ id, decision }) => row(`  ${id}`, ` ${decision}`)),
    ...titledLines("Questions", view.questions, ({ id, kind, why, answer, withdrawn }) =>
      row(`  ${id}`, `${kind}, ${questionFate(answer, withdrawn)}: ${questionHeadline({ why })}`),
    ),
    ...convergenceLines(view),
    ...titledLines("Files", view.files, (file) => [`  ${file}`]),
  ];
}

function titledLines<Row>(title: string, rows: readonly Row[], lines: (row: Row) => readonly Line[]): Line[] {
  return rows.length === 0 ? [] : ["", [paintText("bold", title)], ...rows.flatMap(lines)];
}

function attemptText({ retry, failure, message, warnings, file }: AttemptView): string {
  const verdict = failure === null ? (message ?? "not judged") : `${failure}: ${message}`;
  return [
    ...(retry === null ? [] : [`(${retry})`]),
    verdict,
    ...(warnings.length === 0 ? [] : [`[${warnings.join("; ")}]`]),
    ...(file === null ? [] : [file]),
  ].join(" ");
}

function questionFate(answer: string | null, withdrawn: string | null): string {
  if (answer !== null) return `answered ${answer}`;
  return withdrawn === null ? "open" : `withdrawn (${withdrawn})`;
}

function convergenceLines({ convergence }: RoundView): Line[] {
  if (convergence === null) return [];
  const { gapsStart, gapsEnd, resolved, created, net, weightedNet, state, note } = convergence;
  const said = `${gapsStart} → ${gapsEnd} open, ${resolved} resolved, ${created} new, net ${net}, weighted ${weightedNet}`;
  return ["", [paintText("bold", state), `  ${said}${note === null ? "" : ` (${note})`}`]];
}

export const EXPORT = command({
  name: "export",
  summary: "Write a session to a folder or a page that reads without parley.",
  details: [
    "--to writes a folder: all documents, the source, an index with links, and the history in words and as data. It is written whole or not at all, and never over anything.",
    "--html writes one page for a browser or a printer: the finished spec or the draft, how the session converged, what was decided, and the argument of every gap. It is a single file that loads nothing from elsewhere, and only ever replaces an earlier page of parley's. Without SESSION it is about the newest.",
  ],
  arguments: [SESSION_ARGUMENT],
  options: [
    {
      flag: "--to",
      summary: "Where to: empty, or not there yet.",
      value: { name: "DIR", completion: "folder" },
    },
    flagOption("--html", "One page of HTML instead of a folder."),
    fileOption("--out", "Where the page goes; SESSION.html unless you say otherwise."),
    SESSION_OPTION,
  ],
  examples: [
    { line: "parley export checkout --html", does: "one page, to read or to send" },
    { line: "parley export checkout --to checkout-session", does: "a folder for the archive" },
  ],
  run: async ({ app, options }) => {
    const { session, to = "", html, out } = options;
    if (to !== "" && (html || out !== undefined))
      return usageFailure("to", "--to is for a folder, --html and --out for a page", "leave one of them out");
    if (html) return await app.sessions.exportPage({ session, out });
    if (to !== "") return await app.sessions.export({ session, to });
    if (out !== undefined) return usageFailure("html", "--out goes with --html", "add --html");
    const fix = "--to DIR, a folder that is empty or does not exist yet; or --html for one page";
    return usageFailure("to", "--to DIR or --html is required", fix);
  },
  lines: (exported, { context, quiet }) => {
    if ("file" in exported) return pageLines(exported, { cwd: context.cwd, quiet });
    const { session, folder, files } = exported;
    const place = nearPath(folder, context.cwd);
    return quiet ? [place] : [`${session}: ${files.length} files`, `read: ${place}/README.md`];
  },
});

function pageLines(
  { session, file }: ExportedPage,
  { cwd, quiet }: { readonly cwd: string; readonly quiet: boolean },
): Line[] {
  const place = nearPath(file, cwd);
  return quiet ? [place] : [`${session}: ${place}`];
}

export const OPEN = command({
  name: "open",
  summary: "Show a session as a page in your browser.",
  details: [
    "Writes the page that `parley export --html` writes into .parley/pages, and opens it with the program of your desktop. Where there is none it says where the page is.",
  ],
  arguments: [
    {
      ...SESSION_ARGUMENT,
      summary: "Its name, the beginning of it, or its spec; by default the newest.",
    },
  ],
  options: [SESSION_OPTION],
  examples: [{ line: "parley open checkout", does: "the spec, and how it was argued" }],
  run: ({ app, options }) => app.sessions.openPage(options),
  lines: (page, { context, quiet }) => [
    ...pageLines(page, { cwd: context.cwd, quiet }),
    ...(page.opened || quiet ? [] : ["No program to open it with was found: open the file in a browser."]),
  ],
});

export const USAGE = command({
  name: "usage",
  summary: "Tell what sessions used and cost, by round, role and agent.",
  details: [
    "Of one session, or of all sessions of the project where none is named. A cost is what the agent tells, else tokens by the prices of the settings; what nobody knows is called unknown.",
  ],
  arguments: [{ ...SESSION_ARGUMENT, summary: "Its name, or the beginning of it; by default all of them." }],
  options: [SESSION_OPTION],
  examples: [
    { line: "parley usage checkout", does: "calls, tokens, time and cost" },
    { line: "parley usage --json", does: "every session as data" },
  ],
  run: ({ app, options }) => app.sessions.usage(options.session),
  lines: (usage, { quiet, width }) => {
    const { sessions, total } = usage;
    if (quiet) return [costWords(total)];
    const inherited = sessions.flatMap((one) => inheritedLines(one, width));
    if (total.calls === 0) return ["No agent has been called yet.", ...inherited];
    const [only] = sessions;
    const rows =
      only === undefined || sessions.length > 1
        ? sessions.map((one) => cellsOf(one.session, one.total))
        : callRows(only);
    return [
      ...table([USAGE_HEADINGS, ...rows, cellsOf("total", total)]),
      ...unknownLines(usage, width),
      ...inherited,
    ];
  },
});

function inheritedLines({ session, inherited }: SessionUsage, width: number): readonly Line[] {
  if (inherited === null) return [];
  const { calls } = inherited.total;
  const cost = costWords(inherited.total);
  return wrapText(
    `${session} inherits ${formatCount(calls, "call")} (${cost}) from ${inherited.from}, where they count`,
    width,
  ).map((line) => [paintText("dim", line)]);
}

type Total = SessionUsage["total"];

const USAGE_HEADINGS = ["", "calls", "input", "cached", "output", "time", "cost"];

/** Each round by role and agent; a role that several agents played shows where it changed hands. */
function callRows({ rows, byRole }: SessionUsage): readonly (readonly string[])[] {
  return [
    ...rows.map((row) => cellsOf(`round ${row.round} ${row.role} (${row.agent})`, row)),
    ...byRole.map((row) => cellsOf(`all of the ${row.role}`, row)),
  ];
}

function cellsOf(label: string, total: Total): readonly string[] {
  const count = (tokens: number | null): string => (tokens === null ? "unknown" : countWords(tokens));
  return [
    label,
    String(total.calls),
    count(total.inputTokens),
    cachedCell(total, count),
    count(total.outputTokens),
    durationWords(total.elapsedMs),
    costCell(total),
  ];
}

/** With its share of the input, where both are known. */
function cachedCell(
  { inputTokens, cachedInputTokens }: Total,
  count: (tokens: number | null) => string,
): string {
  if (cachedInputTokens === null || !inputTokens) return count(cachedInputTokens);
  return `${count(cachedInputTokens)} (${Math.round((100 * cachedInputTokens) / inputTokens)} %)`;
}

/** Short, so that a row fits beside its label: what the mark means stands below the table. */
function costCell(total: Total): string {
  const { usd, unpricedCalls } = total;
  return usd === null || unpricedCalls === 0
    ? costWords(total)
    : `${costWords({ usd, unpricedCalls: 0 })} +?`;
}

function unknownLines({ sessions, total: { unpricedCalls } }: ProjectUsage, width: number): readonly Line[] {
  if (unpricedCalls === 0) return [];
  const unseen = sessions.some(({ costUnseen }) => costUnseen)
    ? [[paintText("yellow", "the limit in dollars does not see what they cost")]]
    : [];
  const [calls, it, its] =
    unpricedCalls === 1 ? ["1 call", "it", "its"] : [`${unpricedCalls} calls`, "they", "their"];
  return [
    "",
    ...wrapText(
      `the cost of ${calls} is unknown: ${it} broke off, or ${its} model has no price (\`parley config set prices.MODEL …\`)`,
      width,
    ),
    ...unseen,
  ];
}

const GAP = "  ";

/** The first column to the left, numbers to the right; nothing stands behind the last. */
function table(rows: readonly (readonly string[])[]): readonly Line[] {
  const widths = USAGE_HEADINGS.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows.map((row, index): Line => {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 || column === USAGE_HEADINGS.length - 1 ? cell.padEnd(width) : cell.padStart(width);
    });
    const line = cells.join(GAP).trimEnd();
    if (index === 0) return [paintText("dim", line)];
    return index === rows.length - 1 ? [paintText("bold", line)] : line;
  });
}

export const HISTORY = command({
  name: "history",
  summary: "Tell what happened in a session, event by event.",
  arguments: [SESSION_ARGUMENT],
  options: [SESSION_OPTION, { ...textOption("--last", "Only the newest N events.", "N"), read: wholeNumber }],
  examples: [
    { line: "parley history --last 20", does: "the end of the story" },
    { line: "parley history checkout --json", does: "every event with its data" },
  ],
  run: ({ app, options: { session, last = null } }) => app.sessions.history({ session, last }),
  lines: (history) =>
    history.map(({ version, at, words }) => [
      paintText("dim", `${String(version).padStart(5)}  ${at}  `),
      words,
    ]),
});

function wholeNumber(word: string): number | Failure {
  const number = Number(word);
  if (Number.isInteger(number) && number > 0) return number;
  return usageFailure("last", `--last needs a whole number from 1, not ${word}`, "--last 20");
}

const SIZE_COLUMN = 9;

export const PROMPT = command({
  name: "prompt",
  summary: "Print what a role would be told next, and the size of each part.",
  arguments: [
    { name: "ROLE", summary: "engineer or reviewer.", required: true, choices: ["engineer", "reviewer"] },
    SESSION_ARGUMENT,
  ],
  options: [SESSION_OPTION],
  examples: [{ line: "parley prompt engineer", does: "the prompt, then its sizes" }],
  run: ({ app, args, options }) => app.sessions.prompt(args.role, options.session),
  lines: ({ text, parts, chars, key, sent }, { quiet }) => {
    const when = `  ${sent ? "sent" : "to be sent"} for ${callWords(key)}`;
    const sizes: Line[] = [
      "",
      [paintText("bold", `${chars} characters`), paintText("dim", when)],
      ...parts.map((part) => `${String(part.chars).padStart(SIZE_COLUMN)}  ${part.name}`),
    ];
    return [...text.split("\n"), ...(quiet ? [] : sizes)];
  },
});

export const REPLAY = command({
  name: "replay",
  summary: "Make every decision of a session again and compare.",
  details: [
    "Reads the stored commands and documents, calls no agent, and compares the events one by one. Exits with 1 and names the first difference if there is one.",
  ],
  arguments: [SESSION_ARGUMENT],
  options: [
    SESSION_OPTION,
    textOption(
      "--assume",
      "What if stallThreshold, divergenceThreshold, gapsPerRound or maxRounds had been N?",
      "KEY=N",
    ),
  ],
  examples: [
    { line: "parley replay checkout", does: "does the log explain itself?" },
    { line: "parley replay --assume stallThreshold=5", does: "what would differ first" },
  ],
  run: ({ app, options: { session, assume } }) => app.sessions.replay(session, assume),
  lines: (replayed, { width }) => replayLines(replayed, width),
  exitCode: ({ at }) => (at === "identical" ? EXIT_CODES.done : EXIT_CODES.failed),
});

function replayLines(replayed: ReplayView, width: number): Line[] {
  if (replayed.at === "identical") {
    const { session, commands, events, older } = replayed;
    const kept =
      older === 0 ? "" : `; ${older} commands were decided under older rules and are not decided again`;
    return [`${session}: ${commands} commands decided again, ${events} events identical${kept}`];
  }
  const { command, version, stored, decided, path, refused } = replayed.difference;
  const shape = { term: 10, width };
  return [
    [
      paintText("red", `${replayed.session} differs`),
      ` at event ${version}: command ${command.number}, ${command.type}, ${command.at}`,
    ],
    ...besideTerm("stored", stored === null ? "no event" : eventText(stored), shape),
    ...besideTerm(
      "decided",
      refused === null ? (decided === null ? "no event" : eventText(decided)) : `refused: ${refused}`,
      shape,
    ),
    ...(path === null ? [] : besideTerm("where", path, shape)),
  ];
}

const EVENT_TEXT_MAX = 300;

function eventText({ type, data }: { readonly type: string; readonly data: unknown }): string {
  const text = `${type} ${JSON.stringify(data)}`;
  return text.length <= EVENT_TEXT_MAX ? text : `${text.slice(0, EVENT_TEXT_MAX - 1)}…`;
}
