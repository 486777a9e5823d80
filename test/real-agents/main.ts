// `npm run test:agents [-- claude | codex-acp | … | --page]`: installs the pinned agents, tries every case with them, one
// after the other, and makes the tables of docs/agents.md from what was logged, once all rows of an agent came out as they
// should; with --page only that, from the log beside the page. `PARLEY_AGENTS_ROW` names rows to be tried and not kept.
// `-- --mutants [claude | …]` takes each protection away instead, and demands that its row turns red; `--untried` those that
// the log does not tell as they stand, `PARLEY_AGENTS_MUTANT` those of a name.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ACP_FOLDER_VARIABLE, installAcpServers } from "./acp-servers.ts";
import { AGENTS_LOG, AGENTS_PAGE, MUTANTS_LOG, withMadeParts } from "./agents-page.ts";
import { CASE_NAMES } from "./cases.ts";
import { agentsCache, installAgent } from "./install-agents.ts";
import { logText, parseLog, secondOf } from "./log-line.ts";
import { chooseNetwork } from "./loopback-only.ts";
import { type MutantLine, mutantLogText, parseMutantLog } from "./mutant-log.ts";
import { locksHash, type Mutant } from "./mutants/mutant.ts";
import { MUTANTS } from "./mutants.ts";
import {
  ACP_AGENTS,
  isAcpAgent,
  OTHER_AGENT,
  PINNED,
  PINNED_ACP,
  REAL_AGENTS,
  TRIED_AGENTS,
  type TriedAgent,
} from "./pinned-agents.ts";
import { REAL_RUN_VARIABLE, type RealRun } from "./real-run.ts";
import { type MutantTrial, tryMutant } from "./try-mutants.ts";

const MUTANTS_WORD = "--mutants";
const UNTRIED_WORD = "--untried";

process.exitCode = await tryAgents(process.argv.slice(2));

async function tryAgents(args: readonly string[]): Promise<number> {
  if (args.length === 1 && args[0] === "--page") return writePage();
  const words = args.filter((word) => word !== MUTANTS_WORD && word !== UNTRIED_WORD);
  const wanted = TRIED_AGENTS.filter((agent) => words.length === 0 || words.includes(agent));
  const unknown = words.filter((word) => !TRIED_AGENTS.some((agent) => agent === word));
  if (unknown.length > 0) return failed(`${unknown.join(", ")}: the agents are ${TRIED_AGENTS.join(", ")}`);
  const cache = agentsCache(process.env);
  if (cache === null)
    return failed("set PARLEY_AGENTS_CACHE to the folder for the agents: there is no home folder");
  const agents: RealRun["agents"] = {};
  const alone = REAL_AGENTS.filter((agent) => wanted.includes(agent));
  const needed = new Set([...alone, ...alone.map((agent) => OTHER_AGENT[agent])]);
  for (const agent of needed) {
    console.log(`${agent} ${PINNED[agent].version} in ${cache}`);
    const installation = installAgent(agent, cache);
    if (installation.at === "failed") return failed(`${agent} cannot be tried: ${installation.why}`);
    const { program, version } = installation;
    agents[agent] = { program, version };
  }
  for (const agent of ACP_AGENTS) agents[agent] = { program: agent, version: PINNED_ACP[agent].version };
  const acpFolder = installAcpServers(cache);
  if (acpFolder === null) return failed("the agents over ACP cannot be installed");
  if (args.includes(MUTANTS_WORD)) {
    const told = args.includes(UNTRIED_WORD) ? parseMutantLog(readFileSync(MUTANTS_LOG, "utf8")) : [];
    return await tryMutants({ agents, wanted }, { acpFolder, told });
  }
  return tryInstalled({ agents, wanted }, { cache, acpFolder });
}

/** What was tried takes the place of what was told of the same before; what is no mutant any more is told no longer. */
async function tryMutants(
  { agents, wanted }: Pick<RealRun, "agents" | "wanted">,
  { acpFolder, told }: { readonly acpFolder: string; readonly told: readonly MutantLine[] },
): Promise<number> {
  const only = new RegExp(process.env.PARLEY_AGENTS_MUTANT ?? "");
  const { network, prefix } = chooseNetwork(process.platform);
  const run: RealRun = { parley: "", agents, wanted, log: "/dev/null", began: secondOf(new Date()), network };
  const trial: MutantTrial = { run, prefix, env: { [ACP_FOLDER_VARIABLE]: acpFolder } };
  let isRed = true;
  const chosen = MUTANTS.filter(({ agent, name }) => wanted.includes(agent) && only.test(name));
  for (const mutant of chosen.filter(
    (one) => !told.some((line) => isOf(one)(line) && isAsItStands(one, line)),
  )) {
    const line = await tryMutant(mutant, trial);
    console.log(`${line.agent}: ${line.mutant}: ${line.became} (${line.row})`);
    if (line.became !== "red") console.log(`    ${line.said.replaceAll("\n", "\n    ")}`);
    isRed &&= line.became === "red";
    keepMutantLine(line);
    writePage();
  }
  return isRed ? 0 : failed("not every mutant turned its row red for its own reason");
}

