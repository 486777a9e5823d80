import { type Failure, isFailure } from "../../app/failure.ts";
import { explainRules, type Linted, lintFiles, sarifOf } from "../../app/lint-files.ts";
import type { Answer, Request } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { beside, harmlessJson, type Line, type Paint, painted, wrapped } from "../text.ts";

type Result = Linted["results"][number];
type Finding = Result["findings"][number];
type Rule = Exclude<ReturnType<typeof explainRules>, Failure>[number];
type Severity = Finding["severity"];

const PAINTS: Record<Severity, Paint> = { CRITICAL: "red", HIGH: "red", MEDIUM: "yellow", LOW: "dim" };
const PLACE_COLUMN = 9;
const SEVERITY_COLUMN = 10;

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, arguments: files, options, version, quiet } = request;
  const rule = options.get("--explain");
  if (typeof rule === "string") return explanation(rule);
  if (files.length === 0) return nothingToLint();
  const failOn = options.get("--fail-on");
  const linted = await lintFiles(surroundings, files, typeof failOn === "string" ? failOn : undefined);
  if (isFailure(linted)) return linted;
  const exitCode = linted.failing > 0 ? EXIT_CODES.failed : EXIT_CODES.done;
  if (options.has("--sarif")) {
    const sarif = sarifOf(linted.results, version);
    return { data: sarif, lines: () => harmlessJson(sarif).split("\n"), exitCode };
  }
  return {
    data: linted.results.flatMap(({ file, findings }) => findings.map((finding) => ({ file, ...finding }))),
    lines: (width) => resultLines(linted.results, width, quiet),
    exitCode,
  };
}

function nothingToLint(): Failure {
  return {
    failed: "usage",
    code: "missing-argument",
    message: "name the specs to look at",
    fix: "parley lint SPEC.md, or parley lint --explain all",
  };
}

function resultLines(results: readonly Result[], width: number, quiet: boolean): Line[] {
  const lines = results
    .filter(({ findings }) => findings.length > 0)
    .flatMap(({ file, findings }) => [
      [painted("bold", file)],
      ...findings.flatMap((finding) => findingLines(finding, width, quiet)),
      ...(quiet ? [] : [""]),
    ]);
  return quiet ? lines : [...lines, summary(results), [painted("dim", MARKS_ONLY)]];
}

function findingLines(finding: Finding, width: number, quiet: boolean): Line[] {
  const { line, column, severity, rule, gap, quote, why, settle, state, note } = finding;
  const place = `${line}:${column}`.padEnd(PLACE_COLUMN);
  const about = [rule, gap, ...(state === null ? [] : [state])].join("  ");
  const title: Line = [`  ${place}`, painted(PAINTS[severity], severity.padEnd(SEVERITY_COLUMN)), about];
  if (quiet) return [title];
  const indent = " ".repeat(PLACE_COLUMN + 2);
  const text = (words: string): string[] =>
    wrapped(words, width - indent.length).map((row) => `${indent}${row}`);
  return [
    title,
    ...text(`“${shortened(quote)}”`),
    ...text(note === null ? why : `${why} ${note}`),
    ...text(`→ ${settle}`).map((row): Line => [painted("cyan", row)]),
  ];
}

const MARKS_ONLY = "Only marks are seen here; `parley survey` has a reader look for the rest.";

const QUOTE_MAX = 160;

function shortened(quote: string): string {
  const flat = quote.replaceAll(/\s+/g, " ").trim();
  return flat.length <= QUOTE_MAX ? flat : `${flat.slice(0, QUOTE_MAX - 1)}…`;
}

function summary(results: readonly Result[]): string {
  const findings = results.flatMap((result) => result.findings);
  const ignored = results.reduce((sum, result) => sum + result.ignored.length, 0);
  const unlisted = results.reduce((sum, result) => sum + (result.unlisted ?? 0), 0);
  const notes = [
    ...(ignored === 0 ? [] : [`${ignored} ignored`]),
    ...(unlisted === 0 ? [] : [`${unlisted} more are not listed`]),
  ];
  const hidden = notes.length === 0 ? "" : ` (${notes.join(", ")})`;
  if (findings.length === 0) return `No gaps found in ${counted(results.length, "file")}${hidden}.`;
  const severities: readonly Severity[] = ["CRITICAL", "HIGH", "MEDIUM", "LOW"];
  const parts = severities
    .map((severity) => ({ severity, n: findings.filter((finding) => finding.severity === severity).length }))
    .filter(({ n }) => n > 0)
    .map(({ severity, n }) => `${n} ${severity}`);
  return `${counted(findings.length, "gap")} in ${counted(results.length, "file")}: ${parts.join(", ")}${hidden}`;
}

function counted(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}

function explanation(word: string): Answer | Failure {
  const rules = explainRules(word);
  if (isFailure(rules)) return rules;
  return {
    data: word === "all" ? rules : rules[0],
    lines: (width) =>
      rules.flatMap((rule, index) => [...(index === 0 ? [] : [""]), ...ruleLines(rule, width)]),
  };
}

function ruleLines(rule: Rule, width: number): Line[] {
  const shape = { term: 12, width };
  const example = (title: string, text: string): Line[] => [
    title,
    ...text
      .trimEnd()
      .split("\n")
      .map((line) => `    ${line}`),
  ];
  return [
    [painted("bold", rule.id), `  ${rule.summary}`],
    ...beside("severity", rule.severity, shape),
    ...beside("why", rule.why, shape),
    ...beside("settled by", rule.settle, shape),
    ...example("found in", rule.hit),
    ...example("not found in", rule.nonHit),
  ];
}
