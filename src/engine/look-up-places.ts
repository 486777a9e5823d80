// The places that the disagreements of a document rest on, as they stand now: in the specification or in the project.
import type { EngineerDocument } from "../core/documents/engineer-document.ts";
import {
  countLineEnds,
  type DraftStanding,
  type FoundPlace,
  type LookedUpPlace,
  type NamedPlace,
  placeFault,
  singleSpaced,
} from "../core/refinement/conflicts/looked-up-place.ts";
import type { LiveSession } from "../core/refinement/session/session.ts";
import { type Piece, SOURCE } from "../core/refinement/spec-draft.ts";
import type { Documents } from "./documents.ts";
import { draftText } from "./draft-text.ts";
import type { ProjectReader, ProjectText } from "./ports.ts";

interface PlaceSources {
  readonly session: LiveSession;
  readonly documents: Documents;
  /** Where there is none, only the specification can be looked at. */
  readonly project: ProjectReader | undefined;
}

export async function lookUpPlaces(
  { disagreements }: EngineerDocument,
  sources: PlaceSources,
): Promise<readonly LookedUpPlace[]> {
  const places: LookedUpPlace[] = [];
  for (const { restsOn } of disagreements.slice(0, PLACES_MAX)) {
    if (restsOn?.of !== "place") continue;
    const { path, line, quote } = restsOn;
    places.push({ path, line, quote, found: await lookUp({ path, line, quote }, sources) });
  }
  return places;
}

/** More blocks than this are not taken from any document. */
const PLACES_MAX = 100;

async function lookUp(place: NamedPlace, sources: PlaceSources): Promise<FoundPlace> {
  const { documents } = sources;
  const texts = await textsAt(place.path, sources);
  const all = texts.map(({ read, standingAt }) => findQuote(read, place, { documents, standingAt }));
  const says = (found: FoundPlace) => placeFault(place, [{ ...place, found }]) === null;
  return all.find(says) ?? all[0] ?? { at: "none", why: "no file of the project can be looked at here" };
}

/** Of the specification, as the prompts show it and as it was handed over; else of the project. */
async function textsAt(
  path: string,
  { session, documents, project }: PlaceSources,
): Promise<readonly PlacedText[]> {
  const { spec } = session;
  const tidy = path.replace(/^(?:\.\/+)+/, "");
  if (tidy === spec.path || tidy === spec.name) {
    const { text, pieces } = await draftText(session, documents);
    const source = await documents.text(spec.sha256);
    return [
      { read: { at: "text", text }, standingAt: (offset) => standingIn(pieces, offset, source) },
      { read: { at: "text", text: source } },
    ];
  }
  if (project === undefined) return [];
  const own = await project.read(tidy);
  if (own.at === "text" || !tidy.startsWith(COPY)) return [{ read: own }];
  return [{ read: await project.read(tidy.slice(COPY.length)) }];
}

interface PlacedText {
  readonly read: ProjectText;
  /** Of a draft: whose words begin there. */
  readonly standingAt?: ((offset: number) => DraftStanding) | undefined;
}

function standingIn(pieces: readonly Piece[], offset: number, source: string): DraftStanding {
  let at = 0;
  for (const { of, from, to } of pieces) {
    const inside = offset - at;
    at += to - from;
    if (offset >= at) continue;
    return of === SOURCE
      ? { in: "source", line: countLineEnds(source.slice(0, from + inside)) + 1 }
      : { in: "draft" };
  }
  return { in: "draft" };
}

/** Where an agent finds its copy of the project. */
const COPY = "project/";

/** More of a file is not kept with a command. */
const EXCERPT_CHARS_MAX = 8_000;
const LINE_SHOWN_MAX = 400;

function findQuote(
  read: ProjectText,
  { line, quote }: NamedPlace,
  { documents, standingAt }: Pick<PlacedText, "standingAt"> & { readonly documents: Documents },
): FoundPlace {
  if (read.at === "none") return read;
  const { text } = read;
  const about = { at: "text", sha256: documents.hashOf(text), lines: countLines(text) } as const;
  const standing = occurrences(text, quote);
  const here = standing.find(({ from, to }) => from <= line && line <= to);
  if (here !== undefined) {
    const standing = standingAt === undefined ? {} : { standing: standingAt(here.offset) };
    return { ...about, excerpt: here.words, from: here.from, elsewhere: null, ...standing };
  }
  const shown = (text.split(LINE_END)[line - 1] ?? "").slice(0, LINE_SHOWN_MAX);
  return { ...about, excerpt: shown, from: line, elsewhere: standing[0]?.from ?? null };
}

interface Occurrence {
  /** Lines, both included. */
  readonly from: number;
  readonly to: number;
  /** As they stand in the file, from this offset on. */
  readonly words: string;
  readonly offset: number;
}

const LINE_END = /\r\n|\r|\n/;
const OCCURRENCES_MAX = 10_000;

/** Where words stand in a text, white space aside. */
function occurrences(text: string, quote: string): readonly Occurrence[] {
  const wanted = singleSpaced(quote);
  const { words, at } = spacedWords(text);
  const found: Occurrence[] = [];
  let [line, counted] = [1, 0];
  for (let start = words.indexOf(wanted); start >= 0; start = words.indexOf(wanted, start + 1)) {
    const from = at(start);
    const end = at(start + wanted.length - 1) + 1;
    line += countLineEnds(text.slice(counted, from));
    counted = from;
    const own = text.slice(from, end);
    if (own.length <= EXCERPT_CHARS_MAX)
      found.push({ from: line, to: line + countLineEnds(own), words: own, offset: from });
    if (found.length === OCCURRENCES_MAX) break;
  }
  return found;
}

/** A text with single blanks, and where in it each of its characters came from. */
function spacedWords(text: string): { readonly words: string; at(index: number): number } {
  const pieces: string[] = [];
  const starts: { readonly index: number; readonly at: number }[] = [];
  let index = 0;
  for (const { 0: word, index: at } of text.matchAll(/\S+/g)) {
    starts.push({ index, at });
    pieces.push(word);
    index += word.length + 1;
  }
  const at = (wanted: number): number => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle]?.index ?? 0) <= wanted) low = middle;
      else high = middle - 1;
    }
    const start = starts[low];
    return start === undefined ? 0 : start.at + wanted - start.index;
  };
  return { words: pieces.join(" "), at };
}

function countLines(text: string): number {
  if (text === "") return 0;
  return countLineEnds(text) + (/[\r\n]$/.test(text) ? 0 : 1);
}
