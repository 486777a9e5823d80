// A session whose agents find something grave and cannot close it: questions of several kinds, then the gates.
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { makeApp } from "../../src/app/app.ts";
import type { CommandContext } from "../../src/app/command-context.ts";
import { loadProgram } from "../../src/cli/program.ts";
import { ioOf } from "./run-here.ts";
import { PROGRAM_FILE, playedOnce, type World } from "./world.ts";

export const GATED_AGENTS = ["--engineer", "player:engineer.yaml", "--reviewer", "player:reviewer.yaml"];

const SPEC = "# Spec\n\n## One\n\nTODO: say what one does.\n\n## Two\n\nTODO: say what two does.\n";

const ENGINEER = `steps:
  - on: { purpose: engineer, round: 1 }
    write: |
      ## Gap Resolution: GAP-TODO-001

      **Confidence:** HIGH

      ### Proposed Solution

      One does what it is told, at once, and says so when it is done. It does it for everybody who asks, in the order
      in which they have asked, and never twice for the same request, however often it comes.

      ### Spec Text

      One does what it is told, once for each request.

      ### New Gaps Introduced

      | Gap | Severity | Title |
      |---|---|---|
      | GAP-SEC-001 | CRITICAL | Who may tell it what to do is not said |
      | GAP-SEC-002 | HIGH | What it does when two ask for opposite things |
  - on: { purpose: engineer, round: 2 }
    write: |
      BLOCKED_NEEDS_INPUT: GAP-SEC-001 - who the users are
`;

/** Waits with Q1 divergence, Q2 blocked (GAP-SEC-001) and Q3 escalation. */
export const askingWorld = playedOnce(playToQuestions);

/** Waits with Q4, the CRITICAL gate for GAP-SEC-001; the HIGH gate for GAP-SEC-002 comes after it. */
export const gatedWorld = playedOnce(async (world) => {
  await playToQuestions(world);
  await world.run(["answer", "Q1", "force"]);
  await world.run(["answer", "Q2", "defer", "--rationale", "later"]);
  await world.run(["answer", "Q3", "skip"]);
  expect((await world.run(["resume", "--quiet"])).code).toBe(7);
});

async function playToQuestions(world: World): Promise<void> {
  world.write(join(world.project, "spec.md"), SPEC);
  world.write(world.userConfig, "refine:\n  gapsPerRound: 1\n");
  world.write(join(world.project, "engineer.yaml"), ENGINEER);
  cpSync(resolve("test/fixtures/checkout/reviewer.yaml"), join(world.project, "reviewer.yaml"));
  expect((await world.run(["refine", "spec.md", ...GATED_AGENTS, "--quiet"])).code).toBe(7);
}

export function contextOf(world: World, cancel = new AbortController().signal): CommandContext {
  const never = new AbortController().signal;
  const { project: cwd, env, playScript, tasks } = world;
  const context = { cwd, env, playScript, now: new Date(), cancel, cancelNow: never };
  return tasks === undefined ? context : { ...context, tasks };
}

/** What a command is given, for one that is called here and not by its name. */
export function requestIn(context: CommandContext) {
  const { cwd, env } = context;
  return {
    app: makeApp(context),
    context,
    io: ioOf({ cwd, env, program: PROGRAM_FILE }),
    options: { session: undefined, until: undefined, policy: undefined },
    quiet: true,
    json: false,
    mayAsk: true,
    report: () => undefined,
    wholeProgram: loadProgram,
  };
}
