import { assertNever } from "../../shared/assert-never.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { relink } from "../gap-split.ts";
import { isTerminal } from "../gap-state.ts";
import { openCount } from "../open-count.ts";
import { type AgentRole, agentRoleOf } from "../role.ts";
import { evolveTurns } from "./evolve-turns.ts";
import { gapsOf, isByHand, type LiveSession, type Session, startedSession } from "./session.ts";
import type { SessionEvent, SessionEventOf } from "./session-event.ts";
import { withCall, withUsage } from "./spend.ts";

/** What the session remembers after an event. No rule is applied here: those made the event. */
export function evolve(session: Session, event: SessionEvent): Session {
  const last = lastStep.get(session);
  if (last?.event === event) return last.after;
  const after = evolved(session, event);
  lastStep.set(session, { event, after });
  return after;
}

/** A decision folds its events while it makes them, and whoever asked for it folds them again. */
const lastStep = new WeakMap<Session, { readonly event: SessionEvent; readonly after: Session }>();

function evolved(session: Session, event: SessionEvent): Session {
  if (event.type === "SessionStarted") return begun(event);
  if (session.at === "none") throw new Error(`${event.type} in a session that has not started`);
  return { ...evolveTurns(evolveRest(session, event), event), lastEventAt: event.data.at };
}

function begun({ data }: SessionEventOf<"SessionStarted">): LiveSession {
  const { session: id, spec, settings, gaps, at } = data;
  return startedSession({ id, spec, settings, gaps, openStart: openCount(gaps), at });
}

function evolveRest(
  session: LiveSession,
  event: Exclude<SessionEvent, { type: "SessionStarted" }>,
): LiveSession {
  switch (event.type) {
    case "SettingsChanged":
      return settingsChanged(session, event.data.settings);
    case "AgentChosen":
      return agentChosen(session, event);
    case "AgentCallStarted": {
      const { key, role, attempt, agent, prompt } = event.data;
      const call = { key, agent, prompt: prompt?.sha256 ?? null };
      const spend = isByHand(call) ? session.spend : withCall(session.spend, agentRoleOf(role));
      const finalAttempts = role === "final" ? attempt : session.finalAttempts;
      return { ...session, calls: [...session.calls, call], spend, finalAttempts };
    }
    case "AgentCallFinished": {
      const { key, role } = event.data;
      const byHand = session.calls.some((call) => call.key === key && isByHand(call));
      const spend = byHand ? session.spend : withUsage(session.spend, agentRoleOf(role), event.data);
      return { ...session, calls: session.calls.filter((call) => call.key !== key), spend };
    }
    case "GapEntered":
    case "GapMoved":
    case "GapRated":
    case "InputGiven":
      return evolveGaps(session, event);
    case "ProposalMade":
    case "ProposalReviewed":
    case "IssueRaised":
    case "IssueMoved":
      return evolveArguments(session, event);
    case "QuestionAsked":
    case "QuestionAnswered":
    case "QuestionWithdrawn":
      return evolveQuestions(session, event);
    case "DecisionRecorded":
      return { ...session, decisions: [...session.decisions, event.data.decision] };
    case "RoundStarted":
      return {
        ...session,
        openStart: openCount(gapsOf(session)),
        nextFocus: null,
        finalReview: { at: "not-run" },
      };
    case "RoundCompleted": {
      const { round, counted, net } = event.data;
      return { ...session, round: null, completedRounds: round, counted, movesSinceRound: [], lastNet: net };
    }
    case "ConvergenceChanged":
      return { ...session, convergence: event.data.state, nextFocus: event.data.nextFocus };
    case "EndingRequested":
      return { ...session, ending: { ...event.data, passed: [] } };
    case "EndingWithdrawn":
      return { ...session, ending: null };
    case "GatePassed": {
      const { ending } = session;
      if (ending === null) return session;
      return { ...session, ending: { ...ending, passed: [...ending.passed, event.data.class] } };
    }
    case "FinalReviewSettled": {
      const { verdict, blockers } = event.data;
      if (session.finalTurn?.overtaken === true && verdict !== "failed") {
        return { ...session, finalReview: { at: "not-run" } };
      }
      const finalReview = verdict === "not-ready" ? ({ at: verdict, blockers } as const) : { at: verdict };
      return { ...session, finalReview };
    }
    case "SessionPaused":
      return { ...session, at: "paused" };
    case "SessionResumed":
      return { ...session, at: "active" };
    case "SessionEnded":
      return {
        ...session,
        at: "ended",
        calls: [],
        round: null,
        ending: null,
        endedAs: event.data.type,
      };
    case "SpecPublished": {
      const { path, sha256, map } = event.data;
      return { ...session, published: { path, sha256, map } };
    }
    case "TurnRestarted":
    case "TurnSettled":
    case "OutputJudged":
    case "ReviewOpened":
    case "ReplacementsStopped":
    case "FinalReviewRequested":
    case "DisagreementStated":
      return session;
    default:
      return assertNever(event);
  }
}

