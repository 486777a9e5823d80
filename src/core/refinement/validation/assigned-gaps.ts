// What an Engineer's document holds for each gap it was given.
import type { EngineerDocument, GapMarker, Resolution } from "../../documents/engineer-document.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { type AddressedFacts, addressShortfall } from "../gap-lifecycle.ts";

export interface AssignedGap {
  readonly gap: GapId;
  /** The sections that name it; one that goes on in a second section is judged by both. */
  readonly resolutions: readonly Resolution[];
  readonly facts: AddressedFacts;
  /** What it lacks for being addressed, in words. */
  readonly shortfall: string | null;
  /** What each of its BLOCKED markers asks for; none where it has none. */
  readonly needs: readonly string[];
  readonly doubts: readonly string[];
}

export function readAssigned(document: EngineerDocument, assigned: readonly GapId[]): readonly AssignedGap[] {
  const gaps = [...new Set(assigned)];
  const sections = resolutionsByGap(document.resolutions);
  return gaps.map((gap) => {
    const resolutions = sections.get(gap) ?? [];
    const written = factsOf(resolutions);
    const taken = document.blocked.some((marker) => marker.gap === gap);
    const claims = gaps.length === 1 || taken || addressShortfall(written) !== null;
    const needs = textsFor(gap, document.blocked, claims);
    const facts = { ...written, blockedMarker: needs.length > 0 };
    const shortfall = addressShortfall(facts);
    const doubts = textsFor(gap, document.uncertain, gaps.length === 1 || shortfall !== null);
    return { gap, resolutions, facts, shortfall, needs, doubts };
  });
}

/** Neither addressed nor forgotten: the document says why it does not go on. */
export function isMarked({ needs, doubts }: AssignedGap): boolean {
  return needs.length > 0 || doubts.length > 0;
}

function resolutionsByGap(resolutions: readonly Resolution[]): ReadonlyMap<GapId, readonly Resolution[]> {
  const sections = new Map<GapId, Resolution[]>();
  for (const resolution of resolutions) {
    for (const gap of new Set(resolution.gaps)) {
      const own = sections.get(gap);
      if (own === undefined) sections.set(gap, [resolution]);
      else own.push(resolution);
    }
  }
  return sections;
}

function factsOf(resolutions: readonly Resolution[]): AddressedFacts {
  return {
    heading: resolutions.length > 0,
    confidence: resolutions.some(({ confidence }) => confidence !== null),
    body: resolutions.some(({ body, edits }) => body.trim() !== "" || edits.length > 0),
    blockedMarker: false,
  };
}

/** A marker that names no gap speaks of the gaps that claim it. */
function textsFor(gap: GapId, markers: readonly GapMarker[], claims: boolean): readonly string[] {
  const own = markers.filter((marker) => marker.gap === gap || (marker.gap === null && claims));
  return [...new Set(own.map(({ text }) => text))];
}

/** The sections of the form that none of them has, by the names that a person is told. */
export function missingSections(resolutions: readonly Resolution[]): readonly string[] {
  return [
    resolutions.some(({ has }) => has.tradeOffs) ? [] : ["Trade-offs"],
    resolutions.some(({ has }) => has.examples > 0) ? [] : ["Examples"],
    resolutions.some(({ has }) => has.newGaps) ? [] : ["New Gaps"],
  ].flat();
}

export function charactersFor(resolutions: readonly Resolution[]): number {
  const texts = resolutions.flatMap(({ body, edits }) => [body, ...edits.map(({ text }) => text)]);
  return texts.reduce((sum, text) => sum + countCharacters(text.trim()), 0);
}

/** As a reader counts them: a character outside the basic plane is one. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
