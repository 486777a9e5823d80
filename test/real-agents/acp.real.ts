// Real agents over ACP against the fake model: each case once, with what it came to as a line in the log.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ACP_FOLDER_VARIABLE, ACP_SERVERS, knownEntry } from "./acp-servers.ts";
import {
  AROUND_CASE,
  CANCEL_CASE,
  ENGINEER_CASE,
  KILL_CASE,
  MIXED_CASE,
  RESUME_CASE,
  REVIEWER_CASE,
  SESSION_CASE,
} from "./cases.ts";
import { FAULT_CASES, IDLE_MS } from "./fault-cases.ts";
import { ACP_AGENTS, type AcpAgentName, OTHER_ACP_AGENT } from "./pinned-agents.ts";
import {
  expectOutcome,
  idleMsOf,
  playCancel,
  playFault,
  playIntruder,
  playKill,
  playSecondAttempt,
  playWholeSession,
} from "./played-rows.ts";
import { RealProject } from "./real-project.ts";
import { realRun } from "./real-run.ts";
import { FIRST_WORDS, type ScenarioName } from "./real-scenarios.ts";
import { allStrangers, lastCallOf, log, ONE_ROUND, seenOf, sentBy } from "./row-parts.ts";

const RUN = realRun(process.env);
const FOLDER = process.env[ACP_FOLDER_VARIABLE] ?? "";
const MINUTE_MS = 60_000;

interface Plays {
  readonly engineer: ScenarioName;
  readonly reviewer?: ScenarioName;
  /** The same agent as the Engineer's where nothing is said. */
  readonly reviewingAgent?: AcpAgentName;
  readonly idleMs?: number;
}

async function rowOf(agent: AcpAgentName, plays: Plays) {
  const { engineer, reviewer = "reviewer-says", reviewingAgent = agent, idleMs = IDLE_MS } = plays;
  const homes = temporaryFolder();
  const settings = (url: string): object => {
    const entry = (name: AcpAgentName, keyEnv: string) => ({
      ...{ kind: "acp", env: [keyEnv], idleMinutes: idleMs / MINUTE_MS },
      command: ACP_SERVERS[name].program({ folder: FOLDER, url, home: join(homes, keyEnv), keyEnv }),
      ...knownEntry(name),
    });
    return {
      roles: { engineer: "author", reviewer: "critic" },
      refine: { survey: false },
      agents: { author: entry(agent, "ENGINEER_KEY"), critic: entry(reviewingAgent, "REVIEWER_KEY") },
    };
  };
  // Who they are is said by the settings.
  const player = (scenario: ScenarioName) => ({ agent: "claude", program: "", scenario }) as const;
  const project = await RealProject.make({
    ...{ parley: RUN.parley, settings },
    engineer: player(engineer),
    reviewer: player(reviewer),
  });
  return { agent, project };
}

const WANTED = ACP_AGENTS.filter((agent) => RUN.wanted.includes(agent));

describe.each(WANTED)("real %s", (agent) => {
  test(SESSION_CASE, async () => {
    const { calls } = await playWholeSession(await rowOf(agent, { engineer: "engineer" }), SESSION_CASE);
    for (const { usage } of calls) expect(usage.inputTokens !== null).toBe(ACP_SERVERS[agent].tellsTokens);
  });

  test(MIXED_CASE, async () => {
    const plays = { engineer: "engineer", reviewingAgent: OTHER_ACP_AGENT[agent] } as const;
    await playWholeSession(await rowOf(agent, plays), MIXED_CASE);
  });

  test(AROUND_CASE, async () => {
    const row = await rowOf(agent, { engineer: "engineer" });
    const { project } = row;
    await project.run(ONE_ROUND);
    const call = await lastCallOf(project, "reviewer");
    const { git, project: around } = allStrangers(project);
    const found = [...git, ...around];
    const outcome = found.length === 0 ? call.outcome : "trespassed";
    await log(project, { agent, name: AROUND_CASE, ...seenOf(call), outcome, requests: sentBy(project) });
    expectOutcome(row, { name: AROUND_CASE, outcome }, found.join(" "));
  });

  test.each([
    [REVIEWER_CASE, "reviewer", { engineer: "engineer", reviewer: "reviewer-intrudes" }],
    [ENGINEER_CASE, "engineer", { engineer: "engineer-intrudes" }],
  ] as const)("%s", async (name, role, plays) => {
    const row = await rowOf(agent, plays);
    await playIntruder(row, name, role);
    if (ACP_SERVERS[agent].holdsReads) expect(row.project.sentText()).not.toContain("secret-of-");
  });

  test(RESUME_CASE, async () => {
    const { sent } = await playSecondAttempt(await rowOf(agent, { engineer: "second-attempt" }));
    const remembers = sent.some(({ body }) => body.includes(FIRST_WORDS));
    // Who goes on in the folder alone that a conversation was begun in gets the whole task.
    expect(remembers, "it remembers the first attempt").toBe(ACP_SERVERS[agent].goesOn);
  });

  test(CANCEL_CASE, async () => {
    await playCancel(await rowOf(agent, { engineer: "says-slowly" }));
  });

  test.each(FAULT_CASES)("$name", async (fault) => {
    const idleMs = idleMsOf(agent, fault);
    await playFault(await rowOf(agent, { engineer: fault.scenario, idleMs }), fault);
  });

  test(KILL_CASE, async () => {
    await playKill(await rowOf(agent, { engineer: "slow-once" }));
  });
});
