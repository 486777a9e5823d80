// What stood at a place that a disagreement names when its document came in. It is kept with the command, so that whoever
// decides it again looks at the same words and at no disk.

/** A place as an Engineer names it. */
export interface NamedPlace {
  readonly path: string;
  readonly line: number;
  readonly quote: string;
}

export interface LookedUpPlace extends NamedPlace {
  readonly found: FoundPlace;
}

export type DraftStanding = { readonly in: "draft" } | { readonly in: "source"; readonly line: number };

export type FoundPlace =
  | {
      readonly at: "text";
      /** Of the whole file. */
      readonly sha256: string;
      /** How many lines it has. */
      readonly lines: number;
      /** The words of the file that were compared, and the line they begin in. */
      readonly excerpt: string;
      readonly from: number;
      /** Where the quoted words stand, if not there. */
      readonly elsewhere: number | null;
      /** Of the specification: the words are the session's, or the author's, in this line of the file. */
      readonly standing?: DraftStanding;
    }
  /** Why there is nothing to look at, as the end of a sentence. */
  | { readonly at: "none"; readonly why: string };

export function standingOf(place: NamedPlace, lookedUp: readonly LookedUpPlace[]): DraftStanding | undefined {
  const found = knownPlace(place, lookedUp)?.found;
  return found?.at === "text" ? found.standing : undefined;
}

function knownPlace(place: NamedPlace, lookedUp: readonly LookedUpPlace[]): LookedUpPlace | undefined {
  return lookedUp.find(
    ({ path, line, quote }) => path === place.path && line === place.line && quote === place.quote,
  );
}

/** What is wrong with a place, as the end of a sentence; `null` where it says what is quoted. */
export function placeFault(place: NamedPlace, lookedUp: readonly LookedUpPlace[]): string | null {
  const known = knownPlace(place, lookedUp);
  if (known === undefined) return "nobody has looked it up";
  const { found } = known;
  if (found.at === "none") return found.why;
  const { excerpt, from, lines, elsewhere } = found;
  const to = from + countLineEnds(excerpt);
  const says = singleSpaced(excerpt).includes(singleSpaced(place.quote));
  if (says && from <= place.line && place.line <= to) return null;
  const there =
    elsewhere === null ? "the quoted words are not in the file" : `the words stand in line ${elsewhere}`;
  return place.line > lines || place.line < 1
    ? `the file has ${lines} ${lines === 1 ? "line" : "lines"} only${elsewhere === null ? "" : `, and ${there}`}`
    : there;
}

/** White space is no part of what a quotation says. */
export function singleSpaced(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export function countLineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
