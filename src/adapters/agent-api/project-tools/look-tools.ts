import { fileText, isUnder, type ToolContext, type ToolOutput, tidyPath } from "./project-files.ts";

interface ListArgs {
  readonly under?: string | undefined;
  readonly containing?: string | undefined;
}

const LISTED_MAX = 500;

export function listFiles({ files, clean }: ToolContext, { under, containing = "" }: ListArgs): ToolOutput {
  const paths = files.paths.filter((path) => isUnder(path, under) && path.includes(containing));
  if (paths.length === 0) return { text: "no such files", failed: false };
  const left = paths.length - LISTED_MAX;
  const notes = [
    ...(left > 0 ? [`(${left} more; narrow it down)`] : []),
    ...(files.isCut ? ["(the project has more files than can be listed)"] : []),
  ];
  return { text: clean([...paths.slice(0, LISTED_MAX), ...notes].join("\n")), failed: false };
}

interface ReadArgs {
  readonly path: string;
  readonly from_line?: number | undefined;
  readonly lines?: number | undefined;
}

const LINES_MAX = 400;
const LINE_CHARS_MAX = 2_000;
/** Below what a result may hold, so that the line that says how it goes on is not cut away. */
const READ_CHARS_MAX = 30_000;

export async function readLines(sight: ToolContext, args: ReadArgs): Promise<ToolOutput> {
  const { project, files, clean } = sight;
  const path = tidyPath(args.path);
  if (!files.paths.includes(path)) {
    return {
      text: `there is no file ${JSON.stringify(args.path)} to read here; list_files shows them`,
      failed: true,
    };
  }
  const read = await fileText(project.root, path);
  if (read.at === "none") return { text: `${path} is not shown: ${read.why}`, failed: true };
  const lines = clean(read.text)
    .replace(/\r?\n$/, "")
    .split(/\r?\n/);
  const from = Math.max(1, Math.floor(args.from_line ?? 1));
  const count = Math.min(LINES_MAX, Math.max(1, Math.floor(args.lines ?? LINES_MAX)));
  const shown = numberLines(lines.slice(from - 1, from - 1 + count), from);
  return {
    text: [...shown, rangeNote({ from, shown: shown.length, of: lines.length, isCut: read.isCut })].join(
      "\n",
    ),
    failed: false,
  };
}

function numberLines(lines: readonly string[], from: number): readonly string[] {
  const shown: string[] = [];
  let chars = 0;
  for (const [index, line] of lines.entries()) {
    const text = `${from + index}\t${line.slice(0, LINE_CHARS_MAX)}${line.length > LINE_CHARS_MAX ? " (cut here)" : ""}`;
    chars += text.length + 1;
    if (chars > READ_CHARS_MAX && shown.length > 0) break;
    shown.push(text);
  }
  return shown;
}

interface ShownLines {
  readonly from: number;
  readonly shown: number;
  readonly of: number;
  readonly isCut: boolean;
}

function rangeNote({ from, shown, of, isCut }: ShownLines): string {
  const more = isCut ? ", and more that is not looked at" : "";
  if (shown === 0) return `(no such lines; the file has ${of}${more})`;
  const last = from + shown - 1;
  return `(lines ${from} to ${last} of ${of}${more})`;
}

interface SearchArgs {
  readonly text: string;
  readonly under?: string | undefined;
  readonly ignore_case?: boolean | undefined;
}

const HITS_MAX = 100;
const HIT_CHARS_MAX = 300;
const SEARCHED_FILES_MAX = 5_000;
const SEARCHED_BYTES_MAX = 64 * 1024 * 1024;

export async function searchText(
  sight: ToolContext,
  { text, under, ignore_case: ignoreCase = false }: SearchArgs,
): Promise<ToolOutput> {
  if (text.trim() === "") return { text: "there is nothing to look for", failed: true };
  const fold = (words: string): string => (ignoreCase ? words.toLowerCase() : words);
  const paths = sight.files.paths.filter((path) => isUnder(path, under));
  const hits: string[] = [];
  let bytes = 0;
  for (const [index, path] of paths.entries()) {
    if (sight.signal.aborted || index >= SEARCHED_FILES_MAX || bytes > SEARCHED_BYTES_MAX) {
      return formatHits(
        hits,
        `only the first ${index} of ${paths.length} files were searched; narrow it down`,
      );
    }
    const read = await fileText(sight.project.root, path);
    if (read.at === "none") continue;
    bytes += read.text.length;
    hits.push(...hitsIn({ path, text: sight.clean(read.text) }, fold(text), fold));
    if (hits.length > HITS_MAX) return formatHits(hits.slice(0, HITS_MAX), "there are more; narrow it down");
  }
  return formatHits(hits, null);
}

interface SearchedFile {
  readonly path: string;
  readonly text: string;
}

function hitsIn(
  { path, text }: SearchedFile,
  wanted: string,
  fold: (words: string) => string,
): readonly string[] {
  // Most files have none, and need not be cut into lines to know.
  if (!fold(text).includes(wanted)) return [];
  return text
    .split(/\r?\n/)
    .flatMap((line, index) =>
      fold(line).includes(wanted) ? [`${path}:${index + 1}: ${line.slice(0, HIT_CHARS_MAX)}`] : [],
    )
    .slice(0, HITS_MAX + 1);
}

function formatHits(hits: readonly string[], note: string | null): ToolOutput {
  const lines = [...(hits.length === 0 ? ["not found"] : hits), ...(note === null ? [] : [`(${note})`])];
  return { text: lines.join("\n"), failed: false };
}
