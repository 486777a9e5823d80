// Waiting for something to happen in a session, for a bounded time. Whoever wants to wait longer asks again.
import { setTimeout as sleep } from "node:timers/promises";
import type { Question } from "../../core/refinement/questions/question.ts";
import { sessionFold } from "../../core/refinement/session/evolve.ts";
import type { SessionEvent } from "../../core/refinement/session/session-event.ts";
import { QUESTIONS_TABLE } from "../../engine/session-tables.ts";
import type { CommandContext } from "../command-context.ts";
import { isFailure, type Outcome } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { questionDocument } from "../questions/inbox.ts";
import type { ListedSession, SessionNews } from "../wire/session.ts";
import { eventWords } from "./event-words.ts";
import { findSession, isOver, streamOf } from "./find-session.ts";
import { findAwaited, foldSession } from "./look-at-session.ts";
import { liveLease } from "./run-apart.ts";
import { sessionState } from "./session-state.ts";
import { systemClock } from "./system-ports.ts";
import { withProject } from "./with-project.ts";

/** Whoever calls through a host is cut off after about a minute. */
export const WAIT_SECONDS_MAX = 45;
const LOOK_MS = 500;
const NEWS_MAX = 40;

/**
 * What somebody who waits hears: `at-once`, or along with it. All else is the machine's own bookkeeping, and stands in
 * `parley history`.
 */
const NEWS: Partial<Record<SessionEvent["type"], "at-once" | "along">> = {
  RoundStarted: "along",
  TurnSettled: "along",
  IssueRaised: "along",
  GapEntered: "along",
  DisagreementStated: "along",
  DisagreementSettled: "along",
  ConflictOpened: "along",
  ConflictWithdrawn: "along",
  FlagRaised: "along",
  QuestionAsked: "along",
  QuestionAnswered: "along",
  QuestionWithdrawn: "along",
  DecisionRecorded: "along",
  EndingWithdrawn: "along",
  SessionResumed: "along",
  SpecPublished: "along",
  RoundCompleted: "at-once",
  SurveySettled: "at-once",
  FinalReviewSettled: "at-once",
  AgentChosen: "at-once",
  UsageNotTold: "at-once",
  RoundsRolledBack: "at-once",
  RollbackDropped: "at-once",
  EndingRequested: "at-once",
  SessionPaused: "at-once",
  SessionEnded: "at-once",
};

/** A document that did not pass, or a call that came to nothing, is news; one that did is part of the round. */
function newsIn(event: SessionEvent): "at-once" | "along" | undefined {
  switch (event.type) {
    case "OutputJudged":
      return event.data.failure === null ? undefined : "at-once";
    case "AgentCallFinished":
      return event.data.outcome === "ok" ? undefined : "at-once";
    default:
      return NEWS[event.type];
  }
}

interface WaitInput {
  readonly session: string | undefined;
  /** The version that the last look told; without it, whatever stands now is no news. */
  readonly since: number | undefined;
  /** At most `WAIT_SECONDS_MAX`, which it is where nothing is said. */
  readonly seconds: number | undefined;
}

export async function waitForNews(
  context: CommandContext,
  { session, since, seconds = WAIT_SECONDS_MAX }: WaitInput,
): Outcome<SessionNews> {
  const until = systemClock.nowMs() + Math.min(Math.max(seconds, 0), WAIT_SECONDS_MAX) * 1000;
  let from = since;
  for (;;) {
    const last = systemClock.nowMs() >= until || context.cancel.aborted;
    const look = await withProject(context, "read-only", async (project) => {
      const listed = await findSession(project.store, session);
      if (isFailure(listed)) return listed;
      const seen = await lookAt(project, listed, from);
      const at = reasonToReturn(seen) ?? (last ? "nothing" : null);
      return { seen, told: at === null ? null : await newsOf(project, seen, at) };
    });
    if (isFailure(look)) return look;
    if (look.told !== null) return look.told;
    from = look.seen.from;
    await sleep(Math.max(1, Math.min(LOOK_MS, until - systemClock.nowMs())), undefined, {
      signal: context.cancel,
    }).catch(() => undefined);
  }
}

interface Look {
  readonly listed: ListedSession;
  readonly attended: boolean;
  readonly questions: readonly Question[];
  /** The caller knows what happened up to here. */
  readonly from: number;
  /** Whether that was said, or is where things stood at the first look. */
  readonly first: boolean;
  readonly events: readonly VersionedEvent[];
}

interface VersionedEvent {
  readonly version: number;
  readonly event: SessionEvent;
}

/** From the tables and the newest events alone: it is done again and again. */
async function lookAt(
  { store }: OpenProject,
  listed: ListedSession,
  since: number | undefined,
): Promise<Look> {
  const attended = (await liveLease(store, listed)) !== null;
  const rows = await store.rows(QUESTIONS_TABLE, { where: { session: listed.session }, order: ["position"] });
  const recorded = await store.load(streamOf(listed), since ?? 0);
  const newest = recorded.at(-1)?.version ?? since ?? 0;
  const events = since === undefined ? [] : recorded;
  return {
    listed,
    attended,
    questions: rows.map(({ data }) => JSON.parse(String(data)) as Question),
    from: since ?? newest,
    first: since === undefined,
    events: events.map((one) => ({ version: one.version, event: sessionFold.upcast(one) })),
  };
}

function reasonToReturn(look: Look): SessionNews["at"] | null {
  const { listed, attended, questions, first, events } = look;
  // The process that runs it leaves the finished spec after the end.
  if (isOver(listed)) return attended ? null : "ended";
  const isNew = ({ id }: Question): boolean =>
    first || events.some(({ event }) => event.type === "QuestionAsked" && event.data.question.id === id);
  if (questions.some((question) => !attended || isNew(question))) return "question";
  if (listed.state === "PAUSED" && !attended) return "paused";
  if (!attended) return "stopped";
  return events.some(({ event }) => newsIn(event) === "at-once") ? "news" : null;
}

async function newsOf(project: OpenProject, look: Look, at: SessionNews["at"]): Promise<SessionNews> {
  const { listed, attended, questions, from, events } = look;
  const session = await foldSession(project.store, streamOf(listed));
  if (session.at === "none") throw new Error(`${listed.session} is listed, but has no events`);
  const { state, round, open, running, output } = sessionState(session);
  return {
    session: listed.session,
    at,
    version: events.at(-1)?.version ?? from,
    state,
    round,
    open,
    attended,
    running,
    questions: questions.map((question) => questionDocument(question)),
    awaited: await findAwaited(project, listed),
    news: events
      .filter(({ event }) => newsIn(event) !== undefined)
      .slice(-NEWS_MAX)
      .map(({ version, event }) => ({ version, at: event.data.at, words: eventWords(event) })),
    output,
  };
}
