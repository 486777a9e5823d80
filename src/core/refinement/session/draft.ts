import type { DecisionEntry } from "../../documents/decisions-document.ts";
import type { DecidedVia } from "../../shared/decided-via.ts";
import { type DecisionId, nextDecisionId } from "../../shared/decision-id.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { Plain } from "../../shared/plain.ts";
import { isRefusal, type Refusal } from "../../shared/refusal.ts";
import type { Timestamp } from "../../shared/timestamp.ts";
import type { Gap } from "../gap.ts";
import { type Move, transition } from "../gap-lifecycle.ts";
import { isPutAside } from "../gap-state.ts";
import { makeQuestionId, type Question, type QuestionId } from "../questions/question.ts";
import { standingEdits, takeBack } from "../spec-draft.ts";
import { evolve } from "./evolve.ts";
import type { GapCommand } from "./gap-change.ts";
import { currentRound, type LiveSession, type Session } from "./session.ts";
import {
  makeSessionEvent,
  type SessionEvent,
  type SessionEventOf,
  type SessionEventType,
  type TurnPlace,
} from "./session-event.ts";
import type { SessionSettings } from "./settings.ts";
import { placeOf } from "./turn.ts";

type DataOf<Type extends SessionEventType> = Plain<Omit<SessionEventOf<Type>["data"], "at">>;

type Optional<Data, Key extends keyof Data> = Omit<Data, Key> & Partial<Pick<Data, Key>>;

type TurnEnd = Optional<Omit<DataOf<"TurnSettled">, keyof TurnPlace>, "document">;

const FRESH_START = {
  retry: null,
  retries: 0,
  guidance: null,
  launchAgain: false,
  replacement: false,
} as const;
type TurnRestart = Optional<Omit<DataOf<"TurnRestarted">, keyof TurnPlace>, keyof typeof FRESH_START>;

/** What a decision may leave unsaid. */
const NOTHING_SAID = {
  rationale: null,
  constraints: null,
  actionForEngineer: null,
  actionForGap: null,
} as const;
type NewDecision = Optional<
  Omit<DecisionEntry, "id" | "round" | "timestamp" | "reappliedFrom" | "via">,
  keyof typeof NOTHING_SAID
>;

/** Where a decision comes from that records no answer. */
interface DecisionOrigin {
  /** What the user does to a gap of their own accord. */
  readonly command?: GapCommand;
  /** It takes up again what was decided in a round that was undone. */
  readonly from?: { readonly decision: DecisionId; readonly round: number; readonly archive: string };
}

/** A decision in the making: each event is folded in at once, so that the next rule sees what the last one did. */
export class Draft {
  readonly at: Timestamp;
  #via: DecidedVia | undefined;
  readonly events: SessionEvent[] = [];
  /** The one whose answer is being carried out. */
  #question: QuestionId | null = null;
  /** What the next decision is recorded with. */
  #origin: DecisionOrigin = {};
  #session: LiveSession;

  /** `via`: where the word of the person came from whose command this is. */
  constructor(session: LiveSession, at: Timestamp, via?: DecidedVia) {
    this.at = at;
    this.#via = via;
    this.#session = session;
  }

  get session(): LiveSession {
    return this.#session;
  }

