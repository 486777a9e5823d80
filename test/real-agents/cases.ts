// What is tried with each real agent: what the model does, and which outcome that must come to.
import type { AgentOutcome } from "../../src/core/shared/agent-outcome.ts";
import { documentFor, documentNameFor } from "../fake-model/refine-documents.ts";
import type { Action, Scenarios, Step } from "../fake-model/scenario.ts";
import { SAY_DOCUMENT, SAY_DONE, SCENARIOS, WRITE_DOCUMENT } from "../fake-model/scenarios.ts";
import { type TaskInPrompt, taskInPrompt } from "../fake-model/task-in-prompt.ts";
import type { Asked } from "../fake-model/wire.ts";
import type { RealAgentName } from "./pinned-agents.ts";

/** A chunk each: enough time to kill parley in the middle of an answer. */
const SLOW_MS_PER_CHUNK = 150;

/** Where the project and the user's home lie: a model that wants more than it may must know where. */
export interface CasePlace {
  readonly project: string;
  readonly home: string;
}

/** Said by the first of two attempts, so that the second is known to remember it. */
export const FIRST_WORDS = "words-of-the-first-attempt";
export const INTRUDERS_FILE = "intruder.md";

/** Scenarios that know places or count are made for each project anew. */
export function realScenarios({ project, home }: CasePlace) {
  const force = (tool: "write" | "read", path: string): Step => ({ actions: [{ do: "force", tool, path }] });
  const intrusion = [
    force("read", `${project}/secret.md`),
    force("read", `${home}/secret.md`),
    force("write", `${project}/${INTRUDERS_FILE}`),
    force("write", `${home}/${INTRUDERS_FILE}`),
  ];
  const either = (asked: Asked): readonly Step[] =>
    isEngineer(asked) ? [WRITE_DOCUMENT, SAY_DONE] : [SAY_DOCUMENT];
  return {
    ...SCENARIOS,
    "slow-once": {
      ...SCENARIOS.engineer,
      faults: [{ fault: "slow", msPerChunk: SLOW_MS_PER_CHUNK, times: 1 }],
    },
    "either-role": { ...SCENARIOS.engineer, steps: either },
    "reviewer-intrudes": {
      ...SCENARIOS.engineer,
      steps: (asked: Asked) =>
        isEngineer(asked) ? either(asked) : [...intrusion, force("write", INTRUDERS_FILE), SAY_DOCUMENT],
    },
    "engineer-intrudes": {
      ...SCENARIOS.engineer,
      steps: (asked: Asked) => (isEngineer(asked) ? [...intrusion, ...either(asked)] : either(asked)),
    },
    "engineer-tells-environment": {
      ...SCENARIOS.engineer,
      steps: (asked: Asked) =>
        isEngineer(asked)
          ? [{ actions: [{ do: "shell", command: "env" }] }, ...either(asked)]
          : either(asked),
    },
    "says-slowly": {
      steps: [{ actions: [{ do: "say", text: "A sentence that takes its time. ".repeat(40) }] }],
      faults: [{ fault: "slow", msPerChunk: SLOW_MS_PER_CHUNK }],
    },
    "second-attempt": secondAttempt(intrusion),
  } as const satisfies Scenarios;
}

function isEngineer(asked: Asked): boolean {
  return taskIn(asked)?.role === "engineer";
}

/** Where an agent has a system prompt, its role is told there. */
function taskIn({ system, prompt }: Asked): TaskInPrompt | null {
  return taskInPrompt(`${system}\n${prompt}`);
}

/**
 * Hands in what no gate takes, and then what was asked for first: a retry may be told no more than its correction. Before
 * that it tries whether it may do more the second time.
 */
function secondAttempt(intrusion: readonly Step[]): { readonly steps: (asked: Asked) => readonly Step[] } {
  let first: Asked | null = null;
  return {
    steps: (asked) => {
      first ??= taskIn(asked) === null ? null : asked;
      if (first === null) return [SAY_DONE];
      const task = first;
      const isFirst = asked.prompt === task.prompt;
      const text = isFirst ? "# Nothing of what was asked for\n" : documentFor(task);
      const { usage = {} } = WRITE_DOCUMENT;
      const write: Action = { do: "write", path: documentNameFor(task), text };
      return [
        ...(isFirst ? [] : intrusion),
        { actions: [{ do: "say", text: isFirst ? FIRST_WORDS : "Once more." }, write], usage },
        SAY_DONE,
      ];
    },
  };
}

