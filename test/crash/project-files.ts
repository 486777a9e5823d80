import { join } from "node:path";

export interface ProjectFiles {
  readonly root: string;
  /** The finished spec goes beside it. */
  readonly source: string;
  readonly store: string;
  /** The folder of the session's documents. */
  readonly documents: string;
  readonly runs: string;
  /** What the agent says, by the call: see `crash-agent.ts`. */
  readonly steps: string;
  /** A line for each beginning and each end of an agent's run. */
  readonly agentRuns: string;
  /** A line for each port call. */
  readonly calls: string;
}

export function filesOf(project: string): ProjectFiles {
  return {
    root: project,
    source: join(project, "specs", "spec.md"),
    store: join(project, "parley.db"),
    documents: join(project, "documents"),
    runs: join(project, "runs"),
    steps: join(project, "steps"),
    agentRuns: join(project, "agent-runs.log"),
    calls: join(project, "calls.log"),
  };
}
