// What the texts of an Engineer's document do to the draft once they stand there: what they leave open, take away and lose.
import type { Gap, SourceOrigin, Span } from "../core/refinement/gap.ts";
import { isTerminal } from "../core/refinement/gap-state.ts";
import { gapsOf } from "../core/refinement/session/session.ts";
import type { ExaminedResolution } from "../core/refinement/validation/examined-edits.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { lossesOf, paragraphEnd, sentenceSpan } from "../document/edits/losses.ts";
import { processIdsIn } from "../document/edits/process-ids.ts";
import { brokenSurroundings } from "../document/edits/surroundings.ts";
import { specOf } from "../document/spec/spec.ts";
import type { LintFinding } from "../lint/lint-finding.ts";
import type { Documents } from "./documents.ts";
import { findingsOf, markSpan, type OnDraft } from "./draft-text.ts";
import { applyUnits, type EditedDraft, overlaps, type PlacedUnit, type TextUnit } from "./place-texts.ts";

interface TextCheck {
  readonly on: OnDraft;
  readonly unit: PlacedUnit;
  readonly after: EditedDraft;
  readonly left: readonly LintFinding[];
  readonly whole: SettledTexts;
  /** Texts that are looked at by themselves, as the others may be sent back. */
  readonly alone: ReadonlyMap<PlacedUnit, SettledTexts>;
  /** Whether the texts together change how something around them is read. */
  readonly breaks: boolean;
  readonly source: string;
}

interface CheckedText {
  /** What keeps it from being taken, in words for whoever wrote it. */
  readonly incomplete: readonly string[];
  readonly unmarks: ExaminedResolution["unmarks"];
}

export async function checkTexts(
  on: OnDraft,
  placed: readonly PlacedUnit[],
  documents: Documents,
): Promise<(unit: PlacedUnit) => CheckedText> {
  const { session, draft } = on;
  const after = applyUnits(draft.text, placed);
  const left = findingsOf(session, specOf(after.text))();
  const whole = settlingOf(on, left, placed);
  const hides = whole.hidden.length > 0;
  const breaks = surroundingsFault(on, placed) !== null;
  const alone = new Map<PlacedUnit, SettledTexts>();
  for (const unit of placed) {
    if (placed.length === 1 || (!hides && coversOwnMarksAlone(on, unit, placed))) continue;
    const findings = findingsOf(session, specOf(applyUnits(draft.text, [unit]).text));
    alone.set(unit, settlingOf(on, findings(), [unit]));
  }
  const source = await documents.text(session.spec.sha256);
  return (unit) => {
    const check = { on, unit, after, left, whole, alone, breaks, source };
    const gone = marksGone(check);
    return { incomplete: incompleteness(check, gone), unmarks: settledGaps(gone) };
  };
}

/** What one text does to everything else, whether or not it settles its own gaps. */
export function checkSurroundings(
  on: OnDraft,
  unit: PlacedUnit,
): { readonly disturbs: boolean } & Pick<CheckedText, "unmarks"> {
  const findings = findingsOf(on.session, specOf(applyUnits(on.draft.text, [unit]).text));
  const settling = settlingOf(on, findings(), [unit]);
  const gone = goneFrom(settling, unit);
  const disturbs = goneMessages(gone).length > 0 || surroundingsFault(on, [unit]) !== null;
  return { disturbs, unmarks: settledGaps(gone) };
}

function incompleteness(checking: TextCheck, gone: GoneMarks): readonly string[] {
  const { on, unit, breaks } = checking;
  const broken = breaks ? surroundingsFault(on, [unit]) : null;
  return [
    ...(broken === null ? [] : [broken]),
    ...findingsLeft(checking),
    ...goneMessages(gone),
    ...strangeIds(checking),
  ];
}

