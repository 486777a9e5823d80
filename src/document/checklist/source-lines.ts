import { linesOf } from "../markdown/lines.ts";

/** A line as it stands in a file, and what ends it: nothing at the end of a file without a final newline. */
export interface SourceLine {
  readonly text: string;
  readonly end: string;
}

export interface SourceText {
  /** A byte order mark, or nothing. */
  readonly mark: string;
  readonly lines: readonly SourceLine[];
}

const BYTE_ORDER_MARK = "\uFEFF";

/** Put together again, it is the same text to the byte. */
export function splitText(text: string): SourceText {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const lines: SourceLine[] = [];
  let start = mark.length;
  for (const line of linesOf(text)) {
    const at = start + line.length;
    const end = text.startsWith("\r\n", at) ? "\r\n" : text.slice(at, at + 1);
    if (line !== "" || end !== "") lines.push({ text: line, end });
    start = at + end.length;
  }
  return { mark, lines };
}

export function joinText({ mark, lines }: SourceText): string {
  return `${mark}${lines.map(({ text, end }) => `${text}${end}`).join("")}`;
}

/** What ends a line that is added: as the first line does. */
export function lineEndOf({ lines }: SourceText): string {
  return lines[0]?.end || "\n";
}
