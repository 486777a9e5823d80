// A Markdown text as HTML in which nothing of the text is markup of its own: raw HTML is shown as it is written, and a link
// shows where it leads instead of leading there.
import type { Nodes } from "mdast";
import { parsePiece } from "../markdown/blocks.ts";
import { fenceOf } from "../markdown/fences.ts";
import { frontMatterEnd } from "../markdown/front-matter.ts";
import { linesOf } from "../markdown/lines.ts";
import { type Segment, segmentsOf } from "../markdown/segments.ts";
import { readQuote } from "../render/free-text.ts";
import { type Html, html } from "./html.ts";

interface MarkdownOptions {
  /** How many levels its headings are lowered by. */
  readonly lower: number;
  /** What stands below the lines of a block; 1-based, both included. */
  readonly below?: (from: number, to: number) => Html | null;
}

const QUOTES_NESTED_MAX = 8;

export function markdownHtml(text: string, options: MarkdownOptions): readonly Html[] {
  return renderLines(linesOf(text.replaceAll("\0", "\uFFFD")), options, QUOTES_NESTED_MAX);
}

function renderLines(
  lines: readonly string[],
  options: MarkdownOptions,
  quotesLeft: number,
): readonly Html[] {
  const front = frontMatterEnd(lines);
  const segments = segmentsOf([...lines.slice(0, front).map(() => ""), ...lines.slice(front)]);
  const about = { lines, options, quotesLeft };
  return [
    ...(front === 0 ? [] : [preformatted(lines.slice(0, front))]),
    ...segments.map((segment) => {
      const below = options.below?.(segment.line, segment.endLine) ?? null;
      return html`${renderSegment(segment, about)}${below}\n`;
    }),
  ];
}

interface TextContext {
  readonly lines: readonly string[];
  readonly options: MarkdownOptions;
  readonly quotesLeft: number;
}

function renderSegment(segment: Segment, about: TextContext): Html {
  const own = about.lines.slice(segment.line - 1, segment.endLine);
  switch (segment.kind) {
    case "heading":
      return heading(segment.level + about.options.lower, inlineHtml(segment.text));
    case "code":
      return preformatted(withoutFences(own));
    case "table":
      return tableHtml(segment.rows.map(({ cells }) => cells));
    case "quote":
      return html`<blockquote>${quoteHtml(own, about)}</blockquote>`;
    case "prose": {
      const nodes = parsePiece(segment.text);
      return nodes === null
        ? preformatted(own)
        : html`${nodes.map((node) => nodeHtml(node, { ...about, source: segment.text }))}`;
    }
    case "comment":
    case "unread":
      return preformatted(own);
  }
}

function quoteHtml(lines: readonly string[], about: TextContext): readonly Html[] {
  const quoted = readQuote(lines);
  if (about.quotesLeft === 0) return [preformatted([quoted])];
  const { lower } = about.options;
  return renderLines(quoted.split("\n"), { lower }, about.quotesLeft - 1);
}

function withoutFences(lines: readonly string[]): readonly string[] {
  if (fenceOf(lines[0] ?? "") === null) return lines;
  const last = lines.length > 1 && fenceOf(lines.at(-1) ?? "") !== null ? -1 : lines.length;
  return lines.slice(1, last);
}

function preformatted(lines: readonly string[]): Html {
  return html`<pre>${lines.join("\n")}</pre>`;
}

const LEVEL_MAX = 6;

function heading(level: number, content: Html): Html {
  const shown = Math.min(LEVEL_MAX, level);
  return html`<h${shown}>${content}</h${shown}>`;
}

function tableHtml([head = [], ...rows]: readonly (readonly string[])[]): Html {
  const header = head.map((cell) => html`<th>${inlineHtml(cell)}</th>`);
  const body = rows.map(
    (cells) => html`<tr>${head.map((_, column) => html`<td>${inlineHtml(cells[column] ?? "")}</td>`)}</tr>`,
  );
  return html`<div class="wide"><table><thead><tr>${header}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** Keeps the first character of a line from being a mark of a block. */
const WORD_JOINER = "\u2060";

/** A text of one line, such as a title. */
export function inlineHtml(text: string): Html {
  const [paragraph] = parsePiece(`${WORD_JOINER}${text}`) ?? [];
  if (paragraph?.type !== "paragraph") return html`${text}`;
  const options = { lower: 0 };
  return html`${childrenHtml(paragraph, { lines: [], options, quotesLeft: 0, source: `${WORD_JOINER}${text}` })}`;
}

interface NodeContext extends TextContext {
  /** What the nodes were read from. */
  readonly source: string;
}

function childrenHtml(
  { children }: { readonly children: readonly Nodes[] },
  about: NodeContext,
): readonly Html[] {
  return children.map((child) => nodeHtml(child, about));
}

function nodeHtml(node: Nodes, about: NodeContext): Html {
  switch (node.type) {
    case "text":
      return html`${node.value.replace(WORD_JOINER, "")}`;
    case "paragraph":
      return html`<p>${childrenHtml(node, about)}</p>`;
    case "heading":
      return heading(node.depth + about.options.lower, html`${childrenHtml(node, about)}`);
    case "emphasis":
      return html`<em>${childrenHtml(node, about)}</em>`;
    case "strong":
      return html`<strong>${childrenHtml(node, about)}</strong>`;
    case "delete":
      return html`<del>${childrenHtml(node, about)}</del>`;
    case "inlineCode":
      return html`<code>${node.value}</code>`;
    case "code":
      return preformatted([node.value]);
    case "break":
      return html`<br>`;
    case "thematicBreak":
      return html`<hr>`;
    case "blockquote":
      return html`<blockquote>${childrenHtml(node, about)}</blockquote>`;
    case "list":
      return listHtml(node, about);
    case "link":
      return linkHtml(node, about);
    default:
      // Raw HTML, pictures, references and whatever else there may be: as it is written.
      return html`<code>${sourceOf(node, about)}</code>`;
  }
}

function listHtml(list: Extract<Nodes, { type: "list" }>, about: NodeContext): Html {
  const items = list.children.map((item) => {
    const children = item.children.map((child) =>
      // The lines of a list stand close together.
      child.type === "paragraph" ? html`${childrenHtml(child, about)}` : nodeHtml(child, about),
    );
    return html`<li>${children}</li>`;
  });
  return list.ordered === true ? html`<ol start="${list.start ?? 1}">${items}</ol>` : html`<ul>${items}</ul>`;
}

function linkHtml(link: Extract<Nodes, { type: "link" }>, about: NodeContext): Html {
  const [only] = link.children;
  const isBare = link.children.length === 1 && only?.type === "text" && only.value === link.url;
  const content = childrenHtml(link, about);
  return isBare ? html`${content}` : html`${content} <span class="target">(${link.url})</span>`;
}

function sourceOf({ position }: Nodes, { source }: NodeContext): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
}
