import { recountQuestion } from "../../core/refinement/questions/conflict-questions.ts";
import { originText } from "../../core/refinement/records/gap-words.ts";
import {
  countedAttempt,
  lastRound,
  type RoundLog,
  roundsOf,
  type TurnLog,
  turnTitle,
} from "../../core/refinement/records/round-log.ts";
import { sessionFiles } from "../../core/refinement/records/session-files.ts";
import { documentName, isAboutGaps } from "../../core/refinement/role.ts";
import type { LiveSession } from "../../core/refinement/session/session.ts";
import type { SessionEvent } from "../../core/refinement/session/session-event.ts";
import { archiveFolder } from "../../core/shared/archive-name.ts";
import { roundFolder } from "../../core/shared/round-folder.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, notFoundFailure, type Outcome } from "../failure.ts";
import type { RoleView, RoundQuestion, RoundView } from "../wire/round.ts";
import { withSessionEvents } from "./look-at-session.ts";
import { eventsOfStandingRounds } from "./standing-events.ts";

export async function showRound(
  context: CommandContext,
  input: { readonly session: string | undefined; readonly round: number },
): Outcome<RoundView> {
  return await withSessionEvents(context, input.session, ({ session, events }) => {
    const log = roundsOf(session.work).find(
      ({ round, started }) => round === input.round && started !== null,
    );
    if (log === undefined || input.round === 0) return noRound(session, input.round);
    return roundView(session, log, events);
  });
}

function noRound({ id, work, ledger }: LiveSession, round: number): Failure {
  const last = lastRound(work);
  const undone = ledger.archives.findLast((archive) => archive.round === round);
  if (undone !== undefined)
    return notFoundFailure(
      "no-round",
      `round ${round} of ${id} was undone, and has not begun again`,
      `parley archive show ${archiveFolder(undone.name)} --session ${id}`,
    );
  return notFoundFailure(
    "no-round",
    `the session ${id} has no round ${round}`,
    last === 0 ? "no round has begun yet" : last === 1 ? "there is round 1" : `rounds: 1 to ${last}`,
  );
}

function roundView(session: LiveSession, log: RoundLog, events: readonly SessionEvent[]): RoundView {
  const folder = `${roundFolder(log.round)}/`;
  return {
    session: session.id,
    round: log.round,
    started: log.started,
    completed: log.completed,
    roles: log.turns.map((turn) => roleView(turn, log.round)),
    transitions: log.transitions,
    issues: log.issues,
    newGaps: log.newGaps.map(({ id, severity, title, origin, alias }) => ({
      gap: id,
      severity: severity.level,
      title,
      origin: originText(origin, alias ?? null),
    })),
    decisions: session.work.decisions
      .filter(({ id }) => log.decisions.includes(id))
      .map(({ id, title, decision }) => ({ id, title, decision })),
    questions: roundQuestions(eventsOfStandingRounds(events), log.round),
    convergence: log.convergence,
    files: sessionFiles(session)
      .map(({ path }) => path)
      .filter((path) => path.startsWith(folder)),
  };
}

function roleView(turn: TurnLog, round: number): RoleView {
  const counted = countedAttempt(turn)?.number ?? null;
  const where = isAboutGaps(turn.role) ? `${roundFolder(round)}/` : "";
  return {
    role: turnTitle(turn),
    outcome: turn.outcome?.word ?? null,
    detail: turn.outcome?.detail ?? null,
    attempts: turn.attempts.map(({ number, started, retry, judged, document }) => ({
      number,
      started,
      retry: retry === null ? null : `retry ${retry.number}: ${retry.because}`,
      failure: judged?.failure ?? null,
      message: judged?.message ?? null,
      warnings: judged?.warnings.map(({ type, message }) => `${type}: ${message}`) ?? [],
      file:
        document === null
          ? null
          : `${where}${documentName(turn.role, turn.lane, number === counted ? null : number)}`,
    })),
  };
}

/** What happens between two rounds belongs to the later one. */
function roundQuestions(events: readonly SessionEvent[], wanted: number): readonly RoundQuestion[] {
  const views = new Map<string, RoundQuestion>();
  const last = events.reduce((most, event) => (event.type === "RoundStarted" ? event.data.round : most), 0);
  let now = 1;
  // A question of this round is followed to its end, however much later that came.
  const note = (id: string, change: Partial<RoundQuestion>): void => {
    const view = views.get(id);
    if (view !== undefined && (view.asked || now === wanted)) views.set(id, { ...view, ...change });
  };
  for (const event of events) {
    if (event.type === "RoundCompleted") now = Math.min(last, event.data.round + 1);
    if (event.type === "QuestionAsked") {
      const { id, kind, why } = recountQuestion(event.data.question, null);
      views.set(id, { id, kind, why, asked: now === wanted, answer: null, withdrawn: null });
    }
    if (event.type === "QuestionAnswered") {
      const { question, option, by } = event.data.answer;
      note(question, { answer: `${option} by ${by}` });
    }
    if (event.type === "QuestionWithdrawn") note(event.data.question, { withdrawn: event.data.reason });
  }
  return [...views.values()].filter(
    ({ asked, answer, withdrawn }) => asked || answer !== null || withdrawn !== null,
  );
}