export type ScenarioName = keyof ReturnType<typeof realScenarios>;

/** Silence after which a run is stopped, longer than any of them needs to start on a busy machine. */
export const IDLE_MS = 60_000;
/** Where silence is what is tried: the agents themselves would go on for minutes or for ever. */
const SHORT_IDLE_MS = 15_000;
/** opencode says nothing before it has made its database. */
const SLOW_START_IDLE_MS = 30_000;
/** opencode tries six times in silence before it says that something is wrong, and takes more than a minute for it. */
const PATIENT_IDLE_MS = 240_000;

type ByAgent<Value> = Readonly<Record<RealAgentName, Value>>;

export interface FaultCase {
  readonly name: string;
  readonly scenario: ScenarioName;
  readonly outcome: ByAgent<AgentOutcome>;
  /** Requests of the one call that is looked at. */
  readonly requests: ByAgent<number>;
  /** What must be told with the outcome, so that the case is known to have happened. */
  readonly evidence?: Partial<ByAgent<RegExp>>;
  readonly idleMs?: Partial<ByAgent<number>>;
  /** Whether the agent must have been given a shell; only codex gets one from parley. */
  readonly needsShell?: true;
}

/** codex has no tools by role: what they may do is held by its sandbox. */
const CODEX_TOOLS = ["apply_patch", "exec_command", "request_user_input", "view_image", "write_stdin"];

const GEMINI_LOOKS = ["glob", "grep_search", "list_directory", "read_file"];

/** What each role is offered, and nothing beside it. */
export const OFFERED_TOOLS: Record<"engineer" | "reviewer", ByAgent<readonly string[]>> = {
  engineer: {
    claude: ["Edit", "Glob", "Grep", "Read", "Write"],
    codex: CODEX_TOOLS,
    gemini: [...GEMINI_LOOKS, "replace", "write_file"],
    opencode: ["edit", "read", "write"],
  },
  reviewer: {
    claude: ["Glob", "Grep", "Read"],
    codex: CODEX_TOOLS,
    gemini: GEMINI_LOOKS,
    opencode: ["read"],
  },
};

const PATIENT = { opencode: PATIENT_IDLE_MS };

export const FAULT_CASES = [
  {
    name: "429 once",
    scenario: "rate-limited-once",
    outcome: { claude: "ok", codex: "ok", gemini: "ok", opencode: "ok" },
    requests: { claude: 3, codex: 3, gemini: 3, opencode: 3 },
    idleMs: PATIENT,
  },
  {
    name: "500 for ever",
    scenario: "broken",
    outcome: { claude: "overloaded", codex: "overloaded", gemini: "overloaded", opencode: "overloaded" },
    requests: { claude: 3, codex: 6, gemini: 3, opencode: 6 },
    idleMs: PATIENT,
  },
  {
    name: "hang before the first byte",
    scenario: "hanging",
    outcome: {
      ...{ claude: "timeout-idle", codex: "timeout-idle" },
      ...{ gemini: "timeout-idle", opencode: "timeout-idle" },
    },
    requests: { claude: 1, codex: 1, gemini: 1, opencode: 1 },
    idleMs: {
      ...{ claude: SHORT_IDLE_MS, codex: SHORT_IDLE_MS },
      ...{ gemini: SHORT_IDLE_MS, opencode: SLOW_START_IDLE_MS },
    },
  },
  {
    name: "cut stream",
    scenario: "cut",
    outcome: { claude: "overloaded", codex: "overloaded", gemini: "overloaded", opencode: "overloaded" },
    requests: { claude: 4, codex: 2, gemini: 1, opencode: 6 },
    idleMs: PATIENT,
  },
  {
    name: "denied tool, with its path",
    scenario: "denied",
    outcome: { claude: "denied", codex: "denied", gemini: "denied", opencode: "denied" },
    requests: { claude: 2, codex: 2, gemini: 2, opencode: 2 },
    evidence: {
      claude: /denied: Write \/parley-outside\/denied\.md/,
      // codex does not tell which.
      codex: /denied: writing outside of the project/,
      gemini: /denied: write_file \/parley-outside\/denied\.md/,
      opencode: /denied: write \/parley-outside\/denied\.md/,
    },
  },
  {
    name: "tool that leaves a background process",
    scenario: "background-process",
    outcome: { claude: "ok", codex: "ok", gemini: "ok", opencode: "ok" },
    requests: { claude: 3, codex: 3, gemini: 3, opencode: 3 },
    // codex ends its own.
    evidence: {
      claude: /stray process was ended: sleep/,
      gemini: /stray process was ended: sleep/,
      opencode: /stray process was ended: sleep/,
    },
    needsShell: true,
  },
] as const satisfies readonly FaultCase[];

