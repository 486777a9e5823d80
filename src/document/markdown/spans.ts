import type { PhrasingContent } from "mdast";

/** A run of text within a paragraph, a heading or a cell. */
export interface Span {
  readonly text: string;
  readonly line: number;
  readonly strong: boolean;
  readonly code: boolean;
  /** The text is what a picture is described by. */
  readonly picture?: true;
}

/** What a reader sees of inline content, in order; comments, tags and what is struck out are not seen. */
export function spansOf(nodes: readonly PhrasingContent[], firstLine: number): readonly Span[] {
  const spans: Span[] = [];
  let within: string | null = null;
  for (const node of nodes) {
    const tag = node.type === "html" ? tagOf(node.value) : null;
    if (within === null && tag !== null && (SHOWN_TAGS.has(tag) || STRUCK.has(tag))) within = tag;
    else if (within !== null && tag === `/${within}`) within = null;
    else if (within === null) spans.push(...spansOfNode(node, firstLine, false));
    else if (SHOWN_TAGS.has(within)) {
      spans.push(...spansOfNode(node, firstLine, false).map((span) => ({ ...span, code: true })));
    }
  }
  return spans;
}

/** Tags around something that is shown, not said. */
const SHOWN_TAGS: ReadonlySet<string> = new Set(["code", "kbd", "samp", "tt", "q"]);
const STRUCK: ReadonlySet<string> = new Set(["del", "s", "strike"]);

function tagOf(html: string): string | null {
  return /^<(\/?[a-z]+)/i.exec(html)?.[1]?.toLowerCase() ?? null;
}

function spansOfNode(node: PhrasingContent, firstLine: number, strong: boolean): Span[] {
  const line = (node.position?.start.line ?? 1) + firstLine - 1;
  switch (node.type) {
    case "text":
      return node.value
        .split("\n")
        .flatMap((text, index) => [
          ...(index === 0 ? [] : [{ text: "\n", line: line + index - 1, strong, code: false }]),
          { text, line: line + index, strong, code: false },
        ]);
    case "inlineCode":
      return [{ text: node.value, line, strong, code: true }];
    case "break":
      return [{ text: "\n", line, strong, code: false }];
    case "image":
      return [{ text: node.alt ?? "", line, strong, code: true, picture: true }];
    case "delete":
    case "html":
    case "imageReference":
    case "footnoteReference":
      return [];
    case "strong":
      return node.children.flatMap((child) => spansOfNode(child, firstLine, true));
    case "emphasis":
    case "link":
    case "linkReference":
      return node.children.flatMap((child) => spansOfNode(child, firstLine, strong));
    default:
      return [];
  }
}

/** Everything a reader sees, code included: for titles and quotations. */
export function plainText(spans: readonly Span[]): string {
  const [only] = spans;
  if (only !== undefined && spans.length === 1) return only.text;
  let seen = "";
  for (const { text } of spans) seen += text;
  return seen;
}

/** A picture for each picture: what it is described by says nothing where a statement is looked for. */
export function withPictures(spans: readonly Span[]): readonly Span[] {
  return spans.some(({ picture }) => picture)
    ? spans.map((span) => (span.picture ? { ...span, text: "🖼" } : span))
    : spans;
}

/** What is said rather than shown: code is blanked out, so that nothing in it counts as a statement. */
export function statedText(spans: readonly Span[]): string {
  let stated = "";
  for (const { code, text } of spans) stated += code ? " ".repeat(text.length) : text;
  return stated;
}

/** As `statedText`, but a code span that is exactly an identifier is one: for headings and cells. */
export function statedLabel(spans: readonly Span[]): string {
  let stated = "";
  for (const { code, text } of spans) {
    stated += code && !WHOLE_IDENTIFIER.test(text) ? " ".repeat(text.length) : text;
  }
  return stated;
}

const WHOLE_IDENTIFIER =
  /^(?:GAP-[A-Z]{2,10}-\d{3}[a-z]?|(?:ISSUE|DECISION)-R\d{1,2}-\d{3}|[A-Z]{1,10}-?[A-Z]?\d{1,4})$/;

/** As a reader sees it, with code marked as such. */
export function markedText(spans: readonly Span[]): string {
  return spans.map(({ code, picture, text }) => (code && !picture ? `\`${text}\`` : text)).join("");
}

/** A part of what a reader sees of the spans, with code marked as such. */
export function withCodeMarks(part: string, spans: readonly Span[]): string {
  const from = spans
    .map(({ text }) => text)
    .join("")
    .indexOf(part);
  if (from < 0 || !spans.some(({ code }) => code)) return part;
  const { after } = cutSpans(spans, from);
  return markedText(cutSpans(after, part.length).before);
}

/** Spans parted at an offset into what a reader sees. */
export function cutSpans(
  spans: readonly Span[],
  end: number,
): { readonly before: readonly Span[]; readonly after: readonly Span[] } {
  const before: Span[] = [];
  const after: Span[] = [];
  let offset = 0;
  for (const span of spans) {
    const cut = Math.min(Math.max(end - offset, 0), span.text.length);
    if (cut > 0) before.push({ ...span, text: span.text.slice(0, cut) });
    if (cut < span.text.length) after.push({ ...span, text: span.text.slice(cut) });
    offset += span.text.length;
  }
  return { before, after };
}

export interface SpanLine {
  readonly line: number;
  readonly spans: readonly Span[];
}

/** Line by line, without the breaks between them. */
export function linesOfSpans(spans: readonly Span[]): readonly SpanLine[] {
  const found: { line: number; spans: Span[] }[] = [];
  let current: { line: number; spans: Span[] } | null = null;
  for (const span of spans) {
    if (span.text === "\n" && !span.code) current = null;
    else if (current === null) {
      current = { line: span.line, spans: [span] };
      found.push(current);
    } else current.spans.push(span);
  }
  return found;
}
