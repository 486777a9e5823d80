import { PIECE_CHARS_MAX } from "./bounds.ts";

/** Where a long text is cut: best between paragraphs, else between lines, else between words. */
const CUTS = ["\n\n", "\n", " "];

/** A text in stretches that a pattern may meet; all but very long ones are one. Put together they are the text. */
export function stretchesOf(text: string): readonly string[] {
  const stretches: string[] = [];
  let from = 0;
  while (text.length - from > PIECE_CHARS_MAX) {
    const head = text.slice(from, from + PIECE_CHARS_MAX);
    const cut = CUTS.map((mark) => head.lastIndexOf(mark) + mark.length).find((end) => end >= CUT_CHARS_MIN);
    const stretch = head.slice(0, cut ?? PIECE_CHARS_MAX);
    stretches.push(stretch);
    from += stretch.length;
  }
  return [...stretches, text.slice(from)];
}

/** An earlier cut would make too many stretches. */
const CUT_CHARS_MIN = PIECE_CHARS_MAX / 2;
