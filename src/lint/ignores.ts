// `<!-- parley-ignore RULE -->`: what an author has looked at and wants to hear no more of.

import { memoizeWeak } from "../core/shared/memoize-weak.ts";
import { nearestWord } from "../core/shared/nearest.ts";
import type { Section } from "../document/spec/outline.ts";
import type { Place } from "../document/spec/place.ts";
import { moveDown, type SpecPart } from "../document/spec/spec-parts.ts";
import { linesOfBlocks, type PartText } from "../document/spec/spec-text.ts";
import { GAP_TITLE } from "./gap-title.ts";
import type { Hit } from "./lint-finding.ts";
import { parseRuleId, RULE_IDS, type RuleId } from "./lint-rules.ts";
import { subjectIn } from "./subject.ts";

interface Ignores {
  /** Whether a finding is ignored at its line, and the reason given. */
  readonly at: (rule: RuleId, line: number) => { readonly reason: string | null } | null;
  /** What is wrong with the comments themselves. */
  readonly hits: readonly Hit[];
}

interface Directive {
  readonly form: "line" | "start" | "end";
  readonly rules: readonly RuleId[];
  readonly all: boolean;
  /** What follows a colon. */
  readonly reason: string | null;
  readonly line: number;
  /** Whether nothing else stands on its line. */
  readonly alone: boolean;
}

interface Range extends Directive {
  readonly first: number;
  readonly last: number;
}

const DIRECTIVE = /<!--\s{0,8}parley-ignore(-start|-end)?(?![\w-])([^<>\n]{0,500})-->/g;
/** More comments than this in one document are not looked at. */
const DIRECTIVES_MAX = 1_000;

export function readIgnores(parts: readonly SpecPart[]): Ignores {
  const found = parts
    .flatMap(({ spec, before }) => commentsIn(spec).map((comment) => movedComment(comment, before)))
    .slice(0, DIRECTIVES_MAX);
  if (found.length === 0) return { at: () => null, hits: [] };
  const hits = found.flatMap((comment) => comment.hits);
  const ranges = rangesOf(
    found.map(({ directive }) => directive),
    parts,
  );
  const at = (rule: RuleId, line: number) => {
    const found = ranges.find(
      ({ first, last, all, rules }) => first <= line && line <= last && (all || rules.includes(rule)),
    );
    return found === undefined ? null : { reason: found.reason };
  };
  return { at, hits };
}

interface Comment {
  readonly directive: Directive;
  readonly hits: readonly Hit[];
}

function movedComment({ directive, hits }: Comment, before: number): Comment {
  return {
    directive: { ...directive, line: directive.line + before },
    hits: hits.map((hit) => moveDown(hit, before)),
  };
}

const commentsIn = memoizeWeak((spec: PartText): readonly Comment[] => {
  const comments: Comment[] = [];
  if (!spec.lines.some((text) => text.includes("parley-ignore"))) return comments;
  const shown = linesOfBlocks(spec, "code", "quote");
  for (const [index, text] of spec.lines.entries()) {
    const line = index + 1;
    if (!text.includes("parley-ignore") || shown.has(line)) continue;
    const trimmed = text.trim();
    for (const match of text.matchAll(DIRECTIVE)) {
      if (comments.length >= DIRECTIVES_MAX) return comments;
      if (spec.isCodeAt(line, match.index + 1)) continue;
      const hits: Hit[] = [];
      const setting = { line, alone: trimmed === match[0], section: spec.sectionAt(line), hits };
      comments.push({ directive: directiveOf(match, setting), hits });
    }
  }
  return comments;
});

interface IgnoreContext {
  readonly line: number;
  readonly alone: boolean;
  readonly section: Section;
  readonly hits: Hit[];
}

const FORMS: Readonly<Record<string, Directive["form"]>> = { "-start": "start", "-end": "end" };

function directiveOf(match: RegExpExecArray, { line, alone, section, hits }: IgnoreContext): Directive {
  const [whole, suffix = "", body = ""] = match;
  const colon = body.indexOf(":");
  const names = (colon < 0 ? body : body.slice(0, colon)).split(/[\s,]+/).filter((name) => name !== "");
  const reason = colon < 0 ? "" : body.slice(colon + 1).trim();
  const form = FORMS[suffix] ?? "line";
  const place = (word: string): Place => {
    const column = match.index + whole.indexOf(word) + 1;
    return { line, column, endColumn: column + word.length };
  };
  for (const name of names) {
    if (name !== "all" && parseRuleId(name) === null) hits.push(unknownRule(name, place(name), section));
  }
  if (names.length === 0 && form !== "end") {
    const why = "The comment names no rule, so nothing is ignored by it.";
    const own = { title: GAP_TITLE["bad-ignore"](null), subject: subjectIn(section, "no rule") };
    hits.push({ rule: "bad-ignore", place: place("parley-ignore"), section, ...own, why });
  }
  const rules = names.flatMap((name) => parseRuleId(name) ?? []);
  return { form, rules, all: names.includes("all"), reason: reason === "" ? null : reason, line, alone };
}

function unknownRule(name: string, place: Place, section: Section): Hit {
  const meant = nearestWord(name, [...RULE_IDS, "all"]);
  const settle = meant === undefined ? "Use the id of a rule, or `all`." : `Did you mean \`${meant}\`?`;
  return {
    rule: "bad-ignore",
    place,
    section,
    title: GAP_TITLE["bad-ignore"](name),
    subject: subjectIn(section, name),
    why: `There is no rule “${name}”, so nothing is ignored by it.`,
    settle,
  };
}

function rangesOf(directives: readonly Directive[], parts: readonly SpecPart[]): readonly Range[] {
  const ranges: Range[] = [];
  if (directives.length === 0) return ranges;
  const lines = parts.flatMap(({ spec }) => spec.lines);
  const alone = new Set(directives.filter((one) => one.alone).map(({ line }) => line));
  const fences = new Map(
    parts.flatMap(({ spec, before }) =>
      spec.blocks
        .filter(({ kind }) => kind === "code" || kind === "table")
        .map(({ line, endLine }): [number, number] => [line + before, endLine + before]),
    ),
  );
  let open: readonly Directive[] = [];
  for (const directive of directives) {
    if (directive.form === "start") {
      open = [...open, directive];
    } else if (directive.form === "end") {
      const closed = open.filter((start) => isClosedBy(start, directive));
      open = open.filter((start) => !isClosedBy(start, directive));
      for (const start of closed) ranges.push({ ...start, first: start.line, last: directive.line });
    } else {
      const first = directive.alone ? nextLine(directive.line, lines, alone) : directive.line;
      ranges.push({ ...directive, first, last: (directive.alone ? fences.get(first) : undefined) ?? first });
    }
  }
  for (const start of open) ranges.push({ ...start, first: start.line, last: lines.length });
  return ranges;
}

/** An end without names ends all. */
function isClosedBy(start: Directive, end: Directive): boolean {
  return end.rules.length === 0 || start.rules.some((rule) => end.rules.includes(rule));
}

/** A comment by itself speaks of the next line that says something; a fence or table that begins there is meant whole. */
function nextLine(line: number, lines: readonly string[], directives: ReadonlySet<number>): number {
  let next = line + 1;
  while (next < lines.length && ((lines[next - 1] ?? "").trim() === "" || directives.has(next))) next += 1;
  return next;
}
