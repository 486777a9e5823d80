// What is put to the user of disagreement, and when: flags and conflicts, after the review and in the order of the queue.
import type { IssueId } from "../../shared/issue-id.ts";
import { isGrave } from "../../shared/severity.ts";
import { LOW_PRECEDENTS } from "../conflicts/conflict.ts";
import { escalationOf, type Finding, type Flag, FULL_WEIGHTS, type Weights } from "../conflicts/flag.ts";
import { conflictBatchQuestion, conflictQuestion, flagQuestion } from "../questions/conflict-questions.ts";
import { decideConflict } from "./answers/answer-conflict.ts";
import { gapsHeldBy, openConflictsOf, queueOf, standingFlags } from "./disputed.ts";
import type { Draft } from "./draft.ts";
import { followDrafts, isDrafting, requestDrafts } from "./draft-turn.ts";
import type { LiveSession } from "./session.ts";
import { isSettled } from "./turn.ts";

/** What the detector found in a document, as flags of the round; those that were waived or wrong do not come back. */
export function raiseFlags(
  draft: Draft,
  about: {
    readonly findings: readonly Finding[];
    readonly weights: Weights | undefined;
    readonly round: number;
    readonly document: string;
    readonly file: string;
  },
): void {
  const { round, document, file } = about;
  const weights = about.weights ?? FULL_WEIGHTS;
  for (const { issue, heuristics } of about.findings)
    if (heuristics.length === 0) settleAnswered(draft, issue);
  const flags = about.findings.flatMap((finding) => {
    const severity = draft.session.work.issues[finding.issue]?.issue.severity;
    if (severity === undefined || finding.heuristics.length === 0) return [];
    if (isSettledFlag(draft.session, finding.issue) || isArgued(draft.session, finding.issue)) return [];
    const rounds = roundsUnanswered(draft.session, finding.issue, round);
    return [{ ...finding, round, severity, document, file, rounds } satisfies Flag];
  });
  const { thresholds } = draft.session.settings.detection ?? {};
  const weighed = about.weights === undefined ? {} : { weights };
  for (const flag of flags) {
    // What the user is being asked about stays what they are shown; it counts all the same.
    if (isAskedAbout(draft.session, flag.issue)) continue;
    const escalation = escalationOf(flag, { flags, thresholds, weights });
    draft.emit("FlagRaised", { flag, escalation, ...weighed });
  }
}

/** A later document answers what was flagged. */
function settleAnswered(draft: Draft, issue: IssueId): void {
  const raised = draft.session.work.flags[issue];
  if (raised?.outcome === null) settleFlag(draft, raised.flag, "answered");
}

function settleFlag(draft: Draft, { issue, round, heuristics }: Flag, outcome: "answered" | "moot"): void {
  draft.emit("FlagSettled", { issue, round, outcome, heuristics });
}

/** Whoever says openly that they disagree is not silent. */
function isArgued({ work: { disagreements, conflicts } }: LiveSession, issue: IssueId): boolean {
  return disagreements[issue] !== undefined || conflicts[issue]?.state.at === "open";
}

function isSettledFlag({ work: { flags } }: LiveSession, issue: IssueId): boolean {
  const outcome = flags[issue]?.outcome ?? null;
  return outcome === "waived" || outcome === "false-positive" || outcome === "converted";
}

/** A second document of the same round is no further round. */
function roundsUnanswered({ work: { flags } }: LiveSession, issue: IssueId, round: number): number {
  const raised = flags[issue];
  if (raised === undefined || raised.outcome === "answered") return 1;
  return raised.flag.round === round ? raised.flag.rounds : raised.flag.rounds + 1;
}

/** After the review: it may have settled what was flagged. What is argued about since is answered, and no silence. */
export function settleFlags(draft: Draft): void {
  for (const { flag, outcome } of Object.values(draft.session.work.flags)) {
    const at = draft.session.work.issues[flag.issue]?.issue.state.at;
    if (outcome !== null) continue;
    if (at === "CLOSED" || isArgued(draft.session, flag.issue)) settleAnswered(draft, flag.issue);
    else if (at !== "OPEN") settleFlag(draft, flag, "moot");
  }
}

