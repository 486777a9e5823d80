// `draft.md`: option C of a conflict as an agent drafts it, in the form it was asked for and in no other.
import {
  DRAFT_LABELS,
  type DraftDocument,
  type DraftField,
  type DraftLabel,
} from "../../core/documents/draft-document.ts";
import type { ReadDocument } from "../../core/documents/note.ts";
import { POINT_FATES } from "../../core/refinement/conflicts/option-draft.ts";
import { statedFacts, withoutComments } from "../edits/losses.ts";
import { type Block, type Markdown, parseMarkdown } from "../markdown/blocks.ts";
import { linesOfSpans, plainText, statedText } from "../markdown/spans.ts";
import { stripMarkup } from "../reading/dress.ts";
import { normalTitle } from "../reading/sections.ts";
import { cleanText, saysNone } from "../render/free-text.ts";

export function readDraft(text: string): ReadDocument<DraftDocument> {
  const markdown = parseMarkdown(text);
  const headings = markdown.blocks.filter(isOptionHeading);
  const [first] = headings;
  const fields = first === undefined ? [] : fieldsBelow(markdown, first);
  // A value that says that there is none denies nothing.
  const said = fields.filter(({ label, none }) => !none && (label === "Text" || label === "Values"));
  return {
    document: {
      headings: headings.map(({ line }) => line),
      fields,
      facts: statedFacts(
        said.map(({ value }) => value),
        ["number", "negation"],
      ),
    },
    notes: markdown.notes,
  };
}

type Heading = Extract<Block, { kind: "heading" }>;

function isOptionHeading(block: Block): block is Heading {
  return block.kind === "heading" && normalTitle(plainText(block.spans)) === "option c";
}

interface FieldStart {
  readonly label: DraftLabel;
  readonly line: number;
  /** What its first line holds after the label. */
  readonly rest: string;
}

/** Up to the next heading of its rank; a label is one where a line of running text begins with it, in bold. */
function fieldsBelow({ blocks, lines }: Markdown, heading: Heading): readonly DraftField[] {
  const next = blocks.find(
    (block) => block.kind === "heading" && block.line > heading.line && block.level <= heading.level,
  );
  const end = next?.line ?? lines.length + 1;
  const starts = blocks
    .filter(({ line }) => line > heading.line && line < end)
    .flatMap((block) => fieldStarts(block, lines));
  return starts.map(({ label, line, rest }, index) => {
    const last = (starts[index + 1]?.line ?? end) - 1;
    const value = cleanText(withoutComments([rest, ...lines.slice(line, last)].join("\n"))).trim();
    const word = stripMarkup(value);
    const fate = POINT_FATES.find((one) => one === word) ?? null;
    return { label, line, value, fate, none: saysNone(value) };
  });
}

const LABELLED = /^[ \t]{0,3}(?:[-*+][ \t]{1,4})?\*\*([^*:]{1,40})(?::\*\*|\*\*:)(.*)$/;

function fieldStarts(block: Block, lines: readonly string[]): readonly FieldStart[] {
  if (block.kind !== "paragraph" && block.kind !== "item") return [];
  return linesOfSpans(block.spans).flatMap(({ line, spans }) => {
    const [, written = "", rest = ""] = LABELLED.exec(lines[line - 1] ?? "") ?? [];
    const name = normalTitle(written.replaceAll("’", "'"));
    const label = DRAFT_LABELS.find((one) => one.toLowerCase() === name);
    // What a comment or code holds is said by nobody.
    if (label === undefined || !normalTitle(statedText(spans).replaceAll("’", "'")).startsWith(name))
      return [];
    return [{ label, line, rest }];
  });
}
