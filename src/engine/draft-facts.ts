// What prompts show of the draft: the passage a gap is about, and each edit as before and after.
import type { PlacedGap } from "../core/documents/engineer-document.ts";
import type { Gap, Span } from "../core/refinement/gap.ts";
import { gapsOf, type LiveSession, type Proposal } from "../core/refinement/session/session.ts";
import { placeOf, SOURCE } from "../core/refinement/spec-draft.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { placesOfPassage } from "../document/edits/quoted-passage.ts";
import { pathText, sectionOfPath } from "../document/spec/heading-paths.ts";
import { lineAt, sectionAt, spanOfLines } from "../document/spec/spec.ts";
import type { EditShown, GapTarget, SpecFacts } from "../prompts/prompt-facts.ts";
import { defaultTarget, lineage, namedPlace, proposedSection } from "./default-target.ts";
import type { Documents } from "./documents.ts";
import { type DraftText, draftText, type OnDraft, placeOfEdit } from "./draft-text.ts";

interface DraftFacts {
  readonly on: OnDraft;
  readonly spec: SpecFacts;
}

export async function draftFacts(session: LiveSession, documents: Documents): Promise<DraftFacts> {
  const draft = await draftText(session, documents);
  const on = { session, draft };
  return { on, spec: { name: session.spec.name, draft: draft.spec, places: placesOf(on) } };
}

/** The line of each gap's accepted text, or of its mark; a gap that came up on the way stands where its parent does. */
function placesOf(on: OnDraft): readonly PlacedGap[] {
  const { session, draft } = on;
  const texts = firstPlaces(session, draft);
  const offsetOf = (gap: Gap): number | null => {
    const { origin } = gap;
    const mark = origin.from === "source" ? origin.mark : undefined;
    return (
      texts.get(gap.id) ?? (mark === undefined ? null : placeOf(draft.pieces, { of: SOURCE, at: mark.from }))
    );
  };
  return gapsOf(session).flatMap((gap) => {
    const named = texts.has(gap.id) ? undefined : namedPlace(draft, gap)?.from;
    const offset =
      named ??
      lineage(on, gap)
        .map(offsetOf)
        .find((at) => at !== null);
    return offset == null ? [] : [{ gap: gap.id, line: lineAt(draft.spec, offset) }];
  });
}

/** Where the first words stand that were written for each gap. */
function firstPlaces(
  {
    work: {
      draft: { applied },
    },
  }: LiveSession,
  { pieces }: DraftText,
): ReadonlyMap<GapId, number> {
  const gapsOfEdit = new Map<string, readonly GapId[]>(applied.map(({ edit, gaps }) => [edit.id, gaps]));
  const places = new Map<GapId, number>();
  let at = 0;
  for (const { of, from, to } of pieces) {
    for (const gap of gapsOfEdit.get(of) ?? []) if (!places.has(gap)) places.set(gap, at);
    at += to - from;
  }
  return places;
}

/** Why the text of a gap has no passage of its own, as the rest of a sentence. */
const WITHOUT_PASSAGE: Readonly<Record<string, string>> = {
  "missing-section": "a section that is referred to does not exist",
  "missing-requirement": "a requirement that is cited is defined nowhere",
  "missing-file": "a file that is linked to does not exist",
  "state-unreachable": "nothing leads to a state",
  "state-dead-end": "nothing leads out of a state",
  "state-undefined": "a state is missing from the list of states",
};

export function gapTarget(on: OnDraft, gaps: readonly Gap[]): GapTarget {
  const [first] = gaps;
  const target = defaultTarget(on, gaps);
  if (target === null || (target.named && !target.entry)) {
    const rule = first?.origin.from === "source" ? first.origin.rule : undefined;
    const why = WITHOUT_PASSAGE[rule ?? ""] ?? "nothing in the specification marks it";
    return {
      kind: "named",
      proposal: first === undefined ? "After: <heading path>" : proposedPlace(on, first),
      why,
    };
  }
  const { spec } = on.draft;
  const { span, kind } = target.block;
  const line = lineAt(spec, span.from);
  return {
    kind: "mark",
    text: spec.text.slice(span.from, span.to),
    line,
    endLine: lineAt(spec, Math.max(span.from, span.to - 1)),
    path: sectionAt(spec, line)?.path ?? [],
    entry: target.entry,
    emptySection: kind === "empty-section",
  };
}

