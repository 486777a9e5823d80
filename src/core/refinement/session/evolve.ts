import { assertNever } from "../../shared/assert-never.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { relink } from "../gap-split.ts";
import { isTerminal } from "../gap-state.ts";
import { triesAfter } from "../gap-tries.ts";
import { openCount } from "../open-count.ts";
import { type AgentRole, agentRoleOf } from "../role.ts";
import { type Applying, applyEdits, draftOfSource, takeBack } from "../spec-draft.ts";
import { evolveIssues, issuesOfParts, restateRemarks } from "./evolve-issues.ts";
import { evolveTurns } from "./evolve-turns.ts";
import {
  gapsOf,
  isByHand,
  type LiveSession,
  type Session,
  type SessionLedger,
  type SessionWork,
  type StartedCall,
  startedSession,
} from "./session.ts";
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
  const { session: id, spec, settings, gaps, settled = [], rules = 1, at } = data;
  return startedSession({ id, spec, settings, gaps, settled, openStart: openCount(gaps), rules, at });
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
      const { key, role, attempt, agent, prompt, seal } = event.data;
      const sealed = seal === undefined ? {} : { seal };
      const call: StartedCall = { key, agent, prompt: prompt?.sha256 ?? null, ...sealed };
      const spend = isByHand(call) ? session.ledger.spend : withCall(session.ledger.spend, agentRoleOf(role));
      const finalAttempts = role === "final" ? attempt : session.ledger.finalAttempts;
      return {
        ...session,
        ledger: { ...session.ledger, calls: [...session.ledger.calls, call], spend, finalAttempts },
      };
    }
    case "AgentCallSealed": {
      const { key, seal } = event.data;
      return {
        ...session,
        ledger: {
          ...session.ledger,
          calls: session.ledger.calls.map((call) => (call.key === key ? { ...call, seal } : call)),
        },
      };
    }
    case "AgentCallFinished": {
      const { key, role, round } = event.data;
      const call = session.ledger.calls.find((one) => one.key === key);
      const run = { role: agentRoleOf(role), agent: call?.agent ?? "", round };
      const byHand = call !== undefined && isByHand(call);
      const spend = byHand ? session.ledger.spend : withUsage(session.ledger.spend, run, event.data);
      return {
        ...session,
        ledger: { ...session.ledger, calls: session.ledger.calls.filter((call) => call.key !== key), spend },
      };
    }
    case "UsageNotTold":
      return {
        ...session,
        ledger: { ...session.ledger, silentAgents: [...session.ledger.silentAgents, event.data.agent] },
      };
    case "GapEntered":
    case "GapMoved":
    case "GapRated":
    case "GapBlocked":
    case "GapConfirmed":
    case "InputGiven":
      return evolveGaps(session, event);
    case "ProposalMade":
    case "ProposalReviewed":
    case "AmendmentSettled":
      return evolveArguments(session, event);
    case "IssueRaised":
    case "IssueRaisedAgain":
    case "IssueMoved":
      return { ...session, work: { ...session.work, issues: evolveIssues(session.work.issues, event) } };
    case "DraftEdited":
    case "DraftRestored":
    case "EditsPlaced":
      return evolveDraft(session, event);
    case "QuestionAsked":
    case "QuestionAnswered":
    case "QuestionWithdrawn":
      return evolveQuestions(session, event);
    case "DecisionRecorded":
      return {
        ...session,
        work: { ...session.work, decisions: [...session.work.decisions, event.data.decision] },
      };
    case "RoundStarted":
      return {
        ...session,
        work: {
          ...session.work,
          openStart: openCount(gapsOf(session)),
          nextFocus: null,
          finalReview: { at: "not-run" },
          remarksRoundHeld: session.work.remarksRoundHeld || event.data.focus === "remarks",
        },
      };
    case "RoundCompleted": {
      const { round, counted, net } = event.data;
      return {
        ...session,
        work: {
          ...session.work,
          round: null,
          completedRounds: round,
          counted,
          movesSinceRound: [],
          lastNet: net,
        },
      };
    }
    case "ConvergenceChanged":
      return {
        ...session,
        work: { ...session.work, convergence: event.data.state, nextFocus: event.data.nextFocus },
      };
    case "EndingRequested":
      return { ...session, work: { ...session.work, ending: { ...event.data, passed: [] } } };
    case "EndingWithdrawn":
      return { ...session, work: { ...session.work, ending: null } };
    case "GatePassed": {
      const { ending } = session.work;
      if (ending === null) return session;
      return {
        ...session,
        work: { ...session.work, ending: { ...ending, passed: [...ending.passed, event.data.class] } },
      };
    }
    case "FinalReviewSettled": {
      const { verdict, blockers } = event.data;
      if (session.work.finalTurn?.overtaken === true && verdict !== "failed") {
        return { ...session, work: { ...session.work, finalReview: { at: "not-run" } } };
      }
      const finalReview = verdict === "not-ready" ? ({ at: verdict, blockers } as const) : { at: verdict };
      return {
        ...session,
        work: {
          ...session.work,
          finalReview,
          issues: restateRemarks(session.work.issues, event.data.remarks),
        },
      };
    }
    case "SessionPaused":
      return { ...session, at: "paused" };
    case "SessionResumed":
      return { ...session, at: "active" };
    case "SessionEnded":
      return {
        ...session,
        at: "ended",
        work: { ...session.work, round: null, ending: null },
        ledger: { ...session.ledger, calls: [], endedAs: event.data.type },
      };
    case "OutputChosen":
      return { ...session, spec: { ...session.spec, out: event.data.out } };
    case "SpecPublished": {
      const { at: _, ...published } = event.data;
      return { ...session, ledger: { ...session.ledger, published } };
    }
    case "SurveyTaken":
    case "SurveyJoined":
    case "SurveySettled":
      return { ...session, work: { ...session.work, survey: evolveSurvey(session, event) } };
    case "SurveyRequested":
    case "TurnRestarted":
    case "WorkKept":
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
  const { engineer, reviewer } = session.ledger.givenUp;
  const givenUp = { engineer: same("engineer") ? engineer : [], reviewer: same("reviewer") ? reviewer : [] };
  return { ...session, settings, ledger: { ...session.ledger, givenUp } };
}

