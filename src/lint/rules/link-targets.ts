// Links that lead nowhere: to a place in this document, or to a file beside it.

import type { SpecPart } from "../../document/spec/spec-parts.ts";
import { GAP_TITLE } from "../gap-title.ts";
import type { Hit } from "../lint-finding.ts";
import { anchorKey, anchorsOf } from "./anchors.ts";
import { type Link, linksOf } from "./links.ts";
import { onceForEach } from "./once-for-each.ts";

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
  const anchors = links.some(({ target }) => target.startsWith("#")) ? anchorsOf(parts) : new Set<string>();
  const hits = links.flatMap((link) => {
    if (link.target.startsWith("#")) return missingAnchor(link, anchors);
    return knownFiles === null ? [] : missingFile(link, file, knownFiles);
  });
  return onceForEach(hits, "Linked from");
}

function missingAnchor({ target, place, section }: Link, anchors: ReadonlySet<string>): readonly Hit[] {
  const key = anchorKey(decoded(target.slice(1)));
  if (MADE_BY_RENDERERS.test(target) || key === "" || anchors.has(key)) return [];
  const why = `No heading of this document becomes the anchor ${target}, so the link leads to the top of the page.`;
  const settle = "Write the section, or correct the link.";
  const title = GAP_TITLE["missing-section"](target);
  return [{ rule: "missing-section", place, section, title, subject: `#${key}`, why, settle }];
}

const NOT_A_FILE = /^[A-Za-z][A-Za-z0-9+.-]*:|^\/|^[\w.+-]{1,100}@|[{}<>*$]/;

function missingFile({ target, place, section }: Link, file: string, knownFiles: KnownFiles): readonly Hit[] {
  const [path = ""] = target.split(/[?#]/, 1);
  if (path === "" || NOT_A_FILE.test(path)) return [];
  const resolved = resolve(file, decoded(path));
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
