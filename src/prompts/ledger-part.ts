// The issues of a gap: the open ones with what they say, the settled ones with how they ended.
import { compareIssueIds } from "../core/shared/issue-id.ts";
import { compareSeverities } from "../core/shared/severity.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import type { LedgerEntry } from "./prompt-facts.ts";
import { quoted, shownLine } from "./shown-text.ts";
import { keepWithin, listWithin } from "./within-budget.ts";

export function openEntries(issues: readonly LedgerEntry[]): readonly LedgerEntry[] {
  return issues
    .filter(({ open }) => open)
    .sort((a, b) => compareSeverities(a.severity, b.severity) || compareIssueIds(a.issue, b.issue));
}

/** The gravest in full; every further one at least by its id, which is what an answer needs. */
export function openIssueBlocks(issues: readonly LedgerEntry[]): readonly string[] {
  const open = openEntries(issues);
  if (open.length === 0) return [];
  const { blocks } = keepWithin(open, BUDGETS.openIssues, entryText);
  const rest = open.slice(blocks.length);
  const named = rest.slice(0, NAMED_MAX).map(({ issue, severity }) => `${issue} (${severity})`);
  const unnamed = rest.length - named.length;
  return [
    ...blocks,
    ...(named.length === 0 ? [] : [`Also open, their texts left out for length: ${named.join(", ")}.`]),
    ...(unnamed === 0 ? [] : [`${unnamed} further open issues are not listed here.`]),
  ];
}

const NAMED_MAX = 60;

/** The newest first; what is long settled matters least. */
export function settledIssueBlocks(issues: readonly LedgerEntry[]): readonly string[] {
  const settled = issues.filter(({ open }) => !open).sort((a, b) => compareIssueIds(b.issue, a.issue));
  if (settled.length === 0) return [];
  return ["Settled, for information:", listWithin(settled, BUDGETS.settledIssues, settledLine)];
}

function settledLine({ issue, severity, fate }: LedgerEntry): string {
  return `- ${issue} (${severity}): ${shownLine(fate, ENTRY_BUDGETS.fate)}`;
}

function entryText({ issue, severity, title, text, raisedIn }: LedgerEntry): string {
  const line = `- ${issue} (${severity}, raised in round ${raisedIn}): ${shownLine(title, ENTRY_BUDGETS.title)}`;
  if (text.trim() === "") return line;
  const from = `What the Reviewer wrote on ${issue}`;
  return `${line}\n\n${quoted({ from, text, maxChars: ENTRY_BUDGETS.issueText })}`;
}
