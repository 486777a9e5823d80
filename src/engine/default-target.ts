// What the text for a gap takes the place of unless it names another target.

import { type Gap, parentOf, type SourceOrigin, type Span } from "../core/refinement/gap.ts";
import { ANCESTORS_MAX } from "../core/refinement/passages.ts";
import type { SessionWork } from "../core/refinement/session/session.ts";
import { type MarkedBlock, markedBlock } from "../document/edits/marked-block.ts";
import type { DefaultTarget } from "../document/edits/place-edit.ts";
import { placesOfPassage } from "../document/edits/quoted-passage.ts";
import { PATH_MARK, sectionOfPath } from "../document/spec/heading-paths.ts";
import { lineAt, type Spec, sectionAt, spanOfLines } from "../document/spec/spec.ts";
import { type DraftText, markSpan, type OnDraft, standingSpan } from "./draft-text.ts";

/** Of gaps that are resolved together: one block, where theirs overlap. */
export function defaultTarget(on: OnDraft, gaps: readonly Gap[]): DefaultTarget | null {
  const own = gaps.flatMap((gap) => targetOfGap(on, gap) ?? []);
  const [first, ...others] = own;
  if (first === undefined) return null;
  const block = others.reduce((joined, { block: other }) => joinBlocks(joined, other), first.block);
  return {
    block,
    entry: own.some(({ entry }) => entry),
    named: own.every(({ named }) => named),
    ...(own.every(({ question }) => question) ? { question: true } : {}),
  };
}

function targetOfGap(on: OnDraft, gap: Gap): DefaultTarget | null {
  const standing = standingSpan(on.draft, on.session, gap.id);
  if (standing !== null) return { block: wholeBlocks(on.draft, standing), entry: false, named: false };
  // The parts of a gap that was split stand where it is marked.
  const whole = gap.origin.from === "split" ? on.session.work.gaps[gap.origin.parent] : undefined;
  if (whole !== undefined) return targetOfGap(on, whole);
  if (gap.origin.from !== "source") return null;
  const mark = markSpan(on.draft, gap.origin);
  if (mark === null) return null;
  const entry = gap.origin.answer === "entry";
  return {
    block: markedBlock(on.draft.spec, mark, { entry: entry && gap.origin.rule === "gap-entry" }),
    entry,
    named: gap.origin.answer === "named" || (entry && gap.origin.rule === "gap-entry"),
    ...(gap.origin.rule === "open-question" ? { question: true } : {}),
  };
}

/** The entry of an inventory or of a list of open questions that words are of, its question or title among them. */
export function entryAround(
  { draft: { spec, findings } }: OnDraft,
  quoted: Span,
): Pick<DefaultTarget, "block" | "question"> | null {
  for (const { rule, target, offset, endOffset } of findings()) {
    if (target !== "entry" || endOffset <= quoted.from || offset >= quoted.to) continue;
    const block = markedBlock(spec, { from: offset, to: endOffset }, { entry: rule === "gap-entry" });
    if (quoted.from < block.span.from || quoted.to > block.span.to) continue;
    return { block, ...(rule === "open-question" ? { question: true as const } : {}) };
  }
  return null;
}

/** From the beginning of the block that a text begins in to the end of the one it ends in: never half a row. */
function wholeBlocks({ spec }: DraftText, { from, to }: Span): MarkedBlock {
  const first = markedBlock(spec, { from, to: from });
  const last = markedBlock(spec, { from: to - 1, to });
  const span = { from: Math.min(from, first.span.from), to: Math.max(to, last.span.to) };
  const isOne = first.span.from === last.span.from && first.span.to === last.span.to;
  return { kind: isOne ? first.kind : "paragraph", span };
}

function joinBlocks(a: MarkedBlock, b: MarkedBlock): MarkedBlock {
  if (a.span.to < b.span.from || b.span.to < a.span.from) return a;
  const span = { from: Math.min(a.span.from, b.span.from), to: Math.max(a.span.to, b.span.to) };
  const wider = a.span.to - a.span.from >= b.span.to - b.span.from ? a : b;
  return { kind: wider.kind, span };
}