function keepMutantLine(line: MutantLine): void {
  const before = parseMutantLog(readFileSync(MUTANTS_LOG, "utf8"));
  const told = MUTANTS.flatMap((mutant) => [line, ...before].find(isOf(mutant)) ?? []);
  writeFileSync(MUTANTS_LOG, mutantLogText(told));
}

function isOf(mutant: Mutant) {
  return (told: MutantLine) =>
    told.agent === mutant.agent && told.row === mutant.row && told.mutant === mutant.name;
}

function isAsItStands(mutant: Mutant, { locks, became }: MutantLine): boolean {
  return locks === locksHash(mutant) && became === "red";
}

function tryInstalled(
  { agents, wanted }: Pick<RealRun, "agents" | "wanted">,
  { cache, acpFolder }: { readonly cache: string; readonly acpFolder: string },
): number {
  const parley = resolve(process.env.PARLEY_AGENTS_PROGRAM ?? "dist/parley.js");
  if (process.env.PARLEY_AGENTS_PROGRAM === undefined && !succeeds(process.execPath, ["scripts/build.mjs"])) {
    return failed("parley itself cannot be built");
  }
  const { network, prefix, because } = chooseNetwork(process.platform);
  console.log(
    because === null
      ? "network: loopback only"
      : `network: OPEN, the agents can reach other hosts (${because})`,
  );
  mkdirSync(join(cache, "logs"), { recursive: true });
  const began = secondOf(new Date());
  const only = process.env.PARLEY_AGENTS_ROW ?? null;
  const isGood = wanted.map((agent) => {
    const log = join(cache, "logs", `${began.replaceAll(":", "-")}-${agent}.jsonl`);
    writeFileSync(log, "");
    const run: RealRun = { parley, agents, wanted: [agent], log, began, network };
    const passed = playRows(run, { agent, only, prefix, acpFolder });
    console.log(`log: ${log}`);
    if (passed && only === null) keepLines(agent, readFileSync(log, "utf8"));
    return passed;
  });
  return isGood.every(Boolean)
    ? 0
    : failed(`not every case came out as it should; of such an agent ${AGENTS_PAGE} is as it was`);
}

interface RowsWish {
  readonly agent: TriedAgent;
  /** A part of the rows, which is tried and not kept. */
  readonly only: string | null;
  readonly prefix: readonly string[];
  readonly acpFolder: string;
}

function playRows(run: RealRun, { agent, only, prefix, acpFolder }: RowsWish): boolean {
  const vitest = [
    ...["node_modules/vitest/vitest.mjs", "run", "--config", "test/real-agents/vitest.config.ts"],
    ...(isAcpAgent(agent) ? ["acp.real"] : ["agents.real", "coder.real", "build.real", "mcp-hosts.real"]),
    ...(only === null ? [] : ["--testNamePattern", only]),
  ];
  const [program = "", ...args] = [...prefix, process.execPath, ...vitest];
  return succeeds(program, args, {
    [REAL_RUN_VARIABLE]: JSON.stringify(run),
    [ACP_FOLDER_VARIABLE]: acpFolder,
  });
}

/** All that was tried of an agent takes the place of all that was told of it before. */
function keepLines(agent: TriedAgent, log: string): void {
  const lines = [
    ...parseLog(log),
    ...parseLog(readFileSync(AGENTS_LOG, "utf8")).filter((line) => line.agent !== agent),
  ];
  const inOrder = TRIED_AGENTS.flatMap((one) =>
    CASE_NAMES.flatMap((name) => lines.find((line) => line.agent === one && line.case === name) ?? []),
  );
  writeFileSync(AGENTS_LOG, inOrder.map(logText).join(""));
  writePage();
}

function writePage(): number {
  const lines = parseLog(readFileSync(AGENTS_LOG, "utf8"));
  const mutants = parseMutantLog(readFileSync(MUTANTS_LOG, "utf8"));
  writeFileSync(AGENTS_PAGE, withMadeParts(readFileSync(AGENTS_PAGE, "utf8"), lines, mutants));
  console.log(`${AGENTS_PAGE} is made anew`);
  return 0;
}

function succeeds(program: string, args: readonly string[], more: Record<string, string> = {}): boolean {
  return spawnSync(program, args, { stdio: "inherit", env: { ...process.env, ...more } }).status === 0;
}

function failed(why: string): number {
  console.error(why);
  return 1;
}
