// Real agents against the fake model: each case once, with what it came to as a line in the log.
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type AgentOutcome, OUTCOME_RULES } from "../../src/core/shared/agent-outcome.ts";
import {
  type CaseName,
  FAULT_CASES,
  type FaultCase,
  IDLE_MS,
  KILL_CASE,
  type ScenarioName,
  SESSION_CASE,
} from "./cases.ts";
import { type FinishedCall, finishedCalls, requestsOf, runOf } from "./finished-call.ts";
import { logText } from "./log-line.ts";
import { REAL_AGENTS, type RealAgentName } from "./pinned-agents.ts";
import { RealProject, type Running, SESSION, until, withShell } from "./real-project.ts";
import { realRun } from "./real-run.ts";
import { cameNext } from "./what-came-next.ts";

const RUN = realRun(process.env);
const REFINE = ["refine", "spec.md", "--name", SESSION, "--no-input", "--quiet"];
/** For the ladder of signals, the reaping and a busy machine, on top of the timer itself. */
const LATE_MS_MAX = 20_000;
/** Between two signals of an impatient person. */
const IMPATIENT_MS = 300;

/** Per run of the Engineer two answers, per review one, and the final pass; as the fake model counts them. */
const SESSION_USAGE = { inputTokens: 2 * 4_500 + 3 * 2_000, outputTokens: 2 * 420 + 3 * 400 };
const ENGINEER_REQUESTS = 4;
const REVIEWER_REQUESTS = 3;

describe.each(REAL_AGENTS.filter((agent) => RUN.agents[agent] !== undefined))("real %s", (agent) => {
  test(SESSION_CASE, async () => {
    const project = await projectWith(agent, "engineer");
    plant(project);
    const beganMs = Date.now();
    const { code, said } = await project.run(REFINE);
    const ms = Date.now() - beganMs;
    const calls = await finishedCalls(project);
    const outcomes = calls.map(({ outcome }) => outcome);
    const outcome = outcomes.find((one) => one !== "ok") ?? "ok";
    const strays = await log(project, {
      agent,
      name: SESSION_CASE,
      outcome,
      ms,
      requests: project.model.log().length,
    });
    expect(code, said).toBe(0);
    expect(outcomes).toEqual(["ok", "ok", "ok", "ok", "ok"]);
    expect(sumOf(calls.map(({ usage }) => usage))).toEqual(SESSION_USAGE);
    expect(requestsFor(project, "engineer")).toBe(ENGINEER_REQUESTS);
    expect(requestsFor(project, "reviewer-says")).toBe(REVIEWER_REQUESTS);
    expectDocuments(project);
    expect(plantedIn(project)).toEqual([]);
    expect(strays).toEqual([]);
  });

  test.each<FaultCase & { name: CaseName }>(FAULT_CASES)("$name", async (fault) => {
    const project = await projectWith(agent, fault.scenario, fault.needsShell === true);
    const running = project.start([...REFINE, "--until", "round"]);
    const call = await firstCall(project, running);
    const requests = await requestsOf(project, call);
    const { next } = OUTCOME_RULES[call.outcome];
    const didNext = await cameNext(project, running, next);
    await stopped(running);
    const { outcome, elapsedMs: ms } = call;
    const strays = await log(project, { agent, name: fault.name, outcome, ms, requests });
    expect(outcome, call.evidence.join("\n")).toBe(fault.outcome[agent]);
    expect(call.evidence.join("\n")).toMatch(fault.evidence?.[agent] ?? "");
    expect(requests).toBe(fault.requests[agent]);
    expect(ms).toBeLessThan(IDLE_MS + LATE_MS_MAX);
    expect(didNext, `after ${outcome} comes ${next}`).toBe(true);
    expect(strays).toEqual([]);
  });

  test(KILL_CASE, async () => {
    const project = await projectWith(agent, "slow-once");
    const first = project.start(REFINE);
    await until(
      "the model is answering",
      () => project.model.log().find(({ ended }) => ended === "open") ?? null,
    );
    first.kill("SIGKILL");
    await first.ended;
    const [runId = ""] = project.runIds();
    expect(existsSync(join(project.runsFolder, runId, "exit"))).toBe(false);
    await until("the agent has finished alone", () =>
      existsSync(join(project.runsFolder, runId, "exit")) ? true : null,
    );
    const paid = project.model.log().length;
    const { code, said } = await project.run(["resume", SESSION, "--no-input", "--quiet"]);
    const [call] = await finishedCalls(project);
    if (call === undefined) throw new Error(`no call was finished: ${said}`);
    const { outcome, elapsedMs: ms } = call;
    const strays = await log(project, { agent, name: KILL_CASE, outcome, ms, requests: paid });
    expect(code, said).toBe(0);
    expect((await runOf(project, call.key)).runId).toBe(runId);
    expect(outcome, call.evidence.join("\n")).toBe("ok");
    expect(requestsFor(project, "slow-once")).toBe(ENGINEER_REQUESTS);
    expect((await project.events("AgentCallStarted")).length).toBe((await finishedCalls(project)).length);
    expectDocuments(project);
    expect(strays).toEqual([]);
  });
});

