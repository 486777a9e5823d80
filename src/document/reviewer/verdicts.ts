// The verdict of a review, over all and gap by gap, from the places that state one, and how it departs from `Verdict: APPROVED`.

import type { Note } from "../../core/documents/note.ts";
import {
  type GapVerdict,
  type NoIssues,
  type ReviewIssue,
  VERDICTS,
  type Verdict,
  type VerdictDoubt,
  type VerdictNorm,
} from "../../core/documents/reviewer-document.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import { nodesBelow, type SectionNode, titleOf } from "../reading/outline.ts";
import { saysNone } from "./issue-title.ts";
import { saysNoIssues } from "./no-issues.ts";
import { sectionRole } from "./section-roles.ts";
import type { VerdictPlace } from "./verdict-places.ts";

/** How much a verdict withholds. */
const WITHHOLDS: Record<VerdictNorm, number> = {
  NONE: 0,
  APPROVED: 1,
  APPROVED_WITH_NOTES: 2,
  UNCLEAR: 3,
  NEEDS_REVISION: 4,
};

interface Verdicts {
  readonly verdict: Verdict;
  readonly gapVerdicts: readonly GapVerdict[];
}

/** A verdict on a gap holds for that gap, one at document level for all; without one, the gravest of the gaps' verdicts. */
export function settleVerdicts(places: readonly VerdictPlace[]): Verdicts {
  const gaps = [...new Set(places.map(({ gap }) => gap))].filter((gap) => gap !== null);
  const gapVerdicts = gaps.flatMap((gap: GapId) => {
    const settled = settleVerdict(places.filter((place) => place.gap === gap));
    return settled === null ? [] : [{ gap, ...settled }];
  });
  const overall = settleVerdict(places.filter(({ gap }) => gap === null)) ?? gravestVerdict(gapVerdicts);
  return { verdict: overall ?? { norm: "NONE", line: null }, gapVerdicts };
}

interface SettledVerdict extends Omit<GapVerdict, "gap"> {}

/** Of statements at one place the most withholding; that they differ is a doubt. What is only implied gives way. */
function settleVerdict(found: readonly VerdictPlace[]): SettledVerdict | null {
  const stated = found.filter(({ implied }) => !implied);
  const places = stated.length > 0 ? stated : found;
  const chosen = places.reduce<VerdictPlace | null>(
    (most, next) => (most === null || WITHHOLDS[next.norm] >= WITHHOLDS[most.norm] ? next : most),
    null,
  );
  if (chosen === null) return null;
  const doubt = findDoubt(chosen, places);
  return { norm: chosen.norm, line: chosen.line, ...(doubt === null ? {} : { doubt }) };
}

function findDoubt(chosen: VerdictPlace, places: readonly VerdictPlace[]): VerdictDoubt | null {
  const unclear = places.find(({ norm }) => norm === "UNCLEAR");
  if (unclear !== undefined) return { why: "wording", line: unclear.line, text: unclear.text };
  const other = places.find(({ norm }) => norm !== chosen.norm);
  return other === undefined ? null : { why: "differs", line: other.line, text: other.text };
}

function gravestVerdict(verdicts: readonly GapVerdict[]): Verdict | null {
  const worst = verdicts.reduce<GapVerdict | null>(
    (most, next) => (most === null || WITHHOLDS[next.norm] > WITHHOLDS[most.norm] ? next : most),
    null,
  );
  return worst === null ? null : { norm: worst.norm, line: worst.line, ofGaps: true };
}

/** An approval beside a list of required changes is one with notes: the list is a form, whatever it asks for. */
export function withDemands<Given extends { readonly norm: VerdictNorm }>(
  verdict: Given,
  root: SectionNode,
  issues: readonly ReviewIssue[],
): Given {
  if (verdict.norm !== "APPROVED") return verdict;
  const demanded = issues.some(({ mustFix }) => mustFix) || hasDemandList(root);
  return demanded ? { ...verdict, norm: "APPROVED_WITH_NOTES" } : verdict;
}

const hasDemandList = memoizeWeak((root: SectionNode): boolean => {
  for (const node of nodesBelow(root.children))
    if (node.kind === "section" && isDemandList(node)) return true;
  return false;
});

/** `Required changes` with something in it. */
function isDemandList(section: SectionNode): boolean {
  const role = sectionRole(section.title);
  if (role?.role !== "recap" || !role.demands) return false;
  return section.children.some((child) => child.kind === "item" && !saysNone(titleOf(child.spans)));
}

interface VerdictEvidence {
  /** As the places give it, before a list of demands is looked for. */
  readonly written: Verdict;
  readonly verdict: Verdict;
  readonly noIssues: NoIssues | null;
  readonly lines: readonly string[];
}

export function verdictNotes({ written, verdict, noIssues, lines }: VerdictEvidence): readonly Note[] {
  const notes: Note[] = [];
  const note = (code: string, line: number, message: string) => notes.push({ code, line, message });
  const { line, norm, doubt } = verdict;
  if (line === null) note("verdict-missing", 1, "the review gives no verdict");
  else if (norm === "UNCLEAR") note("verdict-unclear", line, "this is none of the accepted verdicts");
  else if (!isPlain(lines[line - 1] ?? "")) note("verdict-reworded", line, `read as ${written.norm}`);
  if (line !== null && norm !== written.norm)
    note("verdict-with-demands", line, "an approval that asks for fixes: read as APPROVED_WITH_NOTES");
  if (doubt?.why === "differs")
    note("verdict-differs", doubt.line, `"${doubt.text}" here, ${norm} in line ${line}`);
  if (noIssues !== null && !saysNoIssues(lines[noIssues.line - 1] ?? "")) {
    const message = "nothing is raised, but the review does not say so in so many words";
    note("no-issues-implied", noIssues.line, message);
  }
  return notes;
}

function isPlain(line: string): boolean {
  const words = line
    .replace(/[^A-Za-z_]+/g, " ")
    .trim()
    .split(" ");
  const [label = "", value = "", ...more] = words;
  return /^verdict$/i.test(label) && more.length === 0 && VERDICTS.some((norm) => norm === value);
}
