import type { SessionEvent } from "../../core/refinement/session/session-event.ts";

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
