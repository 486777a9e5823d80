// Real agents over ACP against the fake model: each case once, with what it came to as a line in the log.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { callKeyParts } from "../../src/core/shared/call-key.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ACP_FOLDER_VARIABLE, ACP_SERVERS } from "./acp-servers.ts";
import {
  AROUND_CASE,
  CANCEL_CASE,
  ENGINEER_CASE,
  FIRST_WORDS,
  INTRUDERS_FILE,
  KILL_CASE,
  RESUME_CASE,
  REVIEWER_CASE,
  type ScenarioName,
  SESSION_CASE,
} from "./cases.ts";
import { endOf, finishedCalls, requestsOf, runOf } from "./finished-call.ts";
import { ACP_AGENTS, type AcpAgentName } from "./pinned-agents.ts";
import { RealProject, SESSION, until } from "./real-project.ts";
import { realRun } from "./real-run.ts";
import {
  allStrangers,
  expectDocuments,
  lastCallOf,
  log,
  ONE_ROUND,
  openRequest,
  REFINE,
  seenOf,
  sentBy,
  stopped,
} from "./row-parts.ts";

const RUN = realRun(process.env);
const FOLDER = process.env[ACP_FOLDER_VARIABLE] ?? "";
const MINUTE_MS = 60_000;
const IDLE_MS = 60_000;
const SHORT_IDLE_MS = 20_000;
/** opencode tries six times in silence. */
const PATIENT_IDLE_MS = 240_000;
/** For the ladder of signals, the reaping and a busy machine. */
const LATE_MS_MAX = 30_000;
const ANSWERING_MS = 1_500;

interface Plays {
  readonly engineer: ScenarioName;
  readonly reviewer?: ScenarioName;
  readonly idleMs?: number;
}

async function projectWith(name: AcpAgentName, plays: Plays): Promise<RealProject> {
  const { engineer, reviewer = "reviewer-says", idleMs = IDLE_MS } = plays;
  const server = ACP_SERVERS[name];
  const homes = temporaryFolder();
  const settings = (url: string): object => {
    const agent = (keyEnv: string) => ({
      ...{ kind: "acp", env: [keyEnv], idleMinutes: idleMs / MINUTE_MS },
      command: server.program({ folder: FOLDER, url, home: join(homes, keyEnv), keyEnv }),
      ...server.entry,
    });
    return {
      roles: { engineer: "author", reviewer: "critic" },
      refine: { survey: false },
      agents: { author: agent("ENGINEER_KEY"), critic: agent("REVIEWER_KEY") },
    };
  };
  // Who they are is said by the settings.
  const player = (scenario: ScenarioName) => ({ agent: "claude", program: "", scenario }) as const;
  return await RealProject.make({
    ...{ parley: RUN.parley, settings },
    engineer: player(engineer),
    reviewer: player(reviewer),
  });
}

const WANTED = ACP_AGENTS.filter((agent) => RUN.wanted.includes(agent));

