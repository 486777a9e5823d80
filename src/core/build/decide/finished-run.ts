import type { DisputeId, TaskId } from "../../board/board-id.ts";
import type { AgentOutcome } from "../../shared/agent-outcome.ts";
import type { BuildOutput } from "../build-command.ts";

/** A call that came back, as what follows looks at it. */
export interface FinishedRun {
  readonly task: TaskId;
  readonly agent: string;
  readonly outcome: AgentOutcome;
  readonly evidence: readonly string[];
  /** What a dispute is called that it may raise. */
  readonly dispute: DisputeId;
  readonly output: BuildOutput;
  readonly waitMs: number | null;
}
