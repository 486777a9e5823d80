// Rows of tables that hold marks.
import { removeLines } from "./draft.ts";
import { markStretch } from "./mark-stretch.ts";
import type { MarkedBlock } from "./mend-prose.ts";
import {
  type Edit,
  editedLines,
  hidden,
  mendText,
  type PlacedMark,
  restatesAll,
  saysSomething,
} from "./mend-text.ts";
import { linkTo, type Mending, putUnits } from "./mending.ts";
import type { Fate } from "./plan.ts";
import type { Stretch } from "./sentences.ts";
import { asSentence } from "./shape-text.ts";
import type { Unit } from "./units.ts";

export function mendTable(mending: Mending, { block, marks }: MarkedBlock): void {
  if (block.kind !== "table") return;
  const { draft, layout } = mending;
  const left: Unit[] = [];
  for (const line of new Set(marks.map(({ marker }) => marker.line))) {
    const there = marks.filter(({ marker }) => marker.line === line);
    const entry = there.find(({ marker, fate }) => marker.gap !== null && fate.to !== "strip");
    if (entry !== undefined) {
      removeLines(draft, line, line);
      for (const { fate } of there) if (fate.to === "text") left.push(...fate.units);
      continue;
    }
    const text = layout.lines[line - 1] ?? "";
    const edits: Edit[] = [];
    for (const cell of cellStretches(text)) {
      const own = there
        .filter(({ marker }) => cell.start <= marker.column - 1 && marker.column - 1 < cell.end)
        .map(({ marker, gap, fate }): PlacedMark => {
          const word = { start: marker.column - 1, end: marker.column - 1 + marker.text.length };
          return { gap, fate, value: true, ...markStretch(text, marker.kind, word, cell.end) };
        });
      if (own.length > 0)
        edits.push(...mendCell(own, { text, cell, limitations: mending.limitations, left }));
    }
    draft.changed.set(line, editedLines(text, line, edits, "row"));
  }
  keepARow(
    mending,
    block.rows.map(({ line }) => line),
    left.length > 0,
  );
  putUnits(mending, left, { line: block.endLine, indent: 0 });
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
    if (cell.trim() !== "") stretches.push({ start: start + lead, end: start + cell.trimEnd().length });
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
  if (first !== undefined && (!saysSomething(words) || restatesAll(units, words))) {
    const said = asSentence(first.text);
    const fits = said !== null && said.length <= CELL_LENGTH_MAX && !said.includes("|");
    left.push(...(fits ? rest : units));
    return [{ ...cell, text: fits ? said : "see below", gaps }];
  }
  if (!saysSomething(words)) return [{ ...cell, text: emptyCell(marks[0]?.fate, limitations), gaps }];
  const mended = mendText(marks, { text, from: cell.start, to: cell.end, limitations });
  left.push(...mended.left);
  return mended.edits.map((edit) => ({ ...edit, text: edit.text.replaceAll("|", "\\|") }));
}

function emptyCell(fate: Fate | undefined, limitations: string): string {
  if (fate?.to === "limitation") return `[undecided](#${limitations})`;
  if (fate?.to === "elsewhere" && fate.section !== null) return `see ${linkTo(fate.section)}`;
  return "—";
}

/** A table whose rows have all gone says so. */
function keepARow({ draft, layout, limitations }: Mending, rows: readonly number[], settled: boolean): void {
  const [header, ...body] = rows;
  if (header === undefined || body.length === 0) return;
  if (!body.every((line) => draft.changed.get(line)?.length === 0)) return;
  const cells = cellStretches(layout.lines[header - 1] ?? "").length;
  const said = settled ? "None." : `See [Known Limitations](#${limitations}).`;
  const row = `| ${[said, ...new Array(Math.max(0, cells - 1)).fill("")].join(" | ")} |`;
  draft.changed.set(body[0] ?? header, [{ text: row, origin: { of: "added" } }]);
}