describe.each(WANTED)("real %s", (agent) => {
  const server = ACP_SERVERS[agent];

  test(SESSION_CASE, async () => {
    const project = await projectWith(agent, { engineer: "engineer" });
    const beganMs = Date.now();
    const { code, said } = await project.run(REFINE);
    const ms = Date.now() - beganMs;
    const calls = await finishedCalls(project);
    const outcome = calls.find((call) => call.outcome !== "ok")?.outcome ?? "ok";
    const strays = await log(project, { agent, name: SESSION_CASE, outcome, ms, requests: sentBy(project) });
    expect(code, `${said}\n${calls.flatMap(({ evidence }) => evidence).join("\n")}`).toBe(0);
    expect(calls.map((call) => call.outcome)).toEqual(["ok", "ok", "ok", "ok", "ok"]);
    for (const { usage } of calls) expect(usage.inputTokens !== null).toBe(server.tellsTokens);
    expectDocuments(project);
    expect(strays).toEqual([]);
  });

  test(AROUND_CASE, async () => {
    const project = await projectWith(agent, { engineer: "engineer" });
    await project.run(ONE_ROUND);
    const call = await lastCallOf(project, "reviewer");
    const { git, project: around } = allStrangers(project);
    const found = [...git, ...around];
    const outcome = found.length === 0 ? call.outcome : "trespassed";
    await log(project, { agent, name: AROUND_CASE, ...seenOf(call), outcome, requests: sentBy(project) });
    expect(found.length === 0, found.join(" ")).toBe(server.staysApart);
  });

  test.each([
    [REVIEWER_CASE, "reviewer", { engineer: "engineer", reviewer: "reviewer-intrudes" }],
    [ENGINEER_CASE, "engineer", { engineer: "engineer-intrudes" }],
  ] as const)("%s", async (name, role, plays) => {
    const project = await projectWith(agent, plays);
    const { said } = await project.run(ONE_ROUND);
    const call = await lastCallOf(project, role);
    const hasWritten = [project.folder, project.home].some((folder) =>
      existsSync(join(folder, INTRUDERS_FILE)),
    );
    const ends = server.endsWhenDenied && role === "reviewer";
    const outcome = hasWritten ? "trespassed" : call.outcome;
    const seen = { ...seenOf(call), outcome, requests: sentBy(project) };
    const strays = await log(project, { agent, name, ...seen });
    expect(call.outcome, `${said}\n${call.evidence.join("\n")}`).toBe(ends ? "crashed" : "ok");
    expect(hasWritten, "it wrote elsewhere").toBe(role === "engineer" && !server.holdsWrites);
    if (server.holdsReads) expect(project.sentText()).not.toContain("secret-of-");
    expect(strays).toEqual([]);
  });

  test(RESUME_CASE, async () => {
    const project = await projectWith(agent, { engineer: "second-attempt" });
    const { said } = await project.run(ONE_ROUND);
    const calls = await finishedCalls(project);
    const [first, second] = calls.filter(({ key }) => callKeyParts(key).purpose === "engineer");
    if (first === undefined || second === undefined) throw new Error(`there was no second attempt: ${said}`);
    const requests = await requestsOf(project, second);
    const strays = await log(project, { agent, name: RESUME_CASE, ...seenOf(second), requests });
    expect(second.outcome, second.evidence.join("\n")).toBe(server.goesOn ? "ok" : "crashed");
    expect(strays).toEqual([]);
    if (!server.goesOn) return;
    const endedAtMs = await endOf(project, first);
    const after = project.proxy.sent().filter(({ atMs }) => atMs > endedAtMs);
    expect(after.some(({ body }) => body.includes(FIRST_WORDS))).toBe(true);
  });

  test(CANCEL_CASE, async () => {
    const project = await projectWith(agent, { engineer: "says-slowly" });
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
    expect(strays).toEqual([]);
  });

  test.each([
    ["500 for ever", "broken", "overloaded", agent === "opencode-acp" ? PATIENT_IDLE_MS : IDLE_MS],
    ["hang before the first byte", "hanging", "timeout-idle", SHORT_IDLE_MS],
  ] as const)("%s", async (name, engineer, outcome, idleMs) => {
    const project = await projectWith(agent, { engineer, idleMs });
    const running = project.start(ONE_ROUND);
    const look = async () => (await finishedCalls(project))[0] ?? null;
    const call = await until("the first call has ended", look);
    const requests = await requestsOf(project, call);
    await stopped(running);
    const strays = await log(project, { agent, name, ...seenOf(call), requests });
    expect(call.outcome, call.evidence.join("\n")).toBe(outcome);
    expect(call.elapsedMs).toBeLessThan(idleMs + LATE_MS_MAX);
    expect(strays).toEqual([]);
  });

  test(KILL_CASE, async () => {
    const project = await projectWith(agent, { engineer: "slow-once" });
    const first = project.start(REFINE);
    await until("the model is answering", () => openRequest(project));
    first.kill("SIGKILL");
    await first.ended;
    const [runId = ""] = project.runIds();
    const exit = join(project.runsFolder, runId, "exit");
    expect(existsSync(exit)).toBe(false);
    await until("the agent has finished alone", () => (existsSync(exit) ? true : null));
    const paid = sentBy(project);
    const { code, said } = await project.run(["resume", SESSION, "--no-input", "--quiet"]);
    const [call] = await finishedCalls(project);
    if (call === undefined) throw new Error(`no call was finished: ${said}`);
    const strays = await log(project, { agent, name: KILL_CASE, ...seenOf(call), requests: paid });
    expect(code, `${said}\n${call.evidence.join("\n")}`).toBe(0);
    expect(call.outcome).toBe("ok");
    expect((await runOf(project, call.key)).runId).toBe(runId);
    expect((await project.events("AgentCallStarted")).length).toBe((await finishedCalls(project)).length);
    expect(strays).toEqual([]);
  });
});
