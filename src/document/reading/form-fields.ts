// The labelled values of a strict form: `**Label:** value` at the head of a line, or a heading of that name below the title
// of the document. A value goes on to the next label or heading. Labels in code, quotes, comments and tables are nobody's.
import type { FormFault } from "../../core/documents/form-reading.ts";
import type { Note } from "../../core/documents/note.ts";
import { withoutComments } from "../edits/losses.ts";
import { type Block, type Markdown, parseMarkdown } from "../markdown/blocks.ts";
import { withoutOuterFence } from "../markdown/outer-fence.ts";
import { linesOfSpans, statedLabel, statedText } from "../markdown/spans.ts";
import { cleanText, saysNone } from "../render/free-text.ts";
import { stripMarkup } from "./dress.ts";
import { normalTitle } from "./sections.ts";

export interface FormField<Label extends string> {
  readonly label: Label;
  readonly line: number;
  /** It stands inside of something else, or beside a box. */
  readonly nested: boolean;
  /** As written, without comments. */
  readonly text: string;
  /** What is stated where a word belongs. */
  readonly word: string;
}

interface FieldRange {
  /** The blocks that are looked at, one after the other; all where it does not say. */
  readonly within?: readonly Block[];
  /** Lines that end a value beside the next label and the next heading. */
  readonly stops?: readonly number[];
}

export function formFields<Label extends string>(
  { blocks, lines }: Markdown,
  labels: readonly Label[],
  { within = blocks, stops = [] }: FieldRange = {},
): readonly FormField<Label>[] {
  const to = within.at(-1)?.endLine ?? lines.length;
  const byName = new Map(labels.map((label) => [normalTitle(label), label]));
  const starts = within.flatMap((block, index) => fieldStarts(block, index, byName));
  const ends = [
    ...starts.map(({ line }) => line),
    ...within.filter(({ kind }) => kind === "heading").map(({ line }) => line),
    ...stops,
    to + 1,
  ].sort((a, b) => a - b);
  let at = 0;
  const fields = starts.map(({ label, line, nested, rest, index }) => {
    while (at < ends.length && (ends[at] ?? 0) <= line) at += 1;
    const end = ends[at] ?? line + 1;
    const source = [sourceAfterLabel(lines[line - 1] ?? "", label), ...lines.slice(line, end - 1)];
    return {
      label,
      line,
      nested,
      text: cleanText(withoutComments(source.join("\n"))).trim(),
      word: stripMarkup(
        [rest, ...statedBelow(within, index, { end, alone: stripMarkup(rest) === "" })].join("\n"),
      ),
    };
  });
  // A heading over a field of its own name, or over nothing, says nothing.
  return fields.filter(({ text }, at) => text !== "" || !isHeading(within, starts[at]));
}

interface FieldStart<Label> {
  readonly label: Label;
  readonly line: number;
  readonly nested: boolean;
  /** What its block states after the label, up to the next one. */
  rest: string;
  /** Of its block. */
  readonly index: number;
}

