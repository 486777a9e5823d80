// What of a resolution enters the spec, as it would stand in one.
import type { SpecResolution } from "../../core/documents/finished-spec.ts";
import { findGapIds } from "../../core/shared/gap-id.ts";
import {
  bareTitle,
  isBesideSpecText,
  isCitingSection,
  isNewGapsTitle,
  isResponsesTitle,
  isTradeOffs,
} from "../engineer/section-names.ts";
import { freeText, trimmedLines } from "../engineer/source-text.ts";
import { type Block, parseMarkdown } from "../markdown/blocks.ts";
import { isBlank, linesOf } from "../markdown/lines.ts";
import { plainText } from "../markdown/spans.ts";
import { cleanText } from "../render/free-text.ts";
import { itemPrefix } from "./list-marks.ts";
import {
  isCitingLine,
  isCitingSentence,
  isOnlyProcess,
  isReasons,
  isTalkSentence,
  namesProcess,
  type TitleOf,
  withoutCitations,
} from "./process-talk.ts";
import { sentencesOf } from "./sentences.ts";

/** Empty where nothing of it can stand in a spec. */
export function resolutionText({ body, specText }: SpecResolution, titleOf: TitleOf): string {
  const stated = specText === null ? "" : asSpec(specText.text, titleOf, FOR_SPEC);
  if (stated !== "") return stated;
  const solution = solutionOf(body);
  const plain = asSpec(withoutProcess(solution), titleOf, OF_REPORT);
  return plain === "" ? asSpec(solution, titleOf, OF_REPORT) : plain;
}

/** How talk about the work is told from content. */
interface Talk {
  readonly inSentence: (sentence: string) => boolean;
  readonly lines: (lines: readonly string[], blocks: readonly Block[]) => ReadonlySet<number>;
}

/** A text that was written for the spec is content but for what cites. */
const FOR_SPEC: Talk = { inSentence: isCitingSentence, lines: citingLines };
/** A report has sections and items of its own. */
const OF_REPORT: Talk = { inSentence: isTalkSentence, lines: reportLines };

/** Process talk gone, ids replaced by what they mean. */
function asSpec(text: string, titleOf: TitleOf, talk: Talk): string {
  const lines = withoutTalk(linesOf(cleanText(text)), talk);
  const { blocks } = parseMarkdown(lines.join("\n"));
  const dropped = talk.lines(lines, blocks);
  const kept = keptLines(blocks, lines.length);
  const result: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (dropped.has(index + 1)) continue;
    result.push(kept.has(index + 1) ? line : withoutCitations(line, titleOf));
  }
  return trimmedLines(collapsed(withoutEmptyTitles(result))).join("\n");
}

/** Without the sentences that only report on the work; a paragraph that loses one is written on one line. */
function withoutTalk(lines: readonly string[], { inSentence }: Talk): readonly string[] {
  if (!lines.some((line) => MAY_TALK.test(line))) return lines;
  const changed = new Map<number, string | null>();
  for (const { kind, line, endLine } of parseMarkdown(lines.join("\n")).blocks) {
    if (kind !== "paragraph" && kind !== "item") continue;
    const own = lines.slice(line - 1, endLine).join("\n");
    const { mark, box } = kind === "item" ? itemPrefix(own) : { mark: /^\s*/.exec(own)?.[0] ?? "", box: "" };
    const words = own.slice(mark.length + box.length);
    const sentences = sentencesOf(words).map(({ start, end }) => words.slice(start, end));
    const kept = sentences.filter((sentence) => !inSentence(sentence));
    if (kept.length === sentences.length) continue;
    for (let at = line; at <= endLine; at++) changed.set(at, null);
    if (kept.length > 0) changed.set(line, mark + box + kept.join(" ").replace(/\s*\n\s*/g, " "));
  }
  return lines.flatMap((line, index) => {
    const now = changed.get(index + 1);
    return now === undefined ? [line] : now === null ? [] : [now];
  });
}

