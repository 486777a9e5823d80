// What is tried with each real agent: what the model does, and which outcome that must come to.
import type { AgentOutcome } from "../../src/core/shared/agent-outcome.ts";
import type { Scenarios } from "../fake-model/scenario.ts";
import { SCENARIOS } from "../fake-model/scenarios.ts";
import type { RealAgentName } from "./pinned-agents.ts";

/** A chunk each: enough time to kill parley in the middle of an answer. */
const SLOW_MS_PER_CHUNK = 150;

export const REAL_SCENARIOS = {
  ...SCENARIOS,
  "slow-once": {
    ...SCENARIOS.engineer,
    faults: [{ fault: "slow", msPerChunk: SLOW_MS_PER_CHUNK, times: 1 }],
  },
} as const satisfies Scenarios;

export type ScenarioName = keyof typeof REAL_SCENARIOS;

/** Silence after which a run is stopped, in every case: the agents themselves would go on for minutes or for ever. */
export const IDLE_MS = 9_000;

export interface FaultCase {
  readonly name: string;
  readonly scenario: ScenarioName;
  readonly outcome: Record<RealAgentName, AgentOutcome>;
  /** Requests of the one call that is looked at. */
  readonly requests: Record<RealAgentName, number>;
  /** What must be told with the outcome, so that the case is known to have happened. */
  readonly evidence?: Partial<Record<RealAgentName, RegExp>>;
  /** Whether the agent must have been given a shell; claude gets none from parley. */
  readonly needsShell?: true;
}

export const FAULT_CASES = [
  {
    name: "429 once",
    scenario: "rate-limited-once",
    outcome: { claude: "ok", codex: "ok" },
    requests: { claude: 3, codex: 3 },
  },
  {
    name: "500 for ever",
    scenario: "broken",
    outcome: { claude: "overloaded", codex: "overloaded" },
    requests: { claude: 3, codex: 6 },
  },
  {
    name: "hang before the first byte",
    scenario: "hanging",
    outcome: { claude: "timeout-idle", codex: "timeout-idle" },
    requests: { claude: 1, codex: 1 },
  },
  {
    name: "cut stream",
    scenario: "cut",
    outcome: { claude: "overloaded", codex: "overloaded" },
    requests: { claude: 4, codex: 2 },
  },
  {
    name: "denied tool",
    scenario: "denied",
    outcome: { claude: "denied", codex: "denied" },
    requests: { claude: 2, codex: 2 },
  },
  {
    name: "tool that leaves a background process",
    scenario: "background-process",
    outcome: { claude: "ok", codex: "ok" },
    requests: { claude: 3, codex: 3 },
    // codex ends its own.
    evidence: { claude: /stray process was ended: sleep/ },
    needsShell: true,
  },
] as const satisfies readonly FaultCase[];

export const SESSION_CASE = "session of two rounds";
export const KILL_CASE = "kill −9 of parley in mid-run, then resume";

const FAULT_NAMES = FAULT_CASES.map(({ name }) => name);
type FaultName = (typeof FAULT_CASES)[number]["name"];
export type CaseName = typeof SESSION_CASE | FaultName | typeof KILL_CASE;
export const CASE_NAMES: readonly [CaseName, ...CaseName[]] = [SESSION_CASE, ...FAULT_NAMES, KILL_CASE];
