// What the rows of all agents have in common: what is done with a project, what is looked at, and the line that is logged.
import { appendFileSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { AgentOutcome } from "../../src/core/shared/agent-outcome.ts";
import { callKeyParts } from "../../src/core/shared/call-key.ts";
import type { CaseName } from "./cases.ts";
import { type FinishedCall, finishedCalls } from "./finished-call.ts";
import { type LogLine, logText, secondOf } from "./log-line.ts";
import type { TriedAgent } from "./pinned-agents.ts";
import { type PlantedKind, plantedIn } from "./planted.ts";
import { type RealProject, type Running, SESSION } from "./real-project.ts";
import { realRun } from "./real-run.ts";
import type { ScenarioName } from "./real-scenarios.ts";

const RUN = realRun(process.env);
/** Between two signals of an impatient person. */
const IMPATIENT_MS = 300;

export const REFINE = ["refine", "spec.md", "--name", SESSION, "--no-input", "--quiet"];
export const ONE_ROUND = [...REFINE, "--until", "round"];

/** As Ctrl-C, twice: the agents at work are stopped. */
export async function stopped(running: Running): Promise<void> {
  running.kill("SIGINT");
  await sleep(IMPATIENT_MS);
  running.kill("SIGINT");
  await running.ended;
}

export interface Tried {
  readonly agent: TriedAgent;
  readonly name: CaseName;
  readonly outcome: AgentOutcome;
  readonly ms: number;
  readonly requests: number;
}

/** Before anything is judged: what was seen is logged also where it is wrong. */
export async function log(project: RealProject, tried: Tried): Promise<readonly string[] | null> {
  const strays = await project.strays();
  appendLine(tried, strays);
  return strays ?? [];
}

export function appendLine(
  { agent, name, outcome, ms, requests }: Tried,
  strays: readonly string[] | null,
): void {
  const line: LogLine = {
    agent,
    version: RUN.agents[agent]?.version ?? "",
    case: name,
    outcome,
    ms: Math.round(ms),
    requests,
    strays: strays?.length ?? null,
    date: secondOf(new Date()),
    network: RUN.network,
    platform: `${process.platform} ${process.arch}`,
    run: RUN.began,
  };
  appendFileSync(RUN.log, logText(line));
}

export function openRequest(project: RealProject): true | null {
  return project.model.log().some(({ ended }) => ended === "open") ? true : null;
}

export function sentBy(project: RealProject): number {
  return project.model.log().length;
}

export function seenOf({ outcome, elapsedMs }: FinishedCall): Pick<Tried, "outcome" | "ms"> {
  return { outcome, ms: elapsedMs };
}

export async function lastCallOf(project: RealProject, purpose: string): Promise<FinishedCall> {
  const calls = await finishedCalls(project);
  const call = calls.findLast(({ key }) => callKeyParts(key).purpose === purpose);
  if (call === undefined) throw new Error(`the ${purpose} was not called: ${JSON.stringify(calls)}`);
  return call;
}

export function requestsFor({ model }: RealProject, scenario: ScenarioName): number {
  return model.counts()[scenario]?.requests ?? 0;
}

export function allStrangers(project: RealProject): Readonly<Record<PlantedKind, readonly string[]>> {
  return {
    git: strangers(project, "git"),
    project: strangers(project, "project"),
    user: strangers(project, "user"),
  };
}

/** What was sent of what was planted, and which of the planted programs were started. */
export function strangers(project: RealProject, kind: PlantedKind): readonly string[] {
  const started = readdirSync(project.startedFolder).filter((mark) => mark.startsWith(`planted-${kind}`));
  return [...plantedIn(kind, project.sentText()), ...started.map((mark) => `started: ${mark}`)];
}

export function expectDocuments(project: RealProject): void {
  const session = [".parley", "sessions", SESSION];
  expect(project.file(...session, "round_001", "engineer.md")).toContain("sent again one second later");
  expect(project.file(...session, "round_001", "reviewer.md")).toContain("ISSUE-R1-001");
  expect(project.file(...session, "round_002", "engineer.md")).toContain("| ISSUE-R1-001 | ADDRESSED |");
  expect(project.file(...session, "round_002", "reviewer.md")).toContain("NO_ISSUES_FOUND");
  const spec = project.file("spec_v1.md");
  expect(spec).toContain("After the third failed retry the caller gets the error E42.");
  expect(spec).not.toContain("TODO");
}
