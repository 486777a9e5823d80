// What the user says about disagreement: a conflict is decided, a rate is judged, a silence is dealt with.
import type { ConflictOption } from "../../../documents/decisions-document.ts";
import type { DecisionId } from "../../../shared/decision-id.ts";
import { type ConflictId, parseIssueId } from "../../../shared/issue-id.ts";
import { isRefusal, type Refusal } from "../../../shared/refusal.ts";
import { isGrave, type Severity } from "../../../shared/severity.ts";
import { positionsOf } from "../../conflicts/conflict.ts";
import type { FlagOutcome } from "../../conflicts/flag.ts";
import { decideIssue, type Issue, moveIssue } from "../../issue.ts";
import { type ArguedIssue, conflictQuestion, optionsOf } from "../../questions/conflict-questions.ts";
import { requestAnswers } from "../answer-turn.ts";
import { bindBoth } from "../bind-both.ts";
import { recount } from "../disagreements.ts";
import { conflictsStatedIn, gapsHeldBy, openConflictsOf, withTogether } from "../disputed.ts";
import type { Draft } from "../draft.ts";
import { reevaluateGaps } from "../reevaluate.ts";
import { currentRound } from "../session.ts";
import { type AnsweredQuestion, rationaleFor } from "./answered-question.ts";

export function answerConflict(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  if (question.subject.of !== "conflict") throw new Error(`${question.id} is about no conflict`);
  const { conflict } = question.subject;
  return decideConflict(draft, conflict, {
    option: answer.option.toUpperCase() as ConflictOption,
    text: answer.text?.trim() ?? "",
    rationale: rationaleFor(answer, conflict),
    constraints: answer.constraints?.trim() ?? "",
    by: answer.by,
  });
}

export function answerConflictBatch(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  if (question.subject.of !== "conflicts") throw new Error(`${question.id} is about no conflicts`);
  const { conflicts } = question.subject;
  const argued = openConflictsOf(draft.session).filter(({ conflict }) => conflicts.includes(conflict.id));
  if (answer.option === "each") {
    for (const [index, one] of argued.entries()) {
      const held = gapsHeldBy(draft.session, one);
      draft.ask(conflictQuestion(one, { number: index + 1, of: argued.length, held }));
    }
    return null;
  }
  for (const { conflict } of argued) {
    const refused = decideConflict(draft, conflict.id, {
      option: answer.option === "a" ? "A" : "B",
      text: "",
      rationale: rationaleFor(answer, conflict.id),
      constraints: answer.constraints?.trim() ?? "",
      by: answer.by,
    });
    if (refused !== null) return refused;
  }
  return null;
}

interface Ruling {
  readonly option: ConflictOption;
  /** The user's own way, for D; a note beside the other options. */
  readonly text: string;
  readonly rationale: string;
  readonly constraints: string;
  readonly by: string;
}

export function decideConflict(draft: Draft, id: ConflictId, ruling: Ruling): Refusal | null {
  const argued = openConflictsOf(draft.session).find(({ conflict }) => conflict.id === id);
  if (argued === undefined) return { refused: "conflict", message: `the conflict on ${id} is not open` };
  const { entry, conflict } = argued;
  const { issue, title } = entry;
  const offered = optionsOf(argued).find(({ option }) => option === ruling.option);
  if (offered === undefined)
    return { refused: "option", message: `the conflict on ${id} has no option ${ruling.option}` };
  const decision = ruling.option === "D" ? ruling.text : offered.text;
  const { option } = ruling;
  const unrecorded = draft.recordDecision({
    title,
    about: {
      ...{ of: "conflict", issue: id, type: conflict.source.type, option, ...positionsOf(conflict, entry) },
      ...(offered.draftedBy === null ? {} : { draftedBy: offered.draftedBy }),
    },
    gaps: issue.gaps,
    severity: issue.severity,
    decision,
    rationale: ruling.rationale === "" ? null : ruling.rationale,
    constraints: ruling.constraints === "" ? null : ruling.constraints,
    ...actionsAfter(ruling, decision),
    decidedBy: ruling.by,
  });
  if (unrecorded !== null) return unrecorded;
  applyRuling(draft, issue, ruling);
  return null;
}

