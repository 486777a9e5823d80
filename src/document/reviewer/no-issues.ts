// The statement that nothing was found, and what was examined to be able to say so.
import type { NoIssues, Verdict } from "../../core/documents/reviewer-document.ts";
import { NO_ISSUES_PHRASES } from "../../core/documents/verdict-phrases.ts";
import { statedText } from "../markdown/spans.ts";
import { readStatement, sentencesOf } from "../reading/closed-statement.ts";
import { stripMarkup, wordsOf } from "../reading/dress.ts";
import { names } from "../reading/field-names.ts";
import { labelledFields } from "../reading/labelled-fields.ts";
import { nodesBelow, type OutlineNode, type SectionNode, seenText, titleOf } from "../reading/outline.ts";
import type { StatedLine } from "../reading/stated-lines.ts";
import { cellText, tableColumns } from "../reading/table-columns.ts";
import { sectionRole } from "./section-roles.ts";
import { isVerdictLine, readVerdict } from "./verdict-places.ts";

const LINE_LENGTH_MAX = 400;

/** Whether a sentence of a line says it and nothing else. */
export function saysNoIssues(text: string): boolean {
  return sentencesOf(text.slice(0, LINE_LENGTH_MAX)).some((sentence) => {
    const said = readStatement(sentence.replace(/^[^:]{0,20}:\s/, ""), NO_ISSUES_PHRASES);
    return said === "yes" || readStatement(sentence, NO_ISSUES_PHRASES) === "yes";
  });
}

interface NoIssueEvidence {
  readonly lines: readonly StatedLine[];
  readonly noneLines: readonly number[];
  readonly root: SectionNode;
  readonly verdict: Verdict;
}

/** A statement; failing that, lists of issues said to be empty, or an approval by a review that raises nothing. */
export function readNoIssues({ lines, noneLines, root, verdict }: NoIssueEvidence): NoIssues | null {
  const stated = lines.find(({ text, from }) => from !== "row" && saysNoIssues(text))?.line;
  const approves = verdict.norm === "APPROVED" || verdict.norm === "APPROVED_WITH_NOTES";
  const line = stated ?? noneLines[0] ?? (approves ? verdict.line : null);
  return line === null
    ? null
    : { line, scope: [...new Set([...scopeOf(root), ...checksOf(root), ...findExamined(lines)])] };
}

/** What is ticked off, and what stands beside an assessment in a table of criteria. */
function checksOf(root: SectionNode): readonly string[] {
  const checks: string[] = [];
  for (const node of nodesBelow(root.children)) {
    if (node.kind === "item" && node.box === "checked") {
      // A ticked verdict tells nothing of what was looked at.
      if (readVerdict(titleOf(node.spans)) === "UNCLEAR") pushText(titleOf(node.spans), checks);
    } else if (node.kind === "leaf" && node.block.kind === "table") {
      const { titles, rows } = tableColumns(node.block);
      if (!CRITERIA.test(stripMarkup(titles[0] ?? ""))) continue;
      for (const row of rows) pushText(`${cellText(row, 0)}: ${cellText(row, 1)}`, checks);
    }
  }
  return checks;
}

const CRITERIA = /^(?:aspects?|criteri(?:on|a)|checks?|areas?|dimensions?)$/i;
/** A sentence that says what was looked at. */
const EXAMINED =
  /(?:^(?:(?:i|we) (?:have )?)?|\b(?:was|were) )(?:examined|reviewed|checked|read|verified|compared|traced|looked at|walked through)\b/i;

function findExamined(lines: readonly StatedLine[]): readonly string[] {
  return lines
    .filter(({ from }) => from === "paragraph" || from === "item")
    .flatMap(({ text }) => sentencesOf(text.slice(0, LINE_LENGTH_MAX)).map(stripMarkup))
    .filter((sentence) => EXAMINED.test(sentence));
}

/** What follows a label such as `Scope examined:` on its line or as a list, or stands in a section of that name. */
function scopeOf(root: SectionNode): readonly string[] {
  const scope: string[] = [];
  collectScope(root.children, false, scope);
  return scope;
}

function collectScope(nodes: readonly OutlineNode[], inScope: boolean, scope: string[]): void {
  let listing = inScope;
  for (const node of nodes) {
    if (node.kind === "section") {
      const { title } = node;
      const own = sectionRole(title)?.role === "scope" || names(title, "scope");
      collectScope(node.children, own, scope);
      continue;
    }
    const { spans } = node;
    const field = labelledFields(spans).find(({ label }) => names(label, "scope"));
    if (field !== undefined) {
      for (const one of partsOf(field.stated)) scope.push(one);
      listing = field.stated === "" || inScope;
      if (node.kind === "item")
        for (const below of nodesBelow(node.children)) pushText(seenText(below), scope);
    } else if (listing && node.kind === "item") pushText(statedText(spans), scope);
    else if (isVerdictLine(node)) listing = inScope;
    else if (listing && node.kind === "leaf" && node.block.kind === "paragraph" && inScope)
      for (const one of partsOf(statedText(spans))) scope.push(one);
    else if (node.kind === "leaf") listing = inScope;
  }
}

function pushText(text: string, scope: string[]): void {
  const part = stripMarkup(text);
  if (part !== "") scope.push(part);
}

function partsOf(text: string): readonly string[] {
  return text
    .split(/[,;\n]|\band\b/)
    .map(stripMarkup)
    .filter((part) => wordsOf(part).length > 0);
}
