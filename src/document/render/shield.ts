// Ways to show a text so that nothing in it is said: for what would be taken for a statement if it stood in the open.

/** For one line within a line: in code, behind a run of marks that it does not hold itself. */
export function codeSpan(line: string): string {
  const mark = "`".repeat(longestRun(line, /`+/g) + 1);
  const pad = /^`|`$/.test(line) || (/^ /.test(line) && / $/.test(line) && /[^ ]/.test(line)) ? " " : "";
  return `${mark}${pad}${line}${pad}${mark}`;
}

const FENCE_MIN = 3;

/** For lines of any kind: in a fence longer than every one inside. */
export function fencedText(text: string, info: string): readonly string[] {
  const mark = "`".repeat(Math.max(FENCE_MIN, longestRun(text, /`+|~+/g) + 1));
  return [`${mark}${info}`, ...(text === "" ? [] : text.split("\n")), mark];
}

function longestRun(text: string, run: RegExp): number {
  return (text.match(run) ?? []).reduce((most, found) => Math.max(most, found.length), 0);
}
