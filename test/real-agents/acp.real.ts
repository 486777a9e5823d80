// Real agents over ACP against the fake model: a session, a failure, a silence, and a parley that is killed.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { AgentOutcome } from "../../src/core/shared/agent-outcome.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ACP_FOLDER_VARIABLE, ACP_SERVERS, type AcpServer } from "./acp-servers.ts";
import type { ScenarioName } from "./cases.ts";
import { finishedCalls, runOf } from "./finished-call.ts";
import { RealProject, SESSION, until } from "./real-project.ts";
import { realRun } from "./real-run.ts";

const RUN = realRun(process.env);
const FOLDER = process.env[ACP_FOLDER_VARIABLE] ?? "";
const REFINE = ["refine", "spec.md", "--name", SESSION, "--no-input", "--quiet"];
const IDLE_MINUTES = 0.5;
const IMPATIENT_MS = 300;

async function projectWith(server: AcpServer, engineer: ScenarioName, idleMinutes = IDLE_MINUTES) {
  const homes = temporaryFolder();
  const settings = (url: string): object => {
    const agent = (keyEnv: string) => ({
      ...{ kind: "acp", env: [keyEnv], idleMinutes },
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
    reviewer: player("reviewer-says"),
  });
}

describe.each(FOLDER === "" ? [] : ACP_SERVERS)("real $name over ACP", (server) => {
  test("session of two rounds", async () => {
    const project = await projectWith(server, "engineer");
    const { code, said } = await project.run(REFINE);
    const calls = await finishedCalls(project);
    expect(code, `${said}\n${calls.flatMap(({ evidence }) => evidence).join("\n")}`).toBe(0);
    expect(calls.map(({ outcome }) => outcome)).toEqual(["ok", "ok", "ok", "ok", "ok"]);
    for (const { usage } of calls) expect(usage.inputTokens !== null).toBe(server.tellsTokens);
    const spec = project.file("spec_v1.md");
    expect(spec).toContain("After the third failed retry the caller gets the error E42.");
    expect(await project.strays()).toEqual([]);
  });

  test.each<[ScenarioName, readonly AgentOutcome[]]>([
    // opencode tries for longer than it may be silent here.
    ["broken", server.name === "opencode" ? ["timeout-idle", "overloaded"] : ["overloaded"]],
    ["hanging", ["timeout-idle"]],
  ])("%s", async (scenario, outcomes) => {
    const project = await projectWith(server, scenario, 0.2);
    const running = project.start([...REFINE, "--until", "round"]);
    const call = await until(
      "the first call has ended",
      async () => (await finishedCalls(project))[0] ?? null,
    );
    running.kill("SIGINT");
    await sleep(IMPATIENT_MS);
    running.kill("SIGINT");
    await running.ended;
    expect(outcomes, call.evidence.join("\n")).toContain(call.outcome);
    expect(await project.strays()).toEqual([]);
  });

  test("kill −9 of parley in mid-run, then resume", async () => {
    const project = await projectWith(server, "slow-once");
    const first = project.start(REFINE);
    const isAnswering = () => project.model.log().find(({ ended }) => ended === "open") ?? null;
    await until("the model is answering", isAnswering);
    first.kill("SIGKILL");
    await first.ended;
    const [runId = ""] = project.runIds();
    const exit = join(project.runsFolder, runId, "exit");
    expect(existsSync(exit)).toBe(false);
    await until("the agent has finished alone", () => (existsSync(exit) ? true : null));
    const { code, said } = await project.run(["resume", SESSION, "--no-input", "--quiet"]);
    const [call] = await finishedCalls(project);
    expect(code, `${said}\n${call?.evidence.join("\n")}`).toBe(0);
    if (call === undefined) throw new Error("no call was finished");
    expect(call.outcome).toBe("ok");
    expect((await runOf(project, call.key)).runId).toBe(runId);
    expect((await project.events("AgentCallStarted")).length).toBe((await finishedCalls(project)).length);
    expect(await project.strays()).toEqual([]);
  });
});
