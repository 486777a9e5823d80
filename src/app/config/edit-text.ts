// Changes one key in the text of a settings file and leaves comments and order as they are.
import { type Document, isCollection, isMap, isScalar, parseDocument, YAMLMap } from "yaml";
import { withoutMark, YAML_OPTIONS } from "./config-text.ts";
import type { KeyPath } from "./key-tree.ts";

export type EditOutcome =
  | { readonly at: "edited"; readonly text: string }
  | { readonly at: "impossible"; readonly message: string };

/** Puts a value at a key; the sections around it are made as needed. */
export function withKey(source: string, path: KeyPath, value: unknown): EditOutcome {
  return editDocument(source, (document) => {
    for (const length of path.keys()) {
      if (length > 0) makeRoom(document, path.slice(0, length));
    }
    document.setIn(path, value);
    const node = document.getIn(path, true);
    // A new map or list reads best in the style of the rest of the file.
    if (isCollection(node)) node.flow = false;
  });
}

/** Takes a key away, and the sections that are empty without it. */
export function withoutKey(source: string, path: KeyPath): EditOutcome {
  return editDocument(source, (document) => {
    document.deleteIn(path);
    for (let length = path.length - 1; length > 0; length -= 1) {
      const section = document.getIn(path.slice(0, length), true);
      if (!isMap(section) || section.items.length > 0) break;
      document.deleteIn(path.slice(0, length));
    }
    dropEmptyContents(document);
  });
}

/** A section whose lines are all commented out is nothing to YAML; its comments move into the new map. */
function makeRoom(document: Document, path: KeyPath): void {
  const node = document.getIn(path, true);
  if (!isScalar(node) || node.value !== null) return;
  const map = new YAMLMap(document.schema);
  map.commentBefore = node.comment ?? node.commentBefore ?? null;
  document.setIn(path, map);
}

/** An empty map would be written as `{}`; the comments that hung on it stay. */
function dropEmptyContents(document: Document): void {
  const { contents } = document;
  if (!isMap(contents) || contents.items.length > 0) return;
  const comments = [document.commentBefore, contents.commentBefore, contents.comment, document.comment];
  document.commentBefore = comments.filter((comment) => typeof comment === "string").join("\n\n") || null;
  document.comment = null;
  document.contents = null;
}

function editDocument(source: string, change: (document: Document) => void): EditOutcome {
  const document: Document = parseDocument(withoutMark(source), YAML_OPTIONS);
  try {
    change(document);
  } catch (error) {
    // The library refuses to go into aliases and plain values.
    return { at: "impossible", message: error instanceof Error ? error.message : String(error) };
  }
  const text = document.contents === null ? onlyComments(document) : document.toString({ lineWidth: 0 });
  const lines = source.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
  return { at: "edited", text: source.startsWith("\uFEFF") ? `\uFEFF${lines}` : lines };
}

function onlyComments({ commentBefore }: Document): string {
  if (commentBefore === null || commentBefore === undefined) return "";
  return `${commentBefore.replaceAll(/^(?=.)/gm, "#")}\n`;
}
