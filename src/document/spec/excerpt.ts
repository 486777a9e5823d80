import type { SpecSection } from "./outline.ts";
import type { Spec } from "./spec.ts";

/** Some lines of a spec around one of them, for a prompt. */
interface Excerpt {
  /** The headings it stands under. */
  readonly path: readonly string[];
  /** 1-based, both included. */
  readonly line: number;
  readonly endLine: number;
  readonly text: string;
  /** Whether the line's own section is there in full. */
  readonly wholeSection: boolean;
}

interface Extent {
  readonly line: number;
  readonly endLine: number;
}

/**
 * The section of a line, then what surrounds it, section by section outwards, as far as the budget goes; where
 * even the section is too long, the lines nearest to the one asked for.
 */
export function excerptAround(spec: Spec, line: number, maxChars: number): Excerpt {
  const { lines } = spec;
  const middle = Math.min(Math.max(1, line), Math.max(1, lines.length));
  const around = sectionsAround(spec.sections, middle);
  const own = ownExtent(spec.sections, middle, lines.length);
  const extents: readonly Extent[] = [own, ...around.toReversed(), { line: 1, endLine: lines.length }];
  const grown = growExtent(lines, middle, { extents, maxChars });
  const text = lines.slice(grown.line - 1, grown.endLine).join("\n");
  return {
    path: around.at(-1)?.path ?? [],
    ...grown,
    text: text.slice(0, Math.max(0, maxChars)),
    wholeSection: text.length <= maxChars && grown.line <= own.line && grown.endLine >= own.endLine,
  };
}

/** From the outermost in. */
function sectionsAround(sections: readonly SpecSection[], line: number): readonly SpecSection[] {
  return sections.filter((section) => section.line <= line && line <= section.endLine);
}

/** From the line's heading to the next one of any level. */
function ownExtent(sections: readonly SpecSection[], line: number, lastLine: number): Extent {
  const next = sections.find((section) => section.line > line);
  const last = sections.findLast((section) => section.line <= line);
  return { line: last?.line ?? 1, endLine: (next?.line ?? lastLine + 1) - 1 };
}

interface GrowthLimits {
  readonly extents: readonly Extent[];
  readonly maxChars: number;
}

function growExtent(lines: readonly string[], middle: number, { extents, maxChars }: GrowthLimits): Extent {
  const cost = (line: number) => (lines[line - 1] ?? "").length + 1;
  let [line, endLine] = [middle, middle];
  let left = maxChars - cost(middle) + 1;
  for (const extent of extents) {
    let moved = true;
    while (moved) {
      moved = false;
      if (endLine < extent.endLine && cost(endLine + 1) <= left) {
        endLine += 1;
        left -= cost(endLine);
        moved = true;
      }
      if (line > extent.line && cost(line - 1) <= left) {
        line -= 1;
        left -= cost(line);
        moved = true;
      }
    }
    if (line > extent.line || endLine < extent.endLine) break;
  }
  return { line, endLine };
}
