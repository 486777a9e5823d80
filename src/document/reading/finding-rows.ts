// The table in which each earlier finding of a task has a row: `Finding | Status | Why`.
import type { FormFault } from "../../core/documents/form-reading.ts";
import { type FindingId, parseFindingId } from "../../core/shared/finding-id.ts";
import type { Block, BlockRow } from "../markdown/blocks.ts";
import { markedText } from "../markdown/spans.ts";
import { oneLine, saysNone } from "../render/free-text.ts";
import { stripMarkup } from "./dress.ts";
import { normalTitle } from "./sections.ts";
import { cellOf, cellText, type Table } from "./table-columns.ts";
import { standsAmong, unclearWord } from "./unclear-word.ts";

interface FindingRow<Word extends string> {
  readonly finding: FindingId;
  readonly line: number;
  readonly status: Word;
  readonly text: string;
}

interface RowForm<Word extends string> {
  readonly words: readonly Word[];
  /** The title of the third column. */
  readonly column: "Why" | "Where";
  /** Whether a row of that status has to say something there. */
  needsText(status: Word): boolean;
}

interface FindingTables<Word extends string> {
  readonly rows: readonly FindingRow<Word>[];
  /** Where the tables begin. */
  readonly lines: readonly number[];
  readonly faults: readonly FormFault[];
}

const ROWS_MAX = 200;
const TEXT_CHARS_MAX = 1_000;

export function readFindingRows<Word extends string>(
  blocks: readonly Block[],
  form: RowForm<Word>,
): FindingTables<Word> {
  const tables = blocks.flatMap((block) =>
    block.kind === "table" && block.depth === 0 && isFindingTable(block) ? [block] : [],
  );
  const written = tables.flatMap((table) => tableRows(table, form)).slice(0, ROWS_MAX + 1);
  const rows: FindingRow<Word>[] = [];
  const faults: FormFault[] = [];
  const seen = new Set<FindingId>();
  for (const row of written.slice(0, ROWS_MAX)) {
    const fault = rowFault(row, form);
    if (fault !== null) faults.push({ ...fault, line: row.line });
    if (row.finding === null || row.status === null) continue;
    if (seen.has(row.finding))
      faults.push({ code: "repeated", line: row.line, message: `${row.finding} has two rows. Give it one.` });
    seen.add(row.finding);
    rows.push({ finding: row.finding, line: row.line, status: row.status, text: row.text });
  }
  if (written.length > ROWS_MAX)
    faults.push({
      code: "too-many",
      line: written.at(-1)?.line ?? null,
      message: `More than ${ROWS_MAX} rows.`,
    });
  return { rows, lines: tables.map(({ line }) => line), faults };
}

function titlesOf({ rows: [head] }: Table): readonly string[] {
  return (head?.cells ?? []).map((cell) => normalTitle(stripMarkup(markedText(cell))));
}

function isFindingTable(table: Table): boolean {
  const titles = titlesOf(table);
  return titles.includes("finding") && titles.includes("status");
}

interface WrittenRow<Word> {
  readonly line: number;
  readonly finding: FindingId | null;
  readonly status: Word | null;
  /** As it is written, where it is none of the words. */
  readonly written: string;
  readonly text: string;
  /** It has more cells than the table has columns, and nobody can tell which belong together. */
  readonly isBroken: boolean;
}

/** A row that says that there is no finding is none, and neither is one that nobody has filled in. */
function tableRows<Word extends string>(table: Table, form: RowForm<Word>): readonly WrittenRow<Word>[] {
  const titles = titlesOf(table);
  const [of, at, why] = ["finding", "status", form.column.toLowerCase()].map((title) =>
    titles.indexOf(title),
  );
  return table.rows.slice(1).flatMap((row: BlockRow) => {
    const named = stripMarkup(cellText(row, of));
    if (saysNone(named)) return [];
    const written = oneLine(stripMarkup(cellText(row, at)));
    const further = row.cells.slice(titles.length).map((cell) => oneLine(markedText(cell)));
    const isLast = why === titles.length - 1;
    // A bar in the last column is part of what stands there.
    const cells = [oneLine(markedText(cellOf(row, why))), ...(isLast ? further : [])];
    const text = joinCells(cells).trim();
    // The form has a row for each finding: one that is as it was laid out says nothing.
    if (written === "" && text === "" && parseFindingId(named.toUpperCase()) !== null) return [];
    return {
      line: row.line,
      finding: parseFindingId(named.toUpperCase()),
      status: form.words.find((word) => word === written.toUpperCase()) ?? null,
      written,
      text: saysNone(text) ? "" : text,
      isBroken: !isLast && further.some((cell) => cell !== ""),
    };
  });
}

/** As they were written: between two bars that stand side by side there is an empty cell. */
function joinCells(cells: readonly string[]): string {
  return cells.join(" | ").replaceAll(/\|(?: {2}\|)+/g, (bars) => bars.replaceAll(" ", ""));
}

function rowFault<Word extends string>(
  { finding, status, written, text, line, isBroken }: WrittenRow<Word>,
  { words, column, needsText }: RowForm<Word>,
): FormFault | null {
  if (isBroken)
    return {
      code: "unreadable",
      line,
      message: "This row has more cells than the table has columns. Write `\\|` for a `|` within a cell.",
    };
  if (finding === null)
    return {
      code: "unknown-finding",
      line,
      message: "This row names no finding. Write one, such as F1, alone.",
    };
  if (status === null)
    return {
      code: "unclear-word",
      line,
      message: `${finding} ${unclearWord("status", written, words)}${
        words.some((word) => standsAmong(word, written)) ? `, and put the remark under ${column}` : ""
      }.`,
    };
  if (text.length > TEXT_CHARS_MAX)
    return {
      code: "too-long",
      line,
      message: `${column} of ${finding} has ${text.length} characters, and may have ${TEXT_CHARS_MAX}.`,
    };
  if (text === "" && needsText(status))
    return { code: "missing-field", line, message: `${column} of ${finding} is empty: ${status} needs it.` };
  return null;
}
