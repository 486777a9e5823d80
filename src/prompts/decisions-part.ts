// What the user has decided. It opens every prompt, so that nobody argues first and reads afterwards.
import type { ConflictOption, DecisionEntry, DecisionSubject } from "../core/documents/decisions-document.ts";
import { assertNever } from "../core/shared/assert-never.ts";
import { compareDecisionIds } from "../core/shared/decision-id.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import { type NamedText, section } from "./prompt-parts.ts";
import { quoted, shownLine } from "./shown-text.ts";
import { DECISIONS_BIND } from "./texts/decisions.ts";
import { keepWithin } from "./within-budget.ts";

/** Those on the gaps at hand in full, the newest first; of the others the newest in a line each. */
export function decisionsPart(decisions: readonly DecisionEntry[], gaps: readonly GapId[]): NamedText {
  const newestFirst = decisions.toSorted((a, b) => compareDecisionIds(b.id, a.id));
  const about = new Set(gaps);
  const isOwn = (entry: DecisionEntry) => entry.gaps.length === 0 || entry.gaps.some((gap) => about.has(gap));
  const own = inFull(newestFirst.filter(isOwn), BUDGETS.decisions * Math.max(1, gaps.length));
  const others = inShort(newestFirst.filter((entry) => !isOwn(entry)));
  return { name: "decisions", text: bound([...own, ...others]) };
}

/** For the whole spec every decision counts. */
export function allDecisionsPart(decisions: readonly DecisionEntry[]): NamedText {
  const newestFirst = decisions.toSorted((a, b) => compareDecisionIds(b.id, a.id));
  return { name: "decisions", text: bound(inFull(newestFirst, BUDGETS.finalDecisions)) };
}

function bound(blocks: readonly string[]): string {
  return blocks.length === 0 ? "" : section("# Decisions that bind you", [DECISIONS_BIND, ...blocks]);
}

/** What does not fit in full is still there in a line, as far as half as much again goes. */
function inFull(entries: readonly DecisionEntry[], maxChars: number): readonly string[] {
  const { blocks } = keepWithin(entries, maxChars, fullText);
  const rest = entries.slice(blocks.length);
  const short = keepWithin(rest, maxChars / 2, shortText);
  const left = rest.length - short.blocks.length;
  return [
    ...blocks,
    ...(short.blocks.length === 0 ? [] : [short.blocks.join("\n")]),
    ...(left === 0 ? [] : [`${left} older decisions on this are not repeated here; they bind as before.`]),
  ];
}

function inShort(entries: readonly DecisionEntry[]): readonly string[] {
  if (entries.length === 0) return [];
  const { blocks } = keepWithin(entries.slice(0, OTHERS_MAX), BUDGETS.otherDecisions, shortText);
  return ["The newest on other gaps, for consistency:", blocks.join("\n")];
}

const OTHERS_MAX = 4;

function fullText(entry: DecisionEntry): string {
  const fields: readonly (readonly [string, string | null])[] = [
    ["About", entry.title],
    ["Decision", entry.decision],
    ["Rationale", entry.rationale],
    ["Constraints", entry.constraints],
    ["For the Engineer", entry.actionForEngineer],
    ["For the gap", entry.actionForGap],
  ];
  const text = fields.flatMap(([label, said]) => (said?.trim() ? [fieldText(label, said)] : [])).join("\n");
  return quoted({ from: `${entry.id}${subjectText(entry)}`, text, maxChars: ENTRY_BUDGETS.decision });
}

/** Further lines are set in, so that none of them can pass for another field. */
function fieldText(label: string, said: string): string {
  const kept = said.trim();
  const text =
    kept.length <= ENTRY_BUDGETS.decisionField ? kept : `${kept.slice(0, ENTRY_BUDGETS.decisionField - 1)}…`;
  return `${label}: ${text.split(/\r\n?|\n/).join("\n  ")}`;
}

function shortText(entry: DecisionEntry): string {
  return `- ${entry.id}${subjectText(entry)}: ${shownLine(entry.decision, ENTRY_BUDGETS.shortDecision)}`;
}

const GAPS_NAMED_MAX = 6;

function subjectText({ about, gaps }: DecisionEntry): string {
  const named = gaps.slice(0, GAPS_NAMED_MAX).join(", ");
  const where = gaps.length === 0 ? "" : ` (${named}${gaps.length > GAPS_NAMED_MAX ? " and others" : ""})`;
  return `${optionText(about)}${where}`;
}

const SIDES: Record<ConflictOption, string> = {
  A: "as the Reviewer suggested",
  B: "as the Engineer proposed",
  C: "a synthesis of both positions",
  D: "as the user specified",
};

function optionText(about: DecisionSubject): string {
  switch (about.of) {
    case "conflict":
      return ` on ${about.issue}, option ${about.option}, ${SIDES[about.option]}`;
    case "other":
      return `, ${shownLine(about.option, ENTRY_BUDGETS.fate)}`;
    default:
      return assertNever(about);
  }
}
