// Issues that are neither headings nor items nor rows: a paragraph under a severity, or behind a label that is one.
import type { Span } from "../markdown/spans.ts";
import { wordSet, wordsOf } from "../reading/dress.ts";
import { fieldsNamed } from "../reading/field-names.ts";
import { labelledFields, labelledText } from "../reading/labelled-fields.ts";
import { type OutlineNode, titleOf } from "../reading/outline.ts";
import { type Rating, readRatingTag } from "../reading/severity-words.ts";
import { type IssueBody, readBody } from "./issue-body.ts";
import type { OpenedIssue, SectionContext } from "./issue-candidate.ts";
import type { OpenSection } from "./issue-standing.ts";
import {
  type IssueTitle,
  isCount,
  openingText,
  readIssueTitle,
  readOpening,
  saysNone,
} from "./issue-title.ts";
import { saysNoIssues } from "./no-issues.ts";
import { isIssueNoun, severityTitle } from "./section-roles.ts";

const SENTENCE_WORDS_MIN = 4;

/** A section with a severity and nothing but text in it is one issue. */
export function paragraphIssue(
  { role, section }: OpenSection,
  inside: SectionContext,
  readOwnBody: () => IssueBody,
): OpenedIssue | null {
  if (role?.role !== "issues" || role.rating === null || inside.role?.role !== "issues") return null;
  const plain = section.children.every((child) => child.kind === "leaf" && child.block.kind !== "table");
  const first = section.children.find((child) => child.kind === "leaf" && child.block.kind === "paragraph");
  if (!plain || first?.kind !== "leaf" || first.block.kind !== "paragraph") return null;
  const { spans, line } = first.block;
  const text = titleOf(spans);
  if (text.endsWith(":") || wordsOf(text).length < SENTENCE_WORDS_MIN || saysNoIssues(text)) return null;
  const opening = { ...readIssueTitle(text), id: null, rating: null };
  return asIssue({ line, spans }, opening, readOwnBody());
}

interface Paragraph {
  readonly line: number;
  readonly spans: readonly Span[];
}

function asIssue(node: Paragraph, opening: IssueTitle, body: IssueBody): OpenedIssue {
  return { opening, body, node, form: "paragraph", standing: "strong" };
}

interface ParagraphContext {
  readonly within: SectionContext;
  /** What follows and belongs to it. */
  readonly taken: readonly OutlineNode[];
  readonly lines: readonly string[];
}

/** `2.1. …` among issues, where a number makes no list; `[High] …` wherever an issue may stand. */
export function numberedIssue(
  { line, spans }: Paragraph,
  { within, taken, lines }: ParagraphContext,
): OpenedIssue | null {
  const role = within.role?.role ?? "aspect";
  if (role !== "issues" && role !== "aspect") return null;
  if (role !== "issues" && !openingText(spans, { codeIds: false }).startsWith("[")) return null;
  const { text, opening } = readOpening(spans, { codeIds: false });
  const isTagged = opening.ratedAt === "front" && text.startsWith("[") && !isCount(opening.title);
  if (!isTagged && (role !== "issues" || opening.id === null)) return null;
  if (wordsOf(opening.title).length < SENTENCE_WORDS_MIN - 1) return null;
  return asIssue({ line, spans }, opening, readBody(spans, taken, lines));
}

const CLOSED = wordSet("prior recap verdict new-gaps scope");

/** `**Minor issue:** …`, `**Concern (High):** …` */
export function opensLabelled(spans: readonly Span[], within: SectionContext): boolean {
  if (CLOSED.has(within.role?.role ?? "")) return false;
  const { lead, fields } = labelledText(spans);
  const [first] = fields;
  if (first === undefined || lead !== "" || ratingOfLabel(first.label) === null) return false;
  return !saysNone(first.value) && wordsOf(first.stated).length >= SENTENCE_WORDS_MIN;
}

export function labelledIssue({ line, spans }: Paragraph, { taken, lines }: ParagraphContext): OpenedIssue {
  const [first] = labelledFields(spans);
  const opening = {
    ...readIssueTitle(first?.value ?? ""),
    id: null,
    rating: ratingOfLabel(first?.label ?? ""),
  };
  return asIssue({ line, spans }, opening, readBody(spans, taken, lines));
}

/** A severity together with a noun for issues; a severity alone may be the label of anything. */
function ratingOfLabel(label: string): Rating | null {
  if (!wordsOf(label).some(isIssueNoun)) return null;
  return severityTitle(label) ?? readRatingTag(label)?.rating ?? null;
}

export function isFieldParagraph(node: OutlineNode | undefined): boolean {
  if (node?.kind !== "leaf" || node.block.kind !== "paragraph") return false;
  const { lead, fields } = labelledText(node.block.spans);
  return (
    lead === "" &&
    fields.length > 0 &&
    fields.every(({ label }) => fieldsNamed(label).length > 0 && ratingOfLabel(label) === null)
  );
}
