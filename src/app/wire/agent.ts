// What `agents` tells programs.

import type { Role } from "../../core/refinement/role.ts";
import type { Access } from "../../core/shared/access.ts";
import type { AgentOutcome, OutcomeRule } from "../../core/shared/agent-outcome.ts";
import type { Usage } from "../../core/shared/usage.ts";

export interface AgentRow {
  readonly name: string;
  readonly kind: string;
  /** Whether it is there, and its program answers as programs do that work. */
  readonly state: "ready" | "doubtful" | "broken" | "no";
  /** A session could begin with it: by what is there, as sessions choose too. */
  readonly usable: boolean;
  /** Why it is not ready, and what would help. */
  readonly why: UnusableReason | AgentWarning | null;
  readonly file: string | null;
  readonly version: string | null;
  readonly model: string | null;
  readonly provider: string | null;
  /** The roles it would play if a session began now. */
  readonly roles: readonly string[];
  /** Its provider is left alone until then. */
  readonly waitingUntil: string | null;
}

export interface AgentWarning {
  readonly code: "doubtful" | "broken";
  readonly message: string;
  readonly fix: string;
}

export interface AddedAgent {
  readonly name: string;
  /** As it stands in the settings now. */
  readonly entry: unknown;
  readonly file: string;
  /** Why it cannot be used yet. */
  readonly unusable: UnusableReason | null;
}

export interface RetriedAgent {
  readonly name: string;
  readonly provider: string;
  /** Until when it was to be left alone, as all runs of this user knew it; `null`: nothing was known. */
  readonly waitedUntil: string | null;
}

/** With what parley would do next in a session. */
export interface AgentTrial extends OutcomeRule {
  readonly access: Access;
  readonly outcome: AgentOutcome;
  readonly elapsedMs: number;
  readonly usage: Usage;
  /** The first line of what came, as it came; `null` where nothing did. */
  readonly said: string | null;
  /** How it was handed in. */
  readonly handedIn: "file" | "answer" | null;
  /** What is not as it was asked for, though it came to a good end. */
  readonly wrong: string | null;
  readonly evidence: readonly string[];
}

export interface TestedAgent {
  readonly name: string;
  readonly ok: boolean;
  readonly trials: readonly AgentTrial[];
  /** Where the runs left what they did and said; `null` where nothing is kept. */
  readonly folder: string | null;
}

export interface ExplainedAgent {
  readonly name: string;
  readonly kind: string;
  readonly unusable: UnusableReason | null;
  readonly file: string | null;
  readonly model: string | null;
  readonly provider: string | null;
  /** Where requests go, for an agent that is a server. */
  readonly address: string | null;
  readonly starts: readonly RoleStart[];
  /** Names of variables, never what they hold. */
  readonly environment: { readonly passed: readonly string[]; readonly told: readonly string[] };
  /** From the project's root. */
  readonly folders: readonly { readonly path: string; readonly holds: string }[];
  readonly timers: readonly ExplainedTimer[];
  readonly isolation: readonly string[];
  readonly coding: ExplainedCoding;
  /** US dollars for a million tokens; `null`: only what the agent tells itself is known. */
  readonly price: Price | null;
  /** None of a person. */
  readonly outcomes: readonly ({ readonly outcome: AgentOutcome } & OutcomeRule)[];
}

/** What it is as a coder. */
export interface ExplainedCoding {
  /** Why it cannot be one. */
  readonly unfit: UnusableReason | null;
  /** What is started; `null` where nothing is. */
  readonly argv: readonly string[] | null;
  readonly rights: readonly string[];
}

export interface ExplainedTimer {
  readonly timer: "wall" | "idle" | "after-result" | "grace";
  readonly ms: number;
}

export interface RoleStart {
  readonly role: Role;
  readonly access: Access;
  /** The file it is asked for; a role that only reads answers with the document. */
  readonly document: string;
  /** What is started, word by word; `null` where nothing is. */
  readonly argv: readonly string[] | null;
}

/** Why an agent cannot be used here. */
export interface UnusableReason {
  readonly code:
    | "not-installed"
    | "no-key"
    | "no-model"
    | "bad-address"
    | "no-player"
    | "no-hands"
    | "no-shell";
  readonly message: string;
  readonly fix: string;
}

/** US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number | undefined;
}
