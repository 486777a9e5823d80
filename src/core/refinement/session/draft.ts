import type { DecisionEntry } from "../../documents/decisions-document.ts";
import type { DecidedVia } from "../../shared/decided-via.ts";
import { nextDecisionId } from "../../shared/decision-id.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { Plain } from "../../shared/plain.ts";
import { isRefusal, type Refusal } from "../../shared/refusal.ts";
import type { Timestamp } from "../../shared/timestamp.ts";
import type { Gap } from "../gap.ts";
import { transition } from "../gap-lifecycle.ts";
import type { Move } from "../gap-move.ts";
import { isPutAside } from "../gap-state.ts";
import { makeQuestionId, type Question } from "../questions/question.ts";
import { standingEdits, takeBack } from "../spec-draft.ts";
import { evolve } from "./evolve.ts";
import { currentRound, type LiveSession, type Session } from "./session.ts";
import {
  makeSessionEvent,
  type SessionEvent,
  type SessionEventOf,
  type SessionEventType,
} from "./session-event.ts";

type DataOf<Type extends SessionEventType> = Plain<Omit<SessionEventOf<Type>["data"], "at">>;

/** A decision in the making: each event is folded in at once, so that the next rule sees what the last one did. */
export class Draft {
  readonly at: Timestamp;
  readonly #via: DecidedVia | undefined;
  readonly events: SessionEvent[] = [];
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

  ask(question: Omit<Question, "id" | "session" | "askedAt">): void {
    const id = makeQuestionId(this.#session.ledger.questionsAsked + 1);
    this.emit("QuestionAsked", {
      question: { ...question, id, session: this.#session.id, askedAt: this.at },
    });
  }

  recordDecision(
    decision: Omit<DecisionEntry, "id" | "round" | "timestamp" | "reappliedFrom" | "via">,
  ): Refusal | null {
    const round = currentRound(this.#session);
    const id = nextDecisionId(round, this.#session.ledger.decisionIds);
    if (isRefusal(id)) return id;
    const via = this.#via === undefined ? {} : { via: this.#via };
    this.emit("DecisionRecorded", {
      decision: { ...decision, ...via, id, round, timestamp: this.at, reappliedFrom: null },
    });
    return null;
  }
}
