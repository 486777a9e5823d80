import { compareGapIds, type GapId } from "../../../shared/gap-id.ts";
import type { Refusal } from "../../../shared/refusal.ts";
import { compareSeverities } from "../../../shared/severity.ts";
import { isAssignable } from "../../gap-state.ts";
import { passageGroups } from "../../passages.ts";
import { RETRIES_MAX } from "../../validation/failure-type.ts";
import type { Draft } from "../draft.ts";
import { enterPause } from "../halt.ts";
import { settleKept } from "../judged-turn.ts";
import { activeGaps, unreviewedGaps } from "../owed.ts";
import { proposalGroups } from "../review-proposal.ts";
import { gapsOf } from "../session.ts";
import { releaseGap } from "../take-engineer-output.ts";
import { placeOf, type Turn } from "../turn.ts";
import { type AnsweredQuestion, turnOf } from "./answered-question.ts";
import { unknownGap } from "./user-moves.ts";

export function answerEscalation(draft: Draft, answering: AnsweredQuestion): Refusal | null {
  const { answer, question } = answering;
  const turn = turnOf(draft, question);
  switch (answer.option) {
    case "skip":
      skipTurn(draft, turn);
      return null;
    case "reassign":
      return reassign(draft, turn, answer.gaps);
    case "context":
      restart(draft, turn, {
        gaps: activeGaps(draft.session, turn),
        retries: RETRIES_MAX,
        guidance: answer.text,
        because: "the user added context",
      });
      return null;
    case "narrow":
      narrowTurn(draft, turn);
      return null;
    case "pause":
      restart(draft, turn, {
        gaps: activeGaps(draft.session, turn),
        retries: 0,
        guidance: null,
        because: "afresh after a pause",
      });
      enterPause(draft, answer.by, `${question.id} answered pause`);
      return null;
    default:
      throw new Error(`an escalation has no option ${answer.option}`);
  }
}

/** The Engineer's gaps go back; the Reviewer's proposals stay unreviewed. */
export function skipTurn(draft: Draft, turn: Turn): void {
  if (turn.role === "engineer") for (const gap of turn.gaps) releaseGap(draft, gap, turn.round);
  if (turn.kept.length > 0) {
    settleKept(draft, turn, null);
    return;
  }
  const outcome = turn.role === "reviewer" ? "UNREVIEWED" : "SKIP";
  const detail = turn.role === "reviewer" ? `unreviewed: ${turn.gaps.join(", ")}` : "skipped by the user";
  draft.emit("TurnSettled", { ...placeOf(turn), outcome, detail, document: null });
}

interface Restart {
  readonly gaps: readonly GapId[];
  readonly retries: number;
  readonly guidance: string | null;
  readonly because: string;
}

export function restart(draft: Draft, turn: Turn, about: Restart): void {
  draft.emit("TurnRestarted", {
    ...placeOf(turn),
    ...about,
    retry: null,
    launchAgain: false,
    replacement: false,
  });
}

function reassign(draft: Draft, turn: Turn, wanted: readonly GapId[]): Refusal | null {
  for (const id of wanted) {
    const refused = unknownGap(draft, id) ?? refuseGap(draft, turn, id);
    if (refused !== null) return refused;
  }
  const gaps = withTheirText(draft, turn, wanted);
  if (turn.role === "engineer") {
    for (const gap of turn.gaps.filter((id) => !gaps.includes(id))) releaseGap(draft, gap, turn.round);
    for (const gap of gaps.filter((id) => !turn.gaps.includes(id))) {
      draft.move(gap, {
        actor: "Mediator",
        to: "IN_PROGRESS",
        round: turn.round,
        grounds: { because: "assigned" },
      });
    }
  }
  restart(draft, turn, { gaps, retries: 0, guidance: null, because: "the user chose other gaps" });
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
    for (const gap of turn.gaps.filter((id) => !gaps.includes(id))) releaseGap(draft, gap, turn.round);
  }
  restart(draft, turn, {
    gaps,
    retries: RETRIES_MAX,
    guidance: null,
    because: `narrowed to ${gaps.join(", ")}`,
  });
}
