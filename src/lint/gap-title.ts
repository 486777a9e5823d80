// What a gap is called: a question or a statement made by form from its rule and the author's own words. Where
// no form fits without a guess at the language, the words stand as they are behind a plain label.
import { cutAtWord, TITLE_CHARS_MAX } from "../core/shared/cut-at-word.ts";
import { requirementIdOf } from "../document/spec/normative-text.ts";
import type { Section } from "../document/spec/outline.ts";
import { type SentenceAround, wordsOf } from "../document/spec/sentences.ts";
import type { Passage } from "../document/spec/spec-text.ts";
import type { RuleId } from "./lint-rules.ts";
import { CELLS_MAX } from "./subject.ts";

/** Some words of a passage that a finding points at. */
interface MarkedPassage {
  readonly passage: Passage;
  readonly sentence: SentenceAround;
}

/** One a rule; a rule calls its own with what it knows. */
export const GAP_TITLE = {
  "gap-entry": (words: string, gap: string) => (words === "" ? `What does ${gap} ask for?` : words),
  "needs-clarification": clarificationTitle,
  "todo-marker": todoTitle,
  "open-question": (words: string) => firstSentence(words),
  placeholder: (marked: MarkedPassage) => labelledTitle("Not filled in", marked),
  "missing-section": (name: string) =>
    name.startsWith("#")
      ? `The link to ${code(name)} leads to no section`
      : `${name} is referred to, but does not exist`,
  "missing-requirement": (id: string) => `${id} is cited, but defined nowhere`,
  "missing-file": (path: string) => `The file ${code(path)} is linked to, but does not exist`,
  "state-unreachable": (state: string) => `State ${code(state)}: what leads to it?`,
  "state-dead-end": (state: string) => `State ${code(state)}: what leads out of it?`,
  "state-ambiguous": (state: string, trigger: string, [one, other]: readonly [string, string]) =>
    `State ${code(state)}: does ${code(trigger)} lead to ${code(one)} or to ${code(other)}?`,
  "state-undefined": (state: string) => `State ${code(state)} is used, but missing from the list of states`,
  "empty-section": ({ title }: Section) => `Section "${title}" is empty: what belongs there?`,
  "vague-requirement": vagueTitle,
  "vague-statement": vagueTitle,
  "unread-text": (fault: string) => fault,
  "bad-ignore": (name: string | null) =>
    name === null ? "A parley-ignore comment names no rule" : `parley-ignore: there is no rule "${name}"`,
} satisfies Record<RuleId, (...words: never[]) => string>;

function code(words: string): string {
  return words.includes("`") ? words : `\`${words}\``;
}

/** Shorter than this, a question says too little by itself. */
const QUESTION_MIN = 16;

function clarificationTitle(question: string, marked: MarkedPassage): string {
  if (question === "") return labelledTitle("Needs clarification", marked);
  return questionTitle(question, contextOf(marked) || marked.passage.section.title);
}

function questionTitle(question: string, context: string): string {
  const said = question.replace(/^\p{Ll}(?=\p{Ll}|\s)/u, (letter) => letter.toUpperCase());
  return question.length >= QUESTION_MIN || context === "" ? said : `${said} (${context})`;
}

const LABELS: Readonly<Record<string, string>> = { TODO: "Still to do", FIXME: "Still to fix" };
const UNDECIDED = "Not decided yet";

function todoTitle(marked: MarkedPassage): string {
  const { passage, sentence } = marked;
  const label = LABELS[sentence.words] ?? UNDECIDED;
  const told = announcedText(sentence, passage.row !== null);
  if (told.endsWith("?"))
    return questionTitle(told, withHole({ ...sentence, after: "" }) || passage.section.title);
  if (told !== "") return `${label}: ${withoutStop(told)}`;
  return subjectOfMark(sentence) ?? labelledTitle(label, marked);
}

const SEPARATOR = /^(?:\([^()]{0,60}\))?\s?(?::|\s[—–-]\s)\s?/;

/** What a mark announces: "TODO: who pays?", "TODO who pays?", "(TBD: who pays?)"; "TBD a day" in a cell does not. */
function announcedText({ before, after }: SentenceAround, inCell: boolean): string {
  const lead = before.trimEnd();
  const separator = SEPARATOR.exec(after)?.[0];
  const opened = OPENING.has(lead.at(-1) ?? "");
  if (separator === undefined && (lead !== "" || inCell) && !opened) return "";
  const told = after.slice(separator?.length ?? 0);
  const own = (opened ? textToClosing(told) : told).trim();
  return /[\p{L}\p{N}]/u.test(own) ? own : "";
}

const OPENING: ReadonlySet<string> = new Set("([");
const CLOSING: ReadonlySet<string> = new Set(")]");

function textToClosing(words: string): string {
  let depth = 0;
  for (const [at, character] of [...words].entries()) {
    if (OPENING.has(character)) depth += 1;
    if (CLOSING.has(character) && --depth < 0) return [...words].slice(0, at).join("");
  }
  return words;
}

const WORD = "(?:`[^`]{1,60}`|[\\p{L}\\p{N}'’_-]{1,40})";
/** So short, with such a beginning, what stands before a verb can be nothing but its subject. */
const SUBJECT =
  `(The|Its|Their|Our|Each|Every|All) (${WORD}(?: ${WORD})?` +
  `(?: (?:of|for|in|on|per|from|to|by|with|between) (?:(?:the|a|an|each|every|all) )?${WORD}(?: ${WORD})?)?)`;
