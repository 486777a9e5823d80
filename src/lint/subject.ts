// What a finding is about, in words that stay the same while the rest of the document changes.
import type { Section } from "../document/spec/outline.ts";
import { oneLine, type SentenceAround, wordsOf } from "../document/spec/sentences.ts";
import type { Passage } from "../document/spec/spec-text.ts";

/** White space and letter case aside. */
export function subjectOf(words: string): string {
  return oneLine(words).trim().toLowerCase();
}

/** Of words that may stand in several sections. */
export function subjectIn(section: Section, words: string): string {
  return subjectOf([...stripNumbers(section.path), words].join(" > "));
}

/** A row is known by its first cells. */
export const CELLS_MAX = 12;

/** Of the sentence around a mark; in a table, of its row. */
export function markSubject(passage: Passage, sentence: SentenceAround): string {
  const { row, section } = passage;
  if (row === null) return subjectIn(section, `${sentence.before}${sentence.words}${sentence.after}`);
  const column = row.header[row.column];
  const words = row.cells.slice(0, CELLS_MAX).map(wordsOf).join(" | ");
  return subjectIn(section, column === undefined ? words : `${words} > ${wordsOf(column)}`);
}

/** Of a section itself. */
export function sectionSubject({ path }: Section): string {
  return subjectOf(stripNumbers(path).join(" > "));
}

const NUMBER = /^(?:\d{1,3}\.){0,6}\d{0,3}\.?\)?\s/;

/** A section that is written before them must not change what the others are called. */
function stripNumbers(path: readonly string[]): readonly string[] {
  return path.map((title) => title.replace(NUMBER, ""));
}
