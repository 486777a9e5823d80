import { fileText } from "./file-text.ts";
import type { Found, Sight } from "./sight.ts";
import { tidyPath } from "./under.ts";

interface ReadArgs {
  readonly path: string;
  readonly from_line?: number | undefined;
  readonly lines?: number | undefined;
}

const LINES_MAX = 400;
const LINE_CHARS_MAX = 2_000;
/** Below what a result may hold, so that the line that says how it goes on is not cut away. */
const CHARS_MAX = 30_000;

export async function readLines(sight: Sight, args: ReadArgs): Promise<Found> {
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
  const shown = numbered(lines.slice(from - 1, from - 1 + count), from);
  return {
    text: [...shown, note({ from, shown: shown.length, of: lines.length, isCut: read.isCut })].join("\n"),
    failed: false,
  };
}

function numbered(lines: readonly string[], from: number): readonly string[] {
  const shown: string[] = [];
  let chars = 0;
  for (const [index, line] of lines.entries()) {
    const text = `${from + index}\t${line.slice(0, LINE_CHARS_MAX)}${line.length > LINE_CHARS_MAX ? " (cut here)" : ""}`;
    chars += text.length + 1;
    if (chars > CHARS_MAX && shown.length > 0) break;
    shown.push(text);
  }
  return shown;
}

interface Shown {
  readonly from: number;
  readonly shown: number;
  readonly of: number;
  readonly isCut: boolean;
}

function note({ from, shown, of, isCut }: Shown): string {
  const more = isCut ? ", and more that is not looked at" : "";
  if (shown === 0) return `(no such lines; the file has ${of}${more})`;
  const last = from + shown - 1;
  return `(lines ${from} to ${last} of ${of}${more})`;
}
