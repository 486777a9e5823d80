// What people and agents may write into the board, and how much of it.

import type { Refusal } from "../shared/refusal.ts";
import { refuse } from "./board-refusal.ts";

/** More is no title but a text. */
const TITLE_CHARS_MAX = 1_000;
const TEXT_CHARS_MAX = 100_000;
const PATH_CHARS_MAX = 4_096;

/** One line without white space at the edges or doubled within; `null` for what is no title. */
export function readTitle(text: string): string | null {
  const title = text.replace(/\s+/g, " ").trim();
  return title === "" || title.length > TITLE_CHARS_MAX || /[\p{Cc}\p{Cs}]/u.test(title) ? null : title;
}

/** A text of any lines; blank is none. What no document can show is no reason to lose the rest. */
export function readWords(text: string | null): string | null {
  const words = (text ?? "")
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Cs}/gu, "\uFFFD")
    .trim();
  return words === "" ? null : words;
}

/** Titles that a person would take for the same. */
export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

interface SourceLink {
  readonly file: string;
  readonly heading: string | null;
}

/** `docs/SPEC.md#login`; whether there is such a place is for others to see. */
export function parseSourceLink(text: string): SourceLink | null {
  if (text.length > PATH_CHARS_MAX || /[\p{Cc}\p{Cs}]/u.test(text) || text.trim() !== text) return null;
  const mark = text.indexOf("#");
  const file = mark < 0 ? text : text.slice(0, mark);
  const heading = mark < 0 ? null : text.slice(mark + 1);
  return file === "" || heading === "" ? null : { file, heading };
}

/** A pattern of paths from the top of the project: it leads nowhere else. */
function isGlob(text: string): boolean {
  if (text === "" || text.length > PATH_CHARS_MAX || /[\p{Cc}\p{Cs}]/u.test(text)) return false;
  return text.trim() === text && !text.startsWith("/") && !text.split(/[/\\]/).includes("..");
}

/** More places than that are a task of its own each. */
const FILES_MAX = 100;

/** Each once. */
export function checkFiles(wanted: readonly string[]): readonly string[] | Refusal {
  const files = [...new Set(wanted)];
  if (files.length > FILES_MAX) return refuse("too-many", `a task has at most ${FILES_MAX} globs of files`);
  const unfit = files.find((glob) => !isGlob(glob));
  if (unfit === undefined) return files;
  const message = `"${unfit}" is no glob of files`;
  return refuse("unfit-text", message, "Write it from the top of the project, such as src/login/**.");
}

/** A commit by the digits git shows, short or whole. */
function isCommit(text: string): boolean {
  return /^[0-9a-f]{7,64}$/.test(text);
}

export function checkTitle(text: string): string | Refusal {
  return readTitle(text) ?? refuse("unfit-text", `a title is one line of 1 to ${TITLE_CHARS_MAX} characters`);
}

export function checkName(text: string): string | Refusal {
  return (
    readTitle(text) ??
    refuse("unfit-text", `the name of a section is one line of 1 to ${TITLE_CHARS_MAX} characters`)
  );
}

export function refuseSource(link: string | null): Refusal | null {
  if (link === null || parseSourceLink(link) !== null) return null;
  return refuse(
    "unfit-text",
    `"${link}" is no source`,
    "Write it as FILE#heading, such as docs/SPEC.md#login.",
  );
}

export function refuseCommit(commit: string | null): Refusal | null {
  return commit === null || isCommit(commit) ? null : refuse("unfit-text", `"${commit}" is no commit`);
}

export function refuseLongTexts(...texts: readonly (string | null)[]): Refusal | null {
  const long = texts.find((text) => (text?.length ?? 0) > TEXT_CHARS_MAX);
  if (long === undefined) return null;
  return refuse("unfit-text", `a text of ${long?.length} characters is too long: at most ${TEXT_CHARS_MAX}`);
}