function agentChosen(session: LiveSession, { data }: SessionEventOf<"AgentChosen">): LiveSession {
  const { role, agent, insteadOf, outcome = null } = data;
  const agents = { ...session.settings.agents, [role]: agent };
  const left =
    insteadOf === undefined ? [] : [...session.ledger.givenUp[role], { agent: insteadOf, outcome }];
  return {
    ...session,
    settings: { ...session.settings, agents },
    ledger: { ...session.ledger, givenUp: { ...session.ledger.givenUp, [role]: left } },
  };
}

type SurveyEvent = SessionEventOf<"SurveyTaken" | "SurveyJoined" | "SurveySettled">;

function evolveSurvey({ work: { survey } }: LiveSession, event: SurveyEvent): SessionWork["survey"] {
  switch (event.type) {
    case "SurveyTaken": {
      const { role: by, holes } = event.data;
      return survey.at === "under-way" ? { ...survey, reports: [...survey.reports, { by, holes }] } : survey;
    }
    case "SurveyJoined":
      return { at: "asking", inventory: event.data.inventory };
    case "SurveySettled":
      return {
        at: "done",
        reserved: survey.at === "asking" ? survey.inventory.gaps.map(({ id }) => id) : [],
      };
    default:
      return assertNever(event);
  }
}

type GapEvent = SessionEventOf<
  "GapEntered" | "GapMoved" | "GapRated" | "GapBlocked" | "GapConfirmed" | "InputGiven"
>;

function evolveGaps(session: LiveSession, event: GapEvent): LiveSession {
  switch (event.type) {
    case "GapEntered": {
      const { gap, alias } = event.data;
      const gaps = { ...session.work.gaps, [gap.id]: gap };
      // What a survey finds was there at the start.
      const initialGaps = session.work.initialGaps + (gap.roundEntered === 0 ? 1 : 0);
      if (alias === null) return { ...session, work: { ...session.work, gaps, initialGaps } };
      return {
        ...session,
        work: {
          ...session.work,
          gaps,
          initialGaps,
          gapAliases: { ...session.work.gapAliases, [alias]: gap.id },
        },
      };
    }
    case "GapMoved": {
      const { gap: id, from, state, actor, round } = event.data;
      const gap = session.work.gaps[id];
      if (gap === undefined) throw new Error(`${id} moved, but is not in the session`);
      const linked = state.at === "SUPERSEDED" ? withParts(session, id, state.by) : session;
      return {
        ...linked,
        work: {
          ...(actor === "User" ? overtaken(linked.work) : linked.work),
          gaps: { ...linked.work.gaps, [id]: { ...gap, state, roundUpdated: round } },
          proposals:
            isTerminal(from) && !isTerminal(state.at) ? reopened(session, id) : session.work.proposals,
          movesSinceRound: [...session.work.movesSinceRound, { gap: id, from, to: state.at }],
          tries: triesAfter(session.work.tries, { gap: id, from, to: state.at, actor, round }),
        },
      };
    }
    case "GapRated": {
      const { gap: id, severity, round } = event.data;
      const gap = session.work.gaps[id];
      if (gap === undefined) throw new Error(`${id} was rated, but is not in the session`);
      return {
        ...session,
        work: {
          ...session.work,
          gaps: { ...session.work.gaps, [id]: { ...gap, severity, roundUpdated: round } },
        },
      };
    }
    case "GapBlocked": {
      const { gap: id, blockedBy, round } = event.data;
      const gap = session.work.gaps[id];
      if (gap === undefined) throw new Error(`${id} was blocked, but is not in the session`);
      return {
        ...session,
        work: {
          ...session.work,
          gaps: { ...session.work.gaps, [id]: { ...gap, blockedBy, roundUpdated: round } },
        },
      };
    }
    case "GapConfirmed": {
      const { gap: id, foundBy, description } = event.data;
      const gap = session.work.gaps[id];
      if (gap === undefined) throw new Error(`${id} was confirmed, but is not in the session`);
      return {
        ...session,
        work: { ...session.work, gaps: { ...session.work.gaps, [id]: { ...gap, foundBy, description } } },
      };
    }
    case "InputGiven": {
      const { gap, text } = event.data;
      return {
        ...session,
        work: {
          ...session.work,
          inputs: { ...session.work.inputs, [gap]: [...(session.work.inputs[gap] ?? []), text] },
        },
      };
    }
    default:
      return assertNever(event);
  }
}

