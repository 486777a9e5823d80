// Where the texts of an Engineer's document go in the draft: each at one place, or with a reason why not.
import type { Resolution } from "../core/documents/engineer-document.ts";
import type { Gap, Span } from "../core/refinement/gap.ts";
import type { EditTarget } from "../core/refinement/spec-draft.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { withoutComments } from "../document/edits/losses.ts";
import { addAfter, type PlacedEdit, placeEdit } from "../document/edits/place-edit.ts";
import { solutionText } from "../document/edits/solution-text.ts";
import { closersOf } from "../document/finished-spec/assemble-spec.ts";
import { lineAt, specOf } from "../document/spec/spec.ts";
import { defaultTarget, entryAround, plainPlace } from "./default-target.ts";
import { type OnDraft, placeOfEdit } from "./draft-text.ts";

export interface TextUnit {
  readonly gaps: readonly Gap[];
  readonly line: number;
  readonly sections: readonly Resolution[];
}

/** Sections that speak of the same gap belong together, and so do the gaps that one section names. */
export function unitsOf(resolutions: readonly Resolution[], assigned: readonly Gap[]): readonly TextUnit[] {
  const units: TextUnit[] = [];
  for (const section of resolutions) {
    const gaps = section.gaps.flatMap((id) => assigned.find((gap) => gap.id === id) ?? []);
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

export interface PlacedTarget {
  readonly target: EditTarget;
  readonly line: number;
  readonly place: PlacedEdit;
}

export interface PlacedUnit extends TextUnit {
  readonly placed: readonly PlacedTarget[];
  readonly faults: readonly string[];
  /** It has a place, which another text has, too: the plain rule is not for that. */
  readonly clashes?: true;
}

interface KeptText {
  readonly gap: GapId;
  readonly span: Span;
}

/** Two texts cannot take one place. Both go back, as one of them has to give way; what was kept of this turn stands. */
export function placeAll(
  on: OnDraft,
  units: readonly TextUnit[],
  { kept, mayRetry }: { readonly kept: readonly KeptText[]; readonly mayRetry: boolean },
): readonly PlacedUnit[] {
  const placed = units.map((unit) => placeUnit(on, unit));
  return placed.map((unit, index) => {
    const others = mayRetry ? placed.toSpliced(index, 1) : placed.slice(0, index);
    const clashes = [
      ...others
        .filter((other) => other.placed.some(({ place }) => coversSpan(unit, place.span)))
        .map(
          ({ gaps }) =>
            `its target overlaps that of ${gaps[0]?.id}: resolve both under one heading, with one text`,
        ),
      ...kept
        .filter(({ span }) => coversSpan(unit, span))
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

function coversSpan({ placed }: PlacedUnit, span: Span): boolean {
  return placed.some(({ place }) => overlaps(place.span, span));
}

/** What the turn has resolved so far, where it would stand. */
export function keptTexts(on: OnDraft, gaps: readonly GapId[]): readonly KeptText[] {
  return gaps.flatMap((gap) =>
    (on.session.work.proposals[gap]?.edits ?? []).flatMap((edit) => {
      const span = placeOfEdit(on, edit);
      return span === null ? [] : [{ gap, span }];
    }),
  );
}

/** Two texts that are added at one place do not: they come one after the other. */
export function overlaps(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to;
}

function placeUnit(on: OnDraft, unit: TextUnit): PlacedUnit {
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
  const placed: PlacedTarget[] = [];
  const faults: string[] = [];
  for (const edit of written) {
    const target = own === null ? null : { ...own, named: own.named && !hasNamed };
    const place = placeEdit(on.draft.spec, edit, target, (quoted) => entryAround(on, quoted));
    if ("fault" in place) faults.push(`${place.fault} (line ${edit.line})`);
    else if (placed.some((other) => overlaps(other.place.span, place.span)))
      faults.push(`two of its texts have the same target (line ${edit.line})`);
    else placed.push({ target: edit.target.at, line: edit.line, place });
  }
  const silent = placed.filter(({ place }) => place.text !== "" && isBlankText(place.text));
  if (silent.length > 0 && silent.length === placed.filter(({ place }) => place.text !== "").length)
    faults.push(`its text says nothing that a reader sees (line ${silent[0]?.line})`);
  else if (faults.length === 0 && placed.every(({ place }) => place.text === ""))
    faults.push("it removes an entry and says nowhere what was decided: add a `### Spec Text` with a target");
  return { ...unit, placed, faults };
}

/** Comments, entities, definitions of links, rules: nothing of it is a word or a number on the page. */
function isBlankText(text: string): boolean {
  const seen = withoutComments(text)
    .split("\n")
    .filter((line) => !/^ {0,3}\[[^\]]{1,200}\]:/.test(line))
    .join("\n")
    .replaceAll(/&[#\w]{1,32};/g, "")
    .replaceAll(/<[^<>\n]{1,200}>/g, "");
  return !/[\p{L}\p{N}\p{S}]/u.test(seen);
}

/** One text after the marked block, or after that of the gap it came from. */
export function plainPlaced(on: OnDraft, unit: TextUnit): readonly PlacedTarget[] {
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

export interface EditedDraft {
  readonly text: string;
  /** Where the texts of each unit stand in it. */
  readonly spans: ReadonlyMap<PlacedUnit, readonly Span[]>;
}

/** The draft with everything that applies. */
export function applyUnits(text: string, units: readonly PlacedUnit[]): EditedDraft {
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