/** What a survey misses is missing from a section that is there: that section is written anew while it is the author's. */
function proposedPlace(on: OnDraft, gap: Gap): string {
  const path = proposedSection(on, gap);
  if (path === null) return "After: <heading path>";
  if (gap.origin.from !== "survey") return `After: ${pathText(path)}`;
  if (isUntouchedLeaf(on.draft, path)) return `Replaces: ${pathText(path)}`;
  const words = gap.origin.passage === undefined ? "" : sourceWords(on.draft, gap.origin.passage);
  const isOnce = QUOTABLE.test(words) && placesOfPassage(on.draft.text, words).length === 1;
  return isOnce ? `Replaces passage: "${words}"` : `After: ${pathText(path)}`;
}

/** Words of the source where they still stand as they did; else nothing. */
function sourceWords({ pieces, text }: DraftText, { from, to }: Span): string {
  const isWhole = pieces.some((piece) => piece.of === SOURCE && piece.from <= from && to <= piece.to);
  const at = isWhole ? placeOf(pieces, { of: SOURCE, at: from }) : null;
  return at === null ? "" : text.slice(at, at + to - from);
}

/** Shown in one line, whole. */
const QUOTABLE = /^[^"\n]{1,200}$/;

/** A section without others below it, in which nothing has been written yet. */
function isUntouchedLeaf({ spec, pieces }: DraftText, path: readonly string[]): boolean {
  const found = sectionOfPath(spec, path);
  if (found.at !== "found" || found.section.ownEnd < found.section.endLine) return false;
  const span = spanOfLines(spec, found.section.line, found.section.endLine);
  let at = 0;
  for (const { of, from, to } of pieces) {
    const end = at + to - from;
    if (of !== SOURCE && at < span.to && span.from < end) return false;
    at = end;
  }
  return true;
}

const SURROUNDINGS_CHARS = 400;

/** Each edit of a proposal against the draft as it stands; one that no longer applies is shown without its place. */
export async function showEdits(
  on: OnDraft,
  { edits, gap }: Proposal,
  documents: Documents,
): Promise<readonly EditShown[]> {
  const shown: EditShown[] = [];
  for (const edit of edits ?? []) {
    const after = (await documents.text(edit.text)).trim();
    const at = placeOfEdit(on, edit);
    if (at === null)
      shown.push({ where: `proposed for ${gap}`, line: null, before: "", after, surroundings: null });
    else shown.push(showEdit(on.draft, { ...at, after }));
  }
  return shown;
}

function showEdit(
  { spec, text }: DraftText,
  { from, to, after }: { readonly from: number; readonly to: number; readonly after: string },
): EditShown {
  const line = lineAt(spec, from);
  const path = sectionAt(spec, from === to ? Math.max(1, line - 1) : line)?.path ?? [];
  const under = path.length === 0 ? "" : `, under ${pathText(path)}`;
  const endLine = lineAt(spec, Math.max(from, to - 1));
  const where = from === to ? `added before line ${line}${under}` : `lines ${line}–${endLine}${under}`;
  return {
    where,
    line,
    before: text.slice(from, to),
    after,
    surroundings: {
      above: lastLines(text.slice(0, from)),
      below: firstLines(text.slice(to)),
    },
  };
}

/** Whole lines only, but for what is left of the line in which an edit begins or ends. */
function lastLines(text: string): string {
  if (text.length <= SURROUNDINGS_CHARS) return text.trim();
  const lineEnd = text.indexOf("\n", text.length - SURROUNDINGS_CHARS - 1);
  return text.slice(lineEnd < 0 ? text.lastIndexOf("\n") + 1 : lineEnd + 1).trim();
}

function firstLines(text: string): string {
  if (text.length <= SURROUNDINGS_CHARS) return text.trim();
  const lineEnd = text.lastIndexOf("\n", SURROUNDINGS_CHARS);
  const end = lineEnd > 0 ? lineEnd : text.indexOf("\n", 1);
  return text.slice(0, end < 0 ? text.length : end).trim();
}
