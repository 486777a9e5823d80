// What is told of a session: where it stands, what a run came to, what is on record of it.
import type { CoverageRow } from "../../core/documents/round-record.ts";
import type { Question } from "../../core/refinement/questions/question.ts";
import type { UsageTotal } from "../../core/refinement/records/usage.ts";
import type { AgentRole } from "../../core/refinement/role.ts";
import type { ReplayOutcome } from "../../core/refinement/session/replay-outcome.ts";
import type { SessionEvent } from "../../core/refinement/session/session-event.ts";
import type { SpentAmounts } from "../../core/refinement/session/spend.ts";
import type { TerminationType } from "../../core/refinement/termination-type.ts";
import type { AwaitedInSession } from "./awaited.ts";
import type { GapRow } from "./gap.ts";
import type { SpecBuild } from "./spec-build.ts";

export interface SessionView {
  readonly session: string;
  readonly spec: string;
  /** The convergence state, PAUSED, or how it ended. */
  readonly state: string;
  readonly round: number;
  readonly completedRounds: number;
  readonly maxRounds: number;
  readonly open: number;
  readonly gaps: readonly GapRow[];
  /** What became of the survey; `null` where there is none. */
  readonly survey: {
    /** `null` while it goes on. */
    readonly outcome: "taken" | "dropped" | "nothing" | "left-out" | null;
    readonly detail: string;
    /** How many holes each survey found. */
    readonly found: number;
  } | null;
  /** What was found where and by whom, and what became of it; without a survey there is nothing to compare. */
  readonly coverage: readonly CoverageRow[];
  readonly running: readonly { readonly key: string; readonly agent: string }[];
  readonly questions: readonly Question[];
  readonly spent: SpentAmounts;
  /** Of so many calls nobody knows what they cost; `spent.usd` is what is known. */
  readonly unpricedCalls: number;
  /** Of so many calls nobody knows how many tokens they used. */
  readonly uncountedCalls: number;
  /** A limit in dollars is set, and those calls count nothing towards it. */
  readonly costUnseen: boolean;
  /** The finished spec, from the project's root. */
  readonly output: string | null;
  /** `goesBackTo`: the round to whose end one that is under way goes back; `null` where none is. */
  readonly rollbacks: { readonly used: number; readonly max: number; readonly goesBackTo: number | null };
  readonly forkedFrom: ForkedFrom | null;
  /** What the copied past of a fork cost; it counts towards no limit of this session. */
  readonly inherited: UsageTotal | null;
  readonly updatedAt: string;
}

/** The session that another began with the past of. */
export interface ForkedFrom {
  readonly session: string;
  /** Where its past was cut off, in words. */
  readonly cut: string;
}

export interface SessionStatus extends SessionView {
  /** What people are to write. */
  readonly awaited: readonly AwaitedInSession[];
  /** Calls that wait until a provider may be asked again. */
  readonly waiting: readonly WaitingCall[];
  readonly folder: string;
  /** What was open at the start, then after each round; a deferred gap counts a half, one that waits for input a quarter. */
  readonly openByRound: readonly number[];
  /** What is built of it; `null` where no task comes from it. */
  readonly build: SpecBuild | null;
}

export interface HistoryRow {
  readonly version: number;
  readonly at: string;
  readonly type: string;
  readonly actor: string;
  readonly words: string;
  readonly data: SessionEvent["data"];
}

export interface ListedSession {
  readonly session: string;
  readonly spec: string;
  readonly state: string;
  readonly round: number;
  readonly initialGaps: number;
  /** When the last round was complete; since then answers may have moved gaps. */
  readonly openAfterRound: number;
  readonly startedAt: string;
  readonly updatedAt: string;
  /** The finished spec, from the project's root. */
  readonly output: string | null;
  readonly forkedFrom: ForkedFrom | null;
}

export interface SessionRow extends ListedSession {
  readonly questions: number;
}