const IS_OPEN = new RegExp(`^${SUBJECT} (is|are) $`, "u");
const LEFT_OPEN = new RegExp(`^${SUBJECT} $`, "u");

/** "The upload limit is TBD." */
function subjectOfMark({ before, words, after }: SentenceAround): string | null {
  if (!/^\.?$/.test(after)) return null;
  const verb = /^(is|are)\s/.exec(words)?.[1];
  const match = verb === undefined ? IS_OPEN.exec(before) : LEFT_OPEN.exec(before);
  const [, first, rest] = match ?? [];
  if (first === undefined || rest === undefined) return null;
  return `What ${verb ?? match?.[3] ?? "is"} ${first.toLowerCase()} ${rest}?`;
}

const MUST_BE = new RegExp(`^${SUBJECT} (must|shall|should) $`, "iu");

function vagueTitle({ passage, sentence }: MarkedPassage): string {
  const { words, after } = sentence;
  const numbered = requirementIdOf(sentence.before);
  const before = numbered?.rest ?? sentence.before;
  const [, verb, quality] = /^(be|feel) (.+)$/.exec(words) ?? [];
  const [, first, rest, modal] = MUST_BE.exec(before) ?? [];
  if (quality !== undefined && first !== undefined && /^\.?$/.test(after))
    return `How ${quality} ${modal?.toLowerCase() ?? "must"} ${first.toLowerCase()} ${rest ?? ""} ${verb ?? "be"}?`;
  const vague = `"${quality ?? words}"`;
  const [firstCell] = passage.row?.cells ?? [];
  const { id } = numbered ?? (firstCell === undefined ? null : requirementIdOf(wordsOf(firstCell))) ?? {};
  if (id !== undefined) return `${id}: what exactly does ${vague} mean?`;
  const [head, tail] = [`What exactly does ${vague} mean in "`, '"?'];
  return `${head}${cutAround(sentence, TITLE_CHARS_MAX - head.length - tail.length)}${tail}`;
}

/** So that the words stay, and most of what leads to them. */
function cutAround({ before, words, after }: SentenceAround, most: number): string {
  const behind = withoutStop(after);
  if (before.length + words.length + behind.length <= most) return `${before}${words}${behind}`;
  const end = `${words}${cutAtWord(behind, Math.max(1, Math.floor((most - words.length) / 3)))}`;
  const room = most - end.length - 1;
  if (before.length <= room) return `${before}${end}`;
  const from = before.indexOf(" ", before.length - Math.max(0, room));
  return cutAtWord(`…${from < 0 ? "" : before.slice(from + 1)}${end}`, most);
}

function labelledTitle(label: string, marked: MarkedPassage): string {
  const context = contextOf(marked) || marked.passage.section.title;
  return context === "" ? label : `${label}: ${context}`;
}

/** The sentence with a hole where the mark is; of a table the row, with the name of the column. */
function contextOf({ passage, sentence }: MarkedPassage): string {
  const said = withHole(sentence);
  const { row } = passage;
  if (row === null) return said;
  const name = row.cells.slice(0, CELLS_MAX).find((cell) => cell !== passage && wordsOf(cell) !== "");
  const column = row.header[row.column];
  const place = [
    name === undefined ? "" : wordsOf(name),
    column === undefined || wordsOf(column) === "" ? "" : `(${wordsOf(column)})`,
  ].filter((part) => part !== "");
  return [place.join(" "), said].filter((part) => part !== "").join(": ");
}

/** A hole that leaves nothing out: behind a label, in brackets, or by itself. */
const IDLE_HOLE = /(?:^|(?<=\S)\s?[:—–-]\s?|\s?[([])…[)\]]?$/;

function withHole({ before, after }: SentenceAround): string {
  const said = withoutStop(`${before}…${after}`.trim()).replace(IDLE_HOLE, "").trim();
  return /[\p{L}\p{N}]/u.test(said) ? said : "";
}

/** What comes after it is said, not asked. */
export function firstSentence(words: string): string {
  const end = /[.?!](?=\s[\p{Lu}\p{N}])/u.exec(words);
  return withoutStop(end === null ? words : words.slice(0, end.index + 1));
}

function withoutStop(words: string): string {
  return words.endsWith(".") && !words.endsWith("..") ? words.slice(0, -1) : words;
}

interface TitledFinding {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly line: number;
  readonly gap: string;
}

/** Where two are equal, their sections tell them apart, or else their lines. */
export function distinctTitles(gaps: readonly TitledFinding[]): readonly string[] {
  let titles = gaps.map(({ title }) => cutAtWord(title, TITLE_CHARS_MAX));
  for (const detailOf of DETAILS) {
    const times = new Map<string, number>();
    for (const title of titles) times.set(title, (times.get(title) ?? 0) + 1);
    titles = gaps.map((gap, index) => {
      const now = titles[index] ?? gap.title;
      return (times.get(now) ?? 0) < 2 ? now : withDetail(gap.title, detailOf(gap));
    });
  }
  return titles;
}

const DETAILS: readonly ((gap: TitledFinding) => string)[] = [
  ({ headingPath }) => headingPath.at(-1) ?? "",
  ({ line }) => `line ${line}`,
  ({ gap }) => gap,
];
const DETAIL_CHARS_MAX = 50;

function withDetail(title: string, detail: string): string {
  const suffix = detail === "" ? "" : ` (${cutAtWord(detail, DETAIL_CHARS_MAX)})`;
  return `${cutAtWord(title, TITLE_CHARS_MAX - suffix.length)}${suffix}`;
}
