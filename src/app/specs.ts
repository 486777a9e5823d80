import { DOCUMENT_BYTES_MAX } from "../core/shared/bounds.ts";
import { compareSeverities, SEVERITIES, type Severity } from "../core/shared/severity.ts";
import { DOCUMENT_ROLES, type Inspection } from "../document/inspect/inspection.ts";
import { LINT_RULES, type LintRule } from "../lint/lint-rules.ts";
import type { LintResult } from "../lint/lint-spec.ts";
import { toSarif } from "../lint/sarif.ts";
import type { CommandContext } from "./command-context.ts";
import { chosenRules } from "./config/chosen-rules.ts";
import { validConfig } from "./config/layers.ts";
import { type Failure, isFailure, type Outcome, usageFailure } from "./failure.ts";
import { suggestOr } from "./nearest.ts";
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
): Outcome<LintedFiles> {
  const bound = failOn === undefined ? null : severityOf(failOn);
  if (isFailure(bound)) return bound;
  const config = await validConfig(context);
  if (isFailure(config)) return config;
  const rules = chosenRules(config);
  const results: LintResult[] = [];
  for (const file of files) {
    const read = await readDocument(context, file);
    if (isFailure(read)) return read;
    results.push(await workOnText("lint", { text: read.text, file, cwd: context.cwd, rules }));
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
  const fix = suggestOr(word, known, `one of: ${known.join(", ")}`);
  return usageFailure(`unknown-${what}`, `unknown ${what} ${word}`, fix);
}

export async function inspectFile(
  context: CommandContext,
  file: string,
  roleWord: string | undefined,
): Outcome<Inspection> {
  const role = DOCUMENT_ROLES.find((candidate) => candidate === roleWord) ?? null;
  if (roleWord !== undefined && role === null) return unknownRole(roleWord);
  const read = await readDocument(context, file);
  if (isFailure(read)) return read;
  const inspection = await workOnText("inspect", { text: read.text, role });
  // Shown all the same.
  const large = Buffer.byteLength(read.text) > DOCUMENT_BYTES_MAX;
  const notes = [
    ...(read.damaged ? [makeNote("not-utf8", "some bytes are not UTF-8 and were replaced")] : []),
    ...(large ? [makeNote("too-large", "over 2 MB: the gate would refuse it")] : []),
    ...inspection.notes,
  ];
  return { ...inspection, notes };
}

function makeNote(code: string, message: string): Inspection["notes"][number] {
  return { code, line: 1, message };
}

function unknownRole(word: string): Failure {
  const fix = suggestOr(word, DOCUMENT_ROLES, `roles: ${DOCUMENT_ROLES.join(", ")}`);
  return usageFailure("unknown-role", `unknown role ${word}`, fix);
}
