import { callKeyParts } from "../../../shared/call-key.ts";
import { compareGapIds, type GapId } from "../../../shared/gap-id.ts";
import type { Refusal } from "../../../shared/refusal.ts";
import { compareSeverities } from "../../../shared/severity.ts";
import { USAGE_UNKNOWN } from "../../../shared/usage.ts";
import { isAssignable } from "../../gap-state.ts";
import { passageGroups } from "../../passages.ts";
import { agentRoleOf, isSide, roleTitle } from "../../role.ts";
import { RETRIES_MAX } from "../../validation/judgement.ts";
import { launchAgain, takeOutput } from "../agent-call.ts";
import { bindBoth } from "../bind-both.ts";
import type { Draft } from "../draft.ts";
import { requestEnding } from "../end-session.ts";
import { enterPause } from "../halt.ts";
import { escalate, failureReason, settleKept } from "../judged-turn.ts";
import { activeGaps, unreviewedGaps } from "../owed.ts";
import { proposalGroups } from "../review-proposal.ts";
import { requestRollback } from "../roll-back.ts";
import { findTurn, gapsOf } from "../session.ts";
import { nextKey, placeOf, type Turn } from "../turn.ts";
import { type AnsweredQuestion, rationaleFor, turnOf } from "./answered-question.ts";
import { putAside, unknownGap } from "./user-moves.ts";

export function answerEscalation(draft: Draft, answering: AnsweredQuestion): Refusal | null {
  const { answer, question } = answering;
  const turn = turnOf(draft, question);
  switch (answer.option) {
    case "skip":
      skipTurn(draft, turn);
      return null;
    case "reassign":
      return reassign(draft, turn, answer.gaps);
    case "context": {
      const gaps = activeGaps(draft.session, turn);
      const title = `Context for the ${roleTitle(turn.role)} in round ${turn.round}`;
      const text = answer.text?.trim() ?? "";
      const refused = bindBoth(draft, { title, text, option: "context", by: answer.by, gaps });
      if (refused === null)
        draft.restartTurn(turn, { gaps, retries: RETRIES_MAX, because: "the user added context" });
      return refused;
    }
    case "narrow":
      narrowTurn(draft, turn);
      return null;
    case "pause":
      draft.restartTurn(turn, { gaps: activeGaps(draft.session, turn), because: "afresh after a pause" });
      enterPause(draft, answer.by, `${question.id} answered pause`);
      return null;
    case "rollback":
      return undoRoundOf(draft, turn, answer.by);
    default:
      throw new Error(`an escalation has no option ${answer.option}`);
  }
}

/** Where no rollback is left, the user is asked about that, and about the turn again. */
function undoRoundOf(draft: Draft, turn: Turn, by: string): Refusal | null {
  const request = { to: turn.round - 1, reason: failureReason(turn), by, trigger: "escalation" } as const;
  const refused = requestRollback(draft, request);
  if (refused === null && draft.session.work.rollback === null) escalate(draft, turn);
  return refused;
}

/** The Engineer's gaps go back; the Reviewer's proposals stay unreviewed. */
export function skipTurn(draft: Draft, turn: Turn): void {
  if (turn.role === "engineer") for (const gap of turn.gaps) draft.release(gap, turn.round);
  if (turn.kept.length > 0) {
    settleKept(draft, turn, null);
    return;
  }
  const outcome = turn.role === "reviewer" ? "UNREVIEWED" : "SKIP";
  const detail = turn.role === "reviewer" ? `unreviewed: ${turn.gaps.join(", ")}` : "skipped by the user";
  draft.settleTurn(turn, { outcome, detail });
}

function reassign(draft: Draft, turn: Turn, wanted: readonly GapId[]): Refusal | null {
  for (const id of wanted) {
    const refused = unknownGap(draft, id) ?? refuseGap(draft, turn, id);
    if (refused !== null) return refused;
  }
  const gaps = withTheirText(draft, turn, wanted);
  if (turn.role === "engineer") {
    for (const gap of turn.gaps.filter((id) => !gaps.includes(id))) draft.release(gap, turn.round);
    for (const gap of gaps.filter((id) => !turn.gaps.includes(id))) {
      draft.assign(gap, turn.round);
    }
  }
  draft.restartTurn(turn, { gaps, because: "the user chose other gaps" });
  return null;
}

/** What stands in one passage is written, and what is one text is reviewed, as one: the others come along. */
function withTheirText(draft: Draft, turn: Turn, wanted: readonly GapId[]): readonly GapId[] {
  const { session } = draft;
  const free = gapsOf(session).filter(({ id }) => refuseGap(draft, turn, id) === null);
  const groups =
    turn.role === "engineer"
      ? passageGroups(free)
      : proposalGroups(
          session,
          free.map(({ id }) => id),
        );
  return [...new Set(wanted.flatMap((gap) => [gap, ...(groups.find((ids) => ids.includes(gap)) ?? [])]))];
}

