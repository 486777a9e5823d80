// Real agents against the fake model: each case once, with what it came to as a line in the log.
import { appendFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type AgentOutcome, OUTCOME_RULES } from "../../src/core/shared/agent-outcome.ts";
import { callKeyParts } from "../../src/core/shared/call-key.ts";
import {
  CANCEL_CASE,
  type CaseName,
  EFFORT_CASE,
  ENGINEER_CASE,
  FAULT_CASES,
  type FaultCase,
  FIRST_WORDS,
  GIT_CASE,
  IDLE_MS,
  INTRUDERS_FILE,
  KILL_CASE,
  LOGIN_CASE,
  MIXED_CASE,
  PROJECT_CASE,
  RESUME_CASE,
  REVIEWER_CASE,
  type ScenarioName,
  SESSION_CASE,
  SLOW_START_IDLE_MS,
  USER_CASE,
} from "./cases.ts";
import { endOf, type FinishedCall, finishedCalls, requestsOf, runOf } from "./finished-call.ts";
import { logText } from "./log-line.ts";
import { OTHER_AGENT, REAL_AGENTS, type RealAgentName } from "./pinned-agents.ts";
import { type PlantedKind, plantedIn } from "./planted.ts";
import { type RealPlayer, RealProject, type Running, SESSION, until, withShell } from "./real-project.ts";
import { realRun } from "./real-run.ts";
import { cameNext } from "./what-came-next.ts";

const RUN = realRun(process.env);
const REFINE = ["refine", "spec.md", "--name", SESSION, "--no-input", "--quiet"];
/** For the ladder of signals, the reaping and a busy machine, on top of the timer itself. */
const LATE_MS_MAX = 30_000;
/** Between two signals of an impatient person. */
const IMPATIENT_MS = 300;

/** Per run of the Engineer two answers, per review one, and the final pass; as the fake model counts them. */
const ENGINEER_USAGE = { inputTokens: 4_500, outputTokens: 420 };
const SESSION_USAGE = { inputTokens: 2 * 4_500 + 3 * 2_000, outputTokens: 2 * 420 + 3 * 400 };
const ENGINEER_REQUESTS = 4;
const REVIEWER_REQUESTS = 3;

const WANTED = REAL_AGENTS.filter((agent) => RUN.wanted.includes(agent));

