// Texts that come with commands: fit for the board, or a refusal that says why not.
import type { Refusal } from "../shared/refusal.ts";
import { refuse } from "./board-refusal.ts";
import { isCommit, parseSourceLink, readTitle, TEXT_CHARS_MAX, TITLE_CHARS_MAX } from "./board-text.ts";

export function checkedTitle(text: string): string | Refusal {
  return readTitle(text) ?? refuse("unfit-text", `a title is one line of 1 to ${TITLE_CHARS_MAX} characters`);
}

export function checkedName(text: string): string | Refusal {
  return (
    readTitle(text) ??
    refuse("unfit-text", `the name of a section is one line of 1 to ${TITLE_CHARS_MAX} characters`)
  );
}

export function unfitSource(link: string | null): Refusal | null {
  if (link === null || parseSourceLink(link) !== null) return null;
  return refuse(
    "unfit-text",
    `"${link}" is no source`,
    "Write it as FILE#heading, such as docs/SPEC.md#login.",
  );
}

export function unfitCommit(commit: string | null): Refusal | null {
  return commit === null || isCommit(commit) ? null : refuse("unfit-text", `"${commit}" is no commit`);
}

export function tooLong(...texts: readonly (string | null)[]): Refusal | null {
  const long = texts.find((text) => (text?.length ?? 0) > TEXT_CHARS_MAX);
  if (long === undefined) return null;
  return refuse("unfit-text", `a text of ${long?.length} characters is too long: at most ${TEXT_CHARS_MAX}`);
}