/** Where the plain rule puts a text: after the marked block, the text of the gap it came from, or the section it names. */
export function plainPlace(on: OnDraft, gap: Gap): Span | null {
  const parent = parentOf(gap);
  const place =
    targetOfGap(on, gap)?.block.span ??
    (parent === null ? null : standingSpan(on.draft, on.session, parent)) ??
    namedPlace(on.draft, gap);
  return place === null ? null : wholeBlockSpan(on.draft.spec, place);
}

/** The section or the quoted words that whoever raised the gap named as its place. */
export function namedPlace({ spec, text }: DraftText, { place }: Gap): Span | null {
  if (place === undefined) return null;
  const found = sectionOfPath(spec, place.split(PATH_MARK));
  if (found.at === "found") return spanOfLines(spec, found.section.line, found.section.endLine);
  const [only, further] = placesOfPassage(text, place.replaceAll(/^["“]|["”]$/g, ""));
  return only !== undefined && further === undefined ? only : null;
}

/** The gap itself, the one it came from, and so on. */
export function lineage({ session }: OnDraft, gap: Gap): readonly Gap[] {
  const gaps: Gap[] = [];
  let at: Gap | undefined = gap;
  while (at !== undefined && gaps.length < ANCESTORS_MAX) {
    gaps.push(at);
    const parent = parentOf(at);
    at = parent === null ? undefined : session.work.gaps[parent];
  }
  return gaps;
}

/** A text between two rows would end the table, and one within the front matter is none. */
function wholeBlockSpan(spec: Spec, span: Span): Span {
  const line = lineAt(spec, span.from);
  if (line <= spec.frontEnd) return { from: span.from, to: spanOfLines(spec, line, spec.frontEnd).to };
  const table = spec.blocks.find(
    (block) => block.kind === "table" && block.line <= line && line <= block.endLine,
  );
  if (table === undefined) return span;
  return { from: span.from, to: Math.max(span.to, spanOfLines(spec, line, table.endLine).to) };
}

/** The section that a prompt proposes for a text without a default target; `null` where nothing points to one. */
export function proposedSection(on: OnDraft, gap: Gap): readonly string[] | null {
  if (gap.origin.from === "source" && gap.origin.rule === "missing-section")
    return lastSection(on.draft, gap.origin);
  const place =
    namedPlace(on.draft, gap) ??
    lineage(on, gap)
      .map((one) => targetOfGap(on, one)?.block.span ?? null)
      .find((span) => span !== null) ??
    null;
  if (place === null) return null;
  const section = sectionAt(on.draft.spec, lineAt(on.draft.spec, place.from));
  return section?.path ?? null;
}

/** A section that is referred to and missing comes after the last of those it would stand among. */
function lastSection({ spec }: DraftText, { path = [] }: SourceOrigin): readonly string[] | null {
  const level = spec.sections.find((section) => section.path.join() === path.join())?.level;
  const last = spec.sections.findLast((section) => section.level === level);
  return last?.path ?? null;
}

/**
 * Gaps that one text settles: those marked in one block, those that a survey found in one section, those that were
 * written as one before. The first ones stay first.
 */
export function gapsByPassage(
  gaps: readonly Gap[],
  proposals: SessionWork["proposals"],
): readonly (readonly [Gap, ...Gap[]])[] {
  const groups: [Gap, ...Gap[]][] = [];
  const isOneText = (a: Gap, b: Gap) =>
    isSamePassage(a, b) || (proposals[a.id]?.together ?? []).includes(b.id);
  for (const gap of gaps) {
    const group = groups.find((members) => members.some((other) => isOneText(other, gap)));
    if (group === undefined) groups.push([gap]);
    else group.push(gap);
  }
  return groups;
}

function isSamePassage({ origin: a }: Gap, { origin: b }: Gap): boolean {
  if (a.from === "survey" && b.from === "survey") return a.path.join("\n") === b.path.join("\n");
  if (a.from !== "source" || b.from !== "source") return false;
  if (a.block === undefined || b.block === undefined) return false;
  return a.block.from === b.block.from && a.block.to === b.block.to;
}
