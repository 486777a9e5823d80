import { enterGap, type Gap } from "../../core/refinement/gap.ts";
import type { LintFinding } from "../../lint/lint-finding.ts";
import { lintSpec } from "../../lint/lint-spec.ts";
import { isClosed } from "../../lint/rules/gap-facts.ts";

const TITLE_CHARS_MAX = 120;

/** What the linter finds in a spec, as the gaps a session starts with; entries marked as closed are not among them. */
export function gapsOfSpec(
  text: string,
  file: string,
  knownFiles: (path: string) => boolean,
): readonly Gap[] {
  const { findings } = lintSpec({ text, file, knownFiles });
  const lines = text.split(/\r\n|\n|\r/);
  return findings
    .filter(({ state }) => state === null || !isClosed(state))
    .map((finding) => gapOf(finding, lines[finding.line - 1] ?? ""));
}

function gapOf(finding: LintFinding, sourceLine: string): Gap {
  const { gap, severity, line, headingPath, why, settle, note } = finding;
  return enterGap({
    id: gap,
    title: titleOf(finding, sourceLine),
    description: [why, settle, note ?? ""].filter((part) => part !== "").join(" "),
    stated: severity,
    origin: { from: "source", line, heading: headingPath.at(-1) ?? null },
    blockedBy: [],
    round: 0,
  });
}

/** The author's own words: those of the mark, those it announces, the sentence it leaves a hole in, or the line. */
function titleOf(finding: LintFinding, sourceLine: string): string {
  const { quote, column, endColumn, why, headingPath } = finding;
  const after = sourceLine.slice(endColumn - 1);
  const announces = /^\s*(?:\([^)]*\))?\s*[:—–-]/.test(after);
  const own = isRow(sourceLine)
    ? [rowName(sourceLine)]
    : [
        firstSentence(plainWords(quote)),
        announces ? firstSentence(plainWords(sourceLine.slice(column - 1))) : "",
        plainWords(sentenceAround(finding, sourceLine)),
      ];
  const title =
    [...own, plainWords(sourceLine)].find((words) => words.length > WORDS_MIN) ?? nameless(headingPath, why);
  const named = title.replace(/(?<!\.)\.$/, "");
  return named.length <= TITLE_CHARS_MAX ? named : cutAtWord(named);
}

function cutAtWord(title: string): string {
  const cut = title.slice(0, TITLE_CHARS_MAX - 1);
  return `${cut.replace(/\s+\S*$/, "")}…`;
}

/** What comes after it is said, not asked. */
function firstSentence(words: string): string {
  return /^.*?[.?!](?=\s+[\p{Lu}\p{N}])/u.exec(words)?.[0] ?? words;
}

function isRow(sourceLine: string): boolean {
  return sourceLine.trimStart().startsWith("|");
}

/** Cells that say how things stand, and not what they are about. */
const STANDING =
  /^(?:critical|high|medium|low|p\d|open|closed|resolved|deferred|in progress|blocked|done|—|-)$/i;

function rowName(sourceLine: string): string {
  const cells = sourceLine.split("|").map(plainWords);
  return cells.find((cell) => cell.length > WORDS_MIN && !STANDING.test(cell)) ?? "";
}

function nameless(headingPath: readonly string[], why: string): string {
  const section = headingPath.at(-1);
  return section === undefined ? why : `Something left open in ${section}`;
}

/** With a hole where the mark is. */
function sentenceAround({ column, endColumn }: LintFinding, sourceLine: string): string {
  const [before, after] = [sourceLine.slice(0, column - 1), sourceLine.slice(endColumn - 1)];
  const start = before.split(/(?<=[.!?])\s+/).at(-1) ?? "";
  const end = after.split(/(?<=[.!?])\s+/)[0] ?? "";
  return `${start}…${end}`;
}

/** Shorter than this is no title. */
const WORDS_MIN = 3;

function plainWords(text: string): string {
  return text
    .replaceAll(/\bGAP-[A-Z]{2,10}-\d{3}[a-z]?\b/g, "")
    .replaceAll(/[*_`[\]|#<>!]+/g, " ")
    .replace(/^[\s-]*(?:CRITICAL|HIGH|MEDIUM|LOW)\b(?=\s+\S)/, "")
    .replace(/^[\s-]*(?:TODO|TBD|FIXME|NEEDS CLARIFICATION|\?\?\?)?\s*(?:\([^)]*\))?\s*[:—–-]?/i, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
