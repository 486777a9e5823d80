// `Verdict: WORD`, exactly once: a form, not a mood.
import type { FormFault } from "../../core/documents/form-reading.ts";
import { oneLine } from "../render/free-text.ts";
import type { FormField } from "./form-fields.ts";
import { shownWritten, standsAmong } from "./unclear-word.ts";

export const VERDICT_LABEL = "Verdict";

interface VerdictReading<Word> {
  readonly word: Word | null;
  readonly faults: readonly FormFault[];
}

/** `fields` are those of a document that are labelled as its verdict. */
export function verdictWord<Word extends string>(
  fields: readonly FormField<string>[],
  words: readonly Word[],
): VerdictReading<Word> {
  const [first, again] = fields.toSorted((a, b) => a.line - b.line);
  const form = `Write ${words.map((word) => `\`Verdict: ${word}\``).join(" or ")} once, on a line of its own`;
  if (first === undefined)
    return refuse(
      "no-verdict",
      null,
      `No verdict is stated. ${form}, outside of code, quotes, comments and tables.`,
    );
  if (again !== undefined)
    return refuse(
      "several-verdicts",
      again.line,
      `A verdict stands in line ${first.line} and here. ${form}.`,
    );
  if (first.nested)
    return refuse("misplaced", first.line, `The verdict stands inside of something else. ${form}.`);
  const word = words.find((one) => one === first.word.toUpperCase()) ?? null;
  if (word === null) return refuse("unclear-word", first.line, `${wordFault(first.word, words)} ${form}.`);
  return { word, faults: [] };
}

function wordFault(written: string, words: readonly string[]): string {
  if (oneLine(written) === "") return "The verdict is empty.";
  return words.some((word) => standsAmong(word, written))
    ? `Beside the verdict stands something else: ${shownWritten(written)}.`
    : `${shownWritten(written)} is no verdict.`;
}

function refuse(code: FormFault["code"], line: number | null, message: string): VerdictReading<never> {
  return { word: null, faults: [{ code, line, message }] };
}