  emit<Type extends SessionEventType>(type: Type, data: DataOf<Type>): void {
    const event = makeSessionEvent(type, this.at, data as Parameters<typeof makeSessionEvent<Type>>[2]);
    const after: Session = evolve(this.#session, event);
    if (after.at === "none") throw new Error(`${type} undid the session`);
    this.events.push(event);
    this.#session = after;
  }

  /** What `apply` records and changes is because of that answer. */
  carryOut<Result>(
    { question = null, via }: { readonly question?: QuestionId | null; readonly via?: DecidedVia },
    apply: () => Result,
  ): Result {
    const before = [this.#question, this.#via] as const;
    [this.#question, this.#via] = [question, via];
    const result = apply();
    [this.#question, this.#via] = before;
    return result;
  }

  /** The decision that `apply` records comes from there. */
  recordFrom<Result>(origin: DecisionOrigin, apply: () => Result): Result {
    const before = this.#origin;
    this.#origin = { ...before, ...origin };
    const result = apply();
    this.#origin = before;
    return result;
  }

  get #because(): { readonly question?: QuestionId } {
    return this.#question === null ? {} : { question: this.#question };
  }

  changeSettings(settings: SessionSettings, because: string): void {
    this.emit("SettingsChanged", { settings, because, ...this.#because });
  }

  gap(id: GapId): Gap {
    const gap = this.#session.work.gaps[id];
    if (gap === undefined) throw new Error(`${id} is not in the session`);
    return gap;
  }

  /** A move that the lifecycle may refuse, as a user's wish. */
  tryMove(id: GapId, move: Move, reason: string | null = null): Refusal | null {
    const gap = this.gap(id);
    const moved = transition(gap, move);
    if (isRefusal(moved)) return moved;
    this.emit("GapMoved", {
      gap: id,
      from: gap.state.at,
      state: moved.state,
      actor: move.actor,
      round: move.round,
      reason,
    });
    if (isPutAside(moved.state.at)) this.#restoreText(id, move.round);
    return null;
  }

  /** The passage reads as before, unless later texts rest on the one that goes. */
  #restoreText(id: GapId, round: number): void {
    const {
      work: { draft },
    } = this.#session;
    const own = standingEdits(draft, id).flatMap((applied) => applied.gaps);
    const gaps = [...new Set(own)].filter((gap) => isPutAside(this.gap(gap).state.at));
    const after = takeBack(draft, gaps);
    if (after === null || after === draft) return;
    this.emit("DraftRestored", { gaps, round });
    // What rested on it is gone: texts of other gaps that were put aside can go now, too.
    for (const other of Object.values(this.#session.work.gaps))
      if (isPutAside(other.state.at)) this.#restoreText(other.id, round);
  }

  /** A move that the rules have just found legal; a refusal is a bug. */
  move(id: GapId, move: Move, reason: string | null = null): void {
    const refused = this.tryMove(id, move, reason);
    if (refused !== null) throw new Error(refused.message);
  }

  /** The Engineer is given the gap in this round. */
  assign(id: GapId, round: number): void {
    this.move(id, { actor: "Mediator", to: "IN_PROGRESS", round, grounds: { because: "assigned" } });
  }

  /** A gap that the Engineer was given and did not treat goes back to where it was. */
  release(id: GapId, round: number): void {
    const { state } = this.gap(id);
    if (state.at !== "IN_PROGRESS") return;
    const grounds = { because: "unaddressed" } as const;
    this.move(id, { actor: "Mediator", to: state.before, round, grounds }, "not addressed");
  }

  settleTurn(turn: TurnPlace, { document = null, ...settled }: TurnEnd): void {
    this.emit("TurnSettled", { ...placeOf(turn), ...settled, document });
  }

  /** Unless `about` says otherwise: three new attempts, without a word of what was wrong before. */
  restartTurn(turn: TurnPlace, about: TurnRestart): void {
    this.emit("TurnRestarted", { ...placeOf(turn), ...FRESH_START, ...about });
  }

  ask(question: Omit<Question, "id" | "session" | "askedAt">): void {
    const id = makeQuestionId(this.#session.ledger.questionsAsked + 1);
    this.emit("QuestionAsked", {
      question: { ...question, id, session: this.#session.id, askedAt: this.at },
    });
  }

  recordDecision(decision: NewDecision): Refusal | null {
    const round = currentRound(this.#session);
    const id = nextDecisionId(round, this.#session.ledger.decisionIds);
    if (isRefusal(id)) return id;
    const via = this.#via === undefined ? {} : { via: this.#via };
    const { command, from } = this.#origin;
    const reappliedFrom = from === undefined ? null : { round: from.round, archive: from.archive };
    this.emit("DecisionRecorded", {
      decision: { ...NOTHING_SAID, ...decision, ...via, id, round, timestamp: this.at, reappliedFrom },
      ...this.#because,
      ...(command === undefined ? {} : { command }),
      ...(from === undefined ? {} : { recovers: from.decision }),
    });
    return null;
  }
}
