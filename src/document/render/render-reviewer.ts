// A Reviewer's document in the plain form that parley asks for; `readReviewerDocument` gives it back.
//
// Titles and places are one line; impacts and suggestions may be several. Issues stand under headings where reading
// them there says nothing but themselves; otherwise in a table, their texts in code. What follows from the rest
// (`gapsNamed`; a verdict from those on the gaps; nothing found, from an approval) is not written.
import type { ProposedGap } from "../../core/documents/engineer-document.ts";
import type { NoIssues, ReviewerDocument, ReviewIssue } from "../../core/documents/reviewer-document.ts";
import { readReviewerDocument } from "../reviewer/read-reviewer.ts";
import { oneLine, someLines } from "./free-lines.ts";
import { escapeText } from "./free-text.ts";
import { renderNewGaps } from "./new-gap-table.ts";
import { codeCell } from "./shield.ts";
import { statedIn } from "./stated.ts";
import { renderTable } from "./table.ts";

const DERIVED: ReadonlySet<string> = new Set(["gapsNamed"]);

export function renderReviewerDocument(document: ReviewerDocument): string {
  const carried = { ...document, issues: document.issues.map(carriedIssue) };
  const open = written(carried, issueHeadings);
  const isUndoubted = statedIn(readReviewerDocument(open).document, DERIVED) === statedIn(carried, DERIVED);
  return isUndoubted ? open : written(carried, issueTable);
}

type Lines = readonly string[];

/** What a document can carry of an issue. */
export function carriedIssue(issue: ReviewIssue): ReviewIssue {
  const lines = (text: string | null) => (text === null ? null : someLines(text).trim() || null);
  return {
    ...issue,
    title: oneLine(issue.title),
    location: lines(issue.location),
    impact: lines(issue.impact),
    suggestion: lines(issue.suggestion),
  };
}

function written(
  document: ReviewerDocument,
  issueList: (issues: readonly ReviewIssue[]) => readonly Lines[],
): string {
  const { gapsReviewed, issues, noIssues, newGaps, severityRaises, priorIssues, gapVerdicts, verdict } =
    document;
  const sections: readonly Lines[] = [
    ["# Review"],
    ...(gapsReviewed.length === 0 ? [] : [[`**Gaps:** ${gapsReviewed.join(", ")}`]]),
    ...(issues.length === 0 ? [] : [["## Issues"], ...issueList(issues)]),
    ...(noIssues === null ? [] : nothingFound(noIssues)),
    ...(priorIssues.length === 0
      ? []
      : [
          ["## Prior Issues"],
          table(
            ["Issue", "Status"],
            priorIssues.map(({ issueId, status }) => [issueId, status]),
          ),
        ]),
    ...(severityRaises.length === 0
      ? []
      : [["## Gap Severities"], severityRaises.map(({ gap, to }) => `- ${gap}: severity raised to ${to}`)]),
    ...newGapSection(newGaps),
    ...(gapVerdicts.length === 0
      ? []
      : [
          ["## Verdict by Gap"],
          table(
            ["Gap", "Verdict"],
            gapVerdicts.map(({ gap, norm }) => [gap, norm]),
          ),
        ]),
    ...(verdict.norm === "NONE" ? [] : [[`## Verdict: ${verdict.norm}`]]),
  ];
  return `${sections.map((section) => section.join("\n")).join("\n\n")}\n`;
}

function table(titles: readonly string[], rows: readonly Lines[]): Lines {
  return renderTable(
    titles.map((title) => ({ title, align: "left" })),
    rows,
  );
}

function nothingFound({ scope }: NoIssues): readonly Lines[] {
  return [["NO_ISSUES_FOUND"], ["## Scope Examined"], scope.map((part) => `- ${escapeText(oneLine(part))}`)];
}

/** Gaps without an id are items below the table, where a reader looks for them. */
function newGapSection(newGaps: readonly ProposedGap[]): readonly Lines[] {
  if (newGaps.length === 0) return [];
  const named = newGaps.filter(({ id }) => id !== null);
  const further = newGaps.filter(({ id }) => id === null);
  const items = further.map(
    ({ title, severity }) => `- ${escapeText(oneLine(title))}${severity === null ? "" : ` (${severity})`}`,
  );
  return [
    named.length === 0 ? ["## New Gaps"] : renderNewGaps("## New Gaps", named),
    ...(items.length === 0 ? [] : [items]),
  ];
}

/** Severity and demand in one word or two: a demand alone is no severity. */
function ratingOf({ severity, mustFix }: ReviewIssue): string {
  return [mustFix ? "must-fix" : "", severity ?? ""].filter((word) => word !== "").join(" ");
}

function issueHeadings(issues: readonly ReviewIssue[]): readonly Lines[] {
  return issues.flatMap((issue) => {
    const fields = [
      ["Severity", ratingOf(issue)],
      ["Gap", issue.gap ?? ""],
      ["Location", issue.location ?? ""],
      ["Impact", issue.impact ?? ""],
      ["Suggestion", issue.suggestion ?? ""],
    ] as const;
    return [
      [`### ${issue.id === null ? "" : `${issue.id}: `}${escapeText(issue.title)}`],
      fields.filter(([, text]) => text !== "").map(([label, text]) => `- **${label}:** ${escapeText(text)}`),
    ];
  });
}

const COLUMNS = ["ID", "Severity", "Gap", "Title", "Location", "Impact", "Suggestion"];

function issueTable(issues: readonly ReviewIssue[]): readonly Lines[] {
  const rows = issues.map((issue) => [
    issue.id ?? "",
    ratingOf(issue),
    issue.gap ?? "",
    ...[issue.title, issue.location, issue.impact, issue.suggestion].map((text) => codeCell(text ?? "")),
  ]);
  return [table(COLUMNS, rows)];
}
