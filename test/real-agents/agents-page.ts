// docs/agents.md: prose by hand, and between two marks each what is made.
import type { LogLine } from "./log-line.ts";
import { renderAcpMatrix, renderMatrix, renderMutants, renderOutcomes } from "./matrix.ts";
import type { MutantLine } from "./mutant-log.ts";

export const AGENTS_PAGE = "docs/agents.md";
/** The last line for each case of each agent, kept with the page so that anyone can see where it comes from. */
export const AGENTS_LOG = "docs/agents.jsonl";

/** Likewise of the protections that were taken away. */
export const MUTANTS_LOG = "docs/agents-mutants.jsonl";

export function withMadeParts(
  page: string,
  lines: readonly LogLine[],
  mutants: readonly MutantLine[],
): string {
  const parts = {
    matrix: renderMatrix(lines),
    "acp-matrix": renderAcpMatrix(lines),
    mutants: renderMutants(mutants),
    outcomes: renderOutcomes(),
  };
  return Object.entries(parts).reduce((text, [name, part]) => withPart(text, name, part), page);
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
