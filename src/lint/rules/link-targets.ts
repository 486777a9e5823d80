// Links that lead nowhere: to a place in this document, or to a file beside it.
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import { distinctSlugs, slugOf } from "../../document/spec/anchors.ts";
import { matchesOf } from "../../document/spec/matches.ts";
import type { Section } from "../../document/spec/outline.ts";
import { isCode, type Place, placeIn } from "../../document/spec/place.ts";
import { findInParts, type SpecPart } from "../../document/spec/spec-parts.ts";
import { linesOfBlocks, type PartText } from "../../document/spec/spec-text.ts";
import { GAP_TITLE } from "../gap-title.ts";
import { type Hit, mergeBySubject } from "../lint-finding.ts";

/** Whether a file, named from where `file` is named from, is there. */
export type KnownFiles = (path: string) => boolean;

/** Line marks of code hosts, footnotes and text fragments are made by renderers, not by headings. */
const MADE_BY_RENDERERS = /^#(?:L\d|fn|user-content-|:~:|\/|!|$)/;

export function findMissingTargets(
  parts: readonly SpecPart[],
  file: string,
  knownFiles: KnownFiles | null,
): readonly Hit[] {
  const links = linksOf(parts);
  const anchors = links.some(({ target }) => target.startsWith("#")) ? anchorKeys(parts) : new Set<string>();
  const hits = links.flatMap((link) => {
    if (link.target.startsWith("#")) return missingAnchor(link, anchors);
    return knownFiles === null ? [] : missingFile(link, file, knownFiles);
  });
  return mergeBySubject(hits, "Linked from");
}

function missingAnchor({ target, place, section }: Link, anchors: ReadonlySet<string>): readonly Hit[] {
  const key = anchorKey(decodeTarget(target.slice(1)));
  if (MADE_BY_RENDERERS.test(target) || key === "" || anchors.has(key)) return [];
  const why = `No heading of this document becomes the anchor ${target}, so the link leads to the top of the page.`;
  const settle = "Write the section, or correct the link.";
  const title = GAP_TITLE["missing-section"](target);
  return [{ rule: "missing-section", place, section, title, subject: `#${key}`, why, settle }];
}

const NOT_A_FILE = /^[A-Za-z][A-Za-z0-9+.-]*:|^\/|^[\w.+-]{1,100}@|[{}<>*$]/;
/** An address in another pair of brackets, or without its scheme: whatever is wrong with it, it names no file. */
const ADDRESS = /:\/\/|^www\.|^[\w-]{1,60}(?:\.[\w-]{1,60}){0,5}\.[A-Za-z]{2,20}\//;

