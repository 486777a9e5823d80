// The two sections at the end of a finished spec: what was decided, and what is left open.
import type { DecisionEntry } from "../../core/documents/decisions-document.ts";
import type { LineOrigin, SpecParts } from "../../core/documents/finished-spec.ts";
import type { KnownLimitation } from "../../core/documents/summary-document.ts";
import { oneLine } from "../render/free-text.ts";
import { titleKey } from "../spec/heading-paths.ts";
import type { Spec } from "../spec/spec.ts";

const DECISIONS = "Decisions";
const LIMITATIONS = "Known Limitations";

export interface ClosingLine {
  readonly text: string;
  readonly origin: LineOrigin;
}

const ADDED: LineOrigin = { of: "added" };
const BLANK: ClosingLine = { text: "", origin: ADDED };

export function closingSections(parts: SpecParts, spec: Spec): readonly ClosingLine[] {
  const decisions = parts.decisions.filter(isOnContent).map(decisionLine);
  const limitations = parts.limitations.map(limitationLine);
  return [
    ...section(spec, DECISIONS, decisions, "None."),
    BLANK,
    ...section(spec, LIMITATIONS, limitations, "None known."),
  ];
}

function section(
  spec: Spec,
  name: string,
  entries: readonly ClosingLine[],
  none: string,
): readonly ClosingLine[] {
  const heading = { text: `${"#".repeat(topLevel(spec))} ${freeTitle(spec, name)}`, origin: ADDED };
  return [heading, BLANK, ...(entries.length === 0 ? [{ text: none, origin: ADDED }] : entries)];
}

/** A section of the author's that has this name stays the author's. */
function freeTitle({ sections }: Spec, name: string): string {
  const taken = sections.some(({ title }) => titleKey(title) === titleKey(name));
  return taken ? `${name} of the Refinement` : name;
}

const TOP_LEVEL_DEFAULT = 2;
const LEVEL_MAX = 6;

/** Of the document's sections; a single heading of the highest level that comes first is the title of the whole. */
function topLevel({ sections }: Spec): number {
  const [first, ...rest] = sections.map(({ level }) => level);
  if (first === undefined) return TOP_LEVEL_DEFAULT;
  const highest = rest.reduce((least, level) => Math.min(least, level), first);
  return first === highest && !rest.includes(highest) ? Math.min(LEVEL_MAX, first + 1) : highest;
}

/** Decisions about how the work went on say nothing to a reader of the spec. */
const ON_THE_WORK: ReadonlySet<string> = new Set(
  "split severity issue-severity block skip reassign narrow pause rollback extend normal prioritise retry-fresh other-agent review-again revise allow raise other end-round accept".split(
    " ",
  ),
);

function isOnContent({ about, rationale }: DecisionEntry): boolean {
  if (about.of === "conflict") return true;
  return about.option === REOPEN ? rationale !== null : !ON_THE_WORK.has(about.option.toLowerCase());
}

/** What is to be otherwise is in the reason. */
const REOPEN = "reopen";

/** Those that only say where a gap went have said it in their title. */
const SAID_IN_TITLE: ReadonlySet<string> = new Set(["USER_DEFERRED", "WONT_FIX", "waive"]);

function saysMore(about: DecisionEntry["about"]): boolean {
  return about.of === "conflict" || !SAID_IN_TITLE.has(about.option);
}

/** Its title is what somebody complained of; what was decided is what a reader looks for. */
function isOnIssue({ about }: DecisionEntry): boolean {
  return about.of === "conflict" || about.option === "clarify";
}

/** Its title only says when it was given. */
function isContext({ about }: DecisionEntry): boolean {
  return about.of === "other" && about.option === "context";
}

function decisionLine(entry: DecisionEntry): ClosingLine {
  const { id, constraints, decidedBy, timestamp } = entry;
  const parts = [
    ...saidWords(entry),
    constraints === null ? "" : `Constraints: ${asSentence(constraints)}`,
    `(${oneLine(decidedBy).replace(/^human:/, "")}, ${timestamp})`,
  ];
  const text = `- ${parts.filter((part) => part !== "").join(" ")}`;
  return { text, origin: { of: "decision", decision: id } };
}

function saidWords(entry: DecisionEntry): readonly string[] {
  const { about, title, decision, rationale } = entry;
  if (about.option === REOPEN && rationale !== null)
    return [`**${asSentence(withoutBold(rationale))}**`, asSentence(title)];
  const why = rationale === null ? "" : `Rationale: ${asSentence(rationale)}`;
  if (isContext(entry)) return [`**${asSentence(withoutBold(decision))}**`, why];
  if (isOnIssue(entry)) return [`**${asSentence(withoutBold(decision))}**`, `On: ${asSentence(title)}`, why];
  return [`**${asSentence(withoutBold(title))}**`, saysMore(about) ? asSentence(decision) : "", why];
}

function limitationLine({ about, title, severity, rationale }: KnownLimitation): ClosingLine {
  const what = about.of === "remark" ? "Open remark: " : "";
  const rated = severity === null ? "" : ` (${severity})`;
  const why = rationale === null || rationale.trim() === "" ? "" : ` ${asSentence(rationale)}`;
  const gap = about.of === "gap" || about.of === "remark" ? about.gap : null;
  const text = `- **${what}${asSentence(withoutBold(title))}**${rated}${why}`;
  return { text, origin: { of: "limitation", gap } };
}

/** On one line; a comment must not open in it. */
function plainLine(text: string): string {
  return oneLine(text).replaceAll("<!--", "&lt;!--").trim();
}

function withoutBold(text: string): string {
  return text.replaceAll("**", "");
}

function asSentence(text: string): string {
  const said = plainLine(text);
  return said === "" || /[.!?…]["'”’)*]{0,3}$/.test(said) ? said : `${said}.`;
}
