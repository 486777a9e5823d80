// What becomes of the lines of a checklist. What is not named here stays as it is, and where it is.
import { isBlank } from "../markdown/lines.ts";
import { lineEndOf, type SourceLine, type SourceText } from "./source-lines.ts";

/** A blank line, unless one stands there. */
export const GAP = null;
export type Gap = typeof GAP;

export class ChecklistEdit {
  /** New texts, by line. */
  readonly replaced = new Map<number, string>();
  readonly leaving = new Set<number>();
  readonly #inserted = new Map<number, (string | Gap)[]>();

  /** Behind a line; 0 is above the first. */
  insert(line: number, texts: readonly (string | Gap)[]): void {
    const there = this.#inserted.get(line) ?? [];
    for (const text of texts) there.push(text);
    this.#inserted.set(line, there);
  }

  get isEmpty(): boolean {
    return this.replaced.size + this.leaving.size + this.#inserted.size === 0;
  }

  applyTo(source: SourceText): SourceText {
    const lineEnd = lineEndOf(source);
    const out: SourceLine[] = [];
    const insert = (texts: readonly (string | Gap)[]): void => {
      for (const text of texts)
        if (text !== GAP || !isBlank(out.at(-1)?.text ?? "")) out.push({ text: text ?? "", end: lineEnd });
    };
    insert(this.#inserted.get(0) ?? []);
    let hasLeft = false;
    for (const [index, { text, end }] of source.lines.entries()) {
      const line = index + 1;
      if (this.leaving.has(line)) hasLeft = true;
      else if (!hasLeft || !isBlank(text) || !isBlank(out.at(-1)?.text ?? "")) {
        out.push({ text: this.replaced.get(line) ?? text, end });
        hasLeft &&= isBlank(text);
      }
      insert(this.#inserted.get(line) ?? []);
    }
    const last = source.lines.at(-1);
    if (hasLeft && !isBlank(last?.text ?? ""))
      while (out.length > 0 && isBlank(out.at(-1)?.text ?? "")) out.pop();
    return { ...source, lines: withEnds(out, lineEnd, last?.end ?? lineEnd) };
  }
}

/**
 * Only the last line may go without an end, and does where the last one did before. A blank line after a lone carriage
 * return ends in one too, or both would be one line's end.
 */
function withEnds(lines: readonly SourceLine[], lineEnd: string, lastEnd: string): readonly SourceLine[] {
  let before = "";
  return lines.map(({ text, end }, index) => {
    const own = index === lines.length - 1 ? lastEnd : end === "" ? lineEnd : end;
    before = before === "\r" && text === "" && own === "\n" ? "\r" : own;
    return { text, end: before };
  });
}