/** A box may stand before a label, pictures and dashes may; whatever else does makes it another text. */
const LABELLED = /^\s{0,8}(\[.\])?[^\p{L}\p{N}#()[\]{}<>"'“”«»„‘’]{0,8}(\p{L}[\p{L}_'’ ]{0,39})[:：]/u;

function fieldStarts<Label>(
  block: Block,
  index: number,
  byName: ReadonlyMap<string, Label>,
): readonly FieldStart<Label>[] {
  if (!("spans" in block)) return [];
  const starts: FieldStart<Label>[] = [];
  for (const { line, spans } of linesOfSpans(block.spans)) {
    const stated = statedText(spans);
    const [marks = "", box, name = ""] = LABELLED.exec(stated) ?? [];
    const isBare = block.kind === "heading" && block.level > 1 && marks === "";
    const label = byName.get(normalTitle(isBare ? statedLabel(spans) : name.replaceAll("’", "'"))) ?? null;
    const last = starts.at(-1);
    if (label !== null) {
      starts.push({
        label,
        line,
        nested: block.depth > 0 || box !== undefined,
        rest: isBare ? "" : stated.slice(marks.length),
        index,
      });
    } else if (last !== undefined) last.rest += `\n${stated}`;
  }
  return starts;
}

function isHeading(blocks: readonly Block[], start: { readonly index: number } | undefined): boolean {
  return start !== undefined && blocks[start.index]?.kind === "heading";
}

interface ValueEnd {
  readonly end: number;
  /** Nothing stands beside the label. */
  readonly alone: boolean;
}

/** What belongs to the value of a block that holds a label: all that follows it where it has none, else what hangs on it. */
function statedBelow(blocks: readonly Block[], index: number, { end, alone }: ValueEnd): readonly string[] {
  const start = blocks[index];
  const stated: string[] = [];
  for (let at = index + 1; start !== undefined && at < blocks.length; at++) {
    const block = blocks[at];
    if (block === undefined || block.line >= end) break;
    if (!alone && !hangsOn(block, start)) break;
    if ("spans" in block) stated.push(statedText(block.spans));
  }
  return stated;
}

/** Deeper in the same list, or a list that begins with no blank line before it. */
function hangsOn(block: Block, start: Block): boolean {
  if (block.depth > start.depth) return true;
  return block.kind === "item" && start.kind === "paragraph" && block.line === start.endLine + 1;
}

/** A heading that is the label alone leaves nothing. */
function sourceAfterLabel(line: string, label: string): string {
  const from = Math.max(0, line.toLowerCase().indexOf(label.toLowerCase()));
  const colon = line.slice(from).search(/[:：]/);
  return colon < 0 ? "" : line.slice(from + colon + 1).replace(/^(?:\*{1,3}|_{1,3})(?=\s|$)/, "");
}

/** What a field says; `null` where it is not there or says that there is nothing. */
export function fieldText<Label extends string>(
  fields: readonly FormField<Label>[],
  label: Label,
): string | null {
  const text = fields.find((field) => field.label === label)?.text ?? "";
  return saysNone(text) ? null : text;
}

/** Fields that stand twice, and values that are too long. */
export function fieldFaults<Label extends string>(
  fields: readonly FormField<Label>[],
  charsMax: Readonly<Record<Label, number>>,
): readonly FormFault[] {
  const seen = new Set<Label>();
  return fields.flatMap(({ label, line, text }): readonly FormFault[] => {
    const again = seen.has(label);
    seen.add(label);
    if (again) return [{ code: "repeated", line, message: `\`${label}:\` stands twice. Write it once.` }];
    const most = charsMax[label];
    if (text.length <= most) return [];
    const message = `\`${label}:\` has ${text.length} characters, and may have ${most}. Write less.`;
    return [{ code: "too-long", line, message }];
  });
}

/** `what` says what to write. */
export function missingField(label: string, what: string, line: number | null = null): FormFault {
  return { code: "missing-field", line, message: `\`${label}:\` is missing or empty. Write ${what}.` };
}

/** A text as Markdown, and what keeps it from being read whatever its form. */
export function parseForm(text: string): {
  readonly markdown: Markdown;
  readonly faults: readonly FormFault[];
} {
  const markdown = parseMarkdown(text);
  const fenced = withoutOuterFence(text) === null ? [] : [DOCUMENT_IN_FENCE];
  return { markdown, faults: [...fenced, ...markdown.notes.map(hiddenFault)] };
}

const DOCUMENT_IN_FENCE: FormFault = {
  code: "hidden-text",
  line: 1,
  message: "The whole document stands in a fence, where nothing is stated. Hand it in without the fence.",
};

const HIDES_TEXT: ReadonlySet<string> = new Set(["fence-left-open", "comment-left-open"]);

function hiddenFault({ code, line, message }: Note): FormFault {
  return HIDES_TEXT.has(code)
    ? { code: "hidden-text", line, message: `Here ${message}, and hides what follows. Close it.` }
    : {
        code: "unreadable",
        line,
        message: `Not read: ${message}. Write less in one piece, in plain Markdown.`,
      };
}
