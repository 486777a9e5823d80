// What the edits of an Engineer's document would do to the draft: whether they apply, what they leave and what they lose.
import type { EngineerDocument, Resolution } from "../core/documents/engineer-document.ts";
import { isAskedAbout } from "../core/documents/loss.ts";
import type { Gap, SourceOrigin, Span } from "../core/refinement/gap.ts";
import { isTerminal } from "../core/refinement/gap-state.ts";
import { gapsOf, type LiveSession } from "../core/refinement/session/session.ts";
import { cut, type EditTarget, makeEditId, pointAt, type SpecEdit } from "../core/refinement/spec-draft.ts";
import type { ExaminedResolution } from "../core/refinement/validation/examined-edits.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { lossesOf, withoutComments } from "../document/edits/losses.ts";
import { addAfter, type PlacedEdit, placeEdit } from "../document/edits/place-edit.ts";
import { processIdsIn } from "../document/edits/process-ids.ts";
import { sentenceAround } from "../document/edits/sentence-around.ts";
import { solutionText } from "../document/edits/solution-text.ts";
import { brokenSurroundings } from "../document/edits/surroundings.ts";
import { closersOf } from "../document/finished-spec/open-ends.ts";
import { lineAt, specOf } from "../document/spec/spec.ts";
import type { LintFinding } from "../lint/lint-finding.ts";
import { defaultTarget, type OnDraft, plainPlace } from "./default-target.ts";
import type { Documents } from "./documents.ts";
import { placeOfEdit } from "./draft-facts.ts";
import { draftText, findingsOf, markSpan } from "./draft-text.ts";
import type { Blob } from "./ports.ts";

interface Examining {
  readonly session: LiveSession;
  readonly documents: Documents;
  readonly round: number;
  readonly attempt: number;
  /** The gaps it was asked about. */
  readonly gaps: readonly GapId[];
  /** Gaps whose texts an earlier document of the turn brought. */
  readonly kept: readonly GapId[];
  /** Whether what does not pass comes back once more. */
  readonly mayRetry: boolean;
}

interface Examined {
  readonly examined: readonly ExaminedResolution[];
  /** The texts of the edits. */
  readonly blobs: readonly Blob[];
}

export async function examineEdits(about: Examining, document: EngineerDocument): Promise<Examined> {
  const { session, documents } = about;
  // A gap that the document says it cannot settle keeps its mark, whatever else it says.
  const blocked = new Set(document.blocked.map(({ gap }) => gap));
  const units = unitsOf(
    document.resolutions,
    about.gaps.filter((gap) => !blocked.has(gap)),
  );
  if (units.length === 0) return { examined: [], blobs: [] };
  const draft = await draftText(session, documents);
  const on: OnDraft = { session, draft };
  const placed = placeAll(on, units, { kept: keptTexts(on, about.kept), mayRetry: about.mayRetry });
  const after = applied(draft.text, placed);
  const left = (await findingsOf(session, after.text, documents))();
  const whole = settlingOf(on, left, placed);
  const hides = hiddenMarks(whole).length > 0;
  const breaks = surroundingsFault(on, placed) !== null;
  const alone = new Map<PlacedUnit, Settling>();
  for (const unit of placed) {
    if (placed.length === 1 || (!hides && coversOwnMarksAlone(on, unit, placed))) continue;
    const findings = await findingsOf(session, applied(draft.text, [unit]).text, documents);
    alone.set(unit, settlingOf(on, findings(), [unit]));
  }
  const source = await documents.text(session.spec.sha256);
  const blobs: Blob[] = [];
  const examined = placed.map((unit): ExaminedResolution => {
    const edits = (places: readonly Placed[]) => specEdits(about, on, { unit, places, blobs });
    const plain = unit.faults.length === 0 || unit.clashes === true ? [] : plainPlaced(on, unit);
    const losses = unit.faults.length > 0 ? [] : lossesIn(on, unit);
    return {
      gaps: unit.gaps.map(({ id }) => id),
      line: unit.line,
      edits: unit.faults.length > 0 ? [] : edits(unit.placed),
      unplaced: unit.faults,
      incomplete:
        unit.faults.length > 0 ? [] : incompleteness({ on, unit, after, left, whole, alone, breaks, source }),
      losses,
      passages: losses.some(isAskedAbout) ? passagesOf(on, unit) : [],
      plain: edits(plain),
    };
  });
  return { examined, blobs };
}

