import { type Failure, isFailure, usageFailure } from "../../app/failure.ts";
import type {
  AddedAgent,
  AgentRow,
  AgentTrial,
  ExplainedAgent,
  ExplainedTimer,
  RoleStart,
  TestedAgent,
} from "../../app/wire/agent.ts";
import { type CommandGroup, command, flagOption, textArgument, textOption } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { costWords, countWords, durationWords } from "../live/amounts.ts";
import { lastWords } from "../live/last-words.ts";
import { besideTerm, columnFor, type Line, paintText, wrapText } from "../text.ts";

const NAME = {
  ...textArgument(
    "NAME",
    "claude, codex, gemini, opencode, anthropic, openai, an agent of the settings, or player:FILE.",
  ),
  completion: "agent",
} as const;

const LIST = command({
  name: "list",
  summary: "List the agents, whether they can be used, and the roles they would play.",
  details: [
    "Programs found on PATH are asked for their version, unless a project names them that you have not agreed to (`parley trust`); nothing else is started.",
  ],
  arguments: [],
  options: [],
  examples: [{ line: "parley agents list --json", does: "the same as data" }],
  run: ({ app }) => app.agents.list(),
  lines: (agents, { quiet, width }) => {
    const ready = agents.filter(({ state }) => state === "ready");
    return quiet ? ready.map(({ name }) => name) : [...agentTable(agents, width), ...agentHints(agents)];
  },
});

const NAME_MAX = 20;
const STATE_COLUMN = 10;

const STATE_PAINT = { ready: "green", doubtful: "yellow", broken: "red", no: "dim" } as const;

function agentTable(agents: readonly AgentRow[], width: number): Line[] {
  const names = columnFor(
    agents.map(({ name }) => name),
    NAME_MAX,
  );
  const indent = " ".repeat(names + STATE_COLUMN);
  return agents.flatMap((agent): Line[] => {
    const { name, state: at, why } = agent;
    const [first = "", ...rest] = wrapText(aboutWords(agent), width - indent.length);
    const advice = why === null ? [] : wrapText(`→ ${why.fix}`, width - indent.length);
    const state = paintText(STATE_PAINT[at], at.padEnd(STATE_COLUMN));
    return [
      [paintText("bold", name.padEnd(names)), state, first],
      ...rest.map((line) => `${indent}${line}`),
      ...advice.map((line): Line => [indent, paintText("cyan", line)]),
    ];
  });
}

function aboutWords({ kind, why, version, file, model, provider, roles, waitingUntil }: AgentRow): string {
  const parts = [
    why?.message ?? version ?? (file === null ? kind : `${kind}, found`),
    ...(model === null ? [] : [`model ${model}`]),
    ...(why !== null || provider === null ? [] : [`at ${provider}`]),
    ...(roles.length === 0 ? [] : [roles.join(" and ")]),
    ...(waitingUntil === null ? [] : [`rate-limited until ${waitingUntil}`]),
  ];
  return parts.join(", ");
}

function agentHints(agents: readonly AgentRow[]): readonly Line[] {
  const usable = agents.find(({ state }) => state === "ready") ?? agents.find((agent) => agent.usable);
  return usable === undefined
    ? ["", "no agent can be used yet; `parley demo` shows how it works without any"]
    : ["", `try one: parley agents test ${usable.name}`];
}

const ACCESS_WORDS: Record<AgentTrial["access"], string> = {
  write: "to write a document",
  "read-only": "to answer with one",
};

const TEST = command({
  name: "test",
  summary: "Give an agent one tiny task, just as a session would.",
  details: [
    "Sends a prompt of a few words, twice to a command line (once it is to write a document, once to answer with one), once to an API. That costs as little as a call can, and is not asked about first. It runs in a temporary folder, which is kept only if something goes wrong.",
    "Exits with 0 only if all went well.",
  ],
  arguments: [NAME],
  options: [
    {
      ...textOption("--timeout", "Stop it after so many seconds; by default 120.", "SECONDS"),
      read: millisecondsIn,
    },
  ],
  endsItself: true,
  examples: [
    { line: "parley agents test claude", does: "outcome, time, usage" },
    { line: "parley agents test openai --timeout 30 --json", does: "in a script" },
  ],
  run: async ({ app, context, io, args, options, report }) => {
    const { name } = args;
    const tested = await app.agents.test({
      name,
      timeoutMs: options.timeout,
      program: io.programFile,
      started: (access) => report([paintText("dim", `${name} is asked ${ACCESS_WORDS[access]}`)]),
    });
    if (isFailure(tested) || !context.cancel.aborted) return tested;
    return { failed: "interrupted", code: "interrupted", message: `the test of ${name} was stopped` };
  },
  lines: (tested, { quiet, width }) => (quiet ? [] : testedLines(tested, width)),
  exitCode: ({ ok }) => (ok ? EXIT_CODES.done : EXIT_CODES.failed),
});

