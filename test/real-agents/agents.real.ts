// Real agents against the fake model: each case once, with what it came to as a line in the log.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AgentOutcome, OUTCOME_RULES } from "../../src/core/shared/agent-outcome.ts";
import { callKeyParts } from "../../src/core/shared/call-key.ts";
import { listenForNames, type NameListener } from "./asked-names.ts";
import {
  CANCEL_CASE,
  type CaseName,
  EFFORT_CASE,
  ELSEWHERE_CASE,
  ENGINEER_CASE,
  ENVIRONMENT_CASE,
  FAULT_CASES,
  type FaultCase,
  FIRST_WORDS,
  GIT_CASE,
  HOSTS_CASE,
  IDLE_MS,
  INTRUDERS_FILE,
  KILL_CASE,
  LOGIN_CASE,
  MIXED_CASE,
  OFFERED_TOOLS,
  PROJECT_CASE,
  RESUME_CASE,
  REVIEWER_CASE,
  type ScenarioName,
  SESSION_CASE,
  USER_CASE,
} from "./cases.ts";
import { endOf, type FinishedCall, finishedCalls, requestsOf, runOf } from "./finished-call.ts";
import { OTHER_AGENT, REAL_AGENTS, type RealAgentName } from "./pinned-agents.ts";
import { PLANTED_VALUE, type PlantedKind } from "./planted.ts";
import {
  type RealPlayer,
  RealProject,
  type RealProjectWish,
  type Running,
  SESSION,
  until,
  withShell,
} from "./real-project.ts";
import { realRun } from "./real-run.ts";
import {
  allStrangers,
  appendLine,
  expectDocuments,
  lastCallOf,
  log,
  ONE_ROUND,
  openRequest,
  REFINE,
  requestsFor,
  seenOf,
  sentBy,
  stopped,
  strangers,
} from "./row-parts.ts";
import { environmentsOf } from "./stray-processes.ts";
import { cameNext } from "./what-came-next.ts";

const RUN = realRun(process.env);
/** For the ladder of signals, the reaping and a busy machine, on top of the timer itself. */
const LATE_MS_MAX = 30_000;

/** Per run of the Engineer two answers, per review one, and the final pass; as the fake model counts them. */
const ENGINEER_USAGE = { inputTokens: 4_500, outputTokens: 420 };
const SESSION_USAGE = { inputTokens: 2 * 4_500 + 3 * 2_000, outputTokens: 2 * 420 + 3 * 400 };
const ENGINEER_REQUESTS = 4;
const REVIEWER_REQUESTS = 3;

/** What is asked for before the document is written. */
const INTRUSION_USAGE = { inputTokens: 4 * 1_000, outputTokens: 4 * 50 };

