// An approval lets code land, so that its document is closed: it holds what its form has and nothing else, and whatever
// could take the word back refuses it. A rejection lands nothing; beside one only a second verdict is looked for.
import { REVIEW_WORDS, type ReviewWord } from "../../core/documents/code-review.ts";
import type { FormFault } from "../../core/documents/form-reading.ts";
import type { Block, Markdown } from "../markdown/blocks.ts";
import { linesOfSpans, type Span, statedText } from "../markdown/spans.ts";
import { stripMarkup } from "../reading/dress.ts";
import { normalTitle } from "../reading/sections.ts";
import { saysNone } from "../render/free-text.ts";
import { findingHeading } from "./finding-sections.ts";

interface StatedVerdict {
  readonly word: ReviewWord;
  readonly line: number;
}

/** A verdict by another name, or tags around the one that there is. */
export function otherVerdicts(
  markdown: Markdown,
  within: readonly Block[],
  verdict: StatedVerdict,
): readonly FormFault[] {
  const tagged = markdown.blocks.find(({ kind, line }) => kind === "html" && line <= verdict.line)?.line;
  const inTags = (markdown.lines[verdict.line - 1] ?? "").includes("<") ? verdict.line : tagged;
  const others = within.flatMap((block) => {
    if (!("spans" in block)) return [];
    return linesOfSpans(block.spans).flatMap(({ line, spans }) =>
      line !== verdict.line && namesOther(spans, verdict.word) ? [line] : [],
    );
  });
  return [
    ...(inTags === undefined ? [] : [inHtml(inTags)]),
    ...others.map((line) => anotherVerdict(line, verdict)),
  ];
}

const LAST_WORD = new RegExp(`(?:^|[:：=–—-]\\s*)(${REVIEW_WORDS.join("|")})[^\\p{L}\\p{N}]*$`, "u");

function namesOther(spans: readonly Span[], word: ReviewWord): boolean {
  const named = LAST_WORD.exec(stripMarkup(statedText(spans)))?.[1];
  return named !== undefined && named !== word;
}

type Part = "form" | "finding" | "remarks";

interface ApprovalParts {
  readonly verdict: StatedVerdict;
  /** Where the tables of the earlier findings begin. */
  readonly tables: readonly number[];
  /** Where remarks begin that stand beside their label. */
  readonly remarks: readonly number[];
}

const HEADINGS: ReadonlySet<string> = new Set([
  "review",
  "verdict",
  "findings",
  "earlier findings",
  "remarks",
]);

/** All that stands in an approval and is no part of one. */
export function straysOfApproval(markdown: Markdown, parts: ApprovalParts): readonly FormFault[] {
  const strays: FormFault[] = [];
  let part: Part = "form";
  for (const block of markdown.blocks) {
    if (block.kind === "heading") {
      const next = partBelow(block, parts);
      if (next === null) strays.push(strayHeading(block.line));
      part = next ?? part;
    } else {
      if (parts.remarks.includes(block.line)) part = "remarks";
      const stray = strayIn(part, block, parts);
      if (stray !== null) strays.push(stray);
    }
  }
  return strays;
}

function partBelow(block: Extract<Block, { kind: "heading" }>, { verdict }: ApprovalParts): Part | null {
  if (findingHeading(block) !== null) return "finding";
  if (block.line === verdict.line) return "form";
  const title = normalTitle(stripMarkup(statedText(block.spans)));
  if (!HEADINGS.has(title)) return null;
  return title === "remarks" ? "remarks" : "form";
}

function strayIn(part: Part, block: Block, { verdict, tables, remarks }: ApprovalParts): FormFault | null {
  if (block.kind === "comment" || block.kind === "break" || part === "finding") return null;
  if (part === "form") {
    if (isVerdict(block, verdict) || tables.includes(block.line) || isNone(block)) return null;
    return strayBlock(block.line);
  }
  if (block.kind === "html") return strayBlock(block.line);
  if (!("spans" in block)) return null;
  const labelled = linesOfSpans(block.spans).find(
    ({ line, spans }) => hasBoldLabel(spans) && !remarks.includes(line),
  );
  return labelled === undefined ? null : labelInRemarks(labelled.line);
}

function isVerdict(block: Block, { line, word }: StatedVerdict): boolean {
  if (!("spans" in block)) return false;
  if (block.line <= line && line <= block.endLine) return true;
  return block.line > line && stripMarkup(statedText(block.spans)).toUpperCase() === word;
}

function isNone(block: Block): boolean {
  return "spans" in block && saysNone(statedText(block.spans).trim());
}

function hasBoldLabel(spans: readonly Span[]): boolean {
  const from = spans.findIndex(({ text }) => text.trim() !== "");
  if (spans[from]?.strong !== true) return false;
  const end = spans.findIndex(({ strong }, at) => at > from && !strong);
  const bold = statedText(spans.slice(from, end < 0 ? spans.length : end));
  const after = end < 0 ? "" : statedText(spans.slice(end));
  return /[:：]\s*$/u.test(bold) || /^\s*[:：]/u.test(after);
}

function inHtml(line: number): FormFault {
  const message = "Tags stand before the verdict or around it. Write it in plain Markdown.";
  return { code: "misplaced", line, message };
}

function anotherVerdict(line: number, { line: first, word }: StatedVerdict): FormFault {
  const message = `The verdict in line ${first} is ${word}, and here stands another. Leave one of them out.`;
  return { code: "several-verdicts", line, message };
}

function strayHeading(line: number): FormFault {
  const message =
    "This heading is none of an approval, which has `# Review`, `## Earlier findings` and `## Remarks`. Put what stands here under `## Remarks`, without a heading; where the change may not land as it is, write REJECT.";
  return { code: "misplaced", line, message };
}

function strayBlock(line: number): FormFault {
  const message =
    "Beside an approval stands something that its form does not have. Put a remark under `## Remarks` and what became of earlier findings into their table; where the change may not land as it is, write REJECT.";
  return { code: "misplaced", line, message };
}

function labelInRemarks(line: number): FormFault {
  const message =
    "A label stands in the remarks of an approval. Write the remark as a sentence; where the change may not land as it is, write REJECT.";
  return { code: "misplaced", line, message };
}
