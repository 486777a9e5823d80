import { FINDINGS_MAX } from "../core/shared/bounds.ts";
import { memoizeWeak } from "../core/shared/memoize-weak.ts";
import { specOf } from "../document/spec/spec.ts";
import { findInParts, type SpecPart } from "../document/spec/spec-parts.ts";
import type { PartText } from "../document/spec/spec-text.ts";
import { categoryOfHeadings, gapNumbers } from "./gap-numbers.ts";
import { distinctTitles } from "./gap-title.ts";
import { readIgnores } from "./ignores.ts";
import type { Hit, IgnoredFinding, LintFinding } from "./lint-finding.ts";
import { DEFAULT_RULES, FINDING_TARGET, lintRule, RULE_IDS, type RuleId } from "./lint-rules.ts";
import { findBlanks } from "./rules/blanks.ts";
import { findEmptySections } from "./rules/empty-sections.ts";
import { findGapEntries } from "./rules/gap-entries.ts";
import { findMissingTargets, type KnownFiles } from "./rules/link-targets.ts";
import { findMarkers } from "./rules/markers.ts";
import { findOpenQuestions } from "./rules/open-questions.ts";
import { findMissingRequirements } from "./rules/requirement-references.ts";
import { findMissingSections } from "./rules/section-references.ts";
import { findUnreadText, noteBrokenOff } from "./rules/unread-text.ts";
import { findVagueRequirements } from "./rules/vague-requirements.ts";
import { findStateFaults } from "./state-machines/state-faults.ts";

interface LintRequest {
  readonly text: string;
  /** As links in it are to be resolved, with `/` between folders. */
  readonly file: string;
  /** Whether a file is there; without it links to files are not checked. */
  readonly knownFiles?: KnownFiles;
  /** Those that look; without it those that are on by default. */
  readonly rules?: ReadonlySet<RuleId>;
}

export interface LintResult {
  readonly file: string;
  /** By line, column, rule. */
  readonly findings: readonly LintFinding[];
  readonly ignored: readonly IgnoredFinding[];
  /** How many were found beyond those that are listed; absent where all are. */
  readonly unlisted?: number;
}

export function lintSpec(request: LintRequest): LintResult {
  return lintParts(specOf(request.text).parts, request);
}

/** The same for every way of cutting the text: a rule that needs more than a part puts together what it knows of each. */
export function lintParts(
  parts: readonly SpecPart[],
  { text, file, knownFiles, rules = DEFAULT_RULES }: LintRequest,
): LintResult {
  const ignores = readIgnores(parts);
  const found = [...findAll(parts, file, knownFiles ?? null), ...ignores.hits]
    .filter(({ rule }) => rules.has(rule))
    .toSorted(byPlace);
  const all = [...withoutCovered(found), ...noteBrokenOff(found)];
  const hits = boundHits(all);
  const untitled = hits.map(findingsIn(text, parts));
  const titles = distinctTitles(untitled);
  const findings: LintFinding[] = [];
  const ignored: IgnoredFinding[] = [];
  for (const [index, finding] of untitled.entries()) {
    const titled = { ...finding, title: titles[index] ?? finding.title };
    const ignore = ignores.at(finding.rule, finding.line);
    if (ignore === null) findings.push(titled);
    else ignored.push({ ...titled, reason: ignore.reason });
  }
  const unlisted = all.length - hits.length;
  return { file, findings, ignored, ...(unlisted === 0 ? {} : { unlisted }) };
}

/** The first of them; and the last that says what was not looked at. */
function boundHits(all: readonly Hit[]): readonly Hit[] {
  const unread = all.findLastIndex(({ rule }) => rule === "unread-text");
  const last = unread < FINDINGS_MAX ? undefined : all[unread];
  return last === undefined ? all.slice(0, FINDINGS_MAX) : [...all.slice(0, FINDINGS_MAX - 1), last];
}

function findAll(parts: readonly SpecPart[], file: string, knownFiles: KnownFiles | null): readonly Hit[] {
  return [
    findGapEntries(parts),
    findInParts(parts, findWithin),
    findEmptySections(parts),
    findMissingSections(parts),
    findMissingTargets(parts, file, knownFiles),
    findMissingRequirements(parts),
    findVagueRequirements(parts),
    findStateFaults(parts),
  ].flat();
}

/** By the rules that need no more than a part. */
const findWithin = memoizeWeak((spec: PartText): readonly Hit[] =>
  [findMarkers, findBlanks, findOpenQuestions, findUnreadText].flatMap((find) => find(spec)),
);

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

/** Hits in the order of their places become findings, each with a gap and a subject of its own. */
function findingsIn(text: string, parts: readonly SpecPart[]): (hit: Hit) => LintFinding {
  const number = gapNumbers(parts);
  const ownSubject = distinctSubjects();
  const { lines, starts } = specOf(text);
  return (hit) => {
    const rule = lintRule(hit.rule);
    const { line, column, endColumn } = hit.place;
    const category =
      (rule.categoryFromHeading ? categoryOfHeadings(hit.section.path) : null) ?? rule.category;
    const lineOffset = starts[line - 1] ?? 0;
    return {
      rule: hit.rule,
      title: hit.title,
      subject: ownSubject(hit),
      gap: hit.gap ?? number(category),
      severity: hit.severity ?? rule.severity,
      line,
      column,
      endColumn,
      offset: lineOffset + column - 1,
      endOffset: lineOffset + endColumn - 1,
      quote: (lines[line - 1] ?? "").slice(column - 1, endColumn - 1),
      headingPath: hit.section.path,
      why: hit.why ?? rule.why,
      settle: hit.settle ?? rule.settle,
      state: hit.state ?? null,
      note: hit.note ?? null,
      target: hit.target ?? FINDING_TARGET[hit.rule],
      ...(hit.entry === undefined ? {} : { entry: hit.entry }),
    };
  };
}

/** Where the same is said twice, the second is the second. */
function distinctSubjects(): (hit: Hit) => string {
  const taken = new Set<string>();
  const times = new Map<string, number>();
  return ({ rule, subject }) => {
    let own = subject;
    for (let count = times.get(`${rule} ${subject}`) ?? 1; taken.has(`${rule} ${own}`); ) {
      count += 1;
      times.set(`${rule} ${subject}`, count);
      own = `${subject} #${count}`;
    }
    taken.add(`${rule} ${own}`);
    return own;
  };
}