const SECOND_MS = 1_000;
const SECONDS_MAX = 24 * 60 * 60;

function millisecondsIn(typed: string): number | Failure {
  const seconds = Number(typed);
  if (seconds > 0 && seconds <= SECONDS_MAX) return seconds * SECOND_MS;
  return usageFailure(
    "timeout",
    `--timeout ${typed} is no number of seconds`,
    "give a number above 0, such as --timeout 60",
  );
}

function testedLines({ name, ok, trials, folder }: TestedAgent, width: number): readonly Line[] {
  return [
    ...trials.flatMap((trial) => [...trialLines(trial, width), ""]),
    ok ? [paintText("green", `${name} works`)] : [paintText("red", `${name} is not usable yet`)],
    ...(folder === null ? [] : [[paintText("dim", "what it left: "), folder]]),
  ];
}

const LABEL_COLUMN = 12;

function trialLines(trial: AgentTrial, width: number): readonly Line[] {
  const { access, outcome, next, because, elapsedMs, usage, said, handedIn, wrong, evidence } = trial;
  const isGood = outcome === "ok" && wrong === null;
  const shape = { term: LABEL_COLUMN, width };
  const row = (label: string, text: string): Line[] =>
    besideTerm(paintText("dim", `  ${label}`), text, shape);
  const came =
    said === null
      ? "nothing"
      : `${lastWords(said) ?? ""} (${handedIn === "file" ? "as a file" : "as its answer"})`;
  return [
    [paintText("bold", ACCESS_WORDS[access]), "  ", paintText(isGood ? "green" : "red", outcome)],
    ...(wrong === null ? [] : row("but", wrong)),
    ...(outcome === "ok" ? [] : [...row("next", NEXT_WORDS[next]), ...row("because", because)]),
    ...row("time", `${(elapsedMs / SECOND_MS).toFixed(1)} s`),
    ...row("usage", usageWords(usage)),
    ...row("handed in", came),
    ...evidence.flatMap((line) => row("evidence", line)),
  ];
}

function usageWords({ inputTokens, outputTokens, usd }: AgentTrial["usage"]): string {
  const count = (tokens: number | null): string => (tokens === null ? "unknown" : countWords(tokens));
  const cost = costWords({ usd, unpricedCalls: usd === null ? 1 : 0 });
  return `${count(inputTokens)} tokens in, ${count(outputTokens)} out, cost ${cost}`;
}

const EXPLAIN = command({
  name: "explain",
  summary: "Tell exactly what would be started for an agent, and start nothing.",
  details: [
    "The words of its command line by role, the names of the variables it sees (never what they hold), its folders, its timers, what keeps it to its work, its price, and what parley does after each outcome.",
  ],
  arguments: [NAME],
  options: [],
  examples: [{ line: "parley agents explain claude", does: "before you trust it with anything" }],
  run: ({ app, io, args }) => app.agents.explain({ ...args, program: io.programFile }),
  lines: (explained, { width }) => explainedLines(explained, width),
});

function explainedLines(agent: ExplainedAgent, width: number): readonly Line[] {
  const { starts, environment, folders, timers, isolation, coding, outcomes } = agent;
  const isProgram = starts.some(({ argv }) => argv !== null);
  const words = (texts: readonly string[]): Line[] => texts.flatMap((text) => item(text, width));
  return [
    ...headLines(agent, width),
    ...section(isProgram ? "started, with the prompt on its input" : "asked", startLines(starts, width)),
    ...section("sees of your environment", words(nameLines(environment.passed))),
    ...section("is told by parley", words(nameLines(environment.told))),
    ...section(
      "folders",
      rows(
        folders.map(({ path, holds }) => [path, holds]),
        width,
      ),
    ),
    ...section(
      "timers",
      rows(
        timers.map(({ timer, ms }) => [durationWords(ms), TIMER_WORDS[timer]]),
        width,
      ),
    ),
    ...section("kept to its work by", words(isolation)),
    ...section("as a coder", codingLines(coding, width)),
    ...section("price", outcomes.length === 0 ? [] : words([priceWords(agent)])),
    ...section("after each outcome", outcomeLines(outcomes, width)),
  ];
}

