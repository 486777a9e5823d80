// The verdict of a review, over all and gap by gap, from the places that state one.
import type {
  GapVerdict,
  ReviewIssue,
  Verdict,
  VerdictDoubt,
  VerdictNorm,
} from "../../core/documents/reviewer-document.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { remembered } from "../../core/shared/remembered.ts";
import { nodesBelow, type SectionNode, titleOf } from "../reading/outline.ts";
import { saysNone } from "./issue-title.ts";
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
    const settled = settledAt(places.filter((place) => place.gap === gap));
    return settled === null ? [] : [{ gap, ...settled }];
  });
  const overall = settledAt(places.filter(({ gap }) => gap === null)) ?? gravest(gapVerdicts);
  return { verdict: overall ?? { norm: "NONE", line: null }, gapVerdicts };
}

interface Settled extends Omit<GapVerdict, "gap"> {}

/** Of statements at one place the most withholding; that they differ is a doubt. What is only implied gives way. */
function settledAt(found: readonly VerdictPlace[]): Settled | null {
  const stated = found.filter(({ implied }) => !implied);
  const places = stated.length > 0 ? stated : found;
  const chosen = places.reduce<VerdictPlace | null>(
    (most, next) => (most === null || WITHHOLDS[next.norm] >= WITHHOLDS[most.norm] ? next : most),
    null,
  );
  if (chosen === null) return null;
  const doubt = doubtAbout(chosen, places);
  return { norm: chosen.norm, line: chosen.line, ...(doubt === null ? {} : { doubt }) };
}

function doubtAbout(chosen: VerdictPlace, places: readonly VerdictPlace[]): VerdictDoubt | null {
  const unclear = places.find(({ norm }) => norm === "UNCLEAR");
  if (unclear !== undefined) return { why: "wording", line: unclear.line, text: unclear.text };
  const other = places.find(({ norm }) => norm !== chosen.norm);
  return other === undefined ? null : { why: "differs", line: other.line, text: other.text };
}

function gravest(verdicts: readonly GapVerdict[]): Verdict | null {
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

const hasDemandList = remembered((root: SectionNode): boolean => {
  for (const node of nodesBelow(root.children))
    if (node.kind === "section" && isDemandList(node)) return true;
  return false;
});

/** `Required changes` with something in it. */
function isDemandList(section: SectionNode): boolean {
  const role = sectionRole(titleOf(section.spans));
  if (role?.role !== "recap" || !role.demands) return false;
  return section.children.some((child) => child.kind === "item" && !saysNone(titleOf(child.spans)));
}
