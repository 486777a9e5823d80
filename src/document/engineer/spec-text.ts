// `### Spec Text`: what of a resolution enters the finished spec, and where.
import type { SpecText } from "../../core/documents/engineer-document.ts";
import type { Span } from "../markdown/spans.ts";
import { isBesideSpecText, isSpecTextTitle } from "./section-names.ts";
import { freeText } from "./source-text.ts";
import { linesOfSpans, type Part, type Title } from "./titles.ts";

export interface SpecTextPlace {
  readonly specText: SpecText;
  /** The lines of the sub-section, its title included; `end` is the first one after it. */
  readonly line: number;
  readonly end: number;
}

const PLACE = /^\s*(replaces|after)\s*[:–—]\s*/i;

/** `end` is the first line after the resolution. */
export function findSpecText(
  lines: readonly string[],
  parts: readonly Part[],
  end: number,
): SpecTextPlace | null {
  const at = parts.findIndex(({ title }) => title !== null && isSpecTextTitle(title.text));
  const title = parts[at]?.title ?? null;
  if (title === null) return null;
  const next = parts.slice(at + 1).find((part) => part.title !== null && endsSpecText(part.title, title));
  const last = next?.block.line ?? end;
  const stated = placeIn(parts[at + 1]);
  const text = freeText(lines.slice(stated === null ? title.line : stated.line, last - 1));
  const place = stated?.place ?? { at: "marker" };
  return { specText: { text, line: title.line, place }, line: title.line, end: last };
}

/** The text may have headings of its own; it ends where the resolution goes on with one of its known sections. */
function endsSpecText(title: Title, specText: Title): boolean {
  return title.level <= specText.level && isBesideSpecText(title.text);
}

function placeIn(
  part: Part | undefined,
): { readonly place: SpecText["place"]; readonly line: number } | null {
  if (part === undefined || (part.block.kind !== "paragraph" && part.block.kind !== "item")) return null;
  const [first] = linesOfSpans(part.block.spans);
  if (first === undefined) return null;
  const word = PLACE.exec(first.spans.map(({ text, code }) => (code ? " " : text)).join(""))?.[1];
  const headingPath = pathOf(first.spans);
  if (word === undefined || headingPath.length === 0) return null;
  return {
    place: { at: word.toLowerCase() === "after" ? "after" : "replaces", headingPath },
    line: first.line,
  };
}

/** `A > B > C`; what stands in code is one name, whatever it holds. */
function pathOf(spans: readonly Span[]): readonly string[] {
  const names: string[] = [""];
  let atStart = true;
  for (const { text, code } of spans) {
    const said = atStart && !code ? text.replace(PLACE_OR_COLON, "") : text;
    if (atStart && said !== "") atStart = false;
    const [first = "", ...further] = code ? [said] : said.split(/\s[>›→]\s/);
    names[names.length - 1] += first;
    names.push(...further);
  }
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

const PLACE_OR_COLON = /^\s*(?:(?:replaces|after)\s*[:–—]?\s*|[:–—]\s*)/i;
