// What a document that parley wrote shows to whoever reads it as Markdown: for the claim that no text in it, whatever
// it holds, is taken for structure, and that each is shown whole.
import fc from "fast-check";
import { expect } from "vitest";
import type { UsageLine } from "../../src/core/documents/round-record.ts";
import { parseMarkdown } from "../../src/document/markdown/blocks.ts";
import { cellsOf } from "../../src/document/markdown/table-row.ts";
import {
  fieldText,
  readSectionFields,
  type Section,
  sectionsOf,
} from "../../src/document/reading/sections.ts";
import { cleanText, readText } from "../../src/document/render/free-text.ts";
import { hostileText } from "./hostile-text.ts";

/** Gives the text that stands for a word; the same one for the same word. */
export type Say = (word: string) => string;

export const asIs: Say = (word) => word;

/** What calls of the Engineer used. */
export const exampleUsage = (say: Say, of: { round: number | null; agent: string | null }): UsageLine => ({
  role: say("Engineer"),
  calls: 2,
  inputTokens: 5_210,
  cachedInputTokens: 1_100,
  outputTokens: 830,
  cost: say("$0.04 + 1 call unknown"),
  activeSeconds: 301,
  ...of,
});

/** Whatever texts stand for the words, the document shows these texts in the places of the words, and nothing else. */
export function expectTextsShown(write: (say: Say) => string, numRuns = 25): void {
  const words: string[] = [];
  const wordsAsMarks: Say = (word) => {
    if (!words.includes(word)) words.push(word);
    return `mark${words.indexOf(word)}x`;
  };
  const shown = partsOf(write(wordsAsMarks));
  const texts = fc.array(shownText, { minLength: words.length, maxLength: words.length });
  fc.assert(
    fc.property(texts, (given) => {
      const written = write((word) => given[words.indexOf(word)] ?? "");
      expect(partsOf(written)).toEqual(withTexts(shown, given));
    }),
    { numRuns },
  );
}

/** In a cell a text without a character is the same as none. */
const shownText = hostileText.map(cleanText).filter((text) => text !== "");

interface WrittenPart {
  readonly heading: readonly [level: number, title: string];
  readonly rows: readonly (readonly string[])[];
  readonly fields: readonly (readonly [label: string, text: string])[];
  /** In their order, without the quotes that hold the text of a field. */
  readonly blocks: readonly string[];
}

function withTexts(parts: readonly WrittenPart[], texts: readonly string[]): readonly WrittenPart[] {
  const text = (shown: string) => shown.replace(/mark(\d+)x/g, (_, index) => texts[Number(index)] ?? "");
  return parts.map(({ heading: [level, title], rows, fields, blocks }) => ({
    heading: [level, text(title)],
    rows: rows.map((cells) => cells.map(text)),
    fields: fields.map(([label, value]) => [label, text(value)]),
    blocks,
  }));
}

function partsOf(written: string): readonly WrittenPart[] {
  const markdown = parseMarkdown(written);
  expect(markdown.notes).toEqual([]);
  return partsBelow(sectionsOf(markdown));
}

function partsBelow(section: Section): readonly WrittenPart[] {
  const { title, level, blocks, lines } = section;
  const fields = readSectionFields(section);
  const quoted = fields.filter(({ quote }) => quote !== null).length;
  const kinds = blocks.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "quote")).toHaveLength(quoted);
  const rows = blocks.flatMap((block) => (block.kind === "table" ? block.rows : []));
  const part: WrittenPart = {
    heading: [level, title],
    rows: rows.map(({ line }) => cellsOf(lines[line - 1] ?? "").map(readText)),
    fields: fields.map((field) => [field.label, fieldText(field)]),
    blocks: kinds.filter((kind) => kind !== "quote"),
  };
  return [part, ...section.sections.flatMap(partsBelow)];
}
