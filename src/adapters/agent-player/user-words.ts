// What the user supplied, taken from the prompt as any agent would take it: a script says where it goes by a placeholder.

/** `{{input: GAP-TODO-001}}`; with `, fenced`, for words that cannot stand in a sentence. */
const PLACEHOLDER = /^(.*?)\{\{input: ([A-Za-z0-9-]{1,40})(, fenced)?\}\}(.*)/s;

type FilledText = { readonly text: string } | { readonly missing: string };

export function fillUserWords(script: string, prompt: string): FilledText {
  const parts: { readonly lines: readonly string[]; readonly fence: number }[] = [];
  for (const line of script.split("\n")) {
    const [, before = "", gap, fenced, after = ""] = PLACEHOLDER.exec(line) ?? [];
    const words = gap === undefined ? null : userWords(prompt, gap);
    if (gap !== undefined && words === null) return { missing: gap };
    if (words === null) {
      parts.push({ lines: [line], fence: 0 });
    } else if (fenced === undefined && !words.includes("\n")) {
      parts.push({ lines: [`${before}${words}${after}`], fence: 0 });
    } else {
      const mark = fenceAround(words);
      parts.push({ lines: fencedLines({ before, mark, words, after }), fence: mark.length });
    }
  }
  const inner = Math.max(...parts.map(({ fence }) => fence));
  const lines = parts.flatMap((part) =>
    part.fence > 0 ? part.lines : part.lines.map((line) => widenFence(line, inner)),
  );
  return { text: lines.join("\n") };
}

const FENCE_MIN = 3;

/** Longer than every run inside. */
function fenceAround(words: string): string {
  const runs = (words.match(/`+|~+/g) ?? []).map((run) => run.length + 1);
  return "`".repeat(Math.max(FENCE_MIN, ...runs));
}

/** A list item holds its block by the width of its mark. */
const LEAD = /^[ \t]*(?:[-*+][ \t]+)?/;

interface FencedWords {
  readonly before: string;
  readonly mark: string;
  readonly words: string;
  readonly after: string;
}

function fencedLines({ before, mark, words, after }: FencedWords): readonly string[] {
  const indent = " ".repeat(LEAD.exec(before)?.[0].length ?? 0);
  const block = [`${mark}text`, ...words.split("\n"), mark];
  return [
    ...(before.trim() === "" ? [] : [before.trimEnd(), ""]),
    ...block.map((line) => (line === "" ? "" : `${indent}${line}`)),
    ...(after.trim() === "" ? [] : ["", `${indent}${after.trim()}`]),
  ];
}

/** The fence that the script has around its text of the spec stays longer than those of the words in it. */
function widenFence(line: string, inner: number): string {
  const [, run, info = ""] = /^(`{4,})(markdown)?$/.exec(line) ?? [];
  return run === undefined || run.length > inner ? line : `${"`".repeat(inner + 1)}${info}`;
}

/** What was asked for, what an issue is about, and how a conflict is settled. */
const INPUT_LABEL =
  /^DECISION-R\d{1,2}-\d{3}(?:, `(?:input|clarify)`| on [A-Z0-9-]{1,40}, option D, as the user specified) \(([^()]+)\):$/;

/** The newest words on a gap among the decisions of a prompt, the newest of which comes first. */
function userWords(prompt: string, gap: string): string | null {
  const lines = prompt.split("\n");
  const start = lines.findIndex((line) => INPUT_LABEL.exec(line)?.[1] === gap);
  const fence = /^(`{3,})text$/.exec(lines[start + 2] ?? "")?.[1];
  if (start < 0 || fence === undefined) return null;
  const inside = lines.slice(start + 3);
  const fields = inside.slice(0, inside.indexOf(fence));
  const from = fields.findIndex((line) => line.startsWith(FIELD));
  if (from < 0) return null;
  const [first = "", ...rest] = fields.slice(from);
  const end = rest.findIndex((line) => !line.startsWith(FURTHER_INDENT));
  const further = rest.slice(0, end < 0 ? rest.length : end).map((line) => line.slice(FURTHER_INDENT.length));
  return [first.slice(FIELD.length), ...further].join("\n");
}

const FIELD = "Decision: ";
const FURTHER_INDENT = "  ";
