// For tests: a session's events without the words around them. Each builder has its own clock.
import type { DecisionEntry } from "../../src/core/documents/decisions-document.ts";
import type { Gap } from "../../src/core/refinement/gap.ts";
import { makeQuestionId, type Question } from "../../src/core/refinement/questions/question.ts";
import type { Role } from "../../src/core/refinement/role.ts";
import { evolve } from "../../src/core/refinement/session/evolve.ts";
import { type LiveSession, SESSION_START, type Session } from "../../src/core/refinement/session/session.ts";
import {
  type ExampleRecord,
  makeSessionEvent,
  type RetryReason,
  type SessionEvent,
  type SessionEventOf,
  type SessionEventType,
  type TurnOutcome,
} from "../../src/core/refinement/session/session-event.ts";
import type { SessionSettings } from "../../src/core/refinement/session/settings.ts";
import type { FailureType, Warning } from "../../src/core/refinement/validation/judgement.ts";
import { type CallKey, makeCallKey } from "../../src/core/shared/call-key.ts";
import {
  parseTimestamp,
  type Timestamp,
  timestampFromMs,
  timestampToMs,
} from "../../src/core/shared/timestamp.ts";
import { USAGE_UNKNOWN } from "../../src/core/shared/usage.ts";
import { decisionId, exampleGap, gapId } from "./example-gap.ts";
import { NO_CAP } from "./no-cap.ts";

const EXAMPLE_SETTINGS: SessionSettings = {
  limits: { gapsPerRound: 1, maxRounds: 10, hardLimit: 50, parallelGaps: 1 },
  thresholds: { stallThreshold: 2, divergenceThreshold: 8 },
  criticalOverride: true,
  backupRetentionRounds: 3,
  agents: { engineer: "claude", reviewer: "codex" },
  spend: { run: NO_CAP, role: NO_CAP, session: { ...NO_CAP, usd: 12.5 } },
};

const SESSION = "loans";
const START = "2026-01-12T14:00:00Z";

/** `2026-01-12T14:30:00Z` from `14:30:00`. */
export function time(clock: string): Timestamp {
  const at = parseTimestamp(`2026-01-12T${clock}Z`);
  if (at === null) throw new Error(`no time: ${clock}`);
  return at;
}

interface ExamplePlace {
  readonly role?: Role;
  readonly lane?: string;
  readonly attempt?: number;
  readonly round?: number;
}

interface ExampleCall extends ExamplePlace {
  readonly launch?: number;
  readonly retry?: RetryReason | null;
  readonly example?: ExampleRecord | null;
}

interface ExampleResult extends ExamplePlace {
  readonly launch?: number;
  readonly seconds?: number;
  readonly document?: string | null;
}

interface ExampleVerdict extends ExamplePlace {
  readonly failure?: FailureType | null;
  readonly message?: string;
  readonly warnings?: readonly Warning[];
  readonly addressed?: readonly string[];
}

type DataOf<Type extends SessionEventType> = Omit<SessionEventOf<Type>["data"], "at">;

export class ExampleEvents {
  readonly events: SessionEvent[] = [];
  #now: Timestamp = START as Timestamp;
  #round = 0;
  #questions = 0;

  at(clock: string): this {
    this.#now = time(clock);
    return this;
  }

  later(seconds: number): this {
    this.#now = timestampFromMs(timestampToMs(this.#now) + seconds * 1_000);
    return this;
  }

