import { setTimeout as sleep } from "node:timers/promises";
import type { NextStepAfter } from "../../src/core/shared/agent-outcome.ts";
import { assertNever } from "../../src/core/shared/assert-never.ts";
import { type RealProject, type Running, until } from "./real-project.ts";

/** Long enough to see that nothing is started, shorter than any wait. */
const QUIET_MS = 3_000;
/** The exit code for a decision that waits. */
const DECISION_WAITS = 7;

/** Whether parley does after a first call what the table of outcomes says. */
export async function cameNext(
  project: RealProject,
  running: Running,
  next: NextStepAfter,
): Promise<boolean> {
  const started = async (): Promise<number> => (await project.events("AgentCallStarted")).length;
  switch (next) {
    case "judge":
      return await until("the document is judged", async () =>
        (await project.events("OutputJudged")).length > 0 ? true : null,
      );
    case "launch-again":
      return await until("it is started again", async () => ((await started()) > 1 ? true : null));
    case "wait":
      await sleep(QUIET_MS);
      return !running.isOver && (await started()) === 1;
    case "ask":
      return (await running.ended).code === DECISION_WAITS && (await started()) === 1;
    case "stop":
      return (await started()) === 1;
    default:
      return assertNever(next);
  }
}