/** Files that agents like to take along from the folders around them. A role is told what parley tells it, and no more. */
const PLANTED: Readonly<Record<string, (mark: string) => string>> = {
  "AGENTS.md": (mark) => `${mark}\n`,
  "CLAUDE.md": (mark) => `${mark}\n`,
  ".codex/config.toml": (mark) => `developer_instructions = "${mark}"\n`,
  ".codex/skills/planted/SKILL.md": skillWith,
  ".agents/skills/planted/SKILL.md": skillWith,
  ".claude/skills/planted/SKILL.md": skillWith,
};

function skillWith(mark: string): string {
  return `---\nname: planted\ndescription: ${mark}\n---\n${mark}\n`;
}

function markOf(path: string): string {
  return `planted-in-${path.replaceAll(/\W/g, "-")}`;
}

function plant(project: RealProject): void {
  project.write(".git/HEAD", "ref: refs/heads/main\n");
  for (const [path, textWith] of Object.entries(PLANTED)) project.write(path, textWith(markOf(path)));
}

/** The files whose words reached the model. */
function plantedIn(project: RealProject): readonly string[] {
  return Object.keys(PLANTED).filter((path) =>
    project.proxy.bodies().some((body) => body.includes(markOf(path))),
  );
}

async function projectWith(
  agent: RealAgentName,
  engineer: ScenarioName,
  shell = false,
): Promise<RealProject> {
  const installed = RUN.agents[agent]?.program ?? "";
  const program = shell && agent === "claude" ? withShell(installed) : installed;
  return await RealProject.make({ agent, program, parley: RUN.parley, engineer });
}

/** The one in which the fault happens. */
async function firstCall(project: RealProject, running: Running): Promise<FinishedCall> {
  return await until("the first call has ended", async () => {
    const wasOver = running.isOver;
    const [call] = await finishedCalls(project);
    if (call === undefined && wasOver)
      throw new Error(`parley ended without a call: ${(await running.ended).said}`);
    return call ?? null;
  });
}

interface Tried {
  readonly agent: RealAgentName;
  readonly name: CaseName;
  readonly outcome: AgentOutcome;
  readonly ms: number;
  readonly requests: number;
}

/** Before anything is judged: what was seen is logged also where it is wrong. */
async function log(project: RealProject, tried: Tried): Promise<readonly string[] | null> {
  const strays = await project.strays();
  const { agent, name, outcome, ms, requests } = tried;
  const line = {
    ...{
      agent,
      version: RUN.agents[agent]?.version ?? "",
      case: name,
      outcome,
      ms: Math.round(ms),
      requests,
    },
    strays: strays?.length ?? null,
    date: `${new Date().toISOString().slice(0, "YYYY-MM-DDTHH:MM:SS".length)}Z`,
    network: RUN.network,
    platform: `${process.platform} ${process.arch}`,
  };
  appendFileSync(RUN.log, logText(line));
  return strays ?? [];
}

/** As Ctrl-C, twice: the agents at work are stopped. */
async function stopped(running: Running): Promise<void> {
  running.kill("SIGINT");
  await sleep(IMPATIENT_MS);
  running.kill("SIGINT");
  await running.ended;
}

function requestsFor({ model }: RealProject, scenario: ScenarioName): number {
  return model.counts()[scenario]?.requests ?? 0;
}

interface Tokens {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

function sumOf(usages: readonly Tokens[]): Tokens {
  const sum = (pick: (usage: Tokens) => number | null) =>
    usages.reduce((total, usage) => total + (pick(usage) ?? Number.NaN), 0);
  return { inputTokens: sum((usage) => usage.inputTokens), outputTokens: sum((usage) => usage.outputTokens) };
}

function expectDocuments(project: RealProject): void {
  const session = [".parley", "sessions", SESSION];
  expect(project.file(...session, "round_001", "engineer.md")).toContain("sent again one second later");
  expect(project.file(...session, "round_001", "reviewer.md")).toContain("ISSUE-R1-001");
  expect(project.file(...session, "round_002", "engineer.md")).toContain("| ISSUE-R1-001 | ADDRESSED |");
  expect(project.file(...session, "round_002", "reviewer.md")).toContain("NO_ISSUES_FOUND");
  const spec = project.file("spec_v1.md");
  expect(spec).toContain("After the third failed retry the caller gets the error E42.");
  expect(spec).not.toContain("TODO");
}