export const SESSION_CASE = "session of two rounds";
export const MIXED_CASE = "session with mixed roles";
export const LOGIN_CASE = "session with its own login";
export const GIT_CASE = "nothing of the repository around it is sent";
export const PROJECT_CASE = "nothing of the project's instructions is sent or started";
export const USER_CASE = "nothing of the user's set-up is sent or started";
export const HOSTS_CASE = "no other host is looked for";
export const ELSEWHERE_CASE = "nothing is left in the user's home or the temporary folder";
export const ENVIRONMENT_CASE = "nothing of the user's environment is passed on";
export const REVIEWER_CASE = "Reviewer that tries to write, and to read elsewhere";
export const ENGINEER_CASE = "Engineer that tries to read and write elsewhere";
export const EFFORT_CASE = "effort as it was chosen, outside of any repository";
export const RESUME_CASE = "second attempt in the same conversation";
export const CODER_CASE = "coder that writes in its worktree, and tries to read and write elsewhere";
export const CODER_SHELL_CASE = "coder with build.shell, and without";
export const CODER_RESUME_CASE = "coder's second attempt in the same conversation";
export const CODE_REVIEWER_CASE = "code reviewer that tries to write and to run a command";
/** Over ACP agents keep nothing apart that their own settings do not. */
export const AROUND_CASE = "nothing of the repository and the project around it is sent by itself";
export const CANCEL_CASE = "cancelled in mid-answer, its cost unknown";
export const KILL_CASE = "kill −9 of parley in mid-run, then resume";

const FAULT_NAMES = FAULT_CASES.map(({ name }) => name);
type FaultName = (typeof FAULT_CASES)[number]["name"];
const WHOLE_CASES = [SESSION_CASE, MIXED_CASE, LOGIN_CASE] as const;
const APART_CASES = [
  ...([GIT_CASE, PROJECT_CASE, USER_CASE] as const),
  ...([HOSTS_CASE, ELSEWHERE_CASE, ENVIRONMENT_CASE] as const),
] as const;
const HELD_CASES = [REVIEWER_CASE, ENGINEER_CASE, EFFORT_CASE, RESUME_CASE, CANCEL_CASE] as const;
const CODER_CASES = [CODER_CASE, CODER_SHELL_CASE, CODER_RESUME_CASE, CODE_REVIEWER_CASE] as const;
export type CaseName =
  | (typeof CODER_CASES)[number]
  | (typeof WHOLE_CASES)[number]
  | (typeof APART_CASES)[number]
  | (typeof HELD_CASES)[number]
  | FaultName
  | typeof KILL_CASE
  | typeof AROUND_CASE;
export const CASE_NAMES: readonly [CaseName, ...CaseName[]] = [
  ...WHOLE_CASES,
  ...APART_CASES,
  ...HELD_CASES,
  ...FAULT_NAMES,
  KILL_CASE,
  ...CODER_CASES,
];

export const ACP_CASE_NAMES: readonly CaseName[] = [
  ...([SESSION_CASE, AROUND_CASE, REVIEWER_CASE, ENGINEER_CASE, RESUME_CASE, CANCEL_CASE] as const),
  ...(["500 for ever", "hang before the first byte", KILL_CASE] as const),
];

export const ALL_CASE_NAMES: readonly [CaseName, ...CaseName[]] = [...CASE_NAMES, AROUND_CASE];
