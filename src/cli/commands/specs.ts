// `parley lint` and `inspect`: what a text holds, without any model.
import { type Failure, isFailure, type Outcome, usageFailure } from "../../app/failure.ts";
import type { explainRules, inspectFile, LintedFiles } from "../../app/specs.ts";
import { type Answer, command, flagOption, type Request, textOption } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { nextStepLines } from "../next-steps.ts";
import {
  besideTerm,
  formatCount,
  type Line,
  type Paint,
  paintText,
  safeJson,
  shortenText,
  wrapText,
} from "../text.ts";
import { quoteWord } from "../typed-command.ts";

export const LINT = command({
  name: "lint",
  summary: "Find the gaps of a spec, without any model.",
  details: [
    "Lists what a builder would have to make up: marked gaps, open questions, empty sections, references to nothing, requirements that hang on a vague word, state machines with holes. Each finding says why it matters and what would settle it.",
    "A comment `<!-- parley-ignore RULE -->` before a line or at its end silences a rule there; the settings `lint.rules` turn rules on and off.",
  ],
  arguments: [{ name: "SPEC", summary: "Markdown files.", required: false, many: true, completion: "file" }],
  options: [
    textOption("--fail-on", "Exit with 1 if a finding is at least this grave.", "SEVERITY"),
    flagOption("--sarif", "Print SARIF 2.1.0, for code scanning."),
    textOption("--explain", "Explain a rule, or `all` of them.", "RULE"),
  ],
  examples: [
    { line: "parley lint spec.md", does: "the gaps of a spec" },
    { line: "parley lint docs/*.md --fail-on HIGH", does: "in a build" },
    { line: "parley lint --explain vague-requirement", does: "what a rule is about" },
  ],
  run: async (request) => {
    const { app, io, args, options, quiet } = request;
    const { explain, failOn, sarif } = options;
    if (explain !== undefined) return await explanation(explain);
    if (args.spec.length === 0) return nothingToLint();
    const linted = await app.specs.lint(args.spec, failOn);
    if (isFailure(linted)) return linted;
    const exitCode = linted.failing > 0 ? EXIT_CODES.failed : EXIT_CODES.done;
    if (sarif) {
      const { sarifOf } = await import("../../app/specs.ts");
      const log = sarifOf(linted.results, io.version);
      return { data: log, lines: () => safeJson(log).split("\n"), exitCode };
    }
    return {
      data: linted.results.flatMap(({ file, findings }) => findings.map((finding) => ({ file, ...finding }))),
      lines: (width) => [
        ...resultLines(linted.results, width, quiet),
        ...(quiet ? [] : refineLines(linted.results, request, width)),
      ],
      exitCode,
    };
  },
});

type Result = LintedFiles["results"][number];
type Finding = Result["findings"][number];
type Rule = Exclude<ReturnType<typeof explainRules>, Failure>[number];
type Severity = Finding["severity"];

const PAINTS: Record<Severity, Paint> = { CRITICAL: "red", HIGH: "red", MEDIUM: "yellow", LOW: "dim" };
const PLACE_COLUMN = 9;
const SEVERITY_COLUMN = 10;

function nothingToLint(): Failure {
  return usageFailure(
    "missing-argument",
    "name the specs to look at",
    "parley lint SPEC.md, or parley lint --explain all",
  );
}

function resultLines(results: readonly Result[], width: number, quiet: boolean): Line[] {
  const lines = results
    .filter(({ findings }) => findings.length > 0)
    .flatMap(({ file, findings }) => [
      [paintText("bold", file)],
      ...findings.flatMap((finding) => findingLines(finding, width, quiet)),
      ...(quiet ? [] : [""]),
    ]);
  return quiet ? lines : [...lines, summary(results), [paintText("dim", MARKS_ONLY)]];
}

/** One spec at a time is refined: the first that has gaps. */
function refineLines(results: readonly Result[], request: Request, width: number): readonly Line[] {
  const open = results.find(({ findings }) => findings.length > 0);
  if (open === undefined) return [];
  const steps = [{ words: `refine ${quoteWord(open.file)}`, does: "close the gaps with two agents" }];
  return ["", [paintText("bold", "Next")], ...nextStepLines(steps, { request, width })];
}

function findingLines(finding: Finding, width: number, quiet: boolean): Line[] {
  const { line, column, severity, rule, gap, quote, why, settle, state, note } = finding;
  const place = `${line}:${column}`.padEnd(PLACE_COLUMN);
  const about = [rule, gap, ...(state === null ? [] : [state])].join("  ");
  const title: Line = [`  ${place}`, paintText(PAINTS[severity], severity.padEnd(SEVERITY_COLUMN)), about];
  if (quiet) return [title];
  const indent = " ".repeat(PLACE_COLUMN + 2);
  const text = (words: string): string[] =>
    wrapText(words, width - indent.length).map((row) => `${indent}${row}`);
  return [
    title,
    ...text(`“${shortenText(quote.trim(), QUOTE_MAX)}”`),
    ...text(note === null ? why : `${why} ${note}`),
    ...text(`→ ${settle}`).map((row): Line => [paintText("cyan", row)]),
  ];
}

const MARKS_ONLY = "Only marks are seen here; `parley survey` has a reader look for the rest.";

const QUOTE_MAX = 160;

