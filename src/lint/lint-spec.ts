import { categoryOfHeadings } from "./gap-category.ts";
import { gapNumbers } from "./gap-numbers.ts";
import { readIgnores } from "./ignores.ts";
import type { Hit, IgnoredFinding, LintFinding } from "./lint-finding.ts";
import { lintRule } from "./lint-rules.ts";
import { readSpec, type SpecText } from "./reading/spec-text.ts";
import { RULE_IDS, type RuleId } from "./rule-id.ts";
import { findBlanks } from "./rules/blanks.ts";
import { findEmptySections } from "./rules/empty-sections.ts";
import { findGapEntries } from "./rules/gap-entries.ts";
import { findMissingTargets, type KnownFiles } from "./rules/link-targets.ts";
import { findMarkers } from "./rules/markers.ts";
import { findOpenQuestions } from "./rules/open-questions.ts";
import { findMissingRequirements } from "./rules/requirement-references.ts";
import { findMissingSections } from "./rules/section-references.ts";
import { findUnreadText } from "./rules/unread-text.ts";
import { findVagueRequirements } from "./rules/vague-requirements.ts";
import { findStateFaults } from "./state-machines/state-faults.ts";

export interface LintRequest {
  readonly text: string;
  /** As links in it are to be resolved, with `/` between folders. */
  readonly file: string;
  /** Whether a file is there; without it links to files are not checked. */
  readonly knownFiles?: KnownFiles;
}

export interface LintResult {
  readonly file: string;
  /** By line, column, rule. */
  readonly findings: readonly LintFinding[];
  readonly ignored: readonly IgnoredFinding[];
}

export function lintSpec({ text, file, knownFiles }: LintRequest): LintResult {
  const spec = readSpec(text);
  const ignores = readIgnores(spec);
  const hits = withoutCovered(
    [...findAll(spec, file, knownFiles ?? null), ...ignores.hits].toSorted(byPlace),
  );
  const number = gapNumbers(text);
  const findings: LintFinding[] = [];
  const ignored: IgnoredFinding[] = [];
  for (const hit of hits) {
    const ignore = ignores.at(hit.rule, hit.place.line);
    if (ignore === null) findings.push(findingOf(hit, spec, number));
    else ignored.push({ ...findingOf(hit, spec, number), reason: ignore.reason });
  }
  return { file, findings, ignored };
}

function findAll(spec: SpecText, file: string, knownFiles: KnownFiles | null): readonly Hit[] {
  return [
    findGapEntries(spec),
    findMarkers(spec),
    findBlanks(spec),
    findEmptySections(spec),
    findOpenQuestions(spec),
    findMissingSections(spec),
    findMissingTargets(spec, file, knownFiles),
    findMissingRequirements(spec),
    findVagueRequirements(spec),
    findStateFaults(spec),
    findUnreadText(spec),
  ].flat();
}

function byPlace(a: Hit, b: Hit): number {
  return (
    a.place.line - b.place.line ||
    a.place.column - b.place.column ||
    RULE_IDS.indexOf(a.rule) - RULE_IDS.indexOf(b.rule)
  );
}

/** A mark's own words are not looked at twice: a TODO in an open question is not two gaps. */
const HIDES_WHAT_IS_INSIDE: ReadonlySet<RuleId> = new Set([
  "gap-entry",
  "needs-clarification",
  "todo-marker",
  "open-question",
  "placeholder",
]);

function withoutCovered(sorted: readonly Hit[]): readonly Hit[] {
  const kept: Hit[] = [];
  let cover: Hit | null = null;
  for (const hit of sorted) {
    if (cover !== null && cover.place.line === hit.place.line && hit.place.endColumn <= cover.place.endColumn)
      continue;
    if (HIDES_WHAT_IS_INSIDE.has(hit.rule)) cover = hit;
    if (hit.again === undefined) kept.push(hit);
  }
  return kept;
}

function findingOf(
  hit: Hit,
  { lines }: SpecText,
  number: (category: string) => LintFinding["gap"],
): LintFinding {
  const rule = lintRule(hit.rule);
  const { line, column, endColumn } = hit.place;
  const category = (rule.categoryFromHeading ? categoryOfHeadings(hit.section.path) : null) ?? rule.category;
  return {
    rule: hit.rule,
    gap: hit.gap ?? number(category),
    severity: hit.severity ?? rule.severity,
    line,
    column,
    endColumn,
    quote: (lines[line - 1] ?? "").slice(column - 1, endColumn - 1),
    headingPath: hit.section.path,
    why: hit.why ?? rule.why,
    settle: hit.settle ?? rule.settle,
    state: hit.state ?? null,
    note: hit.note ?? null,
  };
}
