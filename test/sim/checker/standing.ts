import type { Happened } from "./happened.ts";

/** What has happened for good, whatever becomes of the rounds it happened in. */
const LASTS: Partial<Record<Happened["type"], true>> = {
  AgentCallStarted: true,
  AgentCallSealed: true,
  AgentCallFinished: true,
  UsageNotTold: true,
  AgentChosen: true,
  SettingsChanged: true,
  SessionPaused: true,
  SessionResumed: true,
  RoundsRolledBack: true,
  ForkOpened: true,
};

/** What has left no trace is out of it: answers taken back, rounds undone. */
export function standingUpTo(event: Happened, standing: readonly Happened[]): readonly Happened[] {
  switch (event.type) {
    case "AnswersTakenBack":
      return withoutAnswer(standing, event.data.question);
    case "RoundsRolledBack":
      return withoutUndone(standing, event.data.rollback.to);
    default:
      return standing;
  }
}

/** As if the answer had never been given; that somebody paused the session stays true. */
function withoutAnswer(standing: readonly Happened[], question: string): readonly Happened[] {
  const from = standing.findLastIndex(
    (event) => event.type === "QuestionAnswered" && event.data.answer.question === question,
  );
  const halts = standing
    .slice(from)
    .filter(({ type }) => type === "SessionPaused" || type === "SessionResumed");
  return [...standing.slice(0, from), ...halts];
}

/** How many of them came before the rounds that an event undoes; `null` where it undoes none. */
export function beforeUndone(event: Happened, standing: readonly Happened[]): number | null {
  return event.type === "RoundsRolledBack" ? startOf(standing, event.data.rollback.to + 1) : null;
}

function startOf(standing: readonly Happened[], round: number): number {
  return standing.findLastIndex((event) => event.type === "RoundStarted" && event.data.round === round);
}

/** What stands once everything after the end of round `to` is undone. */
function withoutUndone(standing: readonly Happened[], to: number): readonly Happened[] {
  const from = startOf(standing, to + 1);
  const before = standing.slice(0, from);
  const raised = new Set(
    before.flatMap((event) => (event.type === "FlagRaised" ? [event.data.flag.issue] : [])),
  );
  const since = standing.slice(from);
  const answered = new Set(
    since.flatMap((event) => (event.type === "QuestionAnswered" ? [event.data.answer.question] : [])),
  );
  // Whom an agent was given up for, and that it may try again, is told by these.
  const execution = new Set(
    since.flatMap((event) =>
      event.type === "QuestionAsked" && event.data.question.kind === "execution"
        ? [event.data.question.id]
        : [],
    ),
  );
  const lasts = (event: Happened): boolean =>
    LASTS[event.type] === true ||
    (event.type === "QuestionAsked" &&
      execution.has(event.data.question.id) &&
      answered.has(event.data.question.id)) ||
    (event.type === "QuestionAnswered" && execution.has(event.data.answer.question)) ||
    // What the user called wrong stays so.
    (event.type === "FlagSettled" && event.data.outcome === "false-positive" && raised.has(event.data.issue));
  return [...before, ...since.filter(lasts)];
}
