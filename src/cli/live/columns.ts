// Lines measured and cut at a column of a terminal.
import { columnsOf, cutText } from "../columns.ts";
import type { Line, Piece } from "../text.ts";

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
