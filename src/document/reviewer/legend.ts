// Marks for severities that a review explains itself: `Legend: 🔴 critical · 🟠 high`, `[S1] = high`.
import type { Severity } from "../../core/shared/severity.ts";
import type { Block } from "../markdown/blocks.ts";
import { plainText, type Span } from "../markdown/spans.ts";
import { isPlain, stripMarkup, wordsOf } from "../reading/dress.ts";
import { mayRate, severityOfWord } from "../reading/severity-words.ts";
import { readStatus } from "../reading/status-words.ts";

type Legend = ReadonlyMap<string, Severity>;

/** The blocks of a review with the severity put in place of each mark that opens a text and stands for one. */
export function withLegend(blocks: readonly Block[]): readonly Block[] {
  const legend = readLegend(blocks);
  return legend.size === 0 ? blocks : blocks.map((block) => rateBlock(block, legend));
}

const LINE_LENGTH_MAX = 400;
const PICTURED = /(\p{Extended_Pictographic})\uFE0F?\s{0,3}(?:[=:–—-]\s{0,3})?([A-Za-z]{3,10})\b/gu;
const LETTERED =
  /\[?(?<![\w-])([A-Z]{1,4}\d{0,2})\]?\s{0,3}(?:=|means|stands for)\s{0,3}(?:an? )?([A-Za-z]{3,10})\b/g;

/** A line that explains several marks, or lines that are each nothing but a mark and its severity. */
function readLegend(blocks: readonly Block[]): Legend {
  const legend = new Map<string, Severity>();
  const twice = new Set<string>();
  for (const text of blocks.flatMap(textsOf)) {
    for (const { mark, severity } of readLegendPairs(text)) {
      if ((legend.get(mark) ?? severity) !== severity) twice.add(mark);
      legend.set(mark, severity);
    }
  }
  for (const mark of twice) legend.delete(mark);
  return legend.size > 1 ? legend : new Map();
}

/** Most lines explain nothing. */
const EXPLAINS = /=|means|stands/;
const MAY_EXPLAIN = /[^\t\n\r\u0020-\u007E]|=|means|stands/;

function mayExplain({ text }: Span): boolean {
  return MAY_EXPLAIN.test(text);
}

const LETTERED_MIN = 3;

/** Letters could as well be ids that are rated one by one: several must stand for as many severities. */
function readLegendPairs(text: string): readonly LegendPair[] {
  if (text.length > LINE_LENGTH_MAX || !mayRate(text)) return [];
  const pictured = isPlain(text) ? [] : [...text.matchAll(PICTURED)].flatMap(pairOf);
  const lettered = EXPLAINS.test(text) ? [...text.matchAll(LETTERED)].flatMap(pairOf) : [];
  if (pictured.length + lettered.length === 0) return [];
  const severities = new Set(lettered.map(({ severity }) => severity));
  const isScale = lettered.length >= LETTERED_MIN && severities.size === lettered.length;
  const isWhole = pictured.length > 1 || wordsOf(text).length === 1;
  return [...(isWhole ? pictured : []), ...(isScale ? lettered : [])];
}

function textsOf(block: Block): readonly string[] {
  if (block.kind === "paragraph" || block.kind === "item")
    return block.spans.some(mayExplain) ? plainText(block.spans).split("\n") : [];
  if (block.kind !== "table") return [];
  return block.rows.map((row) => row.cells.map(plainText).join(" "));
}

interface LegendPair {
  readonly mark: string;
  readonly severity: Severity;
}

/** Ticks and crosses say what became of something, whatever stands beside them. */
function pairOf([, mark = "", word = ""]: RegExpMatchArray): readonly LegendPair[] {
  const severity = severityOfWord(word);
  const status = readStatus(mark);
  return severity === null || status === "RESOLVED" || status === "UNRESOLVED" ? [] : [{ mark, severity }];
}

function rateBlock(block: Block, legend: Legend): Block {
  switch (block.kind) {
    case "item":
    case "paragraph":
    case "heading":
      return rateText(block, legend);
    case "table":
      return {
        ...block,
        rows: block.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => rateSpans(cell, legend)) })),
      };
    default:
      return block;
  }
}

/** Most texts open with no mark, and stay as they are. */
function rateText<Text extends Block & { readonly spans: readonly Span[] }>(
  block: Text,
  legend: Legend,
): Text {
  const spans = rateSpans(block.spans, legend);
  return spans === block.spans ? block : { ...block, spans };
}

const LEADING_MARK =
  /^\s{0,3}(?:(\p{Extended_Pictographic})\uFE0F?|\[([A-Z]{1,4}\d{0,2})\]|([A-Z]{1,4}\d{0,2})(?=\s*$))/u;

/** A mark that is all there is, or that other words follow: not one that explains it. */
function rateSpans(spans: readonly Span[], legend: Legend): readonly Span[] {
  const [first, ...rest] = spans;
  const match = first === undefined || first.code ? null : LEADING_MARK.exec(first.text);
  const severity = legend.get(match?.[1] ?? match?.[2] ?? match?.[3] ?? "");
  if (first === undefined || match === null || severity === undefined) return spans;
  const text = first.text.slice(match[0].length);
  if (severityOfWord(stripMarkup(`${text}${plainText(rest)}`)) !== null) return spans;
  return [
    { ...first, text: `[${severity}]${text.startsWith(" ") || text === "" ? "" : " "}${text}` },
    ...rest,
  ];
}
