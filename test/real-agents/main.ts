// `npm run test:agents [-- claude | codex | --page]`: installs the pinned agents, tries every case with them, and makes the
// tables of docs/agents.md from what was logged; with --page only that, from the log of the last complete run.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ACP_FOLDER_VARIABLE, installAcpServers } from "./acp-servers.ts";
import { AGENTS_LOG, AGENTS_PAGE, withMadeParts } from "./agents-page.ts";
import { CASE_NAMES } from "./cases.ts";
import { agentsCache, installAgent } from "./install-agents.ts";
import { type LogLine, logText, parseLog } from "./log-line.ts";
import { chooseNetwork } from "./loopback-only.ts";
import { OTHER_AGENT, PINNED, REAL_AGENTS } from "./pinned-agents.ts";
import { REAL_RUN_VARIABLE, type RealRun } from "./real-run.ts";

process.exitCode = tryAgents(process.argv.slice(2));

function tryAgents(words: readonly string[]): number {
  if (words.length === 1 && words[0] === "--page") return writePage(readFileSync(AGENTS_LOG, "utf8"));
  const wanted = REAL_AGENTS.filter((agent) => words.length === 0 || words.includes(agent));
  const unknown = words.filter((word) => !REAL_AGENTS.some((agent) => agent === word));
  if (unknown.length > 0) return failed(`${unknown.join(", ")}: the agents are ${REAL_AGENTS.join(" and ")}`);
  const cache = agentsCache(process.env);
  if (cache === null)
    return failed("set PARLEY_AGENTS_CACHE to the folder for the agents: there is no home folder");
  const agents: RealRun["agents"] = {};
  const needed = new Set([...wanted, ...wanted.map((agent) => OTHER_AGENT[agent])]);
  for (const agent of needed) {
    console.log(`${agent} ${PINNED[agent].version} in ${cache}`);
    const installation = installAgent(agent, cache);
    if (installation.at === "failed") return failed(`${agent} cannot be tried: ${installation.why}`);
    const { program, version } = installation;
    agents[agent] = { program, version };
  }
  return tryInstalled({ agents, wanted }, cache);
}

function tryInstalled({ agents, wanted }: Pick<RealRun, "agents" | "wanted">, cache: string): number {
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
  const log = join(cache, "logs", `${new Date().toISOString().replaceAll(/[:.]/g, "-")}.jsonl`);
  writeFileSync(log, "");
  const run: RealRun = { parley, agents, wanted, log, network };
  const only = process.env.PARLEY_AGENTS_ROW;
  const vitest = [
    ...["node_modules/vitest/vitest.mjs", "run", "--config", "test/real-agents/vitest.config.ts"],
    ...(only === undefined ? [] : ["--testNamePattern", only]),
  ];
  const [program = "", ...args] = [...prefix, process.execPath, ...vitest];
  const acpFolder = installAcpServers(cache);
  if (acpFolder === null) return failed("the agents over ACP cannot be installed");
  const passed = succeeds(program, args, {
    [REAL_RUN_VARIABLE]: JSON.stringify(run),
    [ACP_FOLDER_VARIABLE]: acpFolder,
  });
  console.log(`log: ${log}`);
  if (!passed) return failed(`not every case came out as it should; ${AGENTS_PAGE} is as it was`);
  return tellIfComplete(readFileSync(log, "utf8"));
}

/** Of an agent only a run of every case is told in the documentation; the others' lines stay as they were. */
function tellIfComplete(log: string): number {
  const tried = parseLog(log);
  const of = (lines: readonly LogLine[], agent: string) => lines.filter((line) => line.agent === agent);
  const before = parseLog(readFileSync(AGENTS_LOG, "utf8"));
  const isComplete = (agent: string): boolean => of(tried, agent).length === CASE_NAMES.length;
  const all = REAL_AGENTS.flatMap((agent) => of(isComplete(agent) ? tried : before, agent));
  if (!REAL_AGENTS.some(isComplete)) {
    console.log(`${AGENTS_PAGE} is as it was: of no agent every case was tried`);
    return 0;
  }
  const text = all.map(logText).join("");
  writeFileSync(AGENTS_LOG, text);
  return writePage(text);
}

function writePage(log: string): number {
  writeFileSync(AGENTS_PAGE, withMadeParts(readFileSync(AGENTS_PAGE, "utf8"), parseLog(log)));
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