export interface WaitingCall {
  readonly key: string;
  readonly role: AgentRole;
  readonly agent: string;
  readonly provider: string;
  readonly until: string;
  /** How to go on without waiting, with another agent, and with this one. */
  readonly otherwise: string;
  readonly sooner: string;
}

export interface SessionEnding {
  readonly session: string;
  /** How it ends, or has ended. */
  readonly as: TerminationType;
  /**
   * `ended`: it is over. `gates`: somebody has to acknowledge what is left. `requested`: agents are still at work.
   * `completes`: nothing is left open, so that it may come to its end by itself.
   */
  readonly at: "ended" | "gates" | "requested" | "completes";
  readonly questions: readonly Question[];
  /** The finished spec, from the project's root. */
  readonly output: string | null;
  readonly running: readonly string[];
  /** Of the session. */
  readonly folder: string;
  /** Whether another process is at work on it, which brings this to its end. */
  readonly attended: boolean;
}

export interface RunResult {
  /** `fenced`: another process has taken it over. */
  readonly end: "ended" | "paused" | "waiting" | "round-complete" | "stopped" | "fenced";
  readonly folder: string;
  /** The finished spec, once the session has left one. */
  readonly spec: string | null;
  readonly status: SessionView;
  /** What people are to write. */
  readonly awaited: readonly AwaitedInSession[];
}

/** A run that goes on in a process of its own. */
export interface RunApart {
  readonly session: string;
  readonly pid: number;
  /** How the run ended, where it did so at once; `null` while it goes on. */
  readonly ended: RunResult["end"] | null;
  /** What it says while it goes on. */
  readonly log: string;
  /** What it came to, as `--json` prints it; empty until then. */
  readonly result: string;
  /** How to learn what comes of it. */
  readonly follow: string;
}

/** A new session, and the run that was begun for it. */
export interface RefinementApart extends RunApart {
  readonly gaps: number;
  /** The folder that was made a project for it. */
  readonly createdProject: string | null;
  /** Who was chosen where nobody was named, and why. */
  readonly choice: string | null;
  readonly notes: readonly string[];
}

/** What has happened in a session since somebody last looked. */
export interface SessionNews {
  readonly session: string;
  /**
   * `question`: one was asked, or nothing goes on without an answer. `stopped`: no process runs it. `nothing`: the time was
   * up first.
   */
  readonly at: "question" | "ended" | "paused" | "stopped" | "news" | "nothing";
  /** What to look from next time. */
  readonly version: number;
  readonly state: string;
  readonly round: number;
  readonly open: number;
  /** Whether a process runs it. */
  readonly attended: boolean;
  readonly running: SessionView["running"];
  readonly questions: readonly Omit<Question, "subject">[];
  readonly awaited: readonly AwaitedInSession[];
  /** The newest of what happened, oldest first. */
  readonly news: readonly Pick<HistoryRow, "version" | "at" | "words">[];
  /** The finished spec, from the project's root. */
  readonly output: string | null;
}

export interface SessionDocumentRow {
  readonly session: string;
  /** In the session's folder; `draft.md` and `spec.md` are the draft and the finished spec. */
  readonly path: string;
}

export interface SessionDocument extends SessionDocumentRow {
  readonly text: string;
}

export interface ExportedSession {
  readonly session: string;
  readonly folder: string;
  /** In that folder. */
  readonly files: readonly string[];
}

/** A session as one page of HTML. */
export interface ExportedPage {
  readonly session: string;
  readonly file: string;
  readonly bytes: number;
}

export interface OpenedPage extends ExportedPage {
  /** Whether a program was started to show it. */
  readonly opened: boolean;
}

export interface PromptView {
  readonly session: string;
  readonly role: string;
  readonly key: string;
  /** Sent already, to a call that is running; or what would be sent now. */
  readonly sent: boolean;
  readonly chars: number;
  readonly parts: readonly { readonly name: string; readonly chars: number }[];
  readonly text: string;
}

export type ReplayView = { readonly session: string } & ReplayOutcome;
