// A session on a source, made up for tests: one gap for each mark, in the order of the marks.
import type { DecisionEntry } from "../../src/core/documents/decisions-document.ts";
import type { SpecText } from "../../src/core/documents/engineer-document.ts";
import type { FinishedSpec, SpecGap, SpecParts } from "../../src/core/documents/finished-spec.ts";
import type { GapMarkerPlace } from "../../src/core/documents/source-spec.ts";
import type { KnownLimitation } from "../../src/core/documents/summary-document.ts";
import { type GapId, parseGapId } from "../../src/core/shared/gap-id.ts";
import { assembleSpec } from "../../src/document/finished-spec/assemble-spec.ts";
import { lineEndOf } from "../../src/document/finished-spec/line-end.ts";
import { readSourceSpec } from "../../src/document/source-spec/read-source-spec.ts";

/** What settles a gap: the text at its mark, a text with a place, a body without a spec text; `null` nothing. */
export type Answer =
  | string
  | null
  | { readonly text: string; readonly replaces?: string; readonly after?: string }
  | { readonly body: string };

export interface Extras {
  /** Gaps beside those of the marks. */
  readonly gaps?: readonly SpecGap[];
  readonly decisions?: readonly DecisionEntry[];
  readonly limitations?: readonly KnownLimitation[];
}

export function gapId(text: string): GapId {
  const id = parseGapId(text);
  if (id === null) throw new Error(`${text} is no gap id`);
  return id;
}

export function finish(source: string, answers: readonly Answer[], extras: Extras = {}): FinishedSpec {
  return assembleSpec(partsOf(source, answers, extras));
}

export function partsOf(source: string, answers: readonly Answer[], extras: Extras = {}): SpecParts {
  const { spec } = readSourceSpec(source);
  const gaps = spec.markers.map((marker, index) => gapOf(marker, index, answers[index] ?? null));
  return {
    source: spec,
    gaps: [...gaps, ...(extras.gaps ?? [])],
    decisions: extras.decisions ?? [],
    limitations: extras.limitations ?? [],
    lineEnd: lineEndOf(source),
  };
}

function gapOf({ gap, line, text }: GapMarkerPlace, index: number, answer: Answer): SpecGap {
  const number = String(index + 1).padStart(3, "0");
  return {
    id: gap ?? gapId(`GAP-MARK-${number}`),
    title: gap === null ? `Question ${index + 1}` : `Title of ${text}`.replace(gap, `entry ${index + 1}`),
    description: "",
    origin: { from: "source", line, heading: null },
    resolutions: answer === null ? [] : [resolutionOf(answer, index)],
  };
}

export function resolutionOf(answer: Exclude<Answer, null>, index: number): SpecGap["resolutions"][number] {
  const document = `document ${index}`;
  if (typeof answer === "object" && "body" in answer) {
    return { document, line: 1, body: answer.body, specText: null };
  }
  const text = typeof answer === "string" ? answer : answer.text;
  return { document, line: 1, body: "", specText: { text, line: 3, place: placeOf(answer) } };
}

function placeOf(answer: Exclude<Answer, null | { readonly body: string }>): SpecText["place"] {
  if (typeof answer === "string") return { at: "marker" };
  const path = answer.replaces ?? answer.after;
  if (path === undefined) return { at: "marker" };
  return { at: answer.replaces === undefined ? "after" : "replaces", headingPath: path.split(" > ") };
}

/** The finished spec without the two sections at its end. */
export function bodyOf({ text }: FinishedSpec): string {
  return text.slice(0, text.search(/(?:^|\n)#{1,6} Decisions\r?\n/)).trimEnd();
}
