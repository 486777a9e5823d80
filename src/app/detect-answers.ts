import { FULL_WEIGHTS, mayAsk, type Weights } from "../core/refinement/conflicts/flag.ts";
import { isGrave } from "../core/shared/severity.ts";
import type { IssueFinding } from "../document/detect/detect-in-review.ts";
import type { CommandContext } from "./command-context.ts";
import { type Failure, isFailure, notFoundFailure, type Outcome, usageFailure } from "./failure.ts";
import { learn } from "./learned.ts";
import { findProject } from "./project.ts";
import { readDocument } from "./read-document.ts";
import { withProject } from "./sessions/with-project.ts";
import type { DetectedIssue, Detection } from "./wire/detection.ts";
import { workOnText } from "./work/file-work.ts";

/** Paths as a person gave them. */
interface DocumentsToCompare {
  readonly review: string | undefined;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface DetectedAnswers extends Detection {
  /** Of the issues, in the same order. */
  readonly titles: readonly string[];
}

/** What became of the issues of a review in the Engineer's next document. */
export async function detectAnswers(
  context: CommandContext,
  { review, before, after }: DocumentsToCompare,
): Outcome<DetectedAnswers> {
  if (review === undefined || after === undefined)
    return missingOption(review === undefined ? "--review" : "--after");
  const read = await readTexts(context, { review, before, after });
  if (isFailure(read)) return read;
  const chars = read.review.length + (read.before ?? "").length + read.after.length;
  const { findings, saysNone } = await workOnText("detect", read, chars);
  if (findings.length === 0 && !saysNone) return noIssues(review);
  const weights = await weightsHere(context);
  if (isFailure(weights)) return weights;
  return {
    findings: findings.map((finding) => rowOf(finding, weights)),
    titles: findings.map(({ title }) => title),
  };
}

/** What the project has learned; outside of one every heuristic has its full weight. */
async function weightsHere(context: CommandContext): Outcome<Weights> {
  if ((await findProject(context.cwd)) === null) return FULL_WEIGHTS;
  return await withProject(context, "read-only", async (project) => (await learn(project)).weights);
}

async function readTexts(
  context: CommandContext,
  files: { readonly review: string; readonly before: string | undefined; readonly after: string },
): Outcome<{ readonly review: string; readonly before: string | null; readonly after: string }> {
  const read = async (file: string): Outcome<string> => {
    const document = await readDocument(context, file);
    if (isFailure(document)) return document;
    return document.text.trim() === "" ? emptyDocument(file) : document.text;
  };
  const review = await read(files.review);
  if (isFailure(review)) return review;
  const before = files.before === undefined ? null : await read(files.before);
  if (isFailure(before)) return before;
  const after = await read(files.after);
  if (isFailure(after)) return after;
  return { review, before, after };
}

function rowOf(finding: IssueFinding, weights: Weights): DetectedIssue {
  const { issueId, line, severity, inScope, label, confidence, heuristics, evidence } = finding;
  const flag = isGrave(severity) && inScope && mayAsk(heuristics, weights);
  return { issueId, line, severity, inScope, label, flag, confidence, heuristics, evidence };
}

function missingOption(option: string): Failure {
  return usageFailure(
    "missing-option",
    `${option} is missing`,
    "parley detect --review reviewer.md --before engineer.md --after next-engineer.md",
  );
}

function emptyDocument(place: string): Failure {
  return {
    failed: "failed",
    code: "empty-document",
    message: "there is nothing in this document",
    place,
    fix: "name the document that the agent wrote",
  };
}

function noIssues(place: string): Failure {
  return notFoundFailure(
    "no-issues",
    "no issue can be read in this review",
    `see what is read in it: parley inspect ${place} --role reviewer`,
    place,
  );
}
