// The part of a resolution's body that says how it is to be.
import { bareTitle, isBesideSpecText, isCitingSection } from "../engineer/section-names.ts";
import { freeText } from "../engineer/source-text.ts";
import { parseMarkdown } from "../markdown/blocks.ts";
import { linesOf } from "../markdown/lines.ts";
import { plainText } from "../markdown/spans.ts";
import { cleanText } from "../render/free-text.ts";
import { isReportTitle } from "./report-lines.ts";

const SOLUTION =
  /^(?:proposed |revised |final |detailed |recommended |updated |the )*(?:resolution|solution|proposal|approach|design|decision|specification|answer|rules?|behaviou?r)\b/i;

/** The section that says how it is to be, else what stands before the first one about something else. */
export function solutionOf(body: string): string {
  const lines = linesOf(cleanText(body));
  const titles = titlesOf(lines);
  const at = titles.findIndex(({ text }) => SOLUTION.test(bareTitle(text)) && !isReportTitle(text));
  const solution = titles[at];
  if (solution !== undefined) {
    const next = titles
      .slice(at + 1)
      .find((title) => title.level <= solution.level || endsSolution(title.text));
    const section = freeText(lines.slice(solution.endLine, (next?.line ?? lines.length + 1) - 1));
    if (section !== "") return section;
  }
  const end = titles.find(({ text }) => endsSolution(text));
  const before = freeText(lines.slice(0, (end?.line ?? lines.length + 1) - 1));
  return before === "" ? freeText(lines) : before;
}

function endsSolution(title: string): boolean {
  return isBesideSpecText(title) || isReportTitle(title) || isCitingSection(title);
}

interface BodyTitle {
  readonly text: string;
  readonly level: number;
  readonly line: number;
  readonly endLine: number;
}

const BOLD_LEVEL = 7;

/** Headings, and bold lines that stand alone. */
function titlesOf(lines: readonly string[]): readonly BodyTitle[] {
  return parseMarkdown(lines.join("\n")).blocks.flatMap((block): readonly BodyTitle[] => {
    if (block.kind === "heading") return [{ ...block, text: plainText(block.spans) }];
    if (block.kind !== "paragraph" || block.depth > 0 || block.line !== block.endLine) return [];
    const bold = block.spans.every(({ strong, text }) => strong || /^[\s:]*$/.test(text));
    return bold ? [{ ...block, text: plainText(block.spans), level: BOLD_LEVEL }] : [];
  });
}
