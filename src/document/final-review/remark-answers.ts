// What a final review says of the remarks that were open: a table, a row a remark.
import type { FinalReviewDocument, RemarkAnswer } from "../../core/documents/final-review-document.ts";
import { plainText } from "../markdown/spans.ts";
import { undressed } from "../reading/dress.ts";
import { findSection, type Section } from "../record/section.ts";

const TITLE = "Open Remarks";
const ANSWERS_MAX = 500;

/** A status that is neither of the two says nothing: the remark stays as it was. */
export function remarkAnswers(root: Section): Pick<FinalReviewDocument, "remarks"> {
  const tables = findSection(root, TITLE)?.blocks.filter((block) => block.kind === "table") ?? [];
  const remarks: RemarkAnswer[] = [];
  for (const { cells } of tables.flatMap(({ rows }) => rows.slice(1)).slice(0, ANSWERS_MAX)) {
    const [issue, status, left] = [0, 1, 2].map((column) => undressed(plainText(cells[column] ?? [])));
    const said = status?.toUpperCase();
    if (issue === undefined || issue === "" || (said !== "SETTLED" && said !== "OPEN")) continue;
    remarks.push({ issue, settled: said === "SETTLED", left: left ?? "" });
  }
  return remarks.length === 0 ? {} : { remarks };
}
