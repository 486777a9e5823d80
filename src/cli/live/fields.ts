// Things said beside each other, and what becomes of them where there is no room for all.
import { columnsOfLine, type Line, type Piece, paintText } from "../text.ts";
import type { Glyphs } from "./glyphs.ts";

export interface Field {
  readonly piece: Piece;
  /** Where there is no room for all, the higher ones go first; 0 always stays. */
  readonly rank: number;
}

/** The fields that fit beside each other, the more important ones first, in their own order. */
export function fitFields(
  fields: readonly Field[],
  widthFor: (rank: number) => number,
  glyphs: Glyphs,
): readonly Piece[] {
  const kept = new Set<Field>();
  for (const field of [...fields].sort((a, b) => a.rank - b.rank)) {
    const candidate = fields.filter((other) => other === field || kept.has(other));
    const columns = columnsOfLine(
      joinPieces(
        candidate.map(({ piece }) => piece),
        glyphs,
      ),
    );
    if (field.rank === 0 || columns <= widthFor(field.rank)) kept.add(field);
  }
  return fields.filter((field) => kept.has(field)).map(({ piece }) => piece);
}

export function joinPieces(pieces: readonly Piece[], glyphs: Glyphs): readonly Piece[] {
  return joinFields(
    pieces.map((piece) => [piece]),
    glyphs,
  );
}

export function joinFields(fields: readonly (readonly Piece[])[], { separator }: Glyphs): readonly Piece[] {
  return fields.flatMap((pieces, index) => (index === 0 ? pieces : [paintText("dim", separator), ...pieces]));
}

/** Fields one after the other; one that does not fit any more begins a line. */
export function flowFields(
  fields: readonly (readonly Piece[])[],
  width: number,
  glyphs: Glyphs,
): readonly Line[] {
  const lines: (readonly Piece[])[][] = [];
  for (const field of fields) {
    const line = lines.at(-1);
    if (line !== undefined && columnsOfLine(joinFields([...line, field], glyphs)) <= width) line.push(field);
    else lines.push([field]);
  }
  return lines.map((line) => joinFields(line, glyphs));
}
