import { nearestWord } from "../core/shared/nearest.ts";
import { compareSeverities, SEVERITIES, type Severity } from "../core/shared/severity.ts";
import { LINT_RULES, type LintRule } from "../lint/lint-rules.ts";
import type { LintResult } from "../lint/lint-spec.ts";
import { toSarif } from "../lint/sarif.ts";
import type { CommandContext } from "./command-context.ts";
import { type Failure, isFailure } from "./failure.ts";
import { readDocument } from "./read-document.ts";
import { workOnText } from "./work/file-work.ts";

export interface LintedFiles {
  readonly results: readonly LintResult[];
  /** Findings that are at least as grave as `failOn`. */
  readonly failing: number;
}

export async function lintFiles(
  context: CommandContext,
  files: readonly string[],
  failOn: string | undefined,
): Promise<LintedFiles | Failure> {
  const bound = failOn === undefined ? null : severityOf(failOn);
  if (isFailure(bound)) return bound;
  const results: LintResult[] = [];
  for (const file of files) {
    const read = await readDocument(context, file);
    if (isFailure(read)) return read;
    results.push(await workOnText("lint", { text: read.text, file, cwd: context.cwd }));
  }
  const found = results.flatMap(({ findings }) => findings);
  const failing =
    bound === null ? [] : found.filter(({ severity }) => compareSeverities(severity, bound) <= 0);
  return { results, failing: failing.length };
}

export function sarifOf(results: readonly LintResult[], version: string): object {
  return toSarif(results, version);
}

export function explainRules(word: string): readonly LintRule[] | Failure {
  if (word === "all") return LINT_RULES;
  const rule = LINT_RULES.find(({ id }) => id === word);
  return rule === undefined
    ? unknownWord(
        "rule",
        word,
        LINT_RULES.map(({ id }) => id),
      )
    : [rule];
}

function severityOf(word: string): Severity | Failure {
  const severity = SEVERITIES.find((candidate) => candidate === word.toUpperCase());
  return severity ?? unknownWord("severity", word, SEVERITIES);
}

function unknownWord(what: string, word: string, known: readonly string[]): Failure {
  const meant = nearestWord(word, known);
  return {
    failed: "usage",
    code: `unknown-${what}`,
    message: `unknown ${what} ${word}`,
    fix: meant === undefined ? `one of: ${known.join(", ")}` : `did you mean ${meant}?`,
  };
}
