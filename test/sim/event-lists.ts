// Hand-made streams for the checker's tests: a story of commands, and ways to break it at one place.
import type { SessionEvent } from "../../src/core/refinement/session/session-event.ts";
import type { Fact } from "../../src/core/shared/decider.ts";
import type { JsonObject } from "../../src/core/shared/json.ts";
import type { RecordedEvent } from "../../src/engine/ports.ts";
import type { DataOf } from "./checker/happened.ts";
import { checkEvents } from "./checker.ts";

export type EventType = SessionEvent["type"];

/** The same shape, with plain strings for ids and names. */
type Loose<T> = T extends string
  ? string
  : T extends number | boolean | null
    ? T
    : { readonly [Key in keyof T]: Loose<T[Key]> };

export const AT = "2026-01-01T00:00:00Z";
export const SESSION = "library";
export const A = "GAP-FLOW-001";
export const B = "GAP-FLOW-002";
export const C = "GAP-FLOW-003";

export function fact<Type extends EventType>(type: Type, data: Loose<Omit<DataOf<Type>, "at">>): Fact {
  return { type, v: 1, data: { at: AT, ...(data as JsonObject) } };
}

const NO_CAP = { tokens: null, usd: null, minutes: null, calls: null };

type Settings = Loose<DataOf<"SettingsChanged">["settings"]>;

export function settings(about: Partial<Settings> = {}): Settings {
  return {
    limits: { gapsPerRound: 1, maxRounds: 10, hardLimit: 50, parallelGaps: 1 },
    thresholds: { stallThreshold: 2, divergenceThreshold: 8 },
    criticalOverride: true,
    backupRetentionRounds: 3,
    agents: { engineer: "one", reviewer: "two" },
    spend: { run: NO_CAP, role: NO_CAP, session: NO_CAP },
    ...about,
  };
}

type Severity = "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
type Gap = Loose<DataOf<"GapEntered">["gap"]>;

export function gap(id: string, severity: Severity = "MEDIUM", about: Partial<Gap> = {}): Gap {
  return {
    id,
    title: `Title of ${id}`,
    description: "",
    severity: { level: severity, setBy: "stated", enteredAs: severity },
    origin: { from: "source", line: 1, heading: null },
    blockedBy: [],
    roundEntered: 0,
    roundUpdated: 0,
    state: { at: "OPEN" },
    ...about,
  };
}

/** A gap that an Engineer's document brought up. */
export function spawned(id: string, severity: Severity, round: number): Fact {
  const born = { origin: { from: "gap", parent: A }, roundEntered: round, roundUpdated: round };
  return fact("GapEntered", { gap: gap(id, severity, born), alias: null });
}

type State = Loose<DataOf<"GapMoved">["state"]>;

export interface Moving {
  readonly id: string;
  readonly from: string;
  readonly to: State;
  readonly by: string;
  readonly round: number;
  readonly reason?: string | null;
}

export function moved({ id, from, to, by, round, reason = null }: Moving): Fact {
  return fact("GapMoved", { gap: id, from, state: to, actor: by, round, reason });
}

type Role = "engineer" | "reviewer" | "final" | "survey";

export interface Calling {
  readonly role: Role;
  readonly round: number;
  readonly lane?: string;
  readonly attempt?: number;
  readonly launch?: number;
  readonly agent?: string;
}

const AGENTS: Record<Role, string> = { engineer: "one", reviewer: "two", final: "two", survey: "two" };

export function keyOf({ role, round, lane = "-", attempt = 1, launch = 1 }: Calling): string {
  return `${SESSION}/${round}.0/${role}/${lane}/${attempt}/${launch}`;
}

export function callStarted(call: Calling): Fact {
  const { role, round, lane = "-", attempt = 1, launch = 1 } = call;
  const prompt = { sha256: "p", chars: 1, parts: [] };
  const about = { agent: call.agent ?? AGENTS[role], prompt, retry: null, example: null };
  return fact("AgentCallStarted", { round, role, lane, key: keyOf(call), attempt, launch, ...about });
}