/** Who is chosen by name starts with a clean slate. */
function settingsChanged(session: LiveSession, settings: LiveSession["settings"]): LiveSession {
  const same = (role: AgentRole) => session.settings.agents[role] === settings.agents[role];
  const { engineer, reviewer } = session.givenUp;
  const givenUp = { engineer: same("engineer") ? engineer : [], reviewer: same("reviewer") ? reviewer : [] };
  return { ...session, settings, givenUp };
}

function agentChosen(session: LiveSession, { data }: SessionEventOf<"AgentChosen">): LiveSession {
  const { role, agent, insteadOf, outcome = null } = data;
  const agents = { ...session.settings.agents, [role]: agent };
  const left = insteadOf === undefined ? [] : [...session.givenUp[role], { agent: insteadOf, outcome }];
  return {
    ...session,
    settings: { ...session.settings, agents },
    givenUp: { ...session.givenUp, [role]: left },
  };
}

type GapEvent = SessionEventOf<"GapEntered" | "GapMoved" | "GapRated" | "InputGiven">;

function evolveGaps(session: LiveSession, event: GapEvent): LiveSession {
  switch (event.type) {
    case "GapEntered": {
      const { gap } = event.data;
      return { ...session, gaps: { ...session.gaps, [gap.id]: gap } };
    }
    case "GapMoved": {
      const { gap: id, from, state, actor, round } = event.data;
      const gap = session.gaps[id];
      if (gap === undefined) throw new Error(`${id} moved, but is not in the session`);
      const linked = state.at === "SUPERSEDED" ? withParts(session, id, state.by) : session;
      return {
        ...(actor === "User" ? overtaken(linked) : linked),
        gaps: { ...linked.gaps, [id]: { ...gap, state, roundUpdated: round } },
        proposals: isTerminal(from) && !isTerminal(state.at) ? reopened(session, id) : session.proposals,
        movesSinceRound: [...session.movesSinceRound, { gap: id, from, to: state.at }],
      };
    }
    case "GapRated": {
      const { gap: id, severity, round } = event.data;
      const gap = session.gaps[id];
      if (gap === undefined) throw new Error(`${id} was rated, but is not in the session`);
      return { ...session, gaps: { ...session.gaps, [id]: { ...gap, severity, roundUpdated: round } } };
    }
    case "InputGiven": {
      const { gap, text } = event.data;
      return { ...session, inputs: { ...session.inputs, [gap]: [...(session.inputs[gap] ?? []), text] } };
    }
    default:
      return assertNever(event);
  }
}

/** What pointed to the whole points to its parts: issues, gaps that build on it, what the user supplied. */
function withParts(session: LiveSession, whole: GapId, parts: readonly GapId[]): LiveSession {
  const gaps = Object.entries(session.gaps).map(([id, gap]) => {
    const blockedBy = relink(gap.blockedBy, whole, parts);
    return [id, blockedBy === gap.blockedBy ? gap : { ...gap, blockedBy }] as const;
  });
  const issues = Object.entries(session.issues).map(([id, entry]) => {
    const linked = relink(entry.issue.gaps, whole, parts);
    const same = linked === entry.issue.gaps;
    return [id, same ? entry : { ...entry, issue: { ...entry.issue, gaps: linked } }] as const;
  });
  const inputs = session.inputs[whole] ?? [];
  const supplied = inputs.length === 0 ? [] : parts.map((part) => [part, inputs] as const);
  return {
    ...session,
    gaps: Object.fromEntries(gaps),
    issues: Object.fromEntries(issues),
    inputs: { ...session.inputs, ...Object.fromEntries(supplied) },
  };
}