function headLines(
  { name, kind, unusable, file, model, provider, address }: ExplainedAgent,
  width: number,
): Line[] {
  const about = [
    kind,
    ...(file === null ? [] : [file]),
    ...(model === null ? [] : [`model ${model}`]),
    ...(model === null && provider !== null ? ["no model named"] : []),
    ...(provider === null ? [] : [`limits shared with all agents at ${provider}`]),
    ...(address === null ? [] : [`requests go to ${address}`]),
  ];
  return [
    [paintText("bold", name)],
    ...wrapText(about.join(" · "), width),
    ...(unusable === null
      ? []
      : besideTerm(paintText("red", "cannot be used:"), `${unusable.message}; ${unusable.fix}`, {
          term: 16,
          width,
        })),
  ];
}

function section(title: string, body: readonly Line[]): readonly Line[] {
  return body.length === 0 ? [] : ["", [paintText("cyan", title)], ...body];
}

/** What comes after an outcome, for people. */
export const NEXT_WORDS: Record<AgentTrial["next"], string> = {
  judge: "what it left goes through the gate",
  wait: "parley waits, then makes the same call again",
  "launch-again": "the same call again at once",
  ask: "the next agent of the role's fallback, else you are asked",
  stop: "nothing more",
};

const INDENT = "  ";

function item(text: string, width: number): Line[] {
  return besideTerm(`${INDENT}-`, text, { term: INDENT.length + 2, width });
}

/** Roles that are started in the same way are told together. A command to copy is broken nowhere. */
function startLines(starts: ExplainedAgent["starts"], width: number): readonly Line[] {
  const ways = [...new Set(starts.map(wayOf))];
  return ways.flatMap((way): Line[] => {
    const alike = starts.filter((start) => wayOf(start) === way);
    const roles = alike.map(({ role }) => role).join(", ");
    return [...item(`${roles}: ${handInWords(alike)}`, width), ...commandLine(alike[0]?.argv ?? null)];
  });
}

function wayOf({ access, argv }: RoleStart): string {
  return JSON.stringify(argv === null ? null : [access, argv]);
}

function handInWords(alike: readonly RoleStart[]): string {
  const [first] = alike;
  const each = alike.length === 1 ? "" : "each ";
  if (first?.argv == null) return `${each}answers with its document`;
  return first.access === "write"
    ? `may write, and leaves ${first.document}`
    : `${each}only reads, and answers with its document`;
}

function commandLine(argv: readonly string[] | null): readonly Line[] {
  return argv === null ? [] : [`${INDENT}${INDENT}${argv.map(shellQuote).join(" ")}`];
}

function codingLines({ unfit, argv, rights }: ExplainedAgent["coding"], width: number): readonly Line[] {
  const words = (texts: readonly string[]): Line[] => texts.flatMap((text) => item(text, width));
  if (unfit !== null) return words([unfit.message, unfit.fix]);
  return [...words(rights), ...commandLine(argv)];
}

function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const NAMES_A_LINE = 6;

function nameLines(names: readonly string[]): readonly string[] {
  const sorted = names.toSorted();
  const count = Math.ceil(sorted.length / NAMES_A_LINE);
  return Array.from({ length: count }, (_, line) =>
    sorted.slice(line * NAMES_A_LINE, (line + 1) * NAMES_A_LINE).join(", "),
  );
}

/** By what comes next: outcomes with the same consequence stand together. */
function outcomeLines(outcomes: ExplainedAgent["outcomes"], width: number): readonly Line[] {
  return Object.entries(NEXT_WORDS).flatMap(([step, words]): Line[] => {
    const alike = outcomes.filter(({ next }) => next === step);
    if (alike.length === 0) return [];
    const told = alike.map(({ outcome, because }) => [`${INDENT}${outcome}`, because] as const);
    return [
      ...wrapText(words, width - INDENT.length).map((line) => `${INDENT}${line}`),
      ...rows(told, width),
    ];
  });
}

