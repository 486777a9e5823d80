// The lines of an agent's text that report on the work instead of saying how it is to be.
import { findGapIds } from "../../core/shared/gap-id.ts";
import { bareTitle, isNewGapsTitle, isResponsesTitle, isTradeOffs } from "../engineer/section-names.ts";
import type { Block } from "../markdown/blocks.ts";
import { plainText } from "../markdown/spans.ts";
import { isCitingLine, isOnlyProcess, isReasons } from "./process-talk.ts";
import { sentencesOf } from "./sentences.ts";

const REPORTS =
  /^(?:rationale|reasoning|reasons?|justification|why|trade-?\s?offs?|confidence|alternatives?(?: considered)?|pros (?:and|&) cons|issues? (?:addressed|resolved)|changes(?: (?:from|since|in) .*)?|change ?log|revision (?:notes|history)|self-?check)$/i;

export function isReportTitle(title: string): boolean {
  const bare = bareTitle(title.replace(/[:–—].*$/, ""));
  return REPORTS.test(bare) || isTradeOffs(title) || isNewGapsTitle(title) || isResponsesTitle(title);
}

const REPORT_LABEL =
  /^[\s*_+-]*(?:rationale|reasoning|trade-?\s?offs?|justification|alternatives considered|new gaps(?: introduced)?)\s*[*_]*\s*[:–—][*_]*/i;
/** How far a label that nothing stands behind reaches: to the list or the paragraph below it. */
const LABEL_OPENS = /[:–—][\s*_]*$/;

/** The lines that only report: sections, paragraphs and items about reasons, confidence, reviews. */
export function reportLines(lines: readonly string[], blocks: readonly Block[]): ReadonlySet<number> {
  const dropped = new Set<number>();
  let within: number | null = null;
  let labelled = false;
  for (const [index, block] of blocks.entries()) {
    if (block.kind === "heading") {
      if (within !== null && block.level <= within) within = null;
      if (within === null && isReportTitle(plainText(block.spans))) within = block.level;
      labelled = false;
    }
    const first = lines[block.line - 1] ?? "";
    const prose = block.kind === "paragraph" || block.kind === "item";
    const label = prose && REPORT_LABEL.test(first);
    const report =
      within !== null ||
      label ||
      (labelled && (block.kind === "item" || block.depth > 0)) ||
      isTalk(block, lines);
    if (report)
      drop(
        dropped,
        block,
        within === null ? block.endLine : (blocks[index + 1]?.line ?? lines.length + 1) - 1,
      );
    if (prose && block.kind === "paragraph") labelled = label && LABEL_OPENS.test(first);
  }
  return dropped;
}

/** Paragraphs of reasons, lines that only cite, and titles that are only an id. */
export function citingLines(lines: readonly string[], blocks: readonly Block[]): ReadonlySet<number> {
  const dropped = new Set<number>();
  for (const block of blocks) {
    const own = lines.slice(block.line - 1, block.endLine);
    const prose = block.kind === "paragraph" || block.kind === "item";
    const reasons = block.kind === "paragraph" && block.depth === 0 && isReasons(own[0] ?? "");
    const title = block.kind === "heading" && isAboutGap(plainText(block.spans));
    if (title || reasons || (prose && own.every(isCitingLine))) drop(dropped, block, block.endLine);
  }
  return dropped;
}

function drop(dropped: Set<number>, { line }: Block, end: number): void {
  for (let at = line; at <= end; at++) dropped.add(at);
}

/** Every line of the block reports on the work. */
function isTalk(block: Block, lines: readonly string[]): boolean {
  if (block.kind === "heading") return isAboutGap(plainText(block.spans));
  if (block.kind !== "paragraph" && block.kind !== "item") return false;
  return lines
    .slice(block.line - 1, block.endLine)
    .every((line) => sentencesOf(line).every(({ start, end }) => isOnlyProcess(line.slice(start, end))));
}

/** `Gap Resolution: GAP-X-001`, `GAP-X-001`: a title of the report, not of the spec. */
function isAboutGap(title: string): boolean {
  const rest = title
    .replace(/(?:GAP-[A-Z]{2,10}-\d{3}[a-z]?|(?:ISSUE|DECISION)-R\d{1,2}-\d{3})/g, " ")
    .replace(
      /\b(?:gap|gaps|resolution|resolutions|proposed|proposal|solution|response|issue|spec text|for|of|and|to)\b/gi,
      " ",
    );
  return findGapIds(title).length > 0 && !/[\p{L}\p{N}]/u.test(rest);
}
