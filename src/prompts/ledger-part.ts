// The issues of a gap: the open ones with what they say, the settled ones with how they ended.
import { compareIssueIds, type IssueId } from "../core/shared/issue-id.ts";
import { compareSeverities, isGrave } from "../core/shared/severity.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import { idsOf } from "./common-parts.ts";
import type { GapBrief, LedgerEntry } from "./prompt-facts.ts";
import { keepWithin, listWithin, type NamedText, titledPart } from "./prompt-parts.ts";
import { quoteText, quoteWhole, shownLine } from "./shown-text.ts";

/** In the order of their ids, as in every list of issues. */
function openEntries(issues: readonly LedgerEntry[]): readonly LedgerEntry[] {
  return issues.filter(({ open }) => open).sort((a, b) => compareIssueIds(a.issue, b.issue));
}

/** Of several briefs, each once. */
export function openIssueIds(
  briefs: readonly { readonly issues: readonly LedgerEntry[] }[],
): readonly IssueId[] {
  const ids = briefs.flatMap(({ issues }) => openEntries(issues)).map(({ issue }) => issue);
  return [...new Set(ids)].sort(compareIssueIds);
}

/** Those of them that the user has decided. */
export function decidedIssueIds(
  briefs: readonly { readonly issues: readonly LedgerEntry[] }[],
): readonly IssueId[] {
  return briefs
    .flatMap(({ issues }) => openEntries(issues))
    .flatMap(({ issue, decision }) => (decision === undefined ? [] : [issue]));
}

interface OpenIssueOptions {
  /** What else to say in an issue's line. */
  note?(entry: LedgerEntry): string;
  /** Not only grave ones are shown whatever their length. */
  readonly all?: boolean;
}

/** Grave ones whole; the others whole as far as there is room, and every further one by its id and title. */
export function openIssueBlocks(
  issues: readonly LedgerEntry[],
  { note = () => "", all = false }: OpenIssueOptions = {},
): readonly string[] {
  const text = (entry: LedgerEntry) => entryText(entry, note(entry));
  const open = openEntries(issues);
  const isKept = ({ severity }: LedgerEntry) => all || isGrave(severity);
  const others = open
    .filter((entry) => !isKept(entry))
    .sort((a, b) => compareSeverities(a.severity, b.severity) || compareIssueIds(a.issue, b.issue));
  const { blocks } = keepWithin(others, BUDGETS.openIssues, text);
  const rest = new Set(others.slice(blocks.length));
  const named = open.filter((entry) => rest.has(entry)).slice(0, NAMED_MAX);
  return [
    ...open.filter((entry) => !rest.has(entry)).map(text),
    ...(named.length === 0
      ? []
      : [
          "Also open, without their texts for lack of room:",
          named.map((entry) => entryLine(entry, note(entry), ENTRY_BUDGETS.title)).join("\n"),
        ]),
    ...(rest.size === named.length
      ? []
      : [`${rest.size - named.length} further open issues are not listed here.`]),
  ];
}

const NAMED_MAX = 60;

/** The newest first; what is long settled matters least. */
export function settledIssueBlocks(issues: readonly LedgerEntry[]): readonly string[] {
  const settled = issues.filter(({ open }) => !open).sort((a, b) => compareIssueIds(b.issue, a.issue));
  if (settled.length === 0) return [];
  return ["Settled, for information:", listWithin(settled, BUDGETS.settledIssues, settledLine)];
}

function settledLine({ issue, severity, title, fate }: LedgerEntry): string {
  return `- ${issue} (${severity}): ${shownLine(title, ENTRY_BUDGETS.title)}, ${shownLine(fate, ENTRY_BUDGETS.fate)}`;
}

function entryLine(
  { issue, severity, title, raisedIn, decision }: LedgerEntry,
  note: string,
  maxChars?: number,
): string {
  const shown = shownLine(title, maxChars ?? Number.POSITIVE_INFINITY);
  const decided = decision === undefined ? "" : `, decided by ${decision}`;
  return `- ${issue} (${severity}, raised in round ${raisedIn}${decided}): ${shown}${note}`;
}

function entryText(entry: LedgerEntry, note: string): string {
  const line = entryLine(entry, note);
  if (entry.text.trim() === "") return line;
  return `${line}\n\n${quoteWhole(`What the Reviewer wrote on ${entry.issue}`, entry.text)}`;
}

/** One round has one review that counts. */
export function quotedReviews(briefs: readonly GapBrief[]): readonly NamedText[] {
  const byRound = new Map<number, { readonly text: string; readonly of: GapBrief[] }>();
  for (const brief of briefs) {
    if (brief.review === null || hasWordsOnRecord(brief)) continue;
    const known = byRound.get(brief.review.round);
    if (known === undefined) byRound.set(brief.review.round, { text: brief.review.text, of: [brief] });
    else known.of.push(brief);
  }
  return [...byRound].map(([round, { text, of }]) => {
    const names = of.flatMap(idsOf).join(", ");
    const from = `From the Reviewer's document of round ${round}`;
    const maxChars = BUDGETS.review * of.length;
    return titledPart(`review of round ${round}`, `# The last review of ${names}`, [
      quoteText({ from, text, maxChars }),
    ]);
  });
}

function hasWordsOnRecord({ issues, review }: GapBrief): boolean {
  return issues.some(
    ({ open, raisedIn, text }) => (open || raisedIn === review?.round) && text.trim() !== "",
  );
}