interface Unit {
  readonly gaps: readonly Gap[];
  readonly line: number;
  readonly sections: readonly Resolution[];
}

/** Sections that speak of the same gap belong together, and so do the gaps that one section names. */
function unitsOf(resolutions: readonly Resolution[], assigned: readonly GapId[]): readonly RawUnit[] {
  const units: RawUnit[] = [];
  for (const section of resolutions) {
    const gaps = section.gaps.filter((gap) => assigned.includes(gap));
    if (gaps.length === 0) continue;
    const touching = units.filter((unit) => unit.gaps.some((gap) => gaps.includes(gap)));
    const rest = units.filter((unit) => !touching.includes(unit));
    units.length = 0;
    units.push(...rest, {
      gaps: [...new Set([...touching.flatMap((unit) => unit.gaps), ...gaps])],
      line: touching[0]?.line ?? section.line,
      sections: [...touching.flatMap((unit) => unit.sections), section],
    });
  }
  return units;
}

interface RawUnit {
  readonly gaps: readonly GapId[];
  readonly line: number;
  readonly sections: readonly Resolution[];
}

interface Placed {
  readonly target: EditTarget;
  readonly line: number;
  readonly place: PlacedEdit;
}

interface PlacedUnit extends Unit {
  readonly placed: readonly Placed[];
  readonly faults: readonly string[];
  /** It has a place, which another text has, too: the plain rule is not for that. */
  readonly clashes?: true;
}

interface KeptText {
  readonly gap: GapId;
  readonly span: Span;
}

/** Two texts cannot take one place. Both go back, as one of them has to give way; what was kept of this turn stands. */
function placeAll(
  on: OnDraft,
  units: readonly RawUnit[],
  { kept, mayRetry }: { readonly kept: readonly KeptText[]; readonly mayRetry: boolean },
): readonly PlacedUnit[] {
  const placed = units.map((raw) =>
    placeUnit(on, { ...raw, gaps: raw.gaps.flatMap((id) => on.session.work.gaps[id] ?? []) }),
  );
  return placed.map((unit, index) => {
    const others = mayRetry ? placed.toSpliced(index, 1) : placed.slice(0, index);
    const clashes = [
      ...others
        .filter((other) => other.placed.some(({ place }) => covers(unit, place.span)))
        .map(
          ({ gaps }) =>
            `its target overlaps that of ${gaps[0]?.id}: resolve both under one heading, with one text`,
        ),
      ...kept
        .filter(({ span }) => covers(unit, span))
        .map(
          ({ gap }) =>
            `its target overlaps that of your text on ${gap}, which was taken in this round: place this one beside it, by \`After:\` or by a narrower passage`,
        ),
    ];
    return clashes.length === 0
      ? unit
      : { ...unit, clashes: true, faults: [...unit.faults, ...new Set(clashes)] };
  });
}

function covers({ placed }: PlacedUnit, span: Span): boolean {
  return placed.some(({ place }) => overlaps(place.span, span));
}

/** What the turn has resolved so far, where it would stand. */
function keptTexts(on: OnDraft, gaps: readonly GapId[]): readonly KeptText[] {
  return gaps.flatMap((gap) =>
    (on.session.work.proposals[gap]?.edits ?? []).flatMap((edit) => {
      const span = placeOfEdit(on, edit);
      return span === null ? [] : [{ gap, span }];
    }),
  );
}

/** Two texts that are added at one place do not: they come one after the other. */
function overlaps(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to;
}

