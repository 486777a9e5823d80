// docs/agents.md: prose by hand, and between two marks each what is made.
import type { LogLine } from "./log-line.ts";
import { renderMatrix, renderOutcomes } from "./matrix.ts";

export const AGENTS_PAGE = "docs/agents.md";
/** The lines of the last complete run, kept with the page so that anyone can see where it comes from. */
export const AGENTS_LOG = "docs/agents.jsonl";

export function withMadeParts(page: string, lines: readonly LogLine[]): string {
  return withPart(withPart(page, "matrix", renderMatrix(lines)), "outcomes", renderOutcomes());
}

function withPart(page: string, name: string, text: string): string {
  const begin = `<!-- ${name}: made by \`npm run test:agents\` -->`;
  const end = `<!-- /${name} -->`;
  const [before, rest, ...more] = page.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${AGENTS_PAGE} must have ${begin} and ${end} once`);
  }
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}
