// Reads the tables of a document for a test: cells as they stand, without the padding.

/** The rows of the first table under a heading, its titles left out. */
export function rowsUnder(text: string | undefined, heading: string): readonly (readonly string[])[] {
  return tableUnder(text, heading).slice(2);
}

export function titlesUnder(text: string | undefined, heading: string): readonly string[] {
  return tableUnder(text, heading)[0] ?? [];
}

function tableUnder(text: string | undefined, heading: string): readonly (readonly string[])[] {
  const lines = (text ?? "").split("\n");
  const at = lines.findIndex((line) => /^#{1,6} /.test(line) && line.replace(/^#+ /, "") === heading);
  if (at < 0) throw new Error(`no heading ${heading}`);
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => line.startsWith("#"));
  const own = end < 0 ? rest : rest.slice(0, end);
  return own.filter((line) => line.startsWith("|")).map(cellsOf);
}

function cellsOf(line: string): readonly string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/** The text under a heading, down to the next one of its level or above. */
export function sectionOf(text: string | undefined, heading: string): string {
  const lines = (text ?? "").split("\n");
  const at = lines.findIndex((line) => /^#{1,6} /.test(line) && line.replace(/^#+ /, "") === heading);
  if (at < 0) throw new Error(`no heading ${heading}`);
  const level = /^#+/.exec(lines[at] ?? "")?.[0].length ?? 0;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => (/^(#{1,6}) /.exec(line)?.[1]?.length ?? 9) <= level);
  return (end < 0 ? rest : rest.slice(0, end)).join("\n");
}