function summary(results: readonly Result[]): string {
  const findings = results.flatMap((result) => result.findings);
  const ignored = results.reduce((sum, result) => sum + result.ignored.length, 0);
  const unlisted = results.reduce((sum, result) => sum + (result.unlisted ?? 0), 0);
  const notes = [
    ...(ignored === 0 ? [] : [`${ignored} ignored`]),
    ...(unlisted === 0 ? [] : [`${unlisted} more are not listed`]),
  ];
  const hidden = notes.length === 0 ? "" : ` (${notes.join(", ")})`;
  if (findings.length === 0) return `No gaps found in ${formatCount(results.length, "file")}${hidden}.`;
  const severities: readonly Severity[] = ["CRITICAL", "HIGH", "MEDIUM", "LOW"];
  const parts = severities
    .map((severity) => ({ severity, n: findings.filter((finding) => finding.severity === severity).length }))
    .filter(({ n }) => n > 0)
    .map(({ severity, n }) => `${n} ${severity}`);
  return `${formatCount(findings.length, "gap")} in ${formatCount(results.length, "file")}: ${parts.join(", ")}${hidden}`;
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
    [paintText("bold", rule.id), `  ${rule.summary}`],
    ...besideTerm("severity", rule.severity, shape),
    ...(rule.onByDefault
      ? []
      : besideTerm("by default", `off; \`parley config set lint.rules.${rule.id} true\` turns it on`, shape)),
    ...besideTerm("why", rule.why, shape),
    ...besideTerm("settled by", rule.settle, shape),
    ...example("found in", rule.hit),
    ...example("not found in", rule.nonHit),
  ];
}

async function explanation(word: string): Outcome<Answer> {
  const { explainRules } = await import("../../app/specs.ts");
  const rules = explainRules(word);
  if (isFailure(rules)) return rules;
  return {
    data: word === "all" ? rules : rules[0],
    lines: (width) =>
      rules.flatMap((rule, index) => [...(index === 0 ? [] : [""]), ...ruleLines(rule, width)]),
  };
}

export const INSPECT = command({
  name: "inspect",
  summary: "Show what parley reads in an agent's document.",
  details: [
    "Reads the document as a refinement would: resolutions, issues, verdict, answers, disagreements, new gaps, each with its line, and a note wherever the form deviates from the one asked for.",
  ],
  arguments: [
    { name: "FILE", summary: "An engineer's or a reviewer's document.", required: true, completion: "file" },
  ],
  options: [textOption("--role", "engineer or reviewer; by default what the document looks like.", "ROLE")],
  examples: [
    { line: "parley inspect reviewer.md", does: "issues, verdict, lines" },
    { line: "parley inspect notes.md --role engineer --json", does: "the same as data" },
  ],
  run: ({ app, args, options }) => app.specs.inspect(args.file, options.role),
  lines: (found, { quiet, width }) => inspectionLines(found, width, quiet),
});

type Inspection = Exclude<Awaited<ReturnType<typeof inspectFile>>, Failure>;

interface Entry {
  readonly line: number | null;
  readonly words: string;
}

function inspectionLines(found: Inspection, width: number, quiet: boolean): Line[] {
  const notes: Entry[] = quiet
    ? []
    : found.notes.map(({ line, code, message }) => entry(line, `${code}: ${message}`));
  const sections: readonly (readonly [string, readonly Entry[]])[] = [
    [
      "Resolves",
      found.gapsResolved.map(({ id, line, confidence }) =>
        entry(line, withDetails(id, [confidence ?? "no confidence"])),
      ),
    ],
    ["Disagrees with", found.disagreements.map(({ issueId, line }) => entry(line, issueId))],
    [
      "Answers",
      found.responses.map(({ issueId, line, status }) =>
        entry(line, withDetails(issueId, [status ?? "no status"])),
      ),
    ],
    ["Issues", found.issues.map((issue) => entry(issue.line, issueWords(issue)))],
    [
      "Earlier issues",
      found.priorIssues.map(({ issueId, line, status }) => entry(line, withDetails(issueId, [status]))),
    ],
    ["New gaps", found.newGaps.map(({ id, line, title }) => entry(line, `${id ?? "no id"}: ${title}`))],
    ["Notes", notes],
  ];
  const shown = sections.filter(([, entries]) => entries.length > 0);
  return [
    [paintText("bold", `${found.role} document`), verdictWords(found)],
    ...shown.flatMap(([title, entries]) => ["", title, ...entries.flatMap((one) => entryLines(one, width))]),
  ];
}

function verdictWords({ role, verdict, noIssues, notes }: Inspection): string {
  if (role !== "reviewer" && verdict.norm === "NONE")
    return role === "engineer" ? "" : notes.length > 0 ? ", cannot be taken as it is" : "";
  const place = verdict.line === null ? "" : ` (line ${verdict.line})`;
  const nothing = noIssues === true ? ", no issues" : "";
  return `, verdict ${verdict.norm}${place}${nothing}`;
}

function issueWords({
  id,
  severity,
  gap,
  title,
  location,
  impact,
  suggestion,
}: Inspection["issues"][number]): string {
  const missing = [
    location === null ? ["location"] : [],
    impact === null ? ["impact"] : [],
    suggestion === null ? ["suggestion"] : [],
  ].flat();
  const about = [severity ?? "no severity", ...(gap === null ? [] : [gap])];
  const lacks = missing.length === 0 ? "" : ` [without ${missing.join(", ")}]`;
  return `${withDetails(id ?? "no id", about)}: ${title}${lacks}`;
}

function withDetails(subject: string, about: readonly string[]): string {
  return `${subject} (${about.join(", ")})`;
}

function entry(line: number | null, words: string): Entry {
  return { line, words };
}

const LINE_COLUMN = 8;

function entryLines({ line, words }: Entry, width: number): Line[] {
  const [first = "", ...rest] = wrapText(words, width - LINE_COLUMN);
  return [
    [paintText("dim", String(line ?? "").padStart(LINE_COLUMN - 2)), `  ${first}`],
    ...rest.map((row) => `${" ".repeat(LINE_COLUMN)}${row}`),
  ];
}