describe.each(WANTED)("real %s", (agent) => {
  test(SESSION_CASE, async () => {
    const { project, ...seen } = await playSession(agent, SESSION_CASE);
    expectGoodSession(project, seen);
    expect(sumOf(seen.calls.map(({ usage }) => usage))).toEqual(SESSION_USAGE);
    expect(requestsFor(project, "engineer")).toBe(ENGINEER_REQUESTS);
    expect(requestsFor(project, "reviewer-says")).toBe(REVIEWER_REQUESTS);
  });

  test(MIXED_CASE, async () => {
    const { project, ...seen } = await playSession(agent, MIXED_CASE);
    expectGoodSession(project, seen);
    expect(allStrangers(project)).toEqual({ git: [], project: [], user: [] });
  });

  test(LOGIN_CASE, async () => {
    const { project, ...seen } = await playSession(agent, LOGIN_CASE);
    expectGoodSession(project, seen);
  });

  test.each([
    [GIT_CASE, "git"],
    [PROJECT_CASE, "project"],
    [USER_CASE, "user"],
  ] as const)("%s", async (name, kind) => {
    // With a key and with a login: different switches keep the same away.
    const [withKey, withLogin] = await sessionsOf(agent);
    const { outcome, ms, requests, strays } = withLogin;
    appendLine({ agent, name, outcome, ms, requests }, strays);
    expect(withKey.strangers[kind]).toEqual([]);
    expect(withLogin.strangers[kind]).toEqual([]);
    expect([withKey.outcome, withLogin.outcome]).toEqual(["ok", "ok"]);
  });

  test(REVIEWER_CASE, async () => {
    const project = await projectWith(agent, { scenario: "reviewer-intrudes", ownLogin: true });
    const { said } = await project.run([...REFINE, "--until", "round"]);
    const call = await lastCallOf(project, "reviewer");
    const strays = await log(project, {
      agent,
      name: REVIEWER_CASE,
      ...seenOf(call),
      requests: sentBy(project),
    });
    expect(call.outcome, `${said}\n${call.evidence.join("\n")}`).toBe("ok");
    expectNoIntrusion(project, call, agent);
    expect(strays).toEqual([]);
  });

  test(ENGINEER_CASE, async () => {
    const project = await projectWith(agent, { scenario: "engineer-intrudes", ownLogin: true });
    const { said } = await project.run([...REFINE, "--until", "round"]);
    const call = await lastCallOf(project, "engineer");
    const strays = await log(project, {
      agent,
      name: ENGINEER_CASE,
      ...seenOf(call),
      requests: sentBy(project),
    });
    expect(call.outcome, `${said}\n${call.evidence.join("\n")}`).toBe("ok");
    expectNoIntrusion(project, call, agent);
    expect(strays).toEqual([]);
  });

  test(EFFORT_CASE, async () => {
    const project = await projectWith(agent, { scenario: "engineer" });
    const chosen = await project.run(["config", "set", "agents.author.effort", "high"]);
    // Not every model of claude's can be told.
    if (agent === "claude") await project.run(["config", "set", "agents.author.model", "claude-opus-4-6"]);
    // Who cannot be told how hard to think says so at once.
    if (agent === "gemini") {
      await log(project, { agent, name: EFFORT_CASE, outcome: "refused", ms: 0, requests: 0 });
      expect(chosen.code).toBe(CONFIG_REFUSED);
      return;
    }
    expect(chosen.code, chosen.said).toBe(0);
    await project.run([...REFINE, "--until", "round"]);
    const call = await lastCallOf(project, "engineer");
    await log(project, { agent, name: EFFORT_CASE, ...seenOf(call), requests: sentBy(project) });
    const [first] = project.proxy.sent().filter(({ body }) => body.includes("You are the Engineer"));
    expect(effortIn(agent, first?.body ?? "{}")).toBe("high");
  });

  test(RESUME_CASE, async () => {
    const project = await projectWith(agent, { scenario: "second-attempt", reviewer: "reviewer-says" });
    const { said } = await project.run([...REFINE, "--until", "round"]);
    const calls = (await finishedCalls(project)).filter(
      ({ key }) => callKeyParts(key).purpose === "engineer",
    );
    const [first, second] = calls;
    if (first === undefined || second === undefined) throw new Error(`there was no second attempt: ${said}`);
    const requests = await requestsOf(project, second);
    const strays = await log(project, { agent, name: RESUME_CASE, ...seenOf(second), requests });
    expect(second.outcome, second.evidence.join("\n")).toBe("ok");
    const endedAtMs = await endOf(project, first);
    const [again] = project.proxy.sent().filter(({ atMs, body }) => atMs > endedAtMs && body !== "");
    expect(again?.body).toContain(FIRST_WORDS);
    // Its own part alone, whatever the agent counts over both.
    expect(second.usage).toMatchObject(ENGINEER_USAGE);
    expect(strays).toEqual([]);
  });

  test(CANCEL_CASE, async () => {
    const project = await projectWith(agent, { scenario: "says-slowly" });
    const running = project.start(REFINE);
    await until("the model is answering", () => openRequest(project));
    await sleep(ANSWERING_MS);
    await stopped(running);
    const call = await lastCallOf(project, "engineer");
    const strays = await log(project, {
      agent,
      name: CANCEL_CASE,
      ...seenOf(call),
      requests: sentBy(project),
    });
    expect(call.outcome, call.evidence.join("\n")).toBe("cancelled");
    expect(call.usage.usd).toBe(null);
    expect([call.usage.inputTokens, call.usage.outputTokens]).not.toContain(0);
    const usage = JSON.stringify(await project.json(["usage", SESSION]));
    expect(usage).toMatch(/"unpricedCalls":1/);
    expect(usage).not.toMatch(/"usd":0\b/);
    expect(strays).toEqual([]);
  });

  test.each<FaultCase & { name: CaseName }>(FAULT_CASES)("$name", async (fault) => {
    const { scenario, needsShell, idleMs = {} } = fault;
    const ownIdleMs = idleMs[agent] ?? idleOf(agent);
    const project = await projectWith(agent, {
      scenario,
      shell: needsShell === true,
      reviewer: "reviewer-says",
      idleMs: ownIdleMs,
    });
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
    expect(ms).toBeLessThan(ownIdleMs + LATE_MS_MAX);
    expect(didNext, `after ${outcome} comes ${next}`).toBe(true);
    expect(strays).toEqual([]);
  });

  test(KILL_CASE, async () => {
    const project = await projectWith(agent, { scenario: "slow-once", reviewer: "reviewer-says" });
    const first = project.start(REFINE);
    await until("the model is answering", () => openRequest(project));
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

/** The exit code of settings that cannot be so. */
const CONFIG_REFUSED = 3;
/** So that something of the answer has come. */
const ANSWERING_MS = 1_500;

interface ProjectOptions {
  readonly scenario: ScenarioName;
  /** The same as the Engineer's where nothing is said. */
  readonly reviewer?: ScenarioName;
  readonly reviewingAgent?: RealAgentName;
  readonly ownLogin?: boolean;
  readonly shell?: boolean;
  readonly idleMs?: number;
}

async function projectWith(agent: RealAgentName, options: ProjectOptions): Promise<RealProject> {
  const { scenario, reviewer = scenario, reviewingAgent = agent, ownLogin = false, shell = false } = options;
  const player = (who: RealAgentName, plays: ScenarioName, hasShell: boolean): RealPlayer => {
    const program = RUN.agents[who]?.program ?? "";
    return { agent: who, scenario: plays, program: hasShell ? withShell(who, program) : program };
  };
  return await RealProject.make({
    parley: RUN.parley,
    engineer: player(agent, scenario, shell),
    reviewer: player(reviewingAgent, reviewer, false),
    ownLogin,
    idleMs: options.idleMs ?? Math.max(idleOf(agent), idleOf(reviewingAgent)),
  });
}

function idleOf(agent: RealAgentName): number {
  return agent === "opencode" ? SLOW_START_IDLE_MS : IDLE_MS;
}

const SESSIONS: Record<
  typeof SESSION_CASE | typeof MIXED_CASE | typeof LOGIN_CASE,
  (agent: RealAgentName) => ProjectOptions
> = {
  [SESSION_CASE]: () => ({ scenario: "engineer", reviewer: "reviewer-says" }),
  [MIXED_CASE]: (agent) => ({
    ...{ scenario: "engineer", reviewer: "reviewer-says" },
    reviewingAgent: OTHER_AGENT[agent],
  }),
  [LOGIN_CASE]: () => ({ scenario: "either-role", ownLogin: true }),
};

interface SeenSession {
  readonly project: RealProject;
  readonly strangers: Readonly<Record<PlantedKind, readonly string[]>>;
  readonly outcome: AgentOutcome;
  readonly ms: number;
  readonly requests: number;
  readonly code: number | null;
  readonly said: string;
  readonly calls: readonly FinishedCall[];
  readonly strays: readonly string[] | null;
}

type Remembered = Omit<SeenSession, "project">;
const remembered = new Map<string, Promise<Remembered>>();

/** With a key and with its own login, each played once for all who ask what was sent. */
async function sessionsOf(agent: RealAgentName): Promise<readonly [Remembered, Remembered]> {
  const play = (session: keyof typeof SESSIONS): Promise<Remembered> => {
    const key = `${agent} ${session}`;
    const playing = remembered.get(key) ?? playSession(agent, session, false);
    remembered.set(key, playing);
    return playing;
  };
  return [await play(SESSION_CASE), await play(LOGIN_CASE)];
}

/** A whole session, and what was seen of it; logged under its name where it is tried for itself. */
async function playSession(
  agent: RealAgentName,
  session: keyof typeof SESSIONS,
  isLogged = true,
): Promise<SeenSession> {
  const project = await projectWith(agent, SESSIONS[session](agent));
  const beganMs = Date.now();
  const { code, said } = await project.run(REFINE);
  const ms = Date.now() - beganMs;
  const calls = await finishedCalls(project);
  const outcome = calls.find((call) => call.outcome !== "ok")?.outcome ?? "ok";
  const tried = { agent, outcome, ms, requests: sentBy(project) };
  const strays = isLogged ? await log(project, { ...tried, name: session }) : await project.strays();
  return { project, ...tried, code, said, calls, strays, strangers: allStrangers(project) };
}

function expectGoodSession(project: RealProject, { code, said, calls, strays }: Remembered): void {
  expect(
    calls.map(({ outcome }) => outcome),
    `${said}\n${calls.flatMap(({ evidence }) => evidence).join("\n")}`,
  ).toEqual(["ok", "ok", "ok", "ok", "ok"]);
  expect(code, said).toBe(0);
  expectDocuments(project);
  expect(strays ?? []).toEqual([]);
}

function allStrangers(project: RealProject): SeenSession["strangers"] {
  return {
    git: strangers(project, "git"),
    project: strangers(project, "project"),
    user: strangers(project, "user"),
  };
}

/** What was sent of what was planted, and which of the planted programs were started. */
function strangers(project: RealProject, kind: PlantedKind): readonly string[] {
  const started = readdirSync(project.startedFolder).filter((mark) => mark.startsWith(`planted-${kind}`));
  return [...plantedIn(kind, project.sentText()), ...started.map((mark) => `started: ${mark}`)];
}

/** Whatever it tried, it saw nothing of it and left nothing; and where its agent tells, the path is named. */
function expectNoIntrusion(project: RealProject, { evidence }: FinishedCall, agent: RealAgentName): void {
  const secrets = (["project", "user"] as const).flatMap((kind) => strangers(project, kind));
  expect(secrets).toEqual([]);
  expect(project.sentText()).toContain("secret.md");
  for (const folder of [project.folder, project.home])
    expect(existsSync(join(folder, INTRUDERS_FILE))).toBe(false);
  // What codex hides is not there, so that nothing is denied.
  if (agent !== "codex") expect(evidence.join("\n")).toMatch(/^denied: .*\/project\/secret\.md/m);
}

function effortIn(agent: RealAgentName, body: string): unknown {
  const { output_config, reasoning, reasoning_effort } = JSON.parse(body) as Record<
    string,
    { effort?: unknown } | undefined
  >;
  if (agent === "opencode") return reasoning_effort;
  return (agent === "codex" ? reasoning : output_config)?.effort;
}

function openRequest(project: RealProject): true | null {
  return project.model.log().some(({ ended }) => ended === "open") ? true : null;
}

function sentBy(project: RealProject): number {
  return project.model.log().length;
}

function seenOf({ outcome, elapsedMs }: FinishedCall): Pick<Tried, "outcome" | "ms"> {
  return { outcome, ms: elapsedMs };
}

async function lastCallOf(project: RealProject, purpose: string): Promise<FinishedCall> {
  const calls = await finishedCalls(project);
  const call = calls.findLast(({ key }) => callKeyParts(key).purpose === purpose);
  if (call === undefined) throw new Error(`the ${purpose} was not called: ${JSON.stringify(calls)}`);
  return call;
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
  appendLine(tried, strays);
  return strays ?? [];
}

function appendLine({ agent, name, outcome, ms, requests }: Tried, strays: readonly string[] | null): void {
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
