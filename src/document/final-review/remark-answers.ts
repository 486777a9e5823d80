// What a final review says of the remarks that were open: a table, a row a remark.

import type { FinalReviewDocument, RemarkAnswer } from "../../core/documents/final-review-document.ts";
import { plainText } from "../markdown/spans.ts";
import { undressed } from "../reading/dress.ts";
import { findSection, type Section } from "../record/section.ts";
import { ANSWERS_MAX } from "./section-answers.ts";

const TITLE = "Open Remarks";
const COLUMNS = ["remark", "status", "what is left"] as const;

/** A table with other columns, and a status that is neither of the two, say nothing: the remark stays as it was. */
export function remarkAnswers(root: Section): Pick<FinalReviewDocument, "remarks"> {
  const tables = findSection(root, TITLE)?.blocks.filter((block) => block.kind === "table") ?? [];
  const remarks: RemarkAnswer[] = [];
  for (const { rows } of tables) {
    const [head, ...entries] = rows.map(({ cells }) => cells.map((cell) => plainText(cell).trim()));
    const at = COLUMNS.map(
      (name) => head?.findIndex((title) => undressed(title).toLowerCase() === name) ?? -1,
    );
    if (at.includes(-1)) continue;
    for (const cells of entries.slice(0, ANSWERS_MAX)) {
      const [issue = "", status = "", left = ""] = at.map((column) => cells[column] ?? "");
      const said = status.toUpperCase();
      if (said !== "SETTLED" && said !== "OPEN") continue;
      remarks.push({ issue: undressed(issue), settled: said === "SETTLED", left: undressed(left) });
    }
  }
  return remarks.length === 0 ? {} : { remarks };
}