function placeUnit(on: OnDraft, unit: Unit): PlacedUnit {
  const own = defaultTarget(on, unit.gaps);
  const written = unit.sections.flatMap(({ edits }) => edits);
  if (written.length === 0)
    return {
      ...unit,
      placed: [],
      faults: ["there is no `### Spec Text`: write the passage as it shall read"],
    };
  // Where another text has a named place, that of the mark is only the entry that it settles.
  const hasNamed = written.some(({ target, text }) => target.at !== "mark" && text.trim() !== "");
  const placed: Placed[] = [];
  const faults: string[] = [];
  for (const edit of written) {
    const target = own === null ? null : { ...own, named: own.named && !hasNamed };
    const place = placeEdit(on.draft.spec, edit, target);
    if ("fault" in place) faults.push(`${place.fault} (line ${edit.line})`);
    else if (placed.some((other) => overlaps(other.place.span, place.span)))
      faults.push(`two of its texts have the same target (line ${edit.line})`);
    else placed.push({ target: edit.target.at, line: edit.line, place });
  }
  const silent = placed.filter(({ place }) => place.text !== "" && saysNothing(place.text));
  if (silent.length > 0 && silent.length === placed.filter(({ place }) => place.text !== "").length)
    faults.push(`its text says nothing that a reader sees (line ${silent[0]?.line})`);
  else if (faults.length === 0 && placed.every(({ place }) => place.text === ""))
    faults.push("it removes an entry and says nowhere what was decided: add a `### Spec Text` with a target");
  return { ...unit, placed, faults };
}