type RulingEffect = Pick<Ruling, "option" | "constraints">;

/** What a ruling asks of the Engineer, and of the gap. */
export function actionsAfter(
  ruling: RulingEffect,
  decision: string,
): { readonly actionForEngineer: string; readonly actionForGap: string } {
  return {
    actionForEngineer: engineerAction(ruling, decision),
    actionForGap: asksRevision(ruling) ? "NEEDS_REVISION" : "The issue holds it up no longer",
  };
}

/** What the Engineer holds stands in the text already; on what conditions it stands does not. */
function asksRevision({ option, constraints }: RulingEffect): boolean {
  return option !== "B" || constraints !== "";
}

function engineerAction({ option, constraints }: RulingEffect, decision: string): string {
  if (option !== "B") return `Carry this out in the text: ${decision}`;
  return constraints === ""
    ? "Nothing: your position stands. Leave the text as it is on this point."
    : `Your position stands. Carry its constraints out in the text: ${constraints}`;
}

/** What the newest decision says: A, C and D leave the issue open until a revision honours it; B takes it away. */
export function applyRuling(draft: Draft, issue: Issue, ruling: RulingEffect): void {
  const { option, constraints } = ruling;
  const round = currentRound(draft.session);
  const decision = newestDecision(draft);
  const decided =
    option === "B"
      ? moveIssue(issue, { to: "OVERRULED", actor: "User", decision })
      : decideIssue(issue, decision);
  if (isRefusal(decided)) throw new Error(decided.message);
  draft.emit("IssueMoved", { issue: issue.id, from: issue.state.at, state: decided.state, round });
  if (!asksRevision(ruling)) {
    reevaluateGaps(draft, issue.gaps);
    return;
  }
  for (const gap of withTogether(draft.session, issue.gaps)) {
    const { at } = draft.gap(gap).state;
    const reason = `${decision} decides ${issue.id}`;
    if (at === "PROPOSED") {
      const conditions = constraints === "" ? {} : { constraints };
      const grounds = { because: "decided", decision, option, ...conditions } as const;
      draft.move(gap, { actor: "User", to: "NEEDS_REVISION", round, grounds }, reason);
    } else if (issue.gaps.includes(gap) && (at === "ACCEPTED" || at === "RESOLVED")) {
      draft.move(
        gap,
        { actor: "User", to: "NEEDS_REVISION", round, grounds: { because: "reason", reason } },
        reason,
      );
    }
  }
}

function newestDecision({ session }: Draft): DecisionId {
  const id = session.work.decisions.at(-1)?.id;
  if (id === undefined) throw new Error("nothing was decided");
  return id;
}

export function answerDisagreeRate(draft: Draft, answered: AnsweredQuestion): Refusal | null {
  const { question, answer } = answered;
  if (question.subject.of !== "rate") throw new Error(`${question.id} is about no round`);
  const { round } = question.subject;
  switch (answer.option) {
    case "accept":
      return null;
    case "revise": {
      const issues = conflictsStatedIn(draft.session, round).map(({ conflict }) => conflict.id);
      requestAnswers(draft, { question: question.id, issues, because: "rate" });
      return null;
    }
    case "review-reviewer":
      return rateIssues(draft, answered, round);
    case "mediate":
      return bindBoth(draft, {
        title: "Scope of the session",
        text: answer.text?.trim() ?? "",
        option: "mediate",
        by: answer.by,
      });
    default:
      throw new Error(`a disagree-rate question has no option ${answer.option}`);
  }
}

/** Below HIGH, an issue is no conflict any more; it stays a remark. */
function rateIssues(draft: Draft, { answer }: AnsweredQuestion, round: number): Refusal | null {
  const argued = new Map(openConflictsOf(draft.session).map((one) => [one.conflict.id, one]));
  // In one order, whatever the answer's was: a stored answer has another.
  for (const [written, severity] of Object.entries(answer.severities ?? {}).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const id = parseIssueId(written);
    const one = id === null ? undefined : argued.get(id);
    if (one === undefined)
      return {
        refused: "issue",
        message: `${written} is not in conflict`,
        fix: `In conflict: ${[...argued.keys()].join(", ")}.`,
      };
    const refused = rateIssue(draft, one, {
      severity,
      rationale: rationaleFor(answer, written),
      by: answer.by,
    });
    if (refused !== null) return refused;
  }
  recount(draft, round);
  return null;
}