export function callFinished(call: Calling, outcome = "ok", waitMs?: number): Fact {
  const usage = { inputTokens: 600, outputTokens: 400, usd: 0.5 };
  const wait = waitMs === undefined ? {} : { waitMs };
  const about = { document: null, usage, elapsedMs: 60_000, evidence: [], ...wait };
  const { role, round, lane = "-" } = call;
  return fact("AgentCallFinished", { round, role, lane, key: keyOf(call), outcome, ...about });
}

export function judged(call: Calling, failure: string | null = null): Fact {
  const { role, round, lane = "-", attempt = 1 } = call;
  const about = { message: "", line: null, warnings: [], gapsAddressed: [] };
  return fact("OutputJudged", { round, role, lane, key: keyOf(call), attempt, failure, ...about });
}

export function restarted(
  call: Calling,
  about: Partial<Loose<Omit<DataOf<"TurnRestarted">, "at">>> = {},
): Fact {
  const { role, round, lane = "-" } = call;
  const none = { retry: null, retries: 0, guidance: null, launchAgain: false, replacement: false };
  return fact("TurnRestarted", { round, role, lane, gaps: [A], ...none, because: "test", ...about });
}

export function retry(number: number): Loose<DataOf<"TurnRestarted">["retry"]> {
  return { number, because: "WRONG_FORMAT", message: "", line: null, subjects: [] };
}

export function settled(call: Calling, outcome = "VALID"): Fact {
  const { role, round, lane = "-" } = call;
  return fact("TurnSettled", { round, role, lane, outcome, detail: null, document: null });
}

export function proposed(id: string, call: Calling, substance = `${id} in ${call.round}`): Fact {
  const edits = [exampleEdit(`${id}/${call.round}.1/1`)];
  const about = { document: "d", line: 1, confidence: "HIGH", together: [id], edits, losses: [] };
  return fact("ProposalMade", { gap: id, round: call.round, key: keyOf(call), substance, ...about });
}

type Edit = NonNullable<Loose<DataOf<"ProposalMade">>["edits"]>[number];

/** A text of three characters at the beginning of the spec, unless told otherwise. */
export function exampleEdit(id: string, about: Partial<Edit> = {}): Edit {
  return {
    id,
    target: "mark",
    replaces: [],
    between: { before: null, after: { of: "source", at: 0 } },
    replacedSha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    text: "sha-text",
    chars: 3,
    line: 1,
    ...about,
  };
}

export function drafted(gaps: readonly string[], round: number): Fact {
  return fact("DraftEdited", { gaps: [...gaps], round });
}

export function reviewed(id: string, round: number, needsRevision: boolean): Fact {
  return fact("ProposalReviewed", { gap: id, round, document: "r", needsRevision });
}

export function raised(
  id: string,
  round: number,
  about: { severity?: Severity; gaps?: string[] } = {},
): Fact {
  const { severity = "HIGH", gaps = [A] } = about;
  const issue = { id, gaps, severity, round, state: { at: "OPEN", decision: null } };
  const words = { alias: null, inferred: false, title: "t", location: null, impact: null, suggestion: null };
  return fact("IssueRaised", { issue, ...words, document: "r", line: 1 });
}

type IssueState = Loose<DataOf<"IssueMoved">["state"]>;

export function issueMoved(id: string, from: string, state: IssueState, round: number): Fact {
  return fact("IssueMoved", { issue: id, from, state, round });
}

type Question = Loose<DataOf<"QuestionAsked">["question"]>;

export function asked(
  id: string,
  kind: string,
  options: readonly string[],
  about: Partial<Question> = {},
): Fact {
  const question: Question = {
    id,
    session: SESSION,
    kind,
    subject: { of: "session" },
    why: "",
    evidence: [],
    options: options.map((option) => ({ id: option, label: option, effect: "", needs: [] })),
    recommended: null,
    blocks: [],
    continues: [],
    askedAt: AT,
    ...about,
  };
  return fact("QuestionAsked", { question });
}