let names: NameListener | null = null;
beforeAll(async () => {
  if (RUN.network === "loopback only") names = await listenForNames();
});
afterAll(() => names?.close());

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
    [HOSTS_CASE, "hosts"],
    [ELSEWHERE_CASE, "elsewhere"],
  ] as const)("%s", async (name, kind) => {
    // With a key and with a login: different switches keep the same away.
    const withKey = await roundOf(agent, SESSION_CASE);
    expect([withKey.outcome, withKey.traces[kind]], withKey.said).toEqual(["ok", []]);
    const withLogin = await roundOf(agent, LOGIN_CASE);
    const { outcome, ms, requests, strays } = withLogin;
    appendLine({ agent, name, outcome, ms, requests }, strays);
    // With a login claude lives where the user does.
    const isAtHome = agent === "claude" && kind === "elsewhere";
    expect([outcome, isAtHome ? [] : withLogin.traces[kind]], withLogin.said).toEqual(["ok", []]);
    if (agent !== "codex" || kind !== "user") return;
    const atHome = await roundOf(agent, AT_HOME);
    // As the documentation says: these instructions alone cannot be kept out of there.
    const instructions = ["planted-user--codex-AGENTS-md"];
    expect([atHome.outcome, atHome.traces.user], atHome.said).toEqual(["ok", instructions]);
    expect(atHome.ranCommand, "its command is forbidden").toBe(true);
  });

  test(ENVIRONMENT_CASE, async () => {
    const project = await projectWith(agent, {
      ...{ scenario: "engineer-tells-environment", reviewer: "reviewer-says" },
    });
    const running = project.start(ONE_ROUND);
    let environments = "";
    while (!running.isOver) {
      environments += environmentsOf(project.runIds());
      await sleep(LOOK_MS);
    }
    const call = await lastCallOf(project, "engineer");
    const strays = await log(project, {
      ...{ agent, name: ENVIRONMENT_CASE, ...seenOf(call) },
      requests: sentBy(project),
    });
    expect(call.outcome, call.evidence.join("\n")).toBe("ok");
    expect(environments).toContain("PARLEY_RUN=");
    expect(environments).not.toContain(PLANTED_VALUE);
    expect(project.sentText()).not.toContain(PLANTED_VALUE);
    // codex alone has a shell that could tell; there the key is not found either.
    if (agent === "codex") expect(project.sentText()).toContain("PARLEY_RUN=");
    const bodies = project.proxy.sent().map(({ body }) => body);
    expect(bodies.filter((body) => body.includes("fake-engineer-tells-environment"))).toEqual([]);
    expect(strays).toEqual([]);
  });

  test(REVIEWER_CASE, async () => {
    const project = await projectWith(agent, { scenario: "reviewer-intrudes", ownLogin: true });
    const { said } = await project.run(ONE_ROUND);
    const call = await lastCallOf(project, "reviewer");
    const strays = await log(project, {
      agent,
      name: REVIEWER_CASE,
      ...seenOf(call),
      requests: sentBy(project),
    });
    expect(call.outcome, `${said}\n${call.evidence.join("\n")}`).toBe("ok");
    expectNoIntrusion(project, call, agent);
    expect(offeredTools(project, "You are the Reviewer")).toEqual(OFFERED_TOOLS.reviewer[agent]);
    expect(strays).toEqual([]);
  });

  test(ENGINEER_CASE, async () => {
    const project = await projectWith(agent, { scenario: "engineer-intrudes", ownLogin: true });
    const { said } = await project.run(ONE_ROUND);
    const call = await lastCallOf(project, "engineer");
    const strays = await log(project, {
      agent,
      name: ENGINEER_CASE,
      ...seenOf(call),
      requests: sentBy(project),
    });
    expect(call.outcome, `${said}\n${call.evidence.join("\n")}`).toBe("ok");
    expectNoIntrusion(project, call, agent);
    expect(offeredTools(project, "You are the Engineer")).toEqual(OFFERED_TOOLS.engineer[agent]);
    expect(strays).toEqual([]);
  });

  test(EFFORT_CASE, async () => {
    const project = await projectWith(agent, { scenario: "engineer", hasGit: false });
    // Another than by itself.
    const effort = agent === "claude" ? "low" : "high";
    const chosen = await project.run(["config", "set", "agents.author.effort", effort]);
    // Not every model of claude's can be told.
    if (agent === "claude") await project.run(["config", "set", "agents.author.model", "claude-opus-4-6"]);
    // Which model it is decides what codex would offer it.
    if (agent === "codex") await project.run(["config", "set", "agents.author.model", CODEX_OWN_MODEL]);
    // Who cannot be told how hard to think says so at once.
    if (agent === "gemini") {
      await log(project, { agent, name: EFFORT_CASE, outcome: "refused", ms: 0, requests: 0 });
      expect(chosen.code).toBe(CONFIG_REFUSED);
      return;
    }
    expect(chosen.code, chosen.said).toBe(0);
    await project.run(ONE_ROUND);
    const call = await lastCallOf(project, "engineer");
    await log(project, { agent, name: EFFORT_CASE, ...seenOf(call), requests: sentBy(project) });
    expect(call.outcome, call.evidence.join("\n")).toBe("ok");
    const [first] = project.proxy.sent().filter(({ body }) => body.includes("You are the Engineer"));
    expect(effortIn(agent, first?.body ?? "{}")).toBe(effort);
    if (agent !== "codex") return;
    expect(JSON.parse(first?.body ?? "{}")).toMatchObject(MEDIUM_WORDS);
    expect(["spawn_agent"].filter((tool) => first?.body.includes(tool))).toEqual([]);
  });

  test(RESUME_CASE, async () => {
    const project = await projectWith(agent, { scenario: "second-attempt", reviewer: "reviewer-says" });
    const { said } = await project.run(ONE_ROUND);
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
    // opencode cannot go on with it in another folder: there the second attempt gets the whole task.
    if (agent === "opencode") expect(again?.body).toContain("You are the Engineer");
    else expect(again?.body).toContain(FIRST_WORDS);
    expectNoIntrusion(project, second, agent);
    // Its own part alone, whatever the agent counts over both.
    expect(second.usage).toMatchObject(sumOf([ENGINEER_USAGE, INTRUSION_USAGE]));
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
    const ownIdleMs = idleMs[agent] ?? IDLE_MS;
    const project = await projectWith(agent, {
      scenario,
      shell: needsShell === true,
      reviewer: "reviewer-says",
      idleMs: ownIdleMs,
    });
    const running = project.start(ONE_ROUND);
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
    expect(project.filesLeftElsewhere()).toEqual([]);
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
/** What it takes where nobody names one. */
const CODEX_OWN_MODEL = "gpt-6.1-sol";
/** As codex is told how much to say: nobody has chosen, and by itself it would say the least. */
const MEDIUM_WORDS = { text: { verbosity: "medium" } };
/** As many as tell what it is about. */
const SHOWN_FILES_MAX = 20;
const LOOK_MS = 50;
/** So that something of the answer has come. */
const ANSWERING_MS = 1_500;

interface ProjectOptions {
  readonly scenario: ScenarioName;
  /** The same as the Engineer's where nothing is said. */
  readonly reviewer?: ScenarioName;
  readonly reviewingAgent?: RealAgentName;
  readonly ownLogin?: RealProjectWish["ownLogin"];
  readonly hasGit?: boolean;
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
    ...{ ownLogin, hasGit: options.hasGit ?? true },
    idleMs: options.idleMs ?? IDLE_MS,
  });
}