/** Comments, entities, definitions of links, rules: nothing of it is a word or a number on the page. */
function saysNothing(text: string): boolean {
  const seen = withoutComments(text)
    .split("\n")
    .filter((line) => !/^ {0,3}\[[^\]]{1,200}\]:/.test(line))
    .join("\n")
    .replaceAll(/&[#\w]{1,32};/g, "")
    .replaceAll(/<[^<>\n]{1,200}>/g, "");
  return !/[\p{L}\p{N}\p{S}]/u.test(seen);
}

/** One text after the marked block, or after that of the gap it came from. */
function plainPlaced(on: OnDraft, unit: Unit): readonly Placed[] {
  const [first] = unit.gaps;
  const text = solutionText(unit.sections);
  const span = first === undefined ? null : plainPlace(on, first);
  if (span === null || text.trim() === "" || isLeftOpen(text)) return [];
  const { spec } = on.draft;
  return [{ target: "plain", line: unit.line, place: addAfter(spec, lineAt(spec, span.to), text) }];
}

/** A fence or a comment that goes on would take what follows with it. */
function isLeftOpen(text: string): boolean {
  const { lines, notes } = specOf(text);
  return closersOf(lines, notes).length > 0;
}

interface Edited {
  readonly text: string;
  /** Where the texts of each unit stand in it. */
  readonly spans: ReadonlyMap<PlacedUnit, readonly Span[]>;
}

/** The draft with everything that applies. */
function applied(text: string, units: readonly PlacedUnit[]): Edited {
  const edits = units
    .filter(({ faults }) => faults.length === 0)
    .flatMap((unit) => unit.placed.map(({ place }) => ({ unit, place })))
    .toSorted((a, b) => a.place.span.from - b.place.span.from || a.place.span.to - b.place.span.to);
  const spans = new Map<PlacedUnit, Span[]>();
  let [out, at] = ["", 0];
  for (const { unit, place } of edits) {
    out += text.slice(at, place.span.from);
    const own = spans.get(unit) ?? [];
    own.push({ from: out.length, to: out.length + place.text.length });
    spans.set(unit, own);
    out += place.text;
    at = place.span.to;
  }
  return { text: out + text.slice(at), spans };
}

interface Checking {
  readonly on: OnDraft;
  readonly unit: PlacedUnit;
  readonly after: Edited;
  readonly left: readonly LintFinding[];
  readonly whole: Settling;
  /** Texts that are looked at by themselves, as the others may be sent back. */
  readonly alone: ReadonlyMap<PlacedUnit, Settling>;
  /** Whether the texts together change how something around them is read. */
  readonly breaks: boolean;
  readonly source: string;
}

function incompleteness(checking: Checking): readonly string[] {
  const { on, unit, breaks } = checking;
  const broken = breaks ? surroundingsFault(on, [unit]) : null;
  return [
    ...(broken === null ? [] : [broken]),
    ...findingsLeft(checking),
    ...findingsGone(checking),
    ...strangeIds(checking),
  ];
}

function surroundingsFault({ draft }: OnDraft, units: readonly PlacedUnit[]): string | null {
  const edits = units.flatMap(({ faults, placed }) =>
    faults.length === 0 ? placed.map(({ place }) => place) : [],
  );
  return brokenSurroundings(draft.spec, specOf(applied(draft.text, units).text), edits);
}

/** Rules that find a mark: a text that is to settle something must not bring one. */
const MARKS: ReadonlySet<string> = new Set([
  "needs-clarification",
  "todo-marker",
  "open-question",
  "placeholder",
  "empty-section",
  "unread-text",
]);

function findingsLeft({ on, unit, after, left, whole, alone }: Checking): readonly string[] {
  const settling = alone.get(unit) ?? whole;
  const own = unit.gaps.filter(({ origin }) => origin.from === "source" && settling.surplus(origin) > 0);
  const known = new Set(
    gapsOf(on.session).flatMap(({ origin, state }) =>
      origin.from === "source" && !isTerminal(state.at) ? [`${origin.rule} ${origin.subject}`] : [],
    ),
  );
  const spans = after.spans.get(unit) ?? [];
  const brought = left.filter(
    (finding) =>
      MARKS.has(finding.rule) &&
      spans.some(({ from, to }) => from <= finding.offset && finding.offset < to) &&
      !known.has(`${finding.rule} ${finding.subject}`),
  );
  const dressed = unit.gaps.flatMap((gap) => dressedMark(on, unit, gap) ?? []);
  return [
    ...dressed,
    ...own.map(
      (gap) => `${gap.id} is still marked in the specification: ${quotedFinding(settling.left, gap)}`,
    ),
    ...brought.map(
      (finding) => `the text itself leaves something open: "${finding.quote.slice(0, QUOTE_CHARS)}"`,
    ),
  ];
}

const QUOTE_CHARS = 120;
const MARK_CHARS_MAX = 60;

/** The words of a mark that only stand in other dress now: in code, in a quote, in other letters. */
function dressedMark({ draft }: OnDraft, { placed }: PlacedUnit, { id, origin }: Gap): string | null {
  if (origin.from !== "source" || origin.rule !== "todo-marker") return null;
  const mark = markSpan(draft, origin);
  const words =
    mark === null ? "" : draft.text.slice(mark.from, Math.min(mark.to, mark.from + MARK_CHARS_MAX));
  if (!/^(?:TBD|TODO|FIXME|XXX|\?{3,})$/.test(words)) return null;
  const kept = placed.some(({ place }) => hasWord(place.text, words));
  return kept ? `${id} is still open: the text says "${words}"` : null;
}

/** Letter case aside, and not as part of another word. */
function hasWord(text: string, word: string): boolean {
  const [all, wanted] = [text.toLowerCase(), word.toLowerCase()];
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) {
    const around = `${all[at - 1] ?? " "}${all[at + wanted.length] ?? " "}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

/**
 * The same sentence may be marked twice in a section, and the second is the first once that is settled: so findings of one
 * rule about one thing are counted, before and after.
 */
function surplusOf(
  { draft }: OnDraft,
  { left, placed }: { readonly left: readonly LintFinding[]; readonly placed: readonly PlacedUnit[] },
): (about: SourceOrigin) => number {
  const settled = placed
    .filter(({ faults }) => faults.length === 0)
    .flatMap(({ gaps }) => gaps.flatMap(({ origin }) => (origin.from === "source" ? [origin] : [])));
  const [after, before, away] = [left, draft.findings(), settled].map(countByThing);
  return (about) => {
    const of = (counts: ReadonlyMap<string, number> | undefined) => counts?.get(keyOf(about)) ?? 0;
    return of(after) - Math.max(0, of(before) - of(away));
  };
}

interface About {
  readonly rule?: string;
  readonly subject?: string;
}

function countByThing(all: readonly About[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}

function keyOf({ rule, subject }: About): string {
  return `${rule} ${thing(subject)}`;
}

function thing(subject: string | undefined): string {
  return (subject ?? "").replace(/ #\d{1,6}$/, "");
}

function isSame(finding: LintFinding, about: { readonly rule?: string; readonly subject?: string }): boolean {
  return finding.rule === about.rule && finding.subject === about.subject;
}

function quotedFinding(findings: readonly LintFinding[], { origin }: Gap): string {
  const found = findings.find((finding) => origin.from === "source" && isSame(finding, origin));
  return found === undefined ? "" : `"${found.quote.slice(0, QUOTE_CHARS)}"`;
}

/** What texts settle, and what the linter finds once they stand. */
interface Settling {
  readonly on: OnDraft;
  readonly left: readonly LintFinding[];
  readonly placed: readonly PlacedUnit[];
  readonly surplus: (about: SourceOrigin) => number;
}

function settlingOf(on: OnDraft, left: readonly LintFinding[], placed: readonly PlacedUnit[]): Settling {
  return { on, left, placed, surplus: surplusOf(on, { left, placed }) };
}

/** Marks of other gaps that the texts take away: they replace them, or keep them from being read. */
function findingsGone({ unit, whole, alone }: Checking): readonly string[] {
  const settling = alone.get(unit) ?? whole;
  const hidden = alone.has(unit) || whole.placed.length === 1 ? hiddenMarks(settling) : [];
  return [
    ...marksGone(settling).flatMap(({ gap, mark }) =>
      isReplaced(mark, [unit])
        ? [`it takes away the mark of ${gap}, which is not resolved here: keep that sentence`]
        : [],
    ),
    ...hidden.map(
      ({ gap }) =>
        `with it, the mark of ${gap} can no longer be read: close what the text opens, such as a comment or a fence, and keep the headings above it`,
    ),
  ];
}

interface Mark {
  readonly gap: GapId;
  readonly rule: string | undefined;
  readonly mark: Span | null;
}

/** Of gaps that the texts do not settle. */
function marksGone({ on, placed, surplus }: Settling): readonly Mark[] {
  const together = new Set(
    placed.flatMap(({ gaps, faults }) => (faults.length === 0 ? gaps.map(({ id }) => id) : [])),
  );
  return gapsOf(on.session).flatMap(({ id, origin, state }) => {
    if (origin.from !== "source" || isTerminal(state.at) || together.has(id)) return [];
    if (surplus(origin) >= 0) return [];
    return [{ gap: id, rule: origin.rule, mark: markSpan(on.draft, origin) }];
  });
}

/** Gone, though no text takes its place. An empty section that somebody writes into is just no longer empty. */
function hiddenMarks(settling: Settling): readonly Mark[] {
  return marksGone(settling).filter(
    ({ rule, mark }) => rule !== "empty-section" && mark !== null && !isReplaced(mark, settling.placed),
  );
}

/** Whether its texts take the place of everything that marks its gaps, and of nothing that marks those of other texts. */
function coversOwnMarksAlone({ draft }: OnDraft, unit: PlacedUnit, placed: readonly PlacedUnit[]): boolean {
  return placed.every((other) =>
    other.gaps.every(({ origin }) => {
      const mark = origin.from === "source" ? markSpan(draft, origin) : null;
      return mark === null || isReplaced(mark, [unit]) === (other === unit);
    }),
  );
}

function isReplaced(mark: Span | null, units: readonly PlacedUnit[]): boolean {
  return units.some((unit) =>
    unit.placed.some(({ place: { span } }) => mark !== null && overlaps(span, mark)),
  );
}

function strangeIds({ unit, source }: Checking): readonly string[] {
  const ids = new Set(unit.placed.flatMap(({ place }) => processIdsIn(place.text)));
  const strange = [...ids].filter((id) => !source.includes(id));
  return strange.length === 0
    ? []
    : [`the text names ${strange.join(", ")}, which a reader of the specification does not know`];
}

function lossesIn(on: OnDraft, unit: PlacedUnit): ExaminedResolution["losses"] {
  const replaced = unit.placed.map(({ place: { span } }) => withoutFinding(on, unit, span));
  const drops = unit.sections.map((section) => section.drops).join("\n");
  return lossesOf(
    replaced,
    unit.placed.map(({ place }) => place.text),
    drops,
  );
}

function passagesOf({ draft }: OnDraft, { placed }: PlacedUnit): ExaminedResolution["passages"] {
  return placed.map(({ line, place: { span, text } }) => ({
    before: draft.text.slice(span.from, span.to).trim(),
    after: text.trim(),
    line,
  }));
}

/** The replaced words without what the gaps themselves say: a TODO, a question, the entry that is settled. */
function withoutFinding(on: OnDraft, { gaps }: Unit, span: Span): string {
  const own = on.draft.text.slice(span.from, span.to);
  const cuts = gaps.flatMap(({ origin }): Span[] => {
    if (origin.from !== "source") return [];
    const mark = markSpan(on.draft, origin);
    if (mark === null || mark.from < span.from || mark.to > span.to) return [];
    const inside = { from: mark.from - span.from, to: mark.to - span.from };
    switch (origin.rule) {
      case "gap-entry":
        return origin.answer === "entry" ? [{ from: 0, to: own.length }] : [inside];
      case "open-question":
        return [sentenceAround(own, inside)];
      case "todo-marker":
        return [todoSpan(own, inside)];
      case "needs-clarification":
      case "placeholder":
        return [inside];
      default:
        return [];
    }
  });
  return joinedSpans(cuts).reduceRight(
    (text, { from, to }) => `${text.slice(0, from)} ${text.slice(to)}`,
    own,
  );
}

/** A sentence that is a TODO or a question goes as a whole; of a requirement with a hole in it, only the hole. */
function todoSpan(text: string, mark: Span): Span {
  if (text.trimStart().startsWith("|")) return mark;
  const sentence = sentenceAround(text, mark);
  const said = text.slice(sentence.from, sentence.to).trim();
  const opens = !/[\p{L}\p{N}]/u.test(text.slice(sentence.from, mark.from));
  return opens || said.endsWith("?") ? sentence : mark;
}

/** In order; those that overlap, as where one sentence has two marks, are one. */
function joinedSpans(spans: readonly Span[]): readonly Span[] {
  const out: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = out.at(-1);
    if (last === undefined || span.from >= last.to) out.push(span);
    else out[out.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return out;
}

interface Making {
  readonly unit: PlacedUnit;
  readonly places: readonly Placed[];
  readonly blobs: Blob[];
}

function specEdits(
  about: Examining,
  { draft }: OnDraft,
  { unit, places, blobs }: Making,
): readonly SpecEdit[] {
  const [first] = unit.gaps;
  if (first === undefined) return [];
  return places.map(({ target, line, place: { span, text } }, index) => {
    const blob = about.documents.blobOf(text);
    blobs.push(blob);
    return {
      id: makeEditId(first.id, { round: about.round, attempt: about.attempt, number: index + 1 }),
      target,
      replaces: cut(draft.pieces, span),
      between: { before: pointAt(draft.pieces, span.from - 1), after: pointAt(draft.pieces, span.to) },
      replacedSha256: about.documents.hashOf(draft.text.slice(span.from, span.to)),
      text: blob.sha256,
      chars: text.length,
      line,
    };
  });
}
