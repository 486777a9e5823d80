import type { ProposedGap } from "../../core/documents/engineer-document.ts";
import { escapeText } from "./free-text.ts";
import { renderTable } from "./table.ts";

const COLUMNS = ["Gap", "Severity", "Title"].map((title) => ({ title, align: "left" as const }));

/** A table, because in a cell a title is a title, whatever it says; a gap without an id is called new. */
export function renderNewGaps(title: string, newGaps: readonly ProposedGap[]): readonly string[] {
  if (newGaps.length === 0) return [title, "", "None."];
  const rows = newGaps.map(({ id, severity, title: said }) => [
    id ?? "new",
    severity ?? "-",
    escapeText(said),
  ]);
  return [title, "", ...renderTable(COLUMNS, rows)];
}