const AT_HOME = "session that lives in the user's home";

const SESSIONS: Record<
  typeof SESSION_CASE | typeof MIXED_CASE | typeof LOGIN_CASE | typeof AT_HOME,
  (agent: RealAgentName) => ProjectOptions
> = {
  [SESSION_CASE]: () => ({ scenario: "engineer", reviewer: "reviewer-says" }),
  [MIXED_CASE]: (agent) => ({
    ...{ scenario: "engineer", reviewer: "reviewer-says" },
    reviewingAgent: OTHER_AGENT[agent],
  }),
  [LOGIN_CASE]: () => ({ scenario: "either-role", ownLogin: true }),
  [AT_HOME]: () => ({ scenario: "engineer-tells-environment", ownLogin: "at home" }),
};

interface SeenSession {
  readonly project: RealProject;
  readonly traces: Readonly<Record<PlantedKind | "hosts" | "elsewhere", readonly string[]>>;
  readonly outcome: AgentOutcome;
  readonly ms: number;
  readonly requests: number;
  readonly code: number | null;
  readonly said: string;
  readonly calls: readonly FinishedCall[];
  readonly strays: readonly string[] | null;
  readonly ranCommand: boolean;
}

type SeenRound = Omit<SeenSession, "project">;
const rounds = new Map<string, Promise<SeenRound>>();

/** A round, played once for all who ask what was sent or left of it. */
function roundOf(agent: RealAgentName, session: keyof typeof SESSIONS): Promise<SeenRound> {
  const key = `${agent} ${session}`;
  const playing = rounds.get(key) ?? playSession(agent, session, ONE_ROUND);
  rounds.set(key, playing);
  return playing;
}

/** A session, and what was seen of it; a whole one is logged under its name. */
async function playSession(
  agent: RealAgentName,
  session: keyof typeof SESSIONS,
  command: readonly string[] = REFINE,
): Promise<SeenSession> {
  const project = await projectWith(agent, SESSIONS[session](agent));
  const beganMs = Date.now();
  const { code, said } = await project.run(command);
  const ms = Date.now() - beganMs;
  const calls = await finishedCalls(project);
  const outcome = calls.find((call) => call.outcome !== "ok")?.outcome ?? "ok";
  const tried = { agent, outcome, ms, requests: sentBy(project) };
  const strays =
    command === REFINE && session !== AT_HOME
      ? await log(project, { ...tried, name: session })
      : await project.strays();
  const traces = { ...allStrangers(project), hosts: hostsSince(beganMs), elsewhere: leftElsewhere(project) };
  const ranCommand = project.sentText().includes("PARLEY_RUN=");
  return { project, ...tried, code, said, calls, strays, traces, ranCommand };
}

function hostsSince(beganMs: number): readonly string[] {
  const asked = names?.asked() ?? [];
  return [...new Set(asked.filter(({ atMs }) => atMs >= beganMs).map(({ name }) => name))].sort();
}

function leftElsewhere(project: RealProject): readonly string[] {
  return project.filesLeftElsewhere().slice(0, SHOWN_FILES_MAX);
}

function expectGoodSession(project: RealProject, { code, said, calls, strays }: SeenRound): void {
  expect(
    calls.map(({ outcome }) => outcome),
    `${said}\n${calls.flatMap(({ evidence }) => evidence).join("\n")}`,
  ).toEqual(["ok", "ok", "ok", "ok", "ok"]);
  expect(code, said).toBe(0);
  expectDocuments(project);
  expect(strays ?? []).toEqual([]);
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

/** In every request with these words, and in no other. */
function offeredTools({ model }: RealProject, words: string): readonly string[] {
  const requests = model.log().filter(({ system, prompt }) => `${system}\n${prompt}`.includes(words));
  return [...new Set(requests.flatMap(({ tools }) => tools))].sort();
}

function effortIn(agent: RealAgentName, body: string): unknown {
  const { output_config, reasoning, reasoning_effort } = JSON.parse(body) as Record<
    string,
    { effort?: unknown } | undefined
  >;
  if (agent === "opencode") return reasoning_effort;
  return (agent === "codex" ? reasoning : output_config)?.effort;
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

interface Tokens {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

function sumOf(usages: readonly Tokens[]): Tokens {
  const sum = (pick: (usage: Tokens) => number | null) =>
    usages.reduce((total, usage) => total + (pick(usage) ?? Number.NaN), 0);
  return { inputTokens: sum((usage) => usage.inputTokens), outputTokens: sum((usage) => usage.outputTokens) };
}
