// Where the past of a session can be cut off to go on from there: always between two appends, so that no decision is
// torn apart.
import type { QuestionId } from "../core/refinement/questions/question.ts";
import type { ForkCut } from "../core/refinement/session/fork.ts";
import { type SessionEvent, upcast } from "../core/refinement/session/session-event.ts";
import type { RecordedEvent } from "./ports.ts";

export interface PastAppend {
  readonly events: readonly SessionEvent[];
  /** Of its last event. */
  readonly version: number;
  readonly position: number;
}

/** What a fork copied comes append by append, as its origin had it. */
export function pastAppends(recorded: readonly RecordedEvent[]): readonly PastAppend[] {
  const appends: PastAppend[] = [];
  for (let from = 0; from < recorded.length; ) {
    const command = recorded[from]?.commandId;
    const end = recorded.findIndex((event, at) => at > from && event.commandId !== command);
    const own = recorded.slice(from, end < 0 ? recorded.length : end);
    appends.push(...copiedParts(own).map(appendOf));
    from += own.length;
  }
  return appends;
}

function copiedParts(events: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const first = events[0] === undefined ? undefined : upcast(events[0]);
  if (first?.type !== "SessionForked") return [events];
  const parts: (readonly RecordedEvent[])[] = [];
  let from = 0;
  for (const length of [1, ...first.data.appends, events.length]) {
    parts.push(events.slice(from, from + length));
    from += length;
  }
  return parts.filter(({ length }) => length > 0);
}

function appendOf(events: readonly RecordedEvent[]): PastAppend {
  const { version, position } = events.at(-1) ?? { version: 0, position: 0 };
  return { events: events.map(upcast), version, position };
}

/** How many appends belong to each past that can be gone on from. */
interface PossibleCuts {
  /** By the round at whose end they stand; 0: before the first. */
  readonly rounds: ReadonlyMap<number, number>;
  /** By the question that is answered next. */
  readonly questions: ReadonlyMap<QuestionId, number>;
}

export function possibleCuts(appends: readonly PastAppend[]): PossibleCuts {
  const rounds = new Map<number, number>();
  const questions = new Map<QuestionId, number>();
  for (const [index, { events }] of appends.entries()) {
    for (const event of events) {
      if (event.type === "SessionStarted") rounds.set(0, index + 1);
      if (event.type === "RoundCompleted") rounds.set(event.data.round, index + 1);
      if (event.type === "RoundStarted") {
        const { round } = event.data;
        for (const later of [...rounds.keys()]) if (later >= round) rounds.delete(later);
        rounds.set(round - 1, index);
      }
      if (event.type === "RoundsRolledBack") {
        const { to } = event.data.rollback;
        for (const later of [...rounds.keys()]) if (later > to) rounds.delete(later);
        rounds.set(to, index + 1);
      }
      if (event.type === "QuestionAnswered") {
        const { answer, amends, again } = event.data;
        // Where an answer takes the place of another, the question was not open before.
        if (amends !== true && again !== true) questions.set(answer.question, index);
      }
    }
  }
  return { rounds, questions };
}

export function appendsBefore({ rounds, questions }: PossibleCuts, cut: ForkCut): number | null {
  return (cut.of === "round" ? rounds.get(cut.round) : questions.get(cut.question)) ?? null;
}