function missingFile({ target, place, section }: Link, file: string, knownFiles: KnownFiles): readonly Hit[] {
  const [path = ""] = target.split(/[?#]/, 1);
  if (path === "" || NOT_A_FILE.test(path) || ADDRESS.test(path)) return [];
  const resolved = resolve(file, decodeTarget(path));
  if (knownFiles(resolved)) return [];
  const why = `There is no file ${resolved}, so whatever it was to say is missing.`;
  const title = GAP_TITLE["missing-file"](resolved);
  return [{ rule: "missing-file", place, section, title, subject: resolved, why }];
}

function resolve(file: string, path: string): string {
  const steps: string[] = [];
  for (const step of [...file.split("/").slice(0, -1), ...path.split("/")]) {
    const back = steps.length > 0 && steps.at(-1) !== ".." && steps.at(-1) !== "";
    if (step === ".." && back) steps.pop();
    else if (step !== "." && (step !== "" || steps.length === 0)) steps.push(step);
  }
  return steps.join("/");
}

function decodeTarget(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Link {
  readonly target: string;
  readonly place: Place;
  readonly section: Section;
}

const INLINE_TARGET =
  /\]\(\s{0,4}(?:<([^<>\n]{1,500})>|([^\s()<>]{1,500}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?))/g;
const DEFINITION = /^ {0,3}\[([^\]\n]{1,200})\]:\s{0,4}<?([^\s<>]{1,500})/;
const LABEL = /\[([^[\]]{1,200})\]/g;

function linksOf(parts: readonly SpecPart[]): readonly Link[] {
  return [...findInParts(parts, inlineLinks), ...usedDefinitions(parts)];
}

const inlineLinks = memoizeWeak(({ passages }: PartText): readonly Link[] =>
  passages.flatMap((passage) =>
    (passage.source.includes("](") ? matchesOf(passage.source, INLINE_TARGET) : []).flatMap((match) => {
      const target = match[1] ?? match[2] ?? "";
      const start = match.index + match[0].indexOf(target);
      // Where the bracket is text, the parser saw no link.
      const isText =
        passage.text[match.index] === "]" || isCode(passage, match.index) || isCode(passage, start);
      if (isText) return [];
      return [{ target, place: placeIn(passage, start, start + target.length), section: passage.section }];
    }),
  ),
);

function labelOf(match: RegExpExecArray): string {
  return labelKey(match[1] ?? "");
}

function labelKey(label: string): string {
  return label.replaceAll(/\s+/g, " ").trim().toLowerCase();
}

const labelsIn = memoizeWeak(({ passages }: PartText) =>
  passages.flatMap(({ source }) => (source.includes("[") ? matchesOf(source, LABEL).map(labelOf) : [])),
);

/** Templates leave anchors behind that no link uses. */
function usedDefinitions(parts: readonly SpecPart[]): readonly Link[] {
  const all = findInParts(parts, definitions);
  if (!all.some(({ target }) => target.startsWith("#"))) return all;
  const used = new Set(parts.flatMap(({ spec }) => labelsIn(spec)));
  return all.filter(({ target, label }) => !target.startsWith("#") || used.has(label));
}

interface Definition extends Link {
  readonly label: string;
}

/** Definitions are in no block: they are the lines that the reading has left over. */
const definitions = memoizeWeak((spec: PartText): readonly Definition[] => {
  if (!spec.lines.some((text) => text.includes("]:"))) return [];
  const taken = linesOfBlocks(spec);
  return spec.lines.flatMap((text, index) => {
    const match = taken.has(index + 1) || isFootnote(text) ? null : DEFINITION.exec(text);
    const [, label = "", target] = match ?? [];
    if (match === null || target === undefined) return [];
    const column = match[0].length - target.length + 1;
    const place = { line: index + 1, column, endColumn: column + target.length };
    return [{ target, label: labelKey(label), place, section: spec.sectionAt(index + 1) }];
  });
});

function isFootnote(line: string): boolean {
  return line.trimStart().startsWith("[^");
}

/** Renderers differ in punctuation, so only letters and digits are compared. */
function anchorKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

const SET_BY_HAND = /\b(?:id|name)\s{0,4}=\s{0,4}["']?([^\s"'<>]{1,200})|\{\s{0,4}#([^\s{}]{1,200})/g;
const HTML_HEADING = /<h[1-6][^<>]{0,200}>([^<>]{1,200})<\/h[1-6]>/gi;
const MAY_SET = /\b(?:id|name)\s{0,4}=|\{\s{0,4}#|<h[1-6]/i;
const ALWAYS_THERE = ["top", "readme"];

/** The places of a document that a link may lead to: headings as the common renderers name them, and ids set by hand. */
function anchorKeys(parts: readonly SpecPart[]): ReadonlySet<string> {
  const headings = distinctSlugs(parts.flatMap(({ spec }) => headingSlugs(spec)));
  const byHand = parts.flatMap(({ spec }) => keysSetByHand(spec));
  return new Set([...ALWAYS_THERE, ...headings.map(anchorKey), ...byHand]);
}

const headingSlugs = memoizeWeak(({ sections }: PartText) =>
  sections.map(({ title }) => slugOf(title.replace(/\{\s{0,4}#[^{}]{0,200}\}\s*$/, ""))),
);

const keysSetByHand = memoizeWeak((spec: PartText) => {
  if (!spec.lines.some((text) => MAY_SET.test(text))) return [];
  const code = linesOfBlocks(spec, "code");
  return spec.lines.flatMap((line, index) =>
    code.has(index + 1)
      ? []
      : [
          ...matchesOf(line, SET_BY_HAND).map((match) => anchorKey(match[1] ?? match[2] ?? "")),
          ...matchesOf(line, HTML_HEADING).map((match) => anchorKey(match[1] ?? "")),
        ],
  );
});