/** What pointed to the whole points to its parts: issues, gaps that build on it, what the user supplied. */
function withParts(session: LiveSession, whole: GapId, parts: readonly GapId[]): LiveSession {
  const gaps = Object.entries(session.work.gaps).map(([id, gap]) => {
    const blockedBy = relink(gap.blockedBy, whole, parts);
    return [id, blockedBy === gap.blockedBy ? gap : { ...gap, blockedBy }] as const;
  });
  const inputs = session.work.inputs[whole] ?? [];
  const supplied = inputs.length === 0 ? [] : parts.map((part) => [part, inputs] as const);
  return {
    ...session,
    work: {
      ...session.work,
      gaps: Object.fromEntries(gaps),
      issues: issuesOfParts(session.work.issues, whole, parts),
      inputs: { ...session.work.inputs, ...Object.fromEntries(supplied) },
    },
  };
}

/** A Final Review, done or under way, was of the spec as it was before the user stepped in. */
function overtaken(work: SessionWork): SessionWork {
  const { finalTurn } = work;
  return {
    ...work,
    finalReview: { at: "not-run" },
    finalTurn: finalTurn === null ? null : { ...finalTurn, overtaken: true },
  };
}

/** A review does not outlast the user's reopening: the text is reviewed anew, also if nothing of it changes. */
function reopened({ work: { proposals } }: LiveSession, id: GapId): SessionWork["proposals"] {
  const proposal = proposals[id];
  return proposal === undefined ? proposals : { ...proposals, [id]: { ...proposal, review: null } };
}

type ArgumentEvent = SessionEventOf<"ProposalMade" | "ProposalReviewed" | "AmendmentSettled">;

function evolveArguments(session: LiveSession, event: ArgumentEvent): LiveSession {
  switch (event.type) {
    case "ProposalMade": {
      const { amends, at: _, confidence: __, ...made } = event.data;
      const { gap, substance } = made;
      if (amends === true) {
        const amendment = { ...made, repeats: 0, review: null };
        return {
          ...session,
          work: { ...session.work, amendments: { ...session.work.amendments, [gap]: amendment } },
        };
      }
      const before = session.work.proposals[gap];
      // The earlier review stands where the text is the same.
      const review = before?.substance === substance ? before.review : null;
      const repeats = before === undefined || review === null ? 0 : before.repeats + 1;
      const proposal = { ...made, repeats, review };
      return {
        ...session,
        work: { ...session.work, proposals: { ...session.work.proposals, [gap]: proposal } },
      };
    }
    case "ProposalReviewed": {
      const { gap, round, document, needsRevision } = event.data;
      const amendment = session.work.amendments[gap];
      if (amendment !== undefined) {
        const seen = { ...amendment, review: { round, document, needsRevision } };
        return {
          ...session,
          work: { ...session.work, amendments: { ...session.work.amendments, [gap]: seen } },
        };
      }
      const proposal = session.work.proposals[gap];
      if (proposal === undefined) throw new Error(`${gap} was reviewed without a proposal`);
      const reviewed = { ...proposal, review: { round, document, needsRevision } };
      return {
        ...session,
        work: { ...session.work, proposals: { ...session.work.proposals, [gap]: reviewed } },
      };
    }
    case "AmendmentSettled": {
      const { gap, taken } = event.data;
      const { [gap]: amendment, ...amendments } = session.work.amendments;
      if (amendment === undefined) throw new Error(`${gap} has no amendment`);
      return taken
        ? {
            ...session,
            work: { ...session.work, amendments, proposals: { ...session.work.proposals, [gap]: amendment } },
          }
        : { ...session, work: { ...session.work, amendments } };
    }
    default:
      return assertNever(event);
  }
}

