// The statement that nothing was found, and what was examined to be able to say so.
import type { GapVerdict, NoIssues, PriorIssue, Verdict } from "../../core/documents/reviewer-document.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { statedText } from "../markdown/spans.ts";
import { undressed, wordsOf } from "../reading/dress.ts";
import { names } from "../reading/field-names.ts";
import { labelledText } from "../reading/labelled-fields.ts";
import { nodesBelow, type OutlineNode, type SectionNode, seenText, titleOf } from "../reading/outline.ts";
import { sectionRole } from "./section-roles.ts";
import type { StatedLine } from "./statements.ts";

const NOTHING =
  /\bno[_ ](?:(?:new|further|additional|other|more|outstanding|remaining|open|significant|substantive|material|blocking|real) ){0,3}(?:issues?|concerns?|problems?|defects?|findings?|objections?)(?:[_ ](?:(?:were|was|have been|are|is) )?(?:found|identified|raised|remain|remaining|detected|discovered|noted|to report|to raise|left|outstanding|exist))?\b|\bfound no (?:new |further |other |remaining )?(?:issues?|problems?|concerns?|defects?)\b|\b(?:zero|0) (?:new |open |remaining )?issues\b|\bnothing (?:to report|to raise|found)\b|\bissues(?: found)?: (?:none|0|zero)\b|\bi have no (?:further )?(?:issues|objections|concerns)\b|\ball (?:\d{1,3} )?(?:prior |previous |earlier )?issues (?:have been |are |were )?(?:now )?(?:resolved|addressed|fixed|closed)\b/;
const LINE_LENGTH_MAX = 400;

/** Whether a line states it: it must open the line, a sentence or a label's value, and be about the whole. */
export function saysNoIssues(text: string): boolean {
  const plain = text.slice(0, LINE_LENGTH_MAX).toLowerCase().replace(/\s+/g, " ");
  const match = NOTHING.exec(plain);
  if (match === null) return false;
  const before = plain.slice(0, match.index);
  if (
    !/(?:^|[.!?:;–—]|\b(?:found|with|there (?:are|were)|i have|has|and|so|verdict|result))[\W_]*$/.test(
      before.slice(-BEFORE_LENGTH),
    )
  )
    return false;
  if (/\b(?:if|when|unless|until|whether|once|should|not)\b[^.;:]*$/.test(before.slice(-BEFORE_LENGTH)))
    return false;
  return /^(?:[\W_]*$|\W*[.!;:,(–—-]|\*\*|\s(?:in this|at this|this|that block|remain|were|are|was|and|found|identified|required|to)\b)/.test(
    plain.slice(match.index + match[0].length),
  );
}

const BEFORE_LENGTH = 60;

interface Evidence {
  readonly lines: readonly StatedLine[];
  readonly noneLines: readonly number[];
  readonly root: SectionNode;
  readonly verdict: Verdict;
  readonly gapVerdicts: readonly GapVerdict[];
  readonly reviewed: readonly GapId[];
  readonly priorIssues: readonly PriorIssue[];
}

/** A statement; failing that, lists of issues said to be empty, or a plain approval of a review that raises nothing. */
export function readNoIssues({
  lines,
  noneLines,
  root,
  verdict,
  gapVerdicts,
  reviewed,
  priorIssues,
}: Evidence): NoIssues | null {
  const stated = lines.find(({ text, from }) => from !== "row" && saysNoIssues(text))?.line;
  const approved = verdict.norm === "APPROVED" || approvesEach(verdict, gapVerdicts) ? verdict.line : null;
  const line = stated ?? noneLines[0] ?? approved;
  if (line === null) return null;
  const named = scopeOf(root);
  if (named.length > 0) return { line, scope: named };
  return { line, scope: [...reviewed, ...priorIssues.map(({ issueId }) => issueId), ...checksOf(root)] };
}

/** Proposal by proposal, some plainly, some perhaps with a note: then the proposals are what was examined. */
function approvesEach({ norm }: Verdict, gapVerdicts: readonly GapVerdict[]): boolean {
  const norms = gapVerdicts.map((one) => one.norm);
  return (
    norm === "APPROVED_WITH_NOTES" &&
    norms.includes("APPROVED") &&
    norms.every((one) => one === "APPROVED" || one === "APPROVED_WITH_NOTES")
  );
}

/** Titles of sections that tick things off. */
function checksOf(root: SectionNode): readonly string[] {
  const checks: string[] = [];
  for (const node of nodesBelow(root.children)) {
    if (
      node.kind !== "section" ||
      !node.children.some((child) => child.kind === "item" && child.box !== null)
    )
      continue;
    if (sectionRole(titleOf(node.spans))?.role !== "issues") checks.push(undressed(titleOf(node.spans)));
  }
  return checks;
}

/** What follows a label such as `Scope examined:` on its line or as a list, or stands in a section of that name. */
function scopeOf(root: SectionNode): readonly string[] {
  const scope: string[] = [];
  collectScope(root.children, false, scope);
  return [...new Set(scope)];
}

function collectScope(nodes: readonly OutlineNode[], inScope: boolean, scope: string[]): void {
  let listing = inScope;
  for (const node of nodes) {
    if (node.kind === "section") {
      const title = titleOf(node.spans);
      const own = sectionRole(title)?.role === "scope" || names(title, "scope");
      collectScope(node.children, own, scope);
      continue;
    }
    const spans = node.kind === "item" ? node.spans : node.block.kind === "paragraph" ? node.block.spans : [];
    const field = labelledText(spans).fields.find(({ label }) => names(label, "scope"));
    if (field !== undefined) {
      for (const one of partsOf(field.stated)) scope.push(one);
      listing = field.stated === "" || inScope;
      if (node.kind === "item")
        for (const below of nodesBelow(node.children)) pushText(seenText(below), scope);
    } else if (listing && node.kind === "item") pushText(statedText(spans), scope);
    else if (listing && node.kind === "leaf" && node.block.kind === "paragraph" && inScope)
      for (const one of partsOf(statedText(spans))) scope.push(one);
    else if (node.kind === "leaf") listing = inScope;
  }
}

function pushText(text: string, scope: string[]): void {
  const part = undressed(text);
  if (part !== "") scope.push(part);
}

function partsOf(text: string): readonly string[] {
  return text
    .split(/[,;\n]|\band\b/)
    .map(undressed)
    .filter((part) => wordsOf(part).length > 0);
}
