// How two sessions of a project differ: gaps, decisions, and what they make of the spec.
import { createTwoFilesPatch } from "diff/lib/patch/create.js";
import type { DecisionEntry } from "../../core/documents/decisions-document.ts";
import { bindingDecisions, subjectOf } from "../../core/refinement/binding-decisions.ts";
import { gapsOf } from "../../core/refinement/session/session.ts";
import { canonicalJson, type Json } from "../../core/shared/json.ts";
import { draftText } from "../../engine/draft-text.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import type { CommandContext } from "../command-context.ts";
import { isFailure, type Outcome } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import type { ComparedDecision, Difference, DiffSide, SessionDiff, TextDiff } from "../wire/diff.ts";
import { findSession } from "./find-session.ts";
import { engineOf } from "./open-session.ts";
import { gapRow, sessionState } from "./session-state.ts";
import { withProject } from "./with-project.ts";

interface DiffInput {
  readonly a: string;
  readonly b: string;
}

export async function diffSessions(context: CommandContext, input: DiffInput): Outcome<SessionDiff> {
  return await withProject(context, "read-only", async (project) => {
    const a = await openSide(project, input.a);
    if (isFailure(a)) return a;
    const b = await openSide(project, input.b);
    if (isFailure(b)) return b;
    const rows = ({ live }: SessionEngine) => gapsOf(live).map((gap) => ({ key: gap.id, item: gapRow(gap) }));
    const gaps = differenceOf(rows(a), rows(b));
    const decisions = pairedByGaps(differenceOf(decisionsOf(a), decisionsOf(b)));
    const text = await textDiff(a, b);
    const same = isNothing(gaps) && isNothing(decisions) && text.patch === "";
    return { same, a: sideOf(a), b: sideOf(b), gaps, decisions, text };
  });
}

async function openSide(project: OpenProject, wanted: string): Outcome<SessionEngine> {
  const listed = await findSession(project.store, wanted);
  return isFailure(listed) ? listed : await engineOf(project, listed.session);
}

function sideOf({ live }: SessionEngine): DiffSide {
  const { session, state, completedRounds, open, spent, unpricedCalls, inherited } = sessionState(live);
  return { session, state, completedRounds, open, spent, unpricedCalls, inherited };
}

interface Keyed<Item> {
  readonly key: string;
  readonly item: Item;
}

function differenceOf<Item>(a: readonly Keyed<Item>[], b: readonly Keyed<Item>[]): Difference<Item> {
  const inA = new Map(a.map(({ key, item }) => [key, item]));
  const inB = new Map(b.map(({ key, item }) => [key, item]));
  const different = a.flatMap(({ key, item }) => {
    const other = inB.get(key);
    return other === undefined || saysTheSame(item, other) ? [] : [{ a: item, b: other }];
  });
  return {
    onlyInA: a.filter(({ key }) => !inB.has(key)).map(({ item }) => item),
    onlyInB: b.filter(({ key }) => !inA.has(key)).map(({ item }) => item),
    different,
  };
}

/** A decision has its number where it was taken, which says nothing of what was decided. */
function saysTheSame(a: unknown, b: unknown): boolean {
  const said = (item: unknown): string => {
    const { id: _, ...rest } = item as { readonly id: string };
    return canonicalJson(rest as Json);
  };
  return said(a) === said(b);
}

function isNothing({ onlyInA, onlyInB, different }: Difference<unknown>): boolean {
  return onlyInA.length + onlyInB.length + different.length === 0;
}

/** By what they are about; what takes nobody's place is told apart by what it says. */
function decisionsOf({ live }: SessionEngine): readonly Keyed<ComparedDecision>[] {
  return bindingDecisions(live.work).map((entry) => ({
    key: subjectOf(entry) ?? [entry.about.option, ...entry.gaps, entry.decision].join(" "),
    item: comparedDecision(entry),
  }));
}

/** What was decided of the same gaps, once on each side and in different words, is one matter decided differently. */
function pairedByGaps({
  onlyInA,
  onlyInB,
  different,
}: Difference<ComparedDecision>): Difference<ComparedDecision> {
  const partnerIn = (others: readonly ComparedDecision[], { gaps }: ComparedDecision) => {
    const found = others.filter(
      (other) => gaps.length > 0 && canonicalJson(other.gaps) === canonicalJson(gaps),
    );
    return found.length === 1 ? found[0] : undefined;
  };
  const pairs = onlyInA.flatMap((a) => {
    const b = partnerIn(onlyInB, a);
    return b === undefined || partnerIn(onlyInA, b) !== a ? [] : [{ a, b }];
  });
  return {
    onlyInA: onlyInA.filter((one) => !pairs.some(({ a }) => a === one)),
    onlyInB: onlyInB.filter((one) => !pairs.some(({ b }) => b === one)),
    different: [...different, ...pairs],
  };
}

function comparedDecision(entry: DecisionEntry): ComparedDecision {
  const { id, title, gaps, about, decision, rationale, constraints } = entry;
  return { id, title, gaps, option: about.option, decision, rationale, constraints };
}

const CONTEXT_LINES = 3;
/** Lines that may differ: texts with less in common are two specs, and comparing them takes long. */
const CHANGED_LINES_MAX = 5_000;

async function textDiff(a: SessionEngine, b: SessionEngine): Promise<TextDiff> {
  const [left, right] = [a.live.ledger.published, b.live.ledger.published];
  const finished = left !== null && right !== null;
  const of = finished ? "finished-specs" : "drafts";
  const [before, after] = finished
    ? [await a.documents.text(left.sha256), await b.documents.text(right.sha256)]
    : [(await draftText(a.live, a.documents)).text, (await draftText(b.live, b.documents)).text];
  if (before === after) return { of, added: 0, removed: 0, patch: "" };
  const names = finished ? [left.path, right.path] : [`${a.id} (draft)`, `${b.id} (draft)`];
  const patch = createTwoFilesPatch(names[0] ?? "", names[1] ?? "", before, after, "", "", {
    context: CONTEXT_LINES,
    maxEditLength: CHANGED_LINES_MAX,
  });
  if (patch === undefined) return { of, added: lineCount(after), removed: lineCount(before), patch: null };
  const body = patch.slice(patch.indexOf("@@")).split("\n");
  const count = (mark: string): number => body.filter((line) => line.startsWith(mark)).length;
  return { of, added: count("+"), removed: count("-"), patch: patch.replace(/^=+\n/, "") };
}

function lineCount(text: string): number {
  return text.split("\n").length;
}