function surroundingsFault({ draft }: OnDraft, units: readonly PlacedUnit[]): string | null {
  const edits = units.flatMap(({ faults, placed }) =>
    faults.length === 0 ? placed.map(({ place }) => place) : [],
  );
  return brokenSurroundings(draft.spec, specOf(applyUnits(draft.text, units).text), edits);
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

function findingsLeft({ on, unit, after, left, whole, alone }: TextCheck): readonly string[] {
  const settling = alone.get(unit) ?? whole;
  const own = unit.gaps.filter(({ origin }) => origin.from === "source" && settling.surplus(origin) > 0);
  const known = new Set(
    gapsOf(on.session).flatMap(({ origin, state }) =>
      origin.from === "source" && (state.at === "WONT_FIX" || !isTerminal(state.at))
        ? [`${origin.rule} ${origin.subject}`]
        : [],
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
  const [after, before, away] = [countByThing(left), countByThing(draft.findings()), countByThing(settled)];
  return (about) => {
    const key = keyOf(about);
    return (after.get(key) ?? 0) - Math.max(0, (before.get(key) ?? 0) - (away.get(key) ?? 0));
  };
}

interface FindingKey {
  readonly rule?: string;
  readonly subject?: string;
}

function countByThing(all: readonly FindingKey[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) {
    const key = keyOf(one);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function keyOf({ rule, subject }: FindingKey): string {
  return `${rule} ${stripNumber(subject)}`;
}

function stripNumber(subject: string = ""): string {
  return subject.includes(" #") ? subject.replace(/ #\d{1,6}$/, "") : subject;
}

function isSame(finding: LintFinding, about: { readonly rule?: string; readonly subject?: string }): boolean {
  return finding.rule === about.rule && finding.subject === about.subject;
}

function quotedFinding(findings: readonly LintFinding[], { origin }: Gap): string {
  const found = findings.find((finding) => origin.from === "source" && isSame(finding, origin));
  return found === undefined ? "" : `"${found.quote.slice(0, QUOTE_CHARS)}"`;
}

/** What texts settle, and what the linter finds once they stand. */
interface SettledTexts {
  readonly on: OnDraft;
  readonly left: readonly LintFinding[];
  readonly placed: readonly PlacedUnit[];
  readonly surplus: (about: SourceOrigin) => number;
  /** Marks of gaps that the texts do not settle, and are there no more. */
  readonly removed: readonly Mark[];
  /** Of these, the ones that are gone though no text takes their place. */
  readonly hidden: readonly Mark[];
}

function settlingOf(on: OnDraft, left: readonly LintFinding[], placed: readonly PlacedUnit[]): SettledTexts {
  const surplus = surplusOf(on, { left, placed });
  const removed = removedMarks(on, placed, surplus);
  return { on, left, placed, surplus, removed, hidden: hiddenMarks(removed, placed) };
}

/** Marks of other gaps that a text takes away: it replaces them, or keeps them from being read. */
interface GoneMarks {
  readonly replaced: readonly Mark[];
  readonly hidden: readonly Mark[];
}

interface Mark {
  readonly gap: Gap;
  readonly origin: SourceOrigin;
  readonly mark: Span | null;
}

function marksGone({ unit, whole, alone }: TextCheck): GoneMarks {
  const gone = goneFrom(alone.get(unit) ?? whole, unit);
  return alone.has(unit) || whole.placed.length === 1 ? gone : { ...gone, hidden: [] };
}

function goneFrom({ removed, hidden }: SettledTexts, unit: PlacedUnit): GoneMarks {
  return { replaced: removed.filter(({ mark }) => isReplaced(mark, [unit])), hidden };
}

function goneMessages({ replaced, hidden }: GoneMarks): readonly string[] {
  const isOpen = ({ gap }: Mark) => !isTerminal(gap.state.at);
  return [
    ...replaced
      .filter(isOpen)
      .map(
        ({ gap }) => `it takes away the mark of ${gap.id}, which is not resolved here: keep that sentence`,
      ),
    ...hidden
      .filter(isOpen)
      .map(
        ({ gap }) =>
          `with it, the mark of ${gap.id} can no longer be read: close what the text opens, such as a comment or a fence, and keep the headings above it`,
      ),
  ];
}

function settledGaps({ replaced, hidden }: GoneMarks): readonly GapId[] {
  return [...replaced, ...hidden].flatMap(({ gap }) => (isTerminal(gap.state.at) ? [gap.id] : []));
}

function removedMarks(
  on: OnDraft,
  placed: readonly PlacedUnit[],
  surplus: SettledTexts["surplus"],
): readonly Mark[] {
  const together = new Set(
    placed.flatMap(({ gaps, faults }) => (faults.length === 0 ? gaps.map(({ id }) => id) : [])),
  );
  return gapsOf(on.session).flatMap((gap) => {
    const { id, origin } = gap;
    if (origin.from !== "source" || together.has(id) || surplus(origin) >= 0) return [];
    return [{ gap, origin, mark: markSpan(on.draft, origin) }];
  });
}

/** An empty section that somebody writes into is just no longer empty. */
function hiddenMarks(removed: readonly Mark[], placed: readonly PlacedUnit[]): readonly Mark[] {
  return removed.filter(
    ({ origin, mark }) => origin.rule !== "empty-section" && mark !== null && !isReplaced(mark, placed),
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

function strangeIds({ unit, source }: TextCheck): readonly string[] {
  const ids = new Set(unit.placed.flatMap(({ place }) => processIdsIn(place.text)));
  const strange = [...ids].filter((id) => !source.includes(id));
  return strange.length === 0
    ? []
    : [`the text names ${strange.join(", ")}, which a reader of the specification does not know`];
}

export function lossesIn(on: OnDraft, unit: PlacedUnit): ExaminedResolution["losses"] {
  const replaced = unit.placed.map(({ place: { span } }) => withoutFinding(on, unit, span));
  const drops = unit.sections.map((section) => section.drops).join("\n");
  return lossesOf(
    replaced,
    unit.placed.map(({ place }) => place.text),
    drops,
  );
}

export function passagesOf({ draft }: OnDraft, { placed }: PlacedUnit): ExaminedResolution["passages"] {
  return placed.map(({ line, place: { span, text } }) => ({
    before: draft.text.slice(span.from, span.to).trim(),
    after: text.trim(),
    line,
  }));
}

/** The replaced words without what the gaps themselves say: a TODO, a question, the entry that is settled. */
function withoutFinding(on: OnDraft, { gaps }: TextUnit, span: Span): string {
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
        return [headingSpan(own), questionSpan(own, inside)];
      case "vague-requirement":
        return [vagueSpan(own, inside)];
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

/** An entry of a list of open questions is one question, to the end of its paragraph; what is listed below it is not. */
function questionSpan(text: string, mark: Span): Span {
  const { from } = sentenceSpan(text, mark);
  return text.trimStart().startsWith("|")
    ? sentenceSpan(text, mark)
    : { from, to: paragraphEnd(text, mark.to) };
}

/** The heading of a list of open questions that goes with the last of them. */
function headingSpan(text: string): Span {
  const [heading = ""] = /^\s*#{1,6}[ \t][^\n]{0,500}/.exec(text) ?? [];
  return { from: 0, to: heading.length };
}

/** `should be fast` is one vague phrase; what a specification requires in capitals, or with a must, it requires. */
function vagueSpan(text: string, mark: Span): Span {
  const [wish = ""] =
    /\bshould\s{1,4}$/.exec(text.slice(Math.max(0, mark.from - WISH_CHARS_MAX), mark.from)) ?? [];
  return { from: mark.from - wish.length, to: mark.to };
}

const WISH_CHARS_MAX = 12;

/** A sentence that is a TODO or a question goes as a whole; of a requirement with a hole in it, only the hole. */
function todoSpan(text: string, mark: Span): Span {
  if (text.trimStart().startsWith("|")) return mark;
  const sentence = sentenceSpan(text, mark);
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
