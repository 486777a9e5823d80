// What a reviewer says of the work: only a document in its form counts, and only of the commit that it was shown.
import { raiseDispute, refuseDispute } from "../../board/change-dispute.ts";
import { rejectTask } from "../../board/change-status.ts";
import type { Draft } from "../../board/draft.ts";
import type { CodeReview, WrittenFinding } from "../../documents/code-review.ts";
import { type FindingId, makeFindingId } from "../../shared/finding-id.ts";
import { isRefusal } from "../../shared/refusal.ts";
import { isGrave } from "../../shared/severity.ts";
import { askAboutRejections } from "../ask.ts";
import { isVoid } from "../evolve-work.ts";
import { codeReviewFaults } from "../forms/code-review-faults.ts";
import { REJECTIONS_ASKED_AT } from "../limits.ts";
import { findReturned, knownFindings, undistinguished } from "../same-finding.ts";
import type { Finding, TaskWork, WorkCommit } from "../task-work.ts";
import type { FinishedRun } from "./finished-run.ts";
import { approveWork } from "./land.ts";
import { beginRound, endWork, placeOf, taskOf, workOn } from "./steps.ts";
import { refuseDocument, refuseForm } from "./take-coder-output.ts";

const NO_DOCUMENT = "There is no review: answer with the document in its form.";

export function takeReview(draft: Draft, run: FinishedRun): void {
  const { task, output } = run;
  const { content } = output;
  if (content?.of !== "reviewer") {
    refuseDocument(draft, run, NO_DOCUMENT);
    return;
  }
  if (content.reading.at === "refused") {
    refuseForm(draft, run, content.reading.faults);
    return;
  }
  const review = content.reading.form;
  const work = workOn(draft, task);
  const { commit } = work;
  if (commit === null) throw new Error(`the task ${task} is reviewed, and has no commit`);
  const faults = [
    ...codeReviewFaults(review, knownFindings(work.findings)),
    ...undistinguished(work.findings, review.findings),
  ];
  if (faults.length > 0) {
    refuseForm(draft, run, faults);
    return;
  }
  const found = sortFindings(work, review);
  const doubt = doubtOf(work, review, found);
  if (doubt !== null) {
    refuseDocument(draft, run, doubt);
    return;
  }
  if (review.verdict.word === "DISPUTE") {
    takeDispute(draft, run, review, found);
    return;
  }
  give(draft, run, review, found);
  if (review.verdict.word === "APPROVE") approveWork(draft, task);
  else reject(draft, run, commit, found);
}

/** Of a rejection; the findings themselves are kept whole. */
const NOTES_CHARS_MAX = 50_000;

interface SortedFindings {
  /** New ones with their numbers, and earlier ones that are told anew. */
  readonly counting: readonly Omit<Finding, "state" | "fate" | "answer">[];
  /** A person has settled them, under another name. */
  readonly linked: readonly { readonly title: string; readonly to: FindingId }[];
}

function sortFindings({ findings, round }: TaskWork, review: CodeReview): SortedFindings {
  const counting: SortedFindings["counting"][number][] = [];
  const linked: SortedFindings["linked"][number][] = [];
  let number = findings.length;
  for (const written of review.findings) {
    const earlier = findings.find(({ id }) => id === written.finding);
    const settled =
      earlier === undefined ? findReturned(findings, written) : isVoid(earlier) ? earlier : null;
    if (settled !== null) {
      linked.push({ title: written.title, to: settled.id });
      continue;
    }
    number += earlier === undefined ? 1 : 0;
    const id = earlier?.id ?? makeFindingId(number);
    if (id !== null) counting.push({ id, round: earlier?.round ?? round, ...toldOf(written) });
  }
  return { counting, linked };
}

function toldOf({ title, severity, place, why, settledBy, differs }: WrittenFinding) {
  const distinction =
    differs === undefined ? "" : `\n\nDiffers from ${differs.from.join(", ")}: ${differs.why}`;
  return { title, severity, place, why: `${why}${distinction}`, settledBy };
}

/** Why a verdict cannot be taken beside what stands under it; `null` where it can. */
function doubtOf(
  work: TaskWork,
  { verdict, fates }: CodeReview,
  { counting, linked }: SortedFindings,
): string | null {
  const open = fates.flatMap(({ finding, status }) => {
    const known = work.findings.find(({ id }) => id === finding);
    return status === "OPEN" && known !== undefined && !isVoid(known) ? [finding] : [];
  });
  if (verdict.word === "REJECT" && counting.length === 0 && open.length === 0) {
    const names = linked.map(({ title, to }) => `"${title}" is ${to}`).join(", ");
    const settled = work.findings.filter(isVoid).map(({ id }) => id);
    return `REJECT needs a finding that counts. The user has settled ${settled.join(", ")}; under another name it counts no more${names === "" ? "" : ` (${names})`}. Write APPROVE, or what else is wrong as \`### New: title\`.`;
  }
  if (verdict.word !== "APPROVE") return null;
  const grave = counting
    .filter(({ severity }) => isGrave(severity))
    .map(({ id, title }) => `${id} "${title}"`);
  if (open.length === 0 && grave.length === 0) return null;
  return `APPROVE cannot stand beside ${[...open, ...grave].join(", ")}: write REJECT, or close what is settled.`;
}

function give(
  draft: Draft,
  { task, agent, output }: FinishedRun,
  review: CodeReview,
  found: SortedFindings,
): void {
  const work = workOn(draft, task);
  draft.emit("ReviewGiven", {
    ...placeOf(work),
    status: taskOf(draft, task).status,
    round: work.round,
    commit: work.commit?.commit ?? "",
    agent,
    verdict: review.verdict.word,
    findings: found.counting,
    fates: review.fates.map(({ finding, status, why }) => ({ finding, status, why })),
    linked: found.linked,
    ...(review.remarks === "" ? {} : { remarks: review.remarks }),
    document: output.ref,
  });
}

function takeDispute(draft: Draft, run: FinishedRun, review: CodeReview, found: SortedFindings): void {
  if (review.verdict.word !== "DISPUTE") return;
  const { task, agent, dispute: id } = run;
  const { reason, detail, position } = review.verdict.dispute;
  const files = (workOn(draft, task).commit?.files ?? []).map(({ path }) => path);
  const wish = { id, task, raisedBy: "reviewer", reason, detail, position, model: agent, files } as const;
  const refused = refuseDispute(draft, wish, draft.by);
  if (refused !== null) {
    refuseDocument(draft, run, refused.message);
    return;
  }
  give(draft, run, review, found);
  raiseDispute(draft, wish, draft.by);
}

function reject(
  draft: Draft,
  { task, agent }: FinishedRun,
  { commit }: WorkCommit,
  _found: SortedFindings,
): void {
  const open = workOn(draft, task).findings.filter(({ state }) => state === "open");
  const told = open.map(
    ({ id, severity, place, title, why }) => `${id} ${severity} ${place}: ${title}\n${why}`,
  );
  const notes = told.join("\n\n").slice(0, NOTES_CHARS_MAX);
  const refused = rejectTask(draft, { task, notes, commit });
  if (isRefusal(refused)) throw new Error(refused.message);
  const { status, rejectionCount } = taskOf(draft, task);
  if (status === "failed") {
    endWork(draft, task, `rejected ${rejectionCount} times, last by ${agent}`);
    return;
  }
  beginRound(draft, task);
  if (REJECTIONS_ASKED_AT.includes(rejectionCount))
    askAboutRejections(draft, workOn(draft, task), rejectionCount);
}
