// Rows that agents have in common, whichever way they are started: each is played, logged and looked at in the same way.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { OUTCOME_RULES } from "../../src/core/shared/agent-outcome.ts";
import { callKeyParts } from "../../src/core/shared/call-key.ts";
import {
  CANCEL_CASE,
  type CaseName,
  type ENGINEER_CASE,
  expectedOutcome,
  KILL_CASE,
  RESUME_CASE,
  type REVIEWER_CASE,
} from "./cases.ts";
import { type FaultCase, IDLE_MS } from "./fault-cases.ts";
import { endOf, type FinishedCall, finishedCalls, requestsOf, runOf } from "./finished-call.ts";
import type { TriedAgent } from "./pinned-agents.ts";
import { type RealProject, type Running, SESSION, until } from "./real-project.ts";
import { INTRUDERS_FILE } from "./real-scenarios.ts";
import type { SentRequest } from "./recording-proxy.ts";
import {
  expectDocuments,
  lastCallOf,
  log,
  ONE_ROUND,
  openRequest,
  REFINE,
  seenOf,
  sentBy,
  stopped,
  type Tried,
} from "./row-parts.ts";
import { cameNext } from "./what-came-next.ts";

interface Row {
  readonly agent: TriedAgent;
  readonly project: RealProject;
}

/** For the ladder of signals, the reaping and a busy machine, on top of the timer itself. */
const LATE_MS_MAX = 30_000;
/** So that something of the answer has come. */
const ANSWERING_MS = 1_500;

export interface PlayedSession extends Pick<Tried, "outcome" | "ms" | "requests"> {
  readonly code: number | null;
  readonly said: string;
  readonly calls: readonly FinishedCall[];
}

/** What the first call that did not go well came to, else `ok`. */
export async function playSession(project: RealProject, command = REFINE): Promise<PlayedSession> {
  const beganMs = Date.now();
  const { code, said } = await project.run(command);
  const ms = Date.now() - beganMs;
  const calls = await finishedCalls(project);
  const outcome = calls.find((call) => call.outcome !== "ok")?.outcome ?? "ok";
  return { code, said, calls, outcome, ms, requests: sentBy(project) };
}

export async function playWholeSession({ agent, project }: Row, name: CaseName): Promise<PlayedSession> {
  const session = await playSession(project);
  const { code, said, calls, ...seen } = session;
  const strays = await log(project, { agent, name, ...seen });
  expect(
    calls.map(({ outcome }) => outcome),
    `${said}\n${evidenceOf(calls)}`,
  ).toEqual(["ok", "ok", "ok", "ok", "ok"]);
  expect(code, said).toBe(0);
  expectDocuments(project);
  expect(strays).toEqual([]);
  return session;
}

export function expectOutcome(
  { agent }: Row,
  { name, outcome }: Pick<Tried, "name" | "outcome">,
  why: string,
): void {
  expect(outcome, why).toBe(expectedOutcome(agent, name));
}

/** A role that tries to read and write where it may not. */
export async function playIntruder(
  row: Row,
  name: typeof REVIEWER_CASE | typeof ENGINEER_CASE,
  role: "reviewer" | "engineer",
): Promise<FinishedCall> {
  const { agent, project } = row;
  const { said } = await project.run(ONE_ROUND);
  const call = await lastCallOf(project, role);
  const hasWritten = [project.folder, project.home].some((folder) =>
    existsSync(join(folder, INTRUDERS_FILE)),
  );
  const outcome = hasWritten ? "trespassed" : call.outcome;
  const strays = await log(project, { agent, name, ...seenOf(call), outcome, requests: sentBy(project) });
  const why = [hasWritten ? "it wrote elsewhere" : "", said, evidenceOf([call])].join("\n");
  expectOutcome(row, { name, outcome }, why);
  expect(strays).toEqual([]);
  return call;
}

interface SecondAttempt {
  readonly second: FinishedCall;
  /** What was sent once the first had ended. */
  readonly sent: readonly SentRequest[];
}

export async function playSecondAttempt(row: Row): Promise<SecondAttempt> {
  const { agent, project } = row;
  const { said } = await project.run(ONE_ROUND);
  const calls = await finishedCalls(project);
  const [first, second] = calls.filter(({ key }) => callKeyParts(key).purpose === "engineer");
  if (first === undefined || second === undefined) throw new Error(`there was no second attempt: ${said}`);
  const requests = await requestsOf(project, second);
  const strays = await log(project, { agent, name: RESUME_CASE, ...seenOf(second), requests });
  expectOutcome(row, { name: RESUME_CASE, outcome: second.outcome }, evidenceOf([second]));
  expect(strays).toEqual([]);
  const endedAtMs = await endOf(project, first);
  return { second, sent: project.proxy.sent().filter(({ atMs, body }) => atMs > endedAtMs && body !== "") };
}

export async function playCancel(row: Row): Promise<FinishedCall> {
  const { agent, project } = row;
  const running = project.start(REFINE);
  await until("the model is answering", () => openRequest(project));
  await sleep(ANSWERING_MS);
  await stopped(running);
  const call = await lastCallOf(project, "engineer");
  const strays = await log(project, { agent, name: CANCEL_CASE, ...seenOf(call), requests: sentBy(project) });
  expectOutcome(row, { name: CANCEL_CASE, outcome: call.outcome }, evidenceOf([call]));
  expect(call.usage.usd).toBe(null);
  expect(strays).toEqual([]);
  return call;
}

export async function playFault(row: Row, { name, ...fault }: FaultCase): Promise<void> {
  const { agent, project } = row;
  const running = project.start(ONE_ROUND);
  const call = await firstCall(project, running);
  const requests = await requestsOf(project, call);
  const { next } = OUTCOME_RULES[call.outcome];
  const didNext = await cameNext(project, running, next);
  await stopped(running);
  const strays = await log(project, { agent, name, ...seenOf(call), requests });
  expectOutcome(row, { name, outcome: call.outcome }, evidenceOf([call]));
  expect(evidenceOf([call])).toMatch(fault.evidence?.[agent] ?? "");
  expect(requests).toBe(fault.requests[agent] ?? requests);
  expect(call.elapsedMs).toBeLessThan(idleMsOf(agent, fault) + LATE_MS_MAX);
  expect(didNext, `after ${call.outcome} comes ${next}`).toBe(true);
  expect(strays).toEqual([]);
}

export function idleMsOf(agent: TriedAgent, { idleMs }: Pick<FaultCase, "idleMs">): number {
  return idleMs?.[agent] ?? IDLE_MS;
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

export async function playKill(row: Row): Promise<void> {
  const { agent, project } = row;
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
  const calls = await finishedCalls(project);
  const [call] = calls;
  if (call === undefined) throw new Error(`no call was finished: ${said}`);
  const strays = await log(project, { agent, name: KILL_CASE, ...seenOf(call), requests: paid });
  expectOutcome(row, { name: KILL_CASE, outcome: call.outcome }, evidenceOf([call]));
  expect(code, `${said}\n${evidenceOf(calls)}`).toBe(0);
  expect((await runOf(project, call.key)).runId).toBe(runId);
  expect((await project.events("AgentCallStarted")).length, "nothing is paid for twice").toBe(calls.length);
  expectDocuments(project);
  expect(strays).toEqual([]);
}

function evidenceOf(calls: readonly FinishedCall[]): string {
  return calls.flatMap(({ evidence }) => evidence).join("\n");
}
