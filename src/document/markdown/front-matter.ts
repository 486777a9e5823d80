const FRONT_MATTER_LINES_MAX = 500;
const YAML_LINE = /^(?:\s*$|\s*#|\s+\S|-(?:\s|$)|["'\w][^:]*:(?:\s|$)|\]|\})/;

/** The last line of the YAML between `---` at the top; 0 where there is none. */
export function frontMatterEnd(lines: readonly string[]): number {
  if (!/^---[ \t]*$/.test(lines[0] ?? "")) return 0;
  let keys = 0;
  for (let index = 1; index < lines.length && index < FRONT_MATTER_LINES_MAX; index++) {
    const line = lines[index] ?? "";
    if (/^(?:---|\.\.\.)[ \t]*$/.test(line)) return keys > 0 ? index + 1 : 0;
    if (!YAML_LINE.test(line)) return 0;
    if (/^["'\w][^:]*:/.test(line)) keys += 1;
  }
  return 0;
}
