import { fileText } from "./file-text.ts";
import type { Found, Sight } from "./sight.ts";
import { isUnder } from "./under.ts";

interface SearchArgs {
  readonly text: string;
  readonly under?: string | undefined;
  readonly ignore_case?: boolean | undefined;
}

const HITS_MAX = 100;
const LINE_CHARS_MAX = 300;
const FILES_MAX = 5_000;
const BYTES_MAX = 64 * 1024 * 1024;

export async function searchText(
  sight: Sight,
  { text, under, ignore_case: ignoreCase = false }: SearchArgs,
): Promise<Found> {
  if (text.trim() === "") return { text: "there is nothing to look for", failed: true };
  const fold = (words: string): string => (ignoreCase ? words.toLowerCase() : words);
  const paths = sight.files.paths.filter((path) => isUnder(path, under));
  const hits: string[] = [];
  let bytes = 0;
  for (const [index, path] of paths.entries()) {
    if (sight.signal.aborted || index >= FILES_MAX || bytes > BYTES_MAX) {
      return found(hits, `only the first ${index} of ${paths.length} files were searched; narrow it down`);
    }
    const read = await fileText(sight.project.root, path);
    if (read.at === "none") continue;
    bytes += read.text.length;
    hits.push(...hitsIn({ path, text: sight.clean(read.text) }, fold(text), fold));
    if (hits.length > HITS_MAX) return found(hits.slice(0, HITS_MAX), "there are more; narrow it down");
  }
  return found(hits, null);
}

interface Searched {
  readonly path: string;
  readonly text: string;
}

function hitsIn(
  { path, text }: Searched,
  wanted: string,
  fold: (words: string) => string,
): readonly string[] {
  // Most files have none, and need not be cut into lines to know.
  if (!fold(text).includes(wanted)) return [];
  return text
    .split(/\r?\n/)
    .flatMap((line, index) =>
      fold(line).includes(wanted) ? [`${path}:${index + 1}: ${line.slice(0, LINE_CHARS_MAX)}`] : [],
    )
    .slice(0, HITS_MAX + 1);
}

function found(hits: readonly string[], note: string | null): Found {
  const lines = [...(hits.length === 0 ? ["not found"] : hits), ...(note === null ? [] : [`(${note})`])];
  return { text: lines.join("\n"), failed: false };
}