type Answer = Loose<DataOf<"QuestionAnswered">["answer"]>;

export function answered(question: string, option: string, about: Partial<Answer> = {}): Fact {
  const none = { text: null, rationales: {}, gaps: [], phrase: null, by: "human:ann" };
  return fact("QuestionAnswered", { answer: { question, option, ...none, ...about } });
}

export function withdrawn(question: string, reason = "its subject is gone"): Fact {
  return fact("QuestionWithdrawn", { question, reason });
}

type Convergence = Loose<DataOf<"ConvergenceChanged">["state"]>;

export function course(state: Convergence): Fact {
  return fact("ConvergenceChanged", { state, nextFocus: null, because: "test" });
}

export function warning(raisedIn: number, flatRounds: number, causes: readonly string[]): Convergence {
  return { at: "DIVERGENCE_WARNING", flatRounds, raisedIn, causes };
}

export interface Completing {
  readonly open: readonly [start: number, end: number];
  readonly resolved?: readonly string[];
  readonly created?: readonly string[];
  readonly weighted?: number;
  readonly note?: string | null;
  readonly newCritical?: readonly string[];
  readonly counted?: readonly string[];
  readonly counts?: boolean;
}

export function completed(round: number, about: Completing): Fact {
  const { resolved = [], created = [], weighted = 0, note = null, newCritical = [] } = about;
  const unweighted = resolved.length - created.length;
  return fact("RoundCompleted", {
    round,
    net: { resolved, created, unweighted, weighted, note, newCritical },
    openStart: about.open[0],
    openEnd: about.open[1],
    countsTowardsStall: about.counts ?? true,
    counted: about.counted ?? resolved,
  });
}

export function roundStarted(
  round: number,
  gaps: readonly string[],
  about: Partial<Loose<Omit<DataOf<"RoundStarted">, "at">>> = {},
): Fact {
  const lanes = gaps.length === 0 ? [] : [{ lane: "-", gaps }];
  const backup = { round: round - 1, status: "s", decisions: "d" };
  return fact("RoundStarted", { round, incarnation: 0, focus: "foundations", lanes, backup, ...about });
}

/** A stream in the making; each command is one append. */
export class Story {
  readonly #events: RecordedEvent[] = [];
  #commands = 0;

  get events(): readonly RecordedEvent[] {
    return this.#events;
  }

  command(...facts: readonly Fact[]): this {
    this.#commands += 1;
    for (const one of facts) {
      const number = this.#events.length + 1;
      const place = { stream: `session/${SESSION}`, version: number, position: number };
      this.#events.push({ ...one, ...place, commandId: `c${this.#commands}` });
    }
    return this;
  }

  start(gaps: readonly Gap[], about: Partial<Settings> = {}): this {
    const spec = { name: "library", path: "library.md", sha256: "s" };
    return this.command(fact("SessionStarted", { session: SESSION, spec, settings: settings(about), gaps }));
  }

  startRound(
    round: number,
    id: string,
    from: "OPEN" | "NEEDS_REVISION" = "OPEN",
    focus = "foundations",
  ): this {
    const to = { at: "IN_PROGRESS", before: from };
    return this.command(roundStarted(round, [id], { focus }), moved({ id, from, to, by: "Mediator", round }));
  }

  /** The Engineer proposes something for the gap at the first try, and the review opens. */
  propose(round: number, id: string, ...more: readonly Fact[]): this {
    const call: Calling = { role: "engineer", round };
    const move = { id, from: "IN_PROGRESS", to: { at: "PROPOSED" }, by: "Engineer", round };
    return this.command(callStarted(call)).command(
      callFinished(call),
      judged(call),
      proposed(id, call),
      ...more,
      moved(move),
      settled(call),
      fact("ReviewOpened", { round, proposals: [id] }),
    );
  }