const MAY_TALK = /GAP-|ISSUE-R|DECISION-R|round\s\d|reviewer|engineer|mediator|rationale|trade-?\s?off/i;

const REPORTS =
  /^(?:rationale|reasoning|reasons?|justification|why|trade-?\s?offs?|confidence|alternatives?(?: considered)?|pros (?:and|&) cons|issues? (?:addressed|resolved)|changes(?: (?:from|since|in) .*)?|change ?log|revision (?:notes|history)|self-?check)$/i;

function isReportTitle(title: string): boolean {
  const bare = bareTitle(title.replace(/[:–—].*$/, ""));
  return REPORTS.test(bare) || isTradeOffs(title) || isNewGapsTitle(title) || isResponsesTitle(title);
}

const REPORT_LABEL =
  /^[\s*_+-]*(?:rationale|reasoning|trade-?\s?offs?|justification|alternatives considered|new gaps(?: introduced)?)\s*[*_]*\s*[:–—][*_]*/i;
/** How far a label that nothing stands behind reaches: to the list or the paragraph below it. */
const LABEL_OPENS = /[:–—][\s*_]*$/;

/** The lines that only report: sections, paragraphs and items about reasons, confidence, reviews. */
function reportLines(lines: readonly string[], blocks: readonly Block[]): ReadonlySet<number> {
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
function citingLines(lines: readonly string[], blocks: readonly Block[]): ReadonlySet<number> {
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

/** Lines of code, which nothing here may touch. */
function keptLines(blocks: readonly Block[], count: number): ReadonlySet<number> {
  const kept = new Set<number>();
  for (const { kind, line, endLine } of blocks) {
    if (kind !== "code") continue;
    for (let at = line; at <= Math.min(endLine, count); at++) kept.add(at);
  }
  return kept;
}

function withoutEmptyTitles(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !/^ {0,3}#{1,6}[\s:–—-]*$/.test(line));
}

/** One blank line where what stood between two has gone; code keeps its own. */
function collapsed(lines: readonly string[]): readonly string[] {
  const doubled = lines.some((line, index) => index > 0 && isBlank(line) && isBlank(lines[index - 1] ?? ""));
  if (!doubled) return lines;
  const { blocks } = parseMarkdown(lines.join("\n"));
  const kept = keptLines(blocks, lines.length);
  return lines.filter(
    (line, index) => !isBlank(line) || !isBlank(lines[index - 1] ?? "x") || kept.has(index + 1),
  );
}

const SOLUTION =
  /^(?:proposed |revised |final |detailed |recommended |updated |the )*(?:resolution|solution|proposal|approach|design|decision|specification|answer|rules?|behaviou?r)\b/i;

/** The section that says how it is to be, else what stands before the first one about something else. */
function solutionOf(body: string): string {
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

/** Without the items, rows and sentences that name an issue, a gap or a round. */
function withoutProcess(text: string): string {
  const lines = linesOf(text);
  const { blocks } = parseMarkdown(text);
  const changed = new Map<number, string | null>();
  for (const block of blocks) {
    if (block.kind === "table") {
      for (const { line } of block.rows) if (namesProcess(lines[line - 1] ?? "")) changed.set(line, null);
    } else if (block.kind === "item" || block.kind === "heading" || block.kind === "paragraph") {
      withoutProcessIn(block, lines, changed);
    }
  }
  return lines
    .flatMap((line, index) => {
      const now = changed.get(index + 1);
      return now === undefined ? [line] : now === null ? [] : [now];
    })
    .join("\n");
}

function withoutProcessIn(block: Block, lines: readonly string[], changed: Map<number, string | null>): void {
  const own = lines.slice(block.line - 1, block.endLine).join("\n");
  if (!namesProcess(own)) return;
  for (let line = block.line; line <= block.endLine; line++) changed.set(line, null);
  if (block.kind !== "paragraph") return;
  const said = sentencesOf(own)
    .map(({ start, end }) => own.slice(start, end))
    .filter((sentence) => !namesProcess(sentence));
  if (said.length > 0) changed.set(block.line, said.join(" "));
}
