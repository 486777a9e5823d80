// What a final review answers for each section: a table, a row a section.
import type { FinalReviewDocument, LeftHole } from "../../core/documents/final-review-document.ts";
import { plainText } from "../markdown/spans.ts";
import { undressed } from "../reading/dress.ts";
import { findSection, type Section } from "../record/section.ts";

const TITLE = "Sections";
const COMPLETE = "complete";
export const ANSWERS_MAX = 500;

export function sectionAnswers(root: Section): Pick<FinalReviewDocument, "holes" | "complete"> {
  const tables = findSection(root, TITLE)?.blocks.filter((block) => block.kind === "table") ?? [];
  const holes: LeftHole[] = [];
  const complete: string[] = [];
  for (const { cells } of tables.flatMap(({ rows }) => rows.slice(1)).slice(0, ANSWERS_MAX)) {
    const [section, text] = [plainText(cells[0] ?? []).trim(), plainText(cells[1] ?? []).trim()];
    if (section === "" || undressed(text) === "") continue;
    if (undressed(text).toLowerCase() === COMPLETE) complete.push(section);
    else holes.push({ section, text });
  }
  return {
    ...(holes.length === 0 ? {} : { holes }),
    ...(complete.length === 0 ? {} : { complete }),
  };
}