export function askFlags(draft: Draft): void {
  if (!isReviewOver(draft.session)) return;
  for (const { flag, escalation } of standingFlags(draft.session, ["ask", "block"])) {
    const entry = draft.session.work.issues[flag.issue];
    if (entry !== undefined && !isAskedAbout(draft.session, flag.issue))
      draft.ask(flagQuestion(flag, { entry, blocking: escalation === "block" }));
  }
}

function isAskedAbout({ work: { questions } }: LiveSession, issue: IssueId): boolean {
  return questions.some(({ subject }) => subject.of === "flag" && subject.issue === issue);
}

function isReviewOver({ work: { round } }: LiveSession): boolean {
  return round === null || (round.reviewer !== null && isSettled(round.reviewer));
}

/** Conflicts that nobody is being asked about; not while the rate as a whole is in question. */
export function askConflicts(draft: Draft): void {
  followDrafts(draft);
  if (draft.session.work.questions.some(({ kind }) => kind === "disagree-rate")) return;
  if (draft.session.work.answering.some(({ because }) => because === "rate")) return;
  resolveByPrecedent(draft);
  const asked = askedConflicts(draft.session);
  requestDrafts(
    draft,
    queueOf(draft.session).filter(({ conflict }) => !asked.has(conflict.id)),
  );
  const { justification } = draft.session.work;
  const all = queueOf(draft.session);
  for (const [index, argued] of all.entries()) {
    if (!isGrave(argued.entry.issue.severity) || asked.has(argued.conflict.id)) continue;
    if (isDrafting(draft.session, argued.conflict.id)) continue;
    const held = gapsHeldBy(draft.session, argued);
    draft.ask(conflictQuestion(argued, { number: index + 1, of: all.length, held, justification }));
  }
  if (!isReviewOver(draft.session)) return;
  const small = all.filter(
    ({ conflict, entry }) => !isGrave(entry.issue.severity) && !asked.has(conflict.id),
  );
  const [only] = small;
  if (only === undefined) return;
  const held = gapsHeldBy(draft.session, only);
  draft.ask(
    small.length === 1
      ? conflictQuestion(only, { number: all.indexOf(only) + 1, of: all.length, held, justification })
      : conflictBatchQuestion(small),
  );
}

/** A question about several is withdrawn once one of them is settled: the others are then asked about anew. */
function askedConflicts({ work: { questions, conflicts } }: LiveSession): ReadonlySet<IssueId> {
  const asked = questions.map(({ subject }): readonly IssueId[] => {
    if (subject.of === "conflict") return [subject.conflict];
    return subject.of === "conflicts" ? subject.conflicts : [];
  });
  return new Set(asked.filter((ids) => ids.every((id) => conflicts[id]?.state.at === "open")).flat());
}

/** A LOW conflict goes the way of the last ones, where the user left all of them to the Engineer. */
function resolveByPrecedent(draft: Draft): void {
  for (const { conflict, entry } of openConflictsOf(draft.session)) {
    const low = lowDecisions(draft.session);
    if (entry.issue.severity !== "LOW" || low.length < LOW_PRECEDENTS) continue;
    if (low.some(({ about }) => about.of === "conflict" && about.option !== "B")) continue;
    const before = low.map(({ id }) => id).join(", ");
    decideConflict(draft, conflict.id, {
      option: "B",
      text: "",
      rationale: `As the user decided the last ${LOW_PRECEDENTS} LOW conflicts: ${before}.`,
      constraints: "",
      by: "precedent",
    });
  }
}

/** What a policy or a precedent decided says nothing about what the user would. */
function isPersonal(decidedBy: string): boolean {
  return decidedBy !== "precedent" && !decidedBy.startsWith("policy:");
}

/** The user's own on LOW conflicts, the newest ones. */
function lowDecisions({ work: { decisions } }: LiveSession) {
  return decisions
    .filter(
      ({ about, severity, decidedBy }) =>
        about.of === "conflict" && severity === "LOW" && isPersonal(decidedBy),
    )
    .slice(-LOW_PRECEDENTS);
}
