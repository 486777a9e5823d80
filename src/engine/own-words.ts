// What an Engineer wrote, as it stands in the document: with its fences, and everything in its order.
import type { EngineerDocument } from "../core/documents/engineer-document.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { bareTitle, isNewGapsTitle } from "../document/engineer/section-names.ts";
import { linesOf } from "../document/markdown/lines.ts";
import { segmentsOf } from "../document/markdown/segments.ts";

/** The sections about a gap, from their titles on; empty where there is none. */
export function sectionsOn(gap: GapId, document: EngineerDocument, text: string): string {
  return document.resolutions
    .filter(({ gaps }) => gaps.includes(gap))
    .map(({ line }) => blockAt(line, document, text))
    .join("\n\n");
}

/** From the title in a line to where another resolution or disagreement begins. */
function blockAt(line: number, { resolutions, disagreements }: EngineerDocument, text: string): string {
  const lines = text.split(/\r\n?|\n/);
  const later = [...resolutions, ...disagreements].map((other) => other.line).filter((other) => other > line);
  return lines
    .slice(line - 1, Math.min(...later, lines.length + 1) - 1)
    .join("\n")
    .trim();
}

/** Without the table of responses, whose rows are shown by themselves, and without a part that says that no gap is new. */
export function withoutAnswers(text: string): string {
  const lines = linesOf(text);
  const headings = segmentsOf(lines).flatMap((segment) => (segment.kind === "heading" ? [segment] : []));
  const left = new Set<number>();
  for (const { line, level, text: title } of headings) {
    const end = headings.find((other) => other.line > line && other.level <= level)?.line ?? lines.length + 1;
    const said = lines
      .slice(line, end - 1)
      .join("\n")
      .trim();
    const isAnswers = /^responses$/i.test(bareTitle(title));
    if (!isAnswers && !(isNewGapsTitle(title) && /^(?:none\.?)?$/i.test(said))) continue;
    for (let at = line; at < end; at += 1) left.add(at);
  }
  return lines
    .filter((_, index) => !left.has(index + 1))
    .join("\n")
    .trim();
}
