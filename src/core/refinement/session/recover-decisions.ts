// Decisions of rounds that were undone are taken up again: each gets a new number, binds from now on, and says where it
// comes from. What the user had done to a gap of their own accord is done again.
import type { DecisionEntry } from "../../documents/decisions-document.ts";
import { type DecisionId, parseDecisionId } from "../../shared/decision-id.ts";
import { type IssueId, parseIssueId } from "../../shared/issue-id.ts";
import { isRefusal, type Refusal } from "../../shared/refusal.ts";
import type { RecoveredDecision, SetAsideDecision } from "../rollback/rollback.ts";
import {
  actionsAfter,
  applyRating,
  applyRuling,
  decideConflict,
  waiveIssue,
} from "./answers/answer-conflict.ts";
import { changeGap } from "./change-gap.ts";
import type { Draft } from "./draft.ts";
import { type GapCommand, possibleChanges } from "./gap-change.ts";
import { reevaluateGaps } from "./reevaluate.ts";
import type { LiveSession } from "./session.ts";

export function recoverDecisions(
  draft: Draft,
  wanted: readonly RecoveredDecision[],
  by: string,
): Refusal | null {
  for (const one of wanted) {
    const found = draft.session.ledger.setAside.find(({ decision }) => decision.id === one.id);
    if (found === undefined) return unknownDecision(draft, one.id);
    const refused = recoverOne(draft, found, { ...one, by });
    if (refused !== null) return refused;
  }
  return null;
}

function recoverOne(
  draft: Draft,
  aside: SetAsideDecision,
  { text, by }: RecoveredDecision & { readonly by: string },
): Refusal | null {
  const { decision, round, archive } = aside;
  const from = { decision: decision.id, round, archive };
  const command = commandAgain(draft.session, aside, text);
  if (command !== null) {
    const reason = decision.rationale ?? `taken up again from round ${round}`;
    return draft.recordFrom({ from }, () =>
      changeGap(draft, { type: "ChangeGap", at: draft.at, ...command, reason, by }),
    );
  }
  const rationale = rationaleOf(aside);
  const { about, constraints } = decision;
  return draft.recordFrom({ from }, () => {
    // Where both roles still argue about it, the conflict is decided by it.
    if (about.of === "conflict" && isConflictOpen(draft.session, about.issue))
      return decideConflict(draft, about.issue, {
        option: text === null ? about.option : "D",
        text: text ?? decision.decision,
        rationale: rationale ?? "",
        constraints: constraints ?? "",
        by,
      });
    const said = { ...decision, ...inWords(decision, text), rationale, decidedBy: by };
    const unrecorded = recordAgain(draft, said);
    if (unrecorded !== null) return unrecorded;
    // What is put in other words is no longer what was done to the issue.
    return text === null || about.of === "conflict" ? settleIssue(draft, said) : null;
  });
}

/** What went by precedent goes by the user's word now; the decisions it followed may bind nobody any more. */
function rationaleOf({ decision, round }: SetAsideDecision): string | null {
  return decision.decidedBy === "precedent" ? `By precedent in round ${round}.` : decision.rationale;
}

/** Who puts a ruling in other words specifies what is to hold. */
function inWords({ about, constraints }: DecisionEntry, text: string | null): Partial<DecisionEntry> {
  if (text === null) return {};
  if (about.of !== "conflict") return { decision: text };
  const ruling = { option: "D" as const, constraints: constraints ?? "" };
  return { decision: text, about: { ...about, option: "D" }, ...actionsAfter(ruling, text) };
}

function recordAgain(draft: Draft, entry: DecisionEntry): Refusal | null {
  const { id: _, round: __, timestamp: ___, reappliedFrom: ____, via: _____, ...said } = entry;
  const gaps = said.gaps.filter((gap) => draft.session.work.gaps[gap] !== undefined);
  return draft.recordDecision({ ...said, gaps });
}

/** It binds as it did: an issue that is still open is decided, rated or waived by it. */
function settleIssue(
  draft: Draft,
  { about, constraints, severity, rationale }: DecisionEntry,
): Refusal | null {
  const subject = about.of === "conflict" ? about.issue : parseIssueId(about.need ?? "");
  const issue = subject === null ? undefined : draft.session.work.issues[subject]?.issue;
  if (issue?.state.at !== "OPEN") return null;
  if (about.of === "conflict")
    applyRuling(draft, issue, { option: about.option, constraints: constraints ?? "" });
  else if (about.option === "issue-severity" && severity !== null) applyRating(draft, issue, severity);
  else if (about.option === "waive") {
    const refused = waiveIssue(draft, issue, rationale ?? "");
    if (refused !== null) return refused;
    reevaluateGaps(draft, issue.gaps);
  }
  return null;
}

/** What is done to the gap again: what the user had done of their own accord, or had been asked about while it waited. */
function commandAgain(
  { work: { gaps } }: LiveSession,
  { decision, command }: SetAsideDecision,
  text: string | null,
): GapCommand | null {
  const { about } = decision;
  const option = about.of === "other" ? about.option : null;
  const [gap, ...others] = decision.gaps;
  const found = gap === undefined || others.length > 0 ? undefined : gaps[gap];
  if (found !== undefined && option === "input" && possibleChanges(found).includes("unblock"))
    return { gap: found.id, change: { do: "unblock", input: text ?? decision.decision } };
  // What is put in other words is no longer what was done to the gap.
  if (text !== null) return null;
  if (found !== undefined && option === "USER_DEFERRED") return { gap: found.id, change: { do: "defer" } };
  // Input that nobody waits for any more still binds, as a decision.
  if (command?.change.do === "unblock") return null;
  return command ?? null;
}

function isConflictOpen({ work: { conflicts } }: LiveSession, issue: IssueId): boolean {
  return conflicts[issue]?.state.at === "open";
}

function unknownDecision({ session }: Draft, id: DecisionId): Refusal {
  const ids = session.ledger.setAside.map(({ decision }) => decision.id);
  return {
    refused: "no-decision",
    message: `${id} was not set aside by a rollback, or was taken up again already`,
    fix: ids.length === 0 ? "No decision is set aside." : `Set aside: ${ids.join(", ")}.`,
  };
}

const NAMED = /\bDECISION-R\d{1,2}-\d{3}\b/gi;

/** The ids that an answer names. */
export function namedDecisions(text: string): readonly DecisionId[] | Refusal {
  const ids = (text.match(NAMED) ?? []).flatMap((id) => parseDecisionId(id.toUpperCase()) ?? []);
  return ids.length === 0
    ? { refused: "answer-incomplete", message: "no decision is named", fix: "--text DECISION-R1-001" }
    : [...new Set(ids)];
}

/** `DECISION-R1-001: what is to hold instead`. */
export function editedDecision(text: string): RecoveredDecision | Refusal {
  const colon = text.indexOf(":");
  const ids = namedDecisions(colon === -1 ? "" : text.slice(0, colon));
  const said = text.slice(colon + 1).trim();
  const [id] = isRefusal(ids) ? [] : ids;
  if (id === undefined || said === "")
    return {
      refused: "answer-incomplete",
      message: "name one decision, a colon, and what is to hold instead",
      fix: '--text "DECISION-R1-001: …"',
    };
  return { id, text: said };
}
