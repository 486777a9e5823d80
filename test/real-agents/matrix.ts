// The tables of docs/agents.md that no hand writes.
import { NEXT_WORDS } from "../../src/cli/commands/agents.ts";
import { AGENT_OUTCOMES, OUTCOME_RULES } from "../../src/core/shared/agent-outcome.ts";
import { CASE_NAMES, expectedOutcome } from "./cases.ts";
import type { LogLine } from "./log-line.ts";
import type { MutantLine } from "./mutant-log.ts";
import { MUTANTS } from "./mutants.ts";
import { ACP_AGENTS, REAL_AGENTS, type TriedAgent } from "./pinned-agents.ts";

/** What was tried, a row for each case. */
export function renderMatrix(lines: readonly LogLine[]): string {
  return matrixOf(lines, REAL_AGENTS);
}

/** The same of the agents over ACP. */
export function renderAcpMatrix(lines: readonly LogLine[]): string {
  return matrixOf(lines, ACP_AGENTS);
}

function matrixOf(all: readonly LogLine[], names: readonly TriedAgent[]): string {
  const lines = all.filter(({ agent }) => names.includes(agent));
  const agents = names.map((agent) => ({ agent, own: lines.filter((line) => line.agent === agent) }));
  const heads = agents.map(({ agent, own }) => `${agent} ${versionsOf(own)}`);
  const cases = CASE_NAMES.filter((name) => names.some((agent) => expectedOutcome(agent, name) !== null));
  const rows = cases.map((name) => [
    name,
    ...agents.map(({ own }) => cellOf(own.find((line) => line.case === name))),
  ]);
  return [triedLine(lines), "", ...table(["case", ...heads], rows)].join("\n");
}

function versionsOf(lines: readonly LogLine[]): string {
  return unique(lines.map(({ version }) => version)).join(", ");
}

function triedLine(lines: readonly LogLine[]): string {
  const days = unique(lines.map(({ date }) => date.slice(0, "YYYY-MM-DD".length))).sort();
  const platforms = unique(lines.map(({ platform }) => platform));
  const networks = unique(lines.map(({ network }) => NETWORK_WORDS[network]));
  const runs = counted(unique(lines.map(({ run = "" }) => run)).length, "run");
  return `Tried on ${days.join(" and ")} on ${platforms.join(" and ")}, ${networks.join(" and ")}, in ${runs} of the command.`;
}

const NETWORK_WORDS: Record<LogLine["network"], string> = {
  "loopback only": "in a network namespace with nothing but loopback",
  open: "without a network namespace of its own, so that calls to other hosts were possible",
};

function cellOf(line: LogLine | undefined): string {
  if (line === undefined) return "not tried";
  const { outcome, requests, ms, strays } = line;
  return [
    `\`${outcome}\``,
    counted(requests, "request"),
    `${(ms / 1_000).toFixed(1)} s`,
    leftWords(strays),
  ].join(", ");
}

function leftWords(strays: number | null): string {
  if (strays === null) return "not looked for strays";
  return strays === 0 ? "nothing left running" : `${counted(strays, "process")} left`;
}

function counted(count: number, thing: string): string {
  const plural = thing.endsWith("s") ? `${thing}es` : `${thing}s`;
  return `${count} ${count === 1 ? thing : plural}`;
}

/** What was taken away, and which row turned red without it. */
export function renderMutants(lines: readonly MutantLine[]): string {
  const rows = MUTANTS.map(({ agent, name, row }) => {
    const line = lines.find((one) => one.agent === agent && one.row === row && one.mutant === name);
    return [agent, name, row, line?.became ?? "not tried"];
  });
  return table(["agent", "without the protection", "row", "became"], rows).join("\n");
}

/** Every outcome and what parley does about it. */
export function renderOutcomes(): string {
  const rows = AGENT_OUTCOMES.map((outcome) => {
    const { next, because } = OUTCOME_RULES[outcome];
    return [`\`${outcome}\``, because, NEXT_WORDS[next]];
  });
  return table(["outcome", "what it means", "what parley does next"], rows).join("\n");
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