/** A Final Review, done or under way, was of the spec as it was before the user stepped in. */
function overtaken(session: LiveSession): LiveSession {
  const { finalTurn } = session;
  return {
    ...session,
    finalReview: { at: "not-run" },
    finalTurn: finalTurn === null ? null : { ...finalTurn, overtaken: true },
  };
}

/** A review does not outlast the user's reopening: the text is reviewed anew, also if nothing of it changes. */
function reopened({ proposals }: LiveSession, id: GapId): LiveSession["proposals"] {
  const proposal = proposals[id];
  return proposal === undefined ? proposals : { ...proposals, [id]: { ...proposal, review: null } };
}

type ArgumentEvent = SessionEventOf<"ProposalMade" | "ProposalReviewed" | "IssueRaised" | "IssueMoved">;

function evolveArguments(session: LiveSession, event: ArgumentEvent): LiveSession {
  switch (event.type) {
    case "ProposalMade": {
      const { gap, round, key, document, line, substance, hasSpecText } = event.data;
      const before = session.proposals[gap];
      // The earlier review stands where the text is the same.
      const review = before?.substance === substance ? before.review : null;
      const proposal = { gap, round, key, document, line, substance, hasSpecText, review };
      return { ...session, proposals: { ...session.proposals, [gap]: proposal } };
    }
    case "ProposalReviewed": {
      const { gap, round, document, needsRevision } = event.data;
      const proposal = session.proposals[gap];
      if (proposal === undefined) throw new Error(`${gap} was reviewed without a proposal`);
      const reviewed = { ...proposal, review: { round, document, needsRevision } };
      return { ...session, proposals: { ...session.proposals, [gap]: reviewed } };
    }
    case "IssueRaised": {
      const { issue, alias, title, location, impact, suggestion } = event.data;
      const entry = { issue, alias, title, location, impact, suggestion };
      return { ...session, issues: { ...session.issues, [issue.id]: entry } };
    }
    case "IssueMoved": {
      const { issue: id, state } = event.data;
      const entry = session.issues[id];
      if (entry === undefined) throw new Error(`${id} moved, but was never raised`);
      const moved = { ...entry, issue: { ...entry.issue, state } };
      return { ...session, issues: { ...session.issues, [id]: moved } };
    }
    default:
      return assertNever(event);
  }
}

type QuestionEvent = SessionEventOf<"QuestionAsked" | "QuestionAnswered" | "QuestionWithdrawn">;

function evolveQuestions(session: LiveSession, event: QuestionEvent): LiveSession {
  const without = (id: string) => session.questions.filter((question) => question.id !== id);
  switch (event.type) {
    case "QuestionAsked":
      return {
        ...session,
        questions: [...session.questions, event.data.question],
        questionsAsked: session.questionsAsked + 1,
      };
    case "QuestionAnswered":
      return {
        ...session,
        questions: without(event.data.answer.question),
        givenUp: givenUpAfter(session, event),
      };
    case "QuestionWithdrawn":
      return { ...session, questions: without(event.data.question) };
    default:
      return assertNever(event);
  }
}

/** Whoever has it launched again may have mended what was wrong with any of them. */
function givenUpAfter(
  { questions, givenUp }: LiveSession,
  { data }: SessionEventOf<"QuestionAnswered">,
): LiveSession["givenUp"] {
  const asked = questions.find(({ id }) => id === data.answer.question);
  if (asked?.kind !== "execution" || asked.subject.of !== "turn" || data.answer.option === "human")
    return givenUp;
  return { ...givenUp, [agentRoleOf(asked.subject.role)]: [] };
}