  add<Type extends SessionEventType>(type: Type, data: DataOf<Type>): this {
    this.events.push(
      makeSessionEvent(type, this.#now, data as unknown as Parameters<typeof makeSessionEvent<Type>>[2]),
    );
    return this;
  }

  started(gaps: readonly Gap[], settings: Partial<SessionSettings> = {}): this {
    const spec = { name: "loans.md", path: "/specs/loans.md", sha256: "sha-source" };
    return this.add("SessionStarted", {
      session: SESSION,
      spec,
      settings: { ...EXAMPLE_SETTINGS, ...settings },
      gaps,
    });
  }

  round(round: number, lanes: readonly string[] = ["-"]): this {
    this.#round = round;
    const backup = {
      round: round - 1,
      status: `sha-status-${round - 1}`,
      decisions: `sha-decisions-${round - 1}`,
    };
    return this.add("RoundStarted", {
      round,
      incarnation: 0,
      focus: "foundations",
      lanes: lanes.map((lane) => ({ lane, gaps: lane === "-" ? [] : [gapId(lane)] })),
      backup,
    });
  }

  call({ launch = 1, retry = null, example = null, ...about }: ExampleCall = {}): this {
    const { place, attempt } = this.#placed(about);
    const key = this.#key(about, launch);
    return this.add("AgentCallStarted", {
      ...place,
      key,
      attempt,
      launch,
      agent: "claude",
      prompt: { sha256: "sha-prompt", chars: 1_000, parts: [] },
      retry,
      example,
    });
  }

  finished({ launch = 1, seconds = 60, document, ...about }: ExampleResult = {}): this {
    const { place, attempt } = this.#placed(about);
    const sha256 = document === undefined ? `sha-${place.role}-${place.lane}-${attempt}` : document;
    return this.add("AgentCallFinished", {
      ...place,
      key: this.#key(about, launch),
      outcome: sha256 === null ? "crashed" : "ok",
      document: sha256 === null ? null : { sha256, bytes: 100, from: "file" },
      usage: USAGE_UNKNOWN,
      elapsedMs: seconds * 1_000,
      evidence: [],
    });
  }

  judged({
    failure = null,
    message = "",
    warnings = [],
    addressed = [],
    ...about
  }: ExampleVerdict = {}): this {
    const { place, attempt } = this.#placed(about);
    return this.add("OutputJudged", {
      ...place,
      key: this.#key(about, 1),
      attempt,
      failure,
      message,
      line: null,
      warnings,
      gapsAddressed: addressed.map(gapId),
    });
  }

  retried(number: number, because: RetryReason["because"], about: ExamplePlace = {}): this {
    const retry = { number, because, message: "", line: null, subjects: [] };
    return this.add("TurnRestarted", {
      ...this.#placed(about).place,
      gaps: [],
      retry,
      retries: number,
      guidance: null,
      launchAgain: false,
      replacement: false,
      because: "a retry",
    });
  }

  settled(
    outcome: TurnOutcome,
    about: ExamplePlace & { document?: string | null; detail?: string } = {},
  ): this {
    const { place } = this.#placed(about);
    const sha256 = about.document ?? null;
    return this.add("TurnSettled", {
      ...place,
      outcome,
      detail: about.detail ?? null,
      document: sha256 === null ? null : { sha256, bytes: 100, from: "file" },
    });
  }

  /** One turn that passes at once. */
  turn(about: ExamplePlace & { seconds?: number } = {}): this {
    const { seconds = 60, ...place } = about;
    const { role, lane } = this.#placed(place).place;
    const document = `sha-${role}-${lane}-${this.#placed(place).place.round}`;
    return this.call(place)
      .later(seconds)
      .finished({ ...place, seconds, document })
      .judged(place)
      .settled("VALID", { ...place, document });
  }

  completed(about: Partial<DataOf<"RoundCompleted">> = {}): this {
    return this.add("RoundCompleted", {
      round: this.#round,
      net: { resolved: [], created: [], unweighted: 0, weighted: 0, note: null, newCritical: [] },
      openStart: 1,
      openEnd: 1,
      countsTowardsStall: true,
      counted: [],
      ...about,
    });
  }

  asked(about: Partial<Question> = {}): this {
    this.#questions += 1;
    const question: Question = {
      id: makeQuestionId(this.#questions),
      session: SESSION,
      kind: "escalation",
      subject: { of: "turn", role: "engineer", lane: "-", round: this.#round },
      why: "The Engineer failed three times",
      evidence: [],
      options: [],
      recommended: null,
      blocks: [],
      continues: [],
      askedAt: this.#now,
      ...about,
    };
    return this.add("QuestionAsked", { question });
  }

  answered(number: number): this {
    return this.add("QuestionAnswered", {
      answer: {
        question: makeQuestionId(number),
        option: "skip",
        text: null,
        rationales: {},
        gaps: [],
        phrase: null,
        by: "human:ada",
      },
    });
  }

  decided(id: string, round: number): this {
    return this.add("DecisionRecorded", {
      decision: { ...exampleDecision(id), round, timestamp: this.#now },
    });
  }

  #placed({ role = "engineer", lane = "-", attempt = 1, round = this.#round }: ExamplePlace) {
    return { place: { round, role, lane }, attempt };
  }

  #key(about: ExamplePlace, launch: number): CallKey {
    const { place, attempt } = this.#placed(about);
    const { round, role, lane } = place;
    const subject = { of: "session", id: SESSION } as const;
    return makeCallKey({ subject, round, incarnation: 0, purpose: role, lane, attempt, launch });
  }
}

function exampleDecision(id: string): Omit<DecisionEntry, "round" | "timestamp"> {
  return {
    id: decisionId(id),
    title: "Fees are left for later",
    about: { of: "other", option: "defer" },
    gaps: [gapId("GAP-FLOW-002")],
    severity: null,
    decision: "deferred",
    rationale: "not this year",
    constraints: null,
    actionForEngineer: null,
    actionForGap: "USER_DEFERRED",
    decidedBy: "User",
    reappliedFrom: null,
  };
}

/** Three gaps, one of each severity but LOW. */
export const EXAMPLE_GAPS: readonly Gap[] = [
  exampleGap("GAP-FLOW-001", { severity: "CRITICAL" }),
  exampleGap("GAP-FLOW-002", { severity: "HIGH" }),
  exampleGap("GAP-FLOW-003", { severity: "MEDIUM" }),
];

/** The round in which the Engineer forgot its heading once. */
export function roundWithRetry(): ExampleEvents {
  const retry: RetryReason = { number: 1, because: "WRONG_FORMAT", message: "", line: null, subjects: [] };
  const reviewer = { role: "reviewer" } as const;
  return new ExampleEvents()
    .started(EXAMPLE_GAPS)
    .at("14:29:00")
    .round(1)
    .call()
    .at("14:30:00")
    .finished()
    .judged({ failure: "WRONG_FORMAT", message: "Missing '## Gap Resolution:'" })
    .retried(1, "WRONG_FORMAT")
    .call({ attempt: 2, retry, example: { tier: 1, source: "canonical", tokens: 1_247, truncated: false } })
    .at("14:31:15")
    .finished({ attempt: 2, seconds: 75 })
    .judged({ attempt: 2, addressed: ["GAP-FLOW-001", "GAP-FLOW-002"] })
    .settled("VALID", { document: "sha-engineer---2" })
    .call(reviewer)
    .at("14:35:00")
    .finished({ ...reviewer, seconds: 225 })
    .judged({ ...reviewer, addressed: ["GAP-FLOW-001", "GAP-FLOW-002"] })
    .settled("VALID", { ...reviewer, document: "sha-reviewer---1" });
}

/** What a session remembers after these events. */
export function folded({ events }: { readonly events: readonly SessionEvent[] }): LiveSession {
  const session = events.reduce<Session>(evolve, SESSION_START);
  if (session.at === "none") throw new Error("nothing has happened");
  return session;
}
