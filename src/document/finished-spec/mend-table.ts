// Rows of tables that hold marks.
import type { GapMarkerPlace } from "../../core/documents/source-spec.ts";
import { ADDED, type DraftLine, insertAfter, removeLines } from "./draft.ts";
import { asProse, type Edit, editedLines } from "./edited-lines.ts";
import { factsOfRow, withoutState } from "./inventory-row.ts";
import { markStretch } from "./mark-stretch.ts";
import type { MarkedBlock } from "./marked-block.ts";
import { hidden, isOneValue, restatesAll } from "./masked-text.ts";
import { mendText } from "./mend-text.ts";
import { linkTo, type Mending, pointerTo, putUnits } from "./mending.ts";
import type { PlacedMark } from "./placed-mark.ts";
import type { Fate } from "./plan.ts";
import { saysSomething } from "./says-something.ts";
import type { Stretch } from "./sentences.ts";
import { asSentence } from "./shape-text.ts";
import type { Unit } from "./units.ts";

export function mendTable(mending: Mending, { block, marks }: MarkedBlock): void {
  if (block.kind !== "table") return;
  const { draft, layout } = mending;
  const left: Unit[] = [];
  const facts: DraftLine[] = [];
  const header = rowCells(layout.lines[block.line - 1] ?? "");
  for (const [line, there] of byLine(marks)) {
    const text = layout.lines[line - 1] ?? "";
    if (there.some(({ marker, fate }) => marker.gap !== null && fate.to !== "strip")) {
      const units = there.flatMap(({ fate }) => (fate.to === "text" ? fate.units : []));
      const gaps = there.flatMap(({ gap }) => (gap === null ? [] : [gap]));
      const said = factsOfRow(header, rowCells(text), units);
      removeLines(draft, line, line);
      left.push(...units);
      if (said !== "") facts.push({ text: asProse(said), origin: { of: "mended", line, gaps } });
      continue;
    }
    draft.changed.set(line, mendRow(mending, { text, line, header, marks: there, left }));
  }
  keepARow(
    mending,
    block.rows.map(({ line }) => line),
    marks.map(({ fate }) => fate),
  );
  putUnits(mending, left, { line: block.endLine, indent: 0 });
  for (const fact of facts) insertAfter(draft, block.endLine, { lines: [fact], joins: false });
}

type RowMark = MarkedBlock["marks"][number];

function byLine(marks: readonly RowMark[]): ReadonlyMap<GapMarkerPlace["line"], readonly RowMark[]> {
  const rows = new Map<number, RowMark[]>();
  for (const mark of marks) {
    const row = rows.get(mark.marker.line);
    if (row === undefined) rows.set(mark.marker.line, [mark]);
    else row.push(mark);
  }
  return rows;
}

interface Row {
  readonly text: string;
  readonly line: number;
  readonly header: readonly string[];
  readonly marks: readonly RowMark[];
  readonly left: Unit[];
}

function mendRow(mending: Mending, { text, line, header, marks, left }: Row): readonly DraftLine[] {
  const strips = marks.some(({ fate }) => fate.to === "strip");
  const edits = cellStretches(text).flatMap((cell, index): readonly Edit[] => {
    const own = marks
      .filter(({ marker }) => cell.start <= marker.column - 1 && marker.column - 1 < cell.end)
      .map(({ marker, gap, fate }): PlacedMark => {
        const word = { start: marker.column - 1, end: marker.column - 1 + marker.text.length };
        return { gap, fate, value: true, entry: false, ...markStretch(text, marker.kind, word, cell.end) };
      });
    if (own.length > 0) return mendCell(own, { text, cell, limitations: mending.limitations, left });
    const instead = strips ? withoutState(header[index] ?? "", text.slice(cell.start, cell.end)) : null;
    return instead === null ? [] : [{ ...cell, text: instead, gaps: [] }];
  });
  return editedLines(text, line, edits, "row");
}

function rowCells(row: string): readonly string[] {
  return cellStretches(row).map(({ start, end }) => row.slice(start, end));
}

/** Between the bars of a row, without the blanks at both ends. */
function cellStretches(row: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let start = 0;
  for (let at = 0; at <= row.length; at++) {
    const bar = row[at] === "|" && row[at - 1] !== "\\";
    if (!bar && at < row.length) continue;
    const cell = row.slice(start, at);
    const lead = cell.length - cell.trimStart().length;
    const outside = (start === 0 && row.trimStart().startsWith("|")) || at === row.length;
    if (cell.trim() !== "" || !outside) {
      const end = Math.max(start + lead, start + cell.trimEnd().length);
      stretches.push({ start: cell.trim() === "" ? end : start + lead, end });
    }
    start = at + 1;
  }
  return stretches;
}

interface Cell {
  readonly text: string;
  readonly cell: Stretch;
  readonly limitations: string;
  readonly left: Unit[];
}

const CELL_LENGTH_MAX = 200;

function mendCell(marks: readonly PlacedMark[], { text, cell, limitations, left }: Cell): readonly Edit[] {
  const words = hidden(text, marks).slice(cell.start, cell.end);
  const units = marks.flatMap(({ fate }) => (fate.to === "text" ? fate.units : []));
  const gaps = marks.flatMap(({ gap }) => (gap === null ? [] : [gap]));
  const [first, ...rest] = units;
  if (first !== undefined && (!saysSomething(words) || (!isOneValue(units) && restatesAll(units, words)))) {
    const said = asSentence(first.text);
    const fits = said !== null && said.length <= CELL_LENGTH_MAX && !said.includes("|");
    left.push(...(fits ? rest : units));
    return [{ ...cell, text: fits ? said : "see below", gaps, blends: fits }];
  }
  if (!saysSomething(words)) return [{ ...cell, text: emptyCell(marks[0]?.fate, limitations), gaps }];
  const around = { text, from: cell.start, to: cell.end, limitations, roomMax: CELL_LENGTH_MAX };
  const mended = mendText(marks, around);
  left.push(...mended.left);
  return mended.edits.map((edit) => ({ ...edit, text: edit.text.replaceAll("|", "\\|") }));
}

function emptyCell(fate: Fate | undefined, limitations: string): string {
  if (fate?.to === "limitation") return `[undecided](#${limitations})`;
  if (fate?.to === "elsewhere" && fate.near !== null) return `see ${fate.near}`;
  if (fate?.to === "elsewhere" && fate.section !== null) return `see ${linkTo(fate.section)}`;
  return "—";
}

/** A table whose rows have all gone says where they are. */
function keepARow(mending: Mending, rows: readonly number[], fates: readonly Fate[]): void {
  const { draft, layout } = mending;
  const [header, ...body] = rows;
  if (header === undefined || body.length === 0) return;
  if (!body.every((line) => draft.changed.get(line)?.length === 0)) return;
  const cells = cellStretches(layout.lines[header - 1] ?? "").length;
  const pointers = new Set(fates.flatMap((fate) => pointerTo(mending, fate) ?? []));
  const said = pointers.size === 0 ? "None." : [...pointers].join(" ");
  const row = `| ${[said, ...new Array(Math.max(0, cells - 1)).fill("")].join(" | ")} |`;
  draft.changed.set(body[0] ?? header, [{ text: row, origin: ADDED }]);
}
