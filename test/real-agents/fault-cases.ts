// What the provider, a tool or the network does wrong, and what must be seen of it.
import {
  type CaseName,
  CUT_CASE,
  DENIED_CASE,
  HANG_CASE,
  LIMIT_CASE,
  STRAY_CASE,
  TROUBLE_CASE,
} from "./cases.ts";
import type { TriedAgent } from "./pinned-agents.ts";
import type { ScenarioName } from "./real-scenarios.ts";

/** Silence after which a run is stopped, longer than any of them needs to start on a busy machine. */
export const IDLE_MS = 60_000;
/** Where silence is what is tried: the agents themselves would go on for minutes or for ever. */
const SHORT_IDLE_MS = 15_000;
/** opencode says nothing before it has made its database. */
const SLOW_START_IDLE_MS = 30_000;
/** opencode tries six times in silence before it says that something is wrong, and takes more than a minute for it. */
const PATIENT_IDLE_MS = 240_000;

type ByAgent<Value> = Readonly<Partial<Record<TriedAgent, Value>>>;

export interface FaultCase {
  readonly name: CaseName;
  readonly scenario: ScenarioName;
  /** Requests of the one call that is looked at; over ACP they are counted and no more. */
  readonly requests: ByAgent<number>;
  /** What must be told with the outcome, so that the case is known to have happened. */
  readonly evidence?: ByAgent<RegExp>;
  readonly idleMs?: ByAgent<number>;
  /** Whether the agent must have been given a shell; only codex gets one from parley. */
  readonly needsShell?: true;
}

const PATIENT = { opencode: PATIENT_IDLE_MS, "opencode-acp": PATIENT_IDLE_MS };

export const FAULT_CASES: readonly FaultCase[] = [
  {
    ...{ name: LIMIT_CASE, scenario: "rate-limited-once", idleMs: PATIENT },
    requests: { claude: 3, codex: 3, gemini: 3, opencode: 3 },
  },
  {
    ...{ name: TROUBLE_CASE, scenario: "broken", idleMs: PATIENT },
    requests: { claude: 3, codex: 6, gemini: 3, opencode: 6 },
  },
  {
    ...{ name: HANG_CASE, scenario: "hanging" },
    requests: { claude: 1, codex: 1, gemini: 1, opencode: 1 },
    idleMs: {
      ...{ claude: SHORT_IDLE_MS, codex: SHORT_IDLE_MS, gemini: SHORT_IDLE_MS },
      ...{ "claude-agent-acp": SHORT_IDLE_MS, "codex-acp": SHORT_IDLE_MS, "gemini-acp": SHORT_IDLE_MS },
      ...{ opencode: SLOW_START_IDLE_MS, "opencode-acp": SLOW_START_IDLE_MS },
    },
  },
  {
    ...{ name: CUT_CASE, scenario: "cut", idleMs: PATIENT },
    requests: { claude: 4, codex: 2, gemini: 1, opencode: 6 },
  },
  {
    ...{ name: DENIED_CASE, scenario: "denied" },
    requests: { claude: 2, codex: 2, gemini: 2, opencode: 2 },
    evidence: {
      claude: /denied: Write \/parley-outside\/denied\.md/,
      // codex does not tell which.
      codex: /denied: writing outside of the project/,
      gemini: /denied: write_file \/parley-outside\/denied\.md/,
      opencode: /denied: write \/parley-outside\/denied\.md/,
      "claude-agent-acp": /denied: .*\/parley-outside\/denied\.md/,
    },
  },
  {
    ...{ name: STRAY_CASE, scenario: "background-process", needsShell: true },
    requests: { claude: 3, codex: 3, gemini: 3, opencode: 3 },
    // codex ends its own, and over ACP nobody has leave to start one.
    evidence: {
      claude: /stray process was ended: sleep/,
      gemini: /stray process was ended: sleep/,
      opencode: /stray process was ended: sleep/,
    },
  },
];
