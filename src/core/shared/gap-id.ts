import type { Brand } from "./brand.ts";
import {
  asWord,
  findMentions,
  type Mention,
  nextFreeNumber,
  threeDigits,
  wholeString,
} from "./id-grammar.ts";
import type { Refusal } from "./refusal.ts";

/** `GAP-FLOW-007`; with a letter, `GAP-FLOW-007a`, only after a split. */
export type GapId = Brand<string, "GapId">;

interface GapIdParts {
  readonly category: string;
  readonly number: number;
  readonly letter: string | null;
}

const GRAMMAR = /GAP-[A-Z]{2,10}-\d{3}[a-z]?/;
const WHOLE_ID = wholeString(GRAMMAR);
const WORD = asWord(GRAMMAR);
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

export function parseGapId(text: string): GapId | null {
  return WHOLE_ID.test(text) ? (text as GapId) : null;
}

export function makeGapId({ category, number, letter }: GapIdParts): GapId | null {
  return parseGapId(`GAP-${category}-${threeDigits(number)}${letter ?? ""}`);
}

export function gapIdParts(id: GapId): GapIdParts {
  const dash = id.lastIndexOf("-");
  return {
    category: id.slice("GAP-".length, dash),
    number: Number(id.slice(dash + 1, dash + 4)),
    letter: id.slice(dash + 4) || null,
  };
}

/** Whether a text can hold an id at all: most do not. */
export function namesGaps(text: string): boolean {
  return text.includes("GAP-");
}

export function findGapIds(text: string): Mention<GapId>[] {
  return namesGaps(text) ? findMentions(text, WORD, parseGapId) : [];
}

/** By category, number, letter: which is the order of the characters, as `-` precedes every letter. */
export function compareGapIds(a: GapId, b: GapId): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A new id of a category that no gap of the session, with or without a letter, has ever had. */
export function nextGapId(category: string, used: Iterable<GapId>): GapId | Refusal {
  const ofCategory = [...used].map(gapIdParts).filter((parts) => parts.category === category);
  const number = nextFreeNumber(ofCategory.map((parts) => parts.number));
  const id = number === null ? null : makeGapId({ category, number, letter: null });
  return id ?? { refused: "gap-id", message: `there is no free gap number in the category "${category}"` };
}

/** The next `count` free letters of the gap's number: splitting `007a` goes on after its siblings. */
export function nextSplitIds(id: GapId, count: number, used: Iterable<GapId>): readonly GapId[] | Refusal {
  const { category, number } = gapIdParts(id);
  const taken = new Set(used);
  const free = LETTERS.map((letter) => makeGapId({ category, number, letter }))
    .filter((candidate) => candidate !== null)
    .filter((candidate) => candidate !== id && !taken.has(candidate));
  if (count <= free.length) return free.slice(0, count);
  return {
    refused: "gap-id",
    message: `${id} cannot be split into ${count}: ${free.length} letters of its number are free`,
    fix: "Split it into fewer gaps, or add the parts as new gaps.",
  };
}
