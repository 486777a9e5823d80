// Real agents against the fake model: each case once, with what it came to as a line in the log.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listenForNames, type NameListener } from "./asked-names.ts";
import {
  CANCEL_CASE,
  EFFORT_CASE,
  ELSEWHERE_CASE,
  ENGINEER_CASE,
  ENVIRONMENT_CASE,
  GIT_CASE,
  HOSTS_CASE,
  KILL_CASE,
  LOGIN_CASE,
  MIXED_CASE,
  OFFERED_TOOLS,
  PROJECT_CASE,
  RESUME_CASE,
  REVIEWER_CASE,
  SESSION_CASE,
  USER_CASE,
} from "./cases.ts";
import { FAULT_CASES, IDLE_MS } from "./fault-cases.ts";
import type { FinishedCall } from "./finished-call.ts";
import { OTHER_AGENT, REAL_AGENTS, type RealAgentName } from "./pinned-agents.ts";
import { PLANTED_VALUE, type PlantedKind } from "./planted.ts";
import {
  expectOutcome,
  idleMsOf,
  type PlayedSession,
  playCancel,
  playFault,
  playIntruder,
  playKill,
  playSecondAttempt,
  playSession,
  playWholeSession,
} from "./played-rows.ts";
import { type RealPlayer, RealProject, type RealProjectWish, SESSION, withShell } from "./real-project.ts";
import { realRun } from "./real-run.ts";
import { FIRST_WORDS, type ScenarioName } from "./real-scenarios.ts";
import {
  allStrangers,
  appendLine,
  lastCallOf,
  log,
  ONE_ROUND,
  requestsFor,
  seenOf,
  sentBy,
  strangers,
} from "./row-parts.ts";
import { environmentsOf } from "./stray-processes.ts";