  /** The Reviewer accepts the proposal, or asks for a revision. */
  review(round: number, id: string, verdict: "accept" | "revise", ...more: readonly Fact[]): this {
    const call: Calling = { role: "reviewer", round };
    const to = verdict === "accept" ? { at: "ACCEPTED", round } : { at: "NEEDS_REVISION" };
    return this.command(callStarted(call)).command(
      callFinished(call),
      judged(call),
      reviewed(id, round, verdict === "revise"),
      ...more,
      moved({ id, from: "PROPOSED", to, by: "Reviewer", round }),
      ...(verdict === "accept" ? [drafted([id], round)] : []),
      settled(call),
    );
  }

  /** A whole round that ends in the verdict, up to its completion. */
  round(
    round: number,
    id: string,
    verdict: "accept" | "revise",
    from: "OPEN" | "NEEDS_REVISION" = "OPEN",
  ): this {
    return this.startRound(round, id, from).propose(round, id).review(round, id, verdict);
  }

  complete(round: number, about: Completing, ...more: readonly Fact[]): this {
    return this.command(completed(round, about), ...more);
  }

  finalReview(round: number, verdict: "ready" | "not-ready" | "failed" = "ready"): this {
    const call: Calling = { role: "final", round };
    const outcome = fact("FinalReviewSettled", { verdict, blockers: 0, document: "f" });
    return this.command(fact("FinalReviewRequested", {}))
      .command(callStarted(call))
      .command(callFinished(call), judged(call), outcome);
  }

  end(type: string, ...before: readonly Fact[]): this {
    return this.command(...before, fact("SessionEnded", { type, trigger: "test" }));
  }
}

/** One gap, accepted in the first round, and the session complete. */
export function finishedStory(): Story {
  return new Story()
    .start([gap(A)])
    .round(1, A, "accept")
    .complete(1, { open: [1, 0], resolved: [A], weighted: 2 })
    .finalReview(1)
    .end("COMPLETE", moved({ id: A, from: "ACCEPTED", to: { at: "RESOLVED" }, by: "Mediator", round: 1 }));
}

/** Which event of a type: the first unless told. */
type Nth = number;

export function changed(
  events: readonly RecordedEvent[],
  type: EventType,
  by: JsonObject,
  nth: Nth = 0,
): readonly RecordedEvent[] {
  const at = indexOf(events, type, nth);
  return events.map((event, index) => (index === at ? { ...event, data: { ...event.data, ...by } } : event));
}

export function without(
  events: readonly RecordedEvent[],
  type: EventType,
  nth: Nth = 0,
): readonly RecordedEvent[] {
  const at = indexOf(events, type, nth);
  return renumbered(events.filter((_, index) => index !== at));
}

/** With another fact in the same command, after the event or before it. */
export function withFact(
  events: readonly RecordedEvent[],
  where:
    | { readonly after: EventType; readonly nth?: Nth }
    | { readonly before: EventType; readonly nth?: Nth },
  more: Fact,
): readonly RecordedEvent[] {
  const [type, shift] = "after" in where ? [where.after, 1] : [where.before, 0];
  const at = indexOf(events, type, where.nth ?? 0);
  const neighbour = events[at];
  if (neighbour === undefined) throw new Error(`no ${type}`);
  return renumbered(events.toSpliced(at + shift, 0, { ...neighbour, ...more }));
}

function indexOf(events: readonly RecordedEvent[], type: EventType, nth: Nth): number {
  const found = events.flatMap((event, index) => (event.type === type ? [index] : []))[nth];
  if (found === undefined) throw new Error(`the story has no ${type} number ${nth}`);
  return found;
}

function renumbered(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  return events.map((event, index) => ({ ...event, version: index + 1, position: index + 1 }));
}

/** What one rule, or every rule, has against a stream. */
export function faultsOf(source: Story | readonly RecordedEvent[], rule?: string): readonly string[] {
  const events = source instanceof Story ? source.events : source;
  return checkEvents(events)
    .filter((violation) => rule === undefined || violation.rule === rule)
    .map((violation) => (rule === undefined ? `${violation.rule}: ${violation.message}` : violation.message));
}