interface NewRating {
  readonly severity: Severity;
  readonly rationale: string;
  readonly by: string;
}

function rateIssue(draft: Draft, { entry }: ArguedIssue, rating: NewRating): Refusal | null {
  const { issue, title } = entry;
  const { severity, rationale, by } = rating;
  const unrecorded = draft.recordDecision({
    title: `Severity of: ${title}`,
    about: { of: "other", option: "issue-severity", need: issue.id },
    gaps: issue.gaps,
    severity,
    decision: `${issue.id} is ${severity}${severity === issue.severity ? "" : `, not ${issue.severity}`}.`,
    rationale: rationale === "" ? null : rationale,
    constraints: null,
    actionForEngineer: null,
    actionForGap: null,
    decidedBy: by,
  });
  if (unrecorded !== null) return unrecorded;
  applyRating(draft, issue, severity);
  return null;
}

export function applyRating(draft: Draft, { id, gaps }: Issue, severity: Severity): void {
  const round = currentRound(draft.session);
  draft.emit("IssueRated", { issue: id, severity, round });
  if (isGrave(severity) || draft.session.work.conflicts[id]?.state.at !== "open") return;
  draft.emit("ConflictWithdrawn", { conflict: id, round, reason: `the user rates ${id} ${severity}` });
  // What a review sent back stays there: only what the conflict alone has held goes on.
  reevaluateGaps(
    draft,
    gaps.filter((gap) => draft.gap(gap).state.at === "PROPOSED"),
  );
}

export function waiveIssue(draft: Draft, issue: Issue, reason: string): Refusal | null {
  const waived = moveIssue(issue, { to: "WAIVED", actor: "User", reason });
  if (isRefusal(waived)) return waived;
  const round = currentRound(draft.session);
  draft.emit("IssueMoved", { issue: issue.id, from: issue.state.at, state: waived.state, round });
  return null;
}

export function answerFlag(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  if (question.subject.of !== "flag") throw new Error(`${question.id} is about no flag`);
  const { issue: id, round: shown } = question.subject;
  const raised = draft.session.work.flags[id];
  const entry = draft.session.work.issues[id];
  if (raised === undefined || entry === undefined) throw new Error(`${question.id} is about no flag`);
  const { flag } = raised;
  // What the user has judged is what they were shown, whatever was raised since.
  const { heuristics = flag.heuristics } = question.subject;
  const settle = (outcome: FlagOutcome) =>
    draft.emit("FlagSettled", { issue: id, round: shown, outcome, heuristics });
  switch (answer.option) {
    case "request":
      settle("requested");
      requestAnswers(draft, { question: question.id, issues: [id], because: "flag" });
      return null;
    case "convert":
      settle("converted");
      draft.emit("ConflictOpened", {
        conflict: {
          id,
          round: currentRound(draft.session),
          source: { type: "IMPLICIT_CONVERTED", flag },
          draft: null,
          state: { at: "open" },
        },
      });
      return null;
    case "waive": {
      const reason = rationaleFor(answer, id);
      const unrecorded = draft.recordDecision({
        title: `Waived: ${entry.title}`,
        about: { of: "other", option: "waive", need: id },
        gaps: entry.issue.gaps,
        severity: entry.issue.severity,
        decision: `${id} is waived.`,
        rationale: reason,
        constraints: null,
        actionForEngineer: null,
        actionForGap: "The issue holds it up no longer",
        decidedBy: answer.by,
      });
      if (unrecorded !== null) return unrecorded;
      const refused = waiveIssue(draft, entry.issue, reason);
      if (refused !== null) return refused;
      settle("waived");
      reevaluateGaps(draft, entry.issue.gaps);
      return null;
    }
    case "clarify":
      settle("clarified");
      return bindBoth(draft, {
        title: entry.title,
        text: answer.text?.trim() ?? "",
        option: "clarify",
        by: answer.by,
        issue: entry.issue,
      });
    case "false-positive":
      settle("false-positive");
      return null;
    default:
      throw new Error(`an implicit question has no option ${answer.option}`);
  }
}