const RUN = realRun(process.env);
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
    const row = await rowOf(agent, SESSIONS[SESSION_CASE](agent));
    const { calls } = await playWholeSession(row, SESSION_CASE);
    expect(sumOf(calls.map(({ usage }) => usage))).toEqual(SESSION_USAGE);
    expect(requestsFor(row.project, "engineer")).toBe(ENGINEER_REQUESTS);
    expect(requestsFor(row.project, "reviewer-says")).toBe(REVIEWER_REQUESTS);
  });

  test(MIXED_CASE, async () => {
    const row = await rowOf(agent, SESSIONS[MIXED_CASE](agent));
    await playWholeSession(row, MIXED_CASE);
    expect(allStrangers(row.project)).toEqual({ git: [], project: [], user: [] });
  });

  test(LOGIN_CASE, async () => {
    await playWholeSession(await rowOf(agent, SESSIONS[LOGIN_CASE](agent)), LOGIN_CASE);
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
    const plays = { scenario: "engineer-tells-environment", reviewer: "reviewer-says" } as const;
    const row = await rowOf(agent, plays);
    const { project } = row;
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
    expectOutcome(row, { name: ENVIRONMENT_CASE, outcome: call.outcome }, call.evidence.join("\n"));
    expect(environments).toContain("PARLEY_RUN=");
    expect(environments).not.toContain(PLANTED_VALUE);
    expect(project.sentText()).not.toContain(PLANTED_VALUE);
    // codex alone has a shell that could tell; there the key is not found either.
    if (agent === "codex") expect(project.sentText()).toContain("PARLEY_RUN=");
    const bodies = project.proxy.sent().map(({ body }) => body);
    expect(bodies.filter((body) => body.includes("fake-engineer-tells-environment"))).toEqual([]);
    expect(strays).toEqual([]);
  });

  test.each([
    [REVIEWER_CASE, "reviewer", "reviewer-intrudes", "You are the Reviewer"],
    [ENGINEER_CASE, "engineer", "engineer-intrudes", "You are the Engineer"],
  ] as const)("%s", async (name, role, scenario, words) => {
    const row = await rowOf(agent, { scenario, ownLogin: true });
    const call = await playIntruder(row, name, role);
    expectNoIntrusion(row.project, call, agent);
    expect(offeredTools(row.project, words)).toEqual(OFFERED_TOOLS[role][agent]);
  });

  test(EFFORT_CASE, async () => {
    const row = await rowOf(agent, { scenario: "engineer", hasGit: false });
    const { project } = row;
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
    expectOutcome(row, { name: EFFORT_CASE, outcome: call.outcome }, call.evidence.join("\n"));
    const [first] = project.proxy.sent().filter(({ body }) => body.includes("You are the Engineer"));
    expect(effortIn(agent, first?.body ?? "{}")).toBe(effort);
    if (agent !== "codex") return;
    expect(JSON.parse(first?.body ?? "{}")).toMatchObject(MEDIUM_WORDS);
    expect(["spawn_agent"].filter((tool) => first?.body.includes(tool))).toEqual([]);
  });

  test(RESUME_CASE, async () => {
    const row = await rowOf(agent, { scenario: "second-attempt", reviewer: "reviewer-says" });
    const { second, sent } = await playSecondAttempt(row);
    // opencode cannot go on with it in another folder: there the second attempt gets the whole task.
    if (agent === "opencode") expect(sent[0]?.body).toContain("You are the Engineer");
    else expect(sent[0]?.body).toContain(FIRST_WORDS);
    expectNoIntrusion(row.project, second, agent);
    // Its own part alone, whatever the agent counts over both.
    expect(second.usage).toMatchObject(sumOf([ENGINEER_USAGE, INTRUSION_USAGE]));
  });

  test(CANCEL_CASE, async () => {
    const row = await rowOf(agent, { scenario: "says-slowly" });
    const { usage } = await playCancel(row);
    expect([usage.inputTokens, usage.outputTokens]).not.toContain(0);
    const told = JSON.stringify(await row.project.json(["usage", SESSION]));
    expect(told).toMatch(/"unpricedCalls":1/);
    expect(told).not.toMatch(/"usd":0\b/);
  });

  test.each(FAULT_CASES)("$name", async (fault) => {
    const { scenario, needsShell = false } = fault;
    const idleMs = idleMsOf(agent, fault);
    const row = await rowOf(agent, { scenario, reviewer: "reviewer-says", shell: needsShell, idleMs });
    await playFault(row, fault);
    expect(row.project.filesLeftElsewhere()).toEqual([]);
  });

  test(KILL_CASE, async () => {
    const row = await rowOf(agent, { scenario: "slow-once", reviewer: "reviewer-says" });
    await playKill(row);
    expect(requestsFor(row.project, "slow-once")).toBe(ENGINEER_REQUESTS);
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

async function rowOf(agent: RealAgentName, options: ProjectOptions) {
  const { scenario, reviewer = scenario, reviewingAgent = agent, ownLogin = false, shell = false } = options;
  const player = (who: RealAgentName, plays: ScenarioName, hasShell: boolean): RealPlayer => {
    const program = RUN.agents[who]?.program ?? "";
    return { agent: who, scenario: plays, program: hasShell ? withShell(who, program) : program };
  };
  const project = await RealProject.make({
    parley: RUN.parley,
    engineer: player(agent, scenario, shell),
    reviewer: player(reviewingAgent, reviewer, false),
    ...{ ownLogin, hasGit: options.hasGit ?? true },
    idleMs: options.idleMs ?? IDLE_MS,
  });
  return { agent, project };
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

interface SeenRound extends PlayedSession {
  readonly traces: Readonly<Record<PlantedKind | "hosts" | "elsewhere", readonly string[]>>;
  readonly strays: readonly string[] | null;
  readonly ranCommand: boolean;
}

const rounds = new Map<string, Promise<SeenRound>>();

/** A round, played once for all who ask what was sent or left of it. */
function roundOf(agent: RealAgentName, session: keyof typeof SESSIONS): Promise<SeenRound> {
  const key = `${agent} ${session}`;
  const playing = rounds.get(key) ?? playRound(agent, session);
  rounds.set(key, playing);
  return playing;
}

async function playRound(agent: RealAgentName, session: keyof typeof SESSIONS): Promise<SeenRound> {
  const { project } = await rowOf(agent, SESSIONS[session](agent));
  const beganMs = Date.now();
  const played = await playSession(project, ONE_ROUND);
  const strays = await project.strays();
  const traces = { ...allStrangers(project), hosts: hostsSince(beganMs), elsewhere: leftElsewhere(project) };
  return { ...played, strays, traces, ranCommand: project.sentText().includes("PARLEY_RUN=") };
}

function hostsSince(beganMs: number): readonly string[] {
  const asked = names?.asked() ?? [];
  return [...new Set(asked.filter(({ atMs }) => atMs >= beganMs).map(({ name }) => name))].sort();
}

function leftElsewhere(project: RealProject): readonly string[] {
  return project.filesLeftElsewhere().slice(0, SHOWN_FILES_MAX);
}

/** Whatever it tried, it saw nothing of it; and where its agent tells, the path is named. */
function expectNoIntrusion(project: RealProject, { evidence }: FinishedCall, agent: RealAgentName): void {
  const secrets = (["project", "user"] as const).flatMap((kind) => strangers(project, kind));
  expect(secrets).toEqual([]);
  expect(project.sentText()).toContain("secret.md");
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

interface Tokens {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

function sumOf(usages: readonly Tokens[]): Tokens {
  const sum = (pick: (usage: Tokens) => number | null) =>
    usages.reduce((total, usage) => total + (pick(usage) ?? Number.NaN), 0);
  return { inputTokens: sum((usage) => usage.inputTokens), outputTokens: sum((usage) => usage.outputTokens) };
}