function refuseGap(draft: Draft, turn: Turn, id: GapId): Refusal | null {
  const free =
    turn.role === "engineer"
      ? isAssignable(draft.gap(id).state.at)
      : unreviewedGaps(draft.session).includes(id);
  if (free || turn.gaps.includes(id)) return null;
  const why = turn.role === "engineer" ? "is not free to be taken up" : "is not waiting for a review";
  return { refused: "gap", message: `${id} (${draft.gap(id).state.at}) ${why}` };
}

/** The simplest: lowest severity, fewest dependencies, id. */
function simplestOf(draft: Draft, gaps: readonly GapId[]): GapId {
  const [simplest] = [...gaps].sort((a, b) => {
    const [left, right] = [draft.gap(a), draft.gap(b)];
    return (
      compareSeverities(right.severity.level, left.severity.level) ||
      left.blockedBy.length - right.blockedBy.length ||
      compareGapIds(a, b)
    );
  });
  if (simplest === undefined) throw new Error("nothing to choose from");
  return simplest;
}

function narrowTurn(draft: Draft, turn: Turn): void {
  const simplest = simplestOf(draft, activeGaps(draft.session, turn));
  const gaps = withTheirText(draft, turn, [simplest]).filter((id) => turn.gaps.includes(id));
  if (turn.role === "engineer") {
    for (const gap of turn.gaps.filter((id) => !gaps.includes(id))) draft.release(gap, turn.round);
  }
  draft.restartTurn(turn, { gaps, retries: RETRIES_MAX, because: `narrowed to ${gaps.join(", ")}` });
}

export function answerBothEmpty(draft: Draft, answering: AnsweredQuestion): Refusal | null {
  const { question, answer } = answering;
  const turn = turnOf(draft, question);
  switch (answer.option) {
    case "retry-fresh":
      draft.restartTurn(turn, {
        gaps: activeGaps(draft.session, turn),
        because: "afresh, as the user wished",
      });
      return null;
    case "wont-fix":
    case "defer": {
      const to = answer.option === "defer" ? "USER_DEFERRED" : "WONT_FIX";
      const reasonFor = (gap: string) => rationaleFor(answer, gap);
      const { gaps, by, phrase } = answer;
      const refused = putAside(draft, { gaps, to, by, reasonFor, phrase });
      if (refused === null) skipTurn(draft, turn);
      return refused;
    }
    case "abandon":
      return requestEnding(draft, "ABANDONED", `${question.id} answered abandon`);
    case "human":
      return supplyDocument(draft, turn, answering);
    default:
      throw new Error(`a both-empty question has no option ${answer.option}`);
  }
}

export function answerExecution(draft: Draft, answering: AnsweredQuestion): Refusal | null {
  const { question, answer } = answering;
  const turn = turnOf(draft, question);
  switch (answer.option) {
    case "retry":
      launchAgain(draft, turn, "the user said to try again");
      return null;
    case "other-agent": {
      const agent = (answer.text ?? "").trim();
      const role = agentRoleOf(turn.role);
      if (!isSide(role)) throw new Error(`${question.id} is about the drafter, which asks nothing`);
      draft.emit("AgentChosen", { role, agent });
      launchAgain(draft, turn, `the user chose ${agent}`);
      return null;
    }
    case "human":
      return supplyDocument(draft, turn, answering);
    case "pause":
      launchAgain(draft, turn, "again after a pause");
      enterPause(draft, answer.by, `${question.id} answered pause`);
      return null;
    default:
      throw new Error(`an execution question has no option ${answer.option}`);
  }
}

// A person writes what an agent did not.

/** It goes through the same gate; a person whose document fails is told so, and may mend it. */
function supplyDocument(draft: Draft, before: Turn, { output }: AnsweredQuestion): Refusal | null {
  if (output === null)
    return { refused: "answer-incomplete", message: "the document is missing", fix: "--text …" };
  const turn = { ...before, attempt: before.attempt + 1, launch: 1 };
  const key = nextKey(draft.session, turn);
  const { attempt, launch } = callKeyParts(key);
  const place = placeOf(turn);
  draft.emit("AgentCallStarted", {
    ...place,
    key,
    attempt,
    launch,
    agent: "human",
    prompt: null,
    retry: null,
    example: null,
  });
  draft.emit("AgentCallFinished", {
    ...place,
    key,
    outcome: "ok",
    document: output.ref,
    usage: USAGE_UNKNOWN,
    elapsedMs: 0,
    evidence: [],
  });
  takeOutput(draft, findTurn(draft.session, place) ?? turn, output);
  const failed = draft.events.find((event) => event.type === "OutputJudged" && event.data.failure !== null);
  if (failed?.type !== "OutputJudged") return null;
  const { failure, message, line } = failed.data;
  const where = line === null ? "" : ` (line ${line})`;
  return { refused: "document", message: `the document does not pass: ${failure}: ${message}${where}` };
}
