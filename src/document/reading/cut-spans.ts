import type { Span } from "../markdown/spans.ts";

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
