import type { SessionEvent } from "../../core/refinement/session/session-event.ts";

/** Of those, without what happened in rounds that were undone since. */
export function eventsOfStandingRounds(events: readonly SessionEvent[]): readonly SessionEvent[] {
  const standing: SessionEvent[] = [];
  for (const event of standingEvents(events)) {
    if (event.type === "RoundsRolledBack") {
      const first = event.data.rollback.to + 1;
      const from = standing.findLastIndex((one) => one.type === "RoundStarted" && one.data.round === first);
      if (from >= 0) standing.length = from;
    }
    standing.push(event);
  }
  return standing;
}

/** What happened, without what went with answers that were taken back. */
export function standingEvents(events: readonly SessionEvent[]): readonly SessionEvent[] {
  const standing: SessionEvent[] = [];
  for (const event of events) {
    if (event.type === "AnswersTakenBack") {
      const { question } = event.data;
      const from = standing.findLastIndex(
        (one) => one.type === "QuestionAnswered" && one.data.answer.question === question,
      );
      if (from >= 0) standing.length = from;
    }
    standing.push(event);
  }
  return standing;
}
