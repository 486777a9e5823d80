// What is tried with each real agent, and what it must come to.
import type { AgentOutcome } from "../../src/core/shared/agent-outcome.ts";
import {
  ACP_AGENTS,
  type AcpAgentName,
  REAL_AGENTS,
  type RealAgentName,
  type TriedAgent,
} from "./pinned-agents.ts";

export const SESSION_CASE = "session of two rounds";
export const MIXED_CASE = "session with mixed roles";
export const LOGIN_CASE = "session with its own login";
export const GIT_CASE = "nothing of the repository around it is sent";
export const PROJECT_CASE = "nothing of the project's instructions is sent or started";
export const USER_CASE = "nothing of the user's set-up is sent or started";
export const HOSTS_CASE = "no other host is looked for";
export const ELSEWHERE_CASE = "nothing is left in the user's home or the temporary folder";
export const ENVIRONMENT_CASE = "nothing of the user's environment is passed on";
/** Over ACP agents keep nothing apart that their own settings do not. */
export const AROUND_CASE = "nothing of the repository and the project around it is sent by itself";
export const REVIEWER_CASE = "Reviewer that tries to write, and to read elsewhere";
export const ENGINEER_CASE = "Engineer that tries to read and write elsewhere";
export const EFFORT_CASE = "effort as it was chosen, outside of any repository";
export const RESUME_CASE = "second attempt in the same conversation";
export const CODER_CASE = "coder that writes in its worktree, and tries to read and write elsewhere";
export const CODER_SHELL_CASE = "coder with build.shell, and without";
export const CODER_RESUME_CASE = "coder's second attempt in the same conversation";
export const CODE_REVIEWER_CASE = "code reviewer that tries to write and to run a command";
export const BUILD_CASE = "whole build as coder, rejected once, with another agent as reviewer";
export const CANCEL_CASE = "cancelled in mid-answer, its cost unknown";
export const LIMIT_CASE = "429 once";
export const TROUBLE_CASE = "500 for ever";
export const HANG_CASE = "hang before the first byte";
export const CUT_CASE = "cut stream";
export const DENIED_CASE = "denied tool, with its path";
export const STRAY_CASE = "tool that leaves a background process";
export const KILL_CASE = "kill −9 of parley in mid-run, then resume";

type Outcomes<Name extends string> = Readonly<Record<Name, AgentOutcome>>;
type ByTriedAgent = Readonly<Partial<Record<TriedAgent, AgentOutcome>>>;

const headless = (outcome: AgentOutcome): Outcomes<RealAgentName> =>
  Object.fromEntries(REAL_AGENTS.map((agent) => [agent, outcome])) as Outcomes<RealAgentName>;
const overAcp = (outcome: AgentOutcome): Outcomes<AcpAgentName> =>
  Object.fromEntries(ACP_AGENTS.map((agent) => [agent, outcome])) as Outcomes<AcpAgentName>;
const all = (outcome: AgentOutcome) => ({ ...headless(outcome), ...overAcp(outcome) });

/** By case and agent; who is not named is not tried with it. */
export const OUTCOMES = {
  [SESSION_CASE]: all("ok"),
  [MIXED_CASE]: all("ok"),
  [LOGIN_CASE]: headless("ok"),
  [GIT_CASE]: headless("ok"),
  [PROJECT_CASE]: headless("ok"),
  [USER_CASE]: headless("ok"),
  [HOSTS_CASE]: headless("ok"),
  [ELSEWHERE_CASE]: headless("ok"),
  [ENVIRONMENT_CASE]: headless("ok"),
  [AROUND_CASE]: { ...overAcp("trespassed"), "opencode-acp": "ok" },
  // Some end their turn when a question is answered with no.
  [REVIEWER_CASE]: { ...all("ok"), "codex-acp": "denied", "opencode-acp": "denied" },
  // The sandbox of codex-acp lets it write elsewhere, and does not ask.
  [ENGINEER_CASE]: { ...all("ok"), "codex-acp": "trespassed", "opencode-acp": "denied" },
  // gemini cannot be told how hard to think, and parley says so.
  [EFFORT_CASE]: { ...headless("ok"), gemini: "refused" },
  // It tries to read and write elsewhere the second time, and opencode ends its turn over it.
  [RESUME_CASE]: { ...all("ok"), "opencode-acp": "denied" },
  [CANCEL_CASE]: all("cancelled"),
  [LIMIT_CASE]: all("ok"),
  [TROUBLE_CASE]: all("overloaded"),
  [HANG_CASE]: all("timeout-idle"),
  [CUT_CASE]: all("overloaded"),
  // Over ACP these do not tell what their own rules refuse.
  [DENIED_CASE]: { ...all("denied"), "gemini-acp": "ok", "opencode-acp": "ok" },
  [STRAY_CASE]: all("ok"),
  [KILL_CASE]: all("ok"),
  [CODER_CASE]: headless("ok"),
  [CODER_SHELL_CASE]: headless("ok"),
  [CODER_RESUME_CASE]: headless("ok"),
  [CODE_REVIEWER_CASE]: headless("ok"),
  [BUILD_CASE]: headless("ok"),
} as const satisfies Readonly<Record<string, ByTriedAgent>>;

export type CaseName = keyof typeof OUTCOMES;

export const CASE_NAMES = Object.keys(OUTCOMES) as [CaseName, ...CaseName[]];

/** `null`: it is not tried. */
export function expectedOutcome(agent: TriedAgent, name: CaseName): AgentOutcome | null {
  const outcomes: ByTriedAgent = OUTCOMES[name];
  return outcomes[agent] ?? null;
}

/** codex has no tools by role: what they may do is held by its sandbox. */
const CODEX_TOOLS = ["apply_patch", "exec_command", "request_user_input", "view_image", "write_stdin"];

const GEMINI_LOOKS = ["glob", "grep_search", "list_directory", "read_file"];

/** What each role is offered, and nothing beside it. */
export const OFFERED_TOOLS: Record<
  "engineer" | "reviewer",
  Readonly<Record<RealAgentName, readonly string[]>>
> = {
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
