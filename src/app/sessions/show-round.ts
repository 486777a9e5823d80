import { lastRound, type RoundLog, roundsOf } from "../../core/refinement/records/round-log.ts";
import { sessionFiles } from "../../core/refinement/records/session-files.ts";
import { countedAttempt, type TurnLog, turnTitle } from "../../core/refinement/records/turn-log.ts";
import { documentName, isAboutGaps } from "../../core/refinement/role.ts";
import { sessionDecider } from "../../core/refinement/session/decide.ts";
import type { LiveSession } from "../../core/refinement/session/session.ts";
import type { SessionEvent } from "../../core/refinement/session/session-event.ts";
import { roundFolder } from "../../core/shared/round-folder.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure } from "../failure.ts";
import type { RoleView, RoundQuestion, RoundView } from "../wire/round.ts";
import { findSession, streamOf } from "./find-session.ts";
import { withProject } from "./with-project.ts";

export async function showRound(
  context: CommandContext,
  input: { readonly session: string | undefined; readonly round: number },
): Promise<RoundView | Failure> {
  return await withProject(context, "read-only", async ({ store }) => {
    const listed = await findSession(store, input.session);
    if (isFailure(listed)) return listed;
    const events = (await store.load(streamOf(listed))).map(sessionDecider.upcast);
    const session = events.reduce(sessionDecider.evolve, sessionDecider.initial);
    if (session.at === "none") throw new Error(`${listed.session} is listed, but has no events`);
    const log = roundsOf(session.work).find(
      ({ round, started }) => round === input.round && started !== null,
    );
    if (log === undefined || input.round === 0) return noRound(session, input.round);
    return roundView(session, log, events);
  });
}

function noRound({ id, work }: LiveSession, round: number): Failure {
  const last = lastRound(work);
  return {
    failed: "not-found",
    code: "no-round",
    message: `the session ${id} has no round ${round}`,
    fix: last === 0 ? "no round has begun yet" : last === 1 ? "there is round 1" : `rounds: 1 to ${last}`,
  };
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
    newGaps: log.newGaps,
    decisions: session.work.decisions
      .filter(({ id }) => log.decisions.includes(id))
      .map(({ id, title, decision }) => ({ id, title, decision })),
    questions: roundQuestions(events, log.round),
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
      const { id, kind, why } = event.data.question;
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