type DraftEvent = SessionEventOf<"DraftEdited" | "DraftRestored" | "EditsPlaced">;

function evolveDraft(session: LiveSession, event: DraftEvent): LiveSession {
  switch (event.type) {
    case "DraftEdited": {
      const { gaps, round } = event.data;
      const edits = gaps.flatMap((gap) => session.work.proposals[gap]?.edits ?? []);
      return {
        ...session,
        work: { ...session.work, draft: edited(session.work.draft, { edits, gaps, round }) },
      };
    }
    case "DraftRestored": {
      const { gaps } = event.data;
      const draft = takeBack(session.work.draft, gaps);
      if (draft === null) throw new Error(`the text of ${gaps.join(", ")} cannot be taken back`);
      return { ...session, work: { ...session.work, draft } };
    }
    case "EditsPlaced":
      return placed(session, event);
    default:
      return assertNever(event);
  }
}

function edited(draft: SessionWork["draft"], applying: Applying): SessionWork["draft"] {
  const after = applyEdits(draft, applying);
  if (after === null) throw new Error(`the text of ${applying.gaps.join(", ")} has no place in the draft`);
  return after;
}

function placed(session: LiveSession, { data }: SessionEventOf<"EditsPlaced">): LiveSession {
  const { rules, chars, origins, edits: placed, accepted } = data;
  const gaps = { ...session.work.gaps };
  for (const { gap: id, origin } of origins) {
    const gap = gaps[id];
    if (gap !== undefined) gaps[id] = { ...gap, origin };
  }
  const proposals = { ...session.work.proposals };
  for (const { gap, edits } of placed) {
    const proposal = proposals[gap];
    if (proposal !== undefined) proposals[gap] = { ...proposal, edits };
  }
  let draft = draftOfSource(chars);
  for (const gap of accepted) {
    const edits = proposals[gap]?.edits ?? [];
    draft = edited(draft, { edits, gaps: [gap], round: proposals[gap]?.round ?? 0 });
  }
  return { ...session, rules, work: { ...session.work, gaps, proposals, draft } };
}

type QuestionEvent = SessionEventOf<"QuestionAsked" | "QuestionAnswered" | "QuestionWithdrawn">;

function evolveQuestions(session: LiveSession, event: QuestionEvent): LiveSession {
  const without = (id: string) => session.work.questions.filter((question) => question.id !== id);
  switch (event.type) {
    case "QuestionAsked":
      return {
        ...session,
        work: { ...session.work, questions: [...session.work.questions, event.data.question] },
        ledger: { ...session.ledger, questionsAsked: session.ledger.questionsAsked + 1 },
      };
    case "QuestionAnswered":
      return {
        ...session,
        work: {
          ...session.work,
          questions: without(event.data.answer.question),
          proposals: proposalsAfter(session, event),
        },
        ledger: { ...session.ledger, givenUp: givenUpAfter(session, event) },
      };
    case "QuestionWithdrawn":
      return { ...session, work: { ...session.work, questions: without(event.data.question) } };
    default:
      return assertNever(event);
  }
}

/** Who has answered for a text that keeps coming back is not asked at once again. */
function proposalsAfter(
  { work: { questions, proposals } }: LiveSession,
  { data }: SessionEventOf<"QuestionAnswered">,
): SessionWork["proposals"] {
  const asked = questions.find(({ id }) => id === data.answer.question);
  if (asked?.kind !== "repeat" || asked.subject.of !== "gap") return proposals;
  const proposal = proposals[asked.subject.gap];
  return proposal === undefined
    ? proposals
    : { ...proposals, [asked.subject.gap]: { ...proposal, repeats: 0 } };
}

/** Whoever has it launched again may have mended what was wrong with any of them. */
function givenUpAfter(
  { work: { questions }, ledger: { givenUp } }: LiveSession,
  { data }: SessionEventOf<"QuestionAnswered">,
): SessionLedger["givenUp"] {
  const asked = questions.find(({ id }) => id === data.answer.question);
  if (asked?.kind !== "execution" || asked.subject.of !== "turn" || data.answer.option === "human")
    return givenUp;
  return { ...givenUp, [agentRoleOf(asked.subject.role)]: [] };
}
