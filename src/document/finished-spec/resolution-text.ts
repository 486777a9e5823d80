// What of a resolution enters the spec, as it would stand in one.
import type { SpecResolution } from "../../core/documents/finished-spec.ts";
import { trimmedLines } from "../engineer/source-text.ts";
import { type Block, parseMarkdown } from "../markdown/blocks.ts";
import { isBlank, linesOf } from "../markdown/lines.ts";
import { cleanText } from "../render/free-text.ts";
import { itemPrefix } from "./list-marks.ts";
import { isCitingSentence, isTalkSentence, type TitleOf, withoutCitations } from "./process-talk.ts";
import { citingLines, reportLines } from "./report-lines.ts";
import { sentencesOf } from "./sentences.ts";
import { solutionOf } from "./solution-of.ts";
import { withoutProcess } from "./without-process.ts";

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