const TERM_MAX = 40;

function rows(pairs: readonly (readonly [string, string])[], width: number): readonly Line[] {
  const term =
    INDENT.length +
    columnFor(
      pairs.map(([left]) => left),
      TERM_MAX,
    );
  return pairs.flatMap(([left, right]) => besideTerm(`${INDENT}${left}`, right, { term, width }));
}

const TIMER_WORDS: Record<ExplainedTimer["timer"], string> = {
  wall: "for a whole run, where limits.run.minutes says nothing",
  idle: "without output",
  "after-result": "between its result and its end",
  grace: "between each of: interrupt, terminate, kill",
};

function priceWords({ price, model }: ExplainedAgent): string {
  if (price !== null) {
    const { input, output, cachedInput } = price;
    const cached = cachedInput === undefined ? "" : `, $${cachedInput} for what was at hand`;
    return `a million tokens of ${model}: $${input} in${cached}, $${output} out`;
  }
  const set = model === null ? "a model and its price" : `prices of ${model}`;
  return `what it tells itself; where it tells nothing the cost is unknown, until the settings hold ${set}`;
}

const ADD = command({
  name: "add",
  summary: "Describe an agent that speaks the Agent Client Protocol (ACP) in the settings.",
  details: [
    "Of a known one the launch line is written for you: auggie, claude-agent-acp, cline, codex-acp, copilot, cursor, gemini-acp, goose, kimi, opencode-acp, qwen. Any other is given with what starts it, after --.",
    "Nothing is started. `parley agents explain NAME` shows what would be, `parley agents test NAME` tries it.",
  ],
  arguments: [
    textArgument("NAME", "What it is to be called here."),
    {
      name: "COMMAND",
      summary: "The program, and the arguments with which it speaks ACP on its streams.",
      required: false,
      many: true,
      completion: "nothing",
    },
  ],
  options: [flagOption("--user", "Write it into your own settings, not the project's.")],
  examples: [
    { line: "parley agents add goose --user", does: "a known one, for all your projects" },
    { line: "parley agents add mine -- my-agent --acp", does: "any other" },
  ],
  run: ({ app, args, options }) => app.agents.add({ ...args, layer: options.user ? "user" : "project" }),
  lines: (added, { quiet, width }) => (quiet ? [] : addedLines(added, width)),
});

function addedLines({ name, file, unusable }: AddedAgent, width: number): readonly Line[] {
  const done = `${name} stands in ${file}`;
  if (unusable === null) return [done, `try it: parley agents test ${name}`];
  const { message, fix } = unusable;
  return [done, [paintText("yellow", message)], ...besideTerm("→", fix, { term: 2, width })];
}

const RETRY = command({
  name: "retry",
  summary: "Ask an agent's provider again now, although it wanted to be left alone.",
  details: [
    "For when you know better than the limit it told: you have paid, or it was a mistake. A run that waits for it goes on at once, and all others of yours; if it is turned away again, it waits again. Another key needs no such word: a limit belongs to an address and a key.",
  ],
  arguments: [NAME],
  options: [],
  examples: [{ line: "parley agents retry claude", does: "go on without waiting" }],
  run: ({ app, args }) => app.agents.retry(args.name),
  lines: ({ name, provider, waitedUntil }, { quiet, width }) => {
    const told =
      waitedUntil === null
        ? `nothing to lift: no run of yours waits for ${provider}`
        : `runs of ${name} ask ${provider} again now, and no longer wait until ${waitedUntil}`;
    return quiet ? [] : wrapText(told, width);
  },
});

export const AGENTS: CommandGroup = {
  name: "agents",
  summary: "Look at the agents that can play a role, and try them.",
  details: [
    "An agent is a command line that is installed here (claude, codex, gemini, opencode), any other that speaks ACP (`parley agents add`), a model API with a key in the environment (anthropic, openai, or an entry of api in the settings), a person, or a script.",
  ],
  examples: [
    { line: "parley agents list", does: "who is there, and why others are not" },
    { line: "parley agents test claude", does: "does it answer?" },
    { line: "parley agents explain codex", does: "what would be started, and how" },
  ],
  commands: [LIST, TEST, EXPLAIN, ADD, RETRY],
};
