// How many columns of a terminal a text takes, and cutting at a column. Where terminals differ, the greater number
// counts: a line that comes out too short does no harm, one that wraps does.
import type { Line, Piece } from "../text.ts";

/** They stand on the character before, or are not seen at all. */
const NO_COLUMN = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const EMOJI = /^\p{Emoji_Presentation}$/u;
/** Asks for the wide picture of the character before. */
const EMOJI_SELECTOR = "\ufe0f";

/** First and last of the scripts and signs that take two columns, in order. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18aff],
  [0x1aff0, 0x1b2ff],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
];

const ASCII_ONLY = /^[\x20-\x7e]*$/;

export function columnsOf(text: string): number {
  if (ASCII_ONLY.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += columnsOfCharacter(character);
  return columns;
}

function columnsOfCharacter(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (character === EMOJI_SELECTOR) return 1;
  if (NO_COLUMN.test(character)) return 0;
  const wide = WIDE.some(([first, last]) => first <= code && code <= last) || EMOJI.test(character);
  return wide ? 2 : 1;
}

/** The text, or as much of its beginning as fits with a mark that there was more. */
export function cutText(text: string, width: number, ellipsis: string): string {
  if (columnsOf(text) <= width) return text;
  const room = width - columnsOf(ellipsis);
  if (room <= 0) return ellipsis.slice(0, Math.max(0, width));
  let kept = "";
  let columns = 0;
  for (const character of text) {
    columns += columnsOfCharacter(character);
    if (columns > room) break;
    kept += character;
  }
  return `${kept}${ellipsis}`;
}

export function columnsOfLine(line: Line): number {
  if (typeof line === "string") return columnsOf(line);
  return line.reduce((sum, piece) => sum + columnsOf(textOf(piece)), 0);
}

/** A line that is not wider than `width`; what is painted stays so. */
export function cutLine(line: Line, width: number, ellipsis: string): Line {
  if (columnsOfLine(line) <= width) return line;
  if (typeof line === "string") return cutText(line, width, ellipsis);
  const kept: Piece[] = [];
  let left = width;
  for (const piece of line) {
    const columns = columnsOf(textOf(piece));
    // The last column is kept for the mark, unless nothing comes after.
    if (columns + columnsOf(ellipsis) <= left) {
      kept.push(piece);
      left -= columns;
    } else {
      const text = cutText(`${textOf(piece)}${ellipsis}`, left, ellipsis);
      kept.push(typeof piece === "string" ? text : { ...piece, text });
      break;
    }
  }
  return kept;
}

function textOf(piece: Piece): string {
  return typeof piece === "string" ? piece : piece.text;
}
