import {
  type AgentTrial,
  type TestedAgent,
  TRIAL_MS_DEFAULT,
  testAgent,
} from "../../app/agents/test-agent.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { costWords, countWords } from "../live/amounts.ts";
import { lastWords } from "../live/last-words.ts";
import { optionText } from "../option-text.ts";
import { beside, type Line, painted } from "../text.ts";

const ACCESS_WORDS: Record<AgentTrial["access"], string> = {
  write: "to write a document",
  "read-only": "to answer with one",
};

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, io, arguments: given, quiet, report } = request;
  const timeoutMs = timeoutOf(optionText(request, "--timeout"));
  if (isFailure(timeoutMs)) return timeoutMs;
  const name = given[0] ?? "";
  const tested = await testAgent(surroundings, {
    name,
    timeoutMs,
    program: io.programFile,
    started: (access) => report([painted("dim", `${name} is asked ${ACCESS_WORDS[access]}`)]),
  });
  if (isFailure(tested)) return tested;
  if (surroundings.cancel.aborted) return interrupted(tested);
  return {
    data: tested,
    lines: (width) => (quiet ? [] : lines(tested, width)),
    exitCode: tested.ok ? EXIT_CODES.done : EXIT_CODES.failed,
  };
}

const SECOND_MS = 1_000;
const SECONDS_MAX = 24 * 60 * 60;

function timeoutOf(typed: string | undefined): number | Failure {
  if (typed === undefined) return TRIAL_MS_DEFAULT;
  const seconds = Number(typed);
  if (seconds > 0 && seconds <= SECONDS_MAX) return seconds * SECOND_MS;
  return {
    failed: "usage",
    code: "timeout",
    message: `--timeout ${typed} is no number of seconds`,
    fix: "give a number above 0, such as --timeout 60",
  };
}

function lines({ name, ok, trials, folder }: TestedAgent, width: number): readonly Line[] {
  return [
    ...trials.flatMap((trial) => [...trialLines(trial, width), ""]),
    ok ? [painted("green", `${name} works`)] : [painted("red", `${name} is not usable yet`)],
    ...(folder === null ? [] : [[painted("dim", "what it left: "), folder]]),
  ];
}

const LABEL_COLUMN = 12;

function trialLines(trial: AgentTrial, width: number): readonly Line[] {
  const { access, outcome, next, elapsedMs, usage, said, handedIn, wrong, evidence } = trial;
  const isGood = outcome === "ok" && wrong === null;
  const shape = { term: LABEL_COLUMN, width };
  const row = (label: string, text: string): Line[] => beside(painted("dim", `  ${label}`), text, shape);
  const came =
    said === null ? "nothing" : `${lastWords(said) ?? ""} (${handedIn === "file" ? "a file" : "its answer"})`;
  return [
    [painted("bold", ACCESS_WORDS[access]), "  ", painted(isGood ? "green" : "red", outcome)],
    ...(wrong === null ? [] : row("but", wrong)),
    ...(outcome === "ok" ? [] : row("next", next)),
    ...row("time", `${(elapsedMs / SECOND_MS).toFixed(1)} s`),
    ...row("usage", usageWords(usage)),
    ...row("came", came),
    ...evidence.flatMap((line) => row("rests on", line)),
  ];
}

function usageWords({ inputTokens, outputTokens, usd }: AgentTrial["usage"]): string {
  const count = (tokens: number | null): string => (tokens === null ? "unknown" : countWords(tokens));
  const cost = costWords({ usd, unpricedCalls: usd === null ? 1 : 0 });
  return `${count(inputTokens)} tokens in, ${count(outputTokens)} out, cost ${cost}`;
}

function interrupted({ name }: TestedAgent): Failure {
  return { failed: "interrupted", code: "interrupted", message: `the test of ${name} was stopped` };
}
