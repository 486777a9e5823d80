import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FinishedSpec } from "../../src/core/documents/finished-spec.ts";
import type { SourceSpec } from "../../src/core/documents/source-spec.ts";
import { assembleSpec } from "../../src/document/finished-spec/assemble-spec.ts";
import { parseMarkdown } from "../../src/document/markdown/blocks.ts";
import { linesOf } from "../../src/document/markdown/lines.ts";
import { readSourceSpec } from "../../src/document/source-spec/read-source-spec.ts";
import { finish, partsOf } from "../support/made-up-session.ts";
import { answers, anyAnswers, factsIn, halfAnswered, sourceText } from "./generated-specs.ts";

const RUNS = 100;
const read = (text: string): SourceSpec => readSourceSpec(text).spec;

/** The words of a line, without what a mark may have taken with it. */
function words(line: string): readonly string[] {
  return line.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function headingsOf(text: string): readonly string[] {
  return read(text).headings.map(({ level, title }) => `${level} ${title}`);
}

/** `part` in the order of `whole`. */
function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const piece of part) {
    at = whole.indexOf(piece, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Where the words before it have gone, a line may be the first of its item. */
function undressed(line: string): string {
  return line.trim().replace(/^(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ x]\]\s+)?)+/, "");
}

function linesWithoutMarks({ lines, markers, headings }: SourceSpec): readonly string[] {
  const marked = new Set(markers.map(({ line }) => line));
  const underGaps = headings.filter(({ line }) => marked.has(line));
  return lines.filter(
    (_, index) =>
      !marked.has(index + 1) &&
      !underGaps.some(({ line, endLine }) => line <= index + 1 && index + 1 <= endLine),
  );
}

describe("a finished spec, whatever the source and the answers", () => {
  it("has every line of the source that holds no mark, in order", () => {
    fc.assert(
      fc.property(sourceText, answers, (source, given) => {
        const { text } = finish(source, given);
        const kept = linesWithoutMarks(read(source)).filter((line) => words(line).length > 0);
        expect(isWithin(kept.map(undressed), linesOf(text).map(undressed))).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it("has every fact that stands before or behind a mark, on its line or in its item, entry or row", () => {
    fc.assert(
      fc.property(sourceText, answers, (source, given) => {
        const left = new Set(factsIn(finish(source, given).text));
        expect(factsIn(source).filter((fact) => !left.has(fact))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it("has both facts of a sentence that a text answers by half, and the text's own", () => {
    fc.assert(
      fc.property(halfAnswered, ({ source, answer }) => {
        const left = new Set(factsIn(finish(source, [answer]).text));
        expect(factsIn(`${source} ${answer}`).filter((fact) => !left.has(fact))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it("has every heading of the source, in order and at its level", () => {
    fc.assert(
      fc.property(sourceText, anyAnswers, (source, given) => {
        const before = read(source);
        const marked = new Set(before.markers.map(({ line }) => line));
        const wanted = before.headings
          .filter(({ line }) => !marked.has(line))
          .map(({ level, title }) => `${level} ${title}`);
        expect(isWithin(wanted, headingsOf(finish(source, given).text))).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it("has no mark left", () => {
    fc.assert(
      fc.property(sourceText, anyAnswers, (source, given) => {
        const left = read(finish(source, given).text).markers.map(({ line, text }) => `${line}: ${text}`);
        expect(left).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it("is sound Markdown that ends with the two sections", () => {
    fc.assert(
      fc.property(sourceText, anyAnswers, (source, given) => {
        const { text } = finish(source, given);
        expect(parseMarkdown(text).notes).toEqual([]);
        expect(
          read(text)
            .headings.slice(-2)
            .map(({ title }) => title),
        ).toEqual(["Decisions", "Known Limitations"]);
      }),
      { numRuns: RUNS },
    );
  });

  it("is told line by line by its map, and what is the author's is so to the byte", () => {
    fc.assert(
      fc.property(sourceText, anyAnswers, (source, given) => {
        const spec = finish(source, given);
        expectMapCovers(spec, read(source));
      }),
      { numRuns: RUNS },
    );
  });

  it("keeps the source's line ends and is made the same way twice", () => {
    fc.assert(
      fc.property(sourceText, anyAnswers, (source, given) => {
        const { text } = finish(source, given);
        expect(finish(source, given).text).toBe(text);
        if (source.includes("\r\n")) expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
        else expect(text).not.toContain("\r");
      }),
      { numRuns: RUNS },
    );
  });

  it("assembled again without gaps does not change", () => {
    fc.assert(
      fc.property(sourceText, anyAnswers, (source, given) => {
        const { text } = finish(source, given);
        const again = assembleSpec({ ...partsOf(text, []), gaps: [] });
        expect(again.text).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });
});

function expectMapCovers({ text, map }: FinishedSpec, source: SourceSpec): void {
  const lines = linesOf(text);
  let next = 1;
  for (const { from, to, origin } of map) {
    expect(from).toBe(next);
    expect(to).toBeGreaterThanOrEqual(from);
    next = to + 1;
    if (origin.of !== "source") continue;
    for (let line = from; line <= to; line++) {
      expect(lines[line - 1]).toBe(source.lines[origin.line - 1 + line - from]);
    }
  }
  expect(next).toBe(lines.at(-1) === "" ? lines.length : lines.length + 1);
}
