// A verdict in whatever words, where a place for one is.
import type { VerdictNorm } from "../../core/documents/reviewer-document.ts";
import { undressed, wordsOf } from "../reading/dress.ts";
import { withoutGaps } from "../reading/gap-mentions.ts";

type Leaning = "for" | "against" | "clarify";

const LEANING: ReadonlyMap<string, Leaning> = new Map([
  ...entries(
    "for",
    "approved approve approves approving approval accept accepted accepts acceptable acceptance lgtm pass passed passes ready ship satisfied endorsed endorse greenlit sound proceed",
  ),
  ...entries(
    "against",
    "returned revise revision revisions reject rejected rejects rejection rework reworked fail failed fails blocked insufficient declined decline resubmit unacceptable inadequate unapproved disapproved",
  ),
  ...entries("clarify", "clarification clarifications"),
]);

function entries(leaning: Leaning, words: string): readonly (readonly [string, Leaning])[] {
  return words.split(" ").map((word) => [word, leaning] as const);
}

const NEGATIONS: ReadonlySet<string> = new Set(
  "not cannot can't don't doesn't isn't aren't no never unable without withheld withhold won't nor".split(
    " ",
  ),
);
const CONDITIONS: ReadonlySet<string> = new Set(
  "conditional conditionally provisional provisionally partial partially tentatively tentative".split(" "),
);
/** Words that lead up to a verdict without changing it. */
const FILLERS: ReadonlySet<string> = new Set(
  "the this that a one second plan draft text submission section sections version proposal proposals resolution resolutions gap gaps document spec specification design is are be been i we recommend recommendation recommending verdict decision status final overall review reviewer it its for to of as all both each has have should can now hereby therefore fully strongly unconditionally ready my conclusion good go give it's there engineer engineer's round revised needs need needed requires require required requesting request requested changes change minor major further more some another significant still additional must before do does did yet would will could at time stage in current form currently present point once please".split(
    " ",
  ),
);
const CHANGE_WORDS: ReadonlySet<string> = new Set([
  "changes",
  "change",
  "revisions",
  "revision",
  "rework",
  "work",
  "fixes",
  "modifications",
]);
const ASK_WORDS: ReadonlySet<string> = new Set(
  "needs need needed requires require required requesting request requested".split(" "),
);

const LEAD_WORDS_MAX = 14;

/** The verdict that a text is or begins with; `null` where it is none, or a choice of several. */
export function readVerdict(text: string): VerdictNorm | null {
  if (isChoice(text)) return null;
  if (FOOTNOTED.test(text)) return "APPROVED_WITH_NOTES";
  const clause = firstClause(text);
  const words = wordsOf(withoutGaps(clause).replaceAll("_", " ").replaceAll("/", " "));
  return ofWords(words, clause);
}

/** `APPROVED*`: the note at the end takes something back. */
const FOOTNOTED = /^\W{0,4}(?:approved?|accept(?:ed)?|lgtm)\s?(?:[*†‡¹²]|\[\^?\d\])\s*$/i;

function ofWords(words: readonly string[], clause: string): VerdictNorm | null {
  let negated = false;
  let conditional = false;
  let asked = false;
  let change = false;
  for (const [index, word] of words.slice(0, LEAD_WORDS_MAX).entries()) {
    if (NEGATIONS.has(word)) negated = !negated || word !== "no";
    if (CONDITIONS.has(word)) conditional = true;
    if (ASK_WORDS.has(word)) asked = true;
    if (CHANGE_WORDS.has(word)) change = true;
    if (asked && !negated && AGAIN.has(words[index - 1] ?? "") && REPEATS.has(word)) return "NEEDS_REVISION";
    const leaning = COMPOUNDS.has(`${word} ${words[index + 1] ?? ""}`) ? undefined : LEANING.get(word);
    if (leaning !== undefined && !(word === "ready" && words[index + 1] === undefined && negated)) {
      return settled({ leaning, negated, conditional, asked, rest: words.slice(index + 1) });
    }
    if (asked && change && !NEGATIONS.has(words[0] ?? "")) return "NEEDS_REVISION";
    if (!FILLERS.has(word) && !NEGATIONS.has(word) && !CONDITIONS.has(word) && !CHANGE_WORDS.has(word)) break;
  }
  if (negated && /\bnot ready\b/i.test(clause)) return "NEEDS_REVISION";
  return /^\W*(?:no objections?|good to go|ship it|\+1)\b/i.test(clause) ? "APPROVED" : null;
}

/** What is called after approval without giving it. */
const COMPOUNDS: ReadonlySet<string> = new Set(
  "criteria criterion test tests testing process".split(" ").map((noun) => `acceptance ${noun}`),
);

/** `needs another pass`, `requires a second look`. */
const AGAIN: ReadonlySet<string> = new Set(["another", "second", "further", "more", "additional"]);
const REPEATS: ReadonlySet<string> = new Set(["pass", "round", "iteration", "look"]);

interface Found {
  readonly leaning: Leaning;
  readonly negated: boolean;
  readonly conditional: boolean;
  readonly asked: boolean;
  readonly rest: readonly string[];
}

function settled({ leaning, negated, conditional, asked, rest }: Found): VerdictNorm | null {
  switch (leaning) {
    case "clarify":
      return negated ? "APPROVED" : "APPROVED_WITH_NOTES";
    case "against":
      return negated
        ? asked || rest.length === 0 || rest.some((word) => ASK_WORDS.has(word))
          ? "APPROVED"
          : null
        : "NEEDS_REVISION";
    case "for":
      if (negated) return "NEEDS_REVISION";
      return conditional || hasConditions(rest) ? "APPROVED_WITH_NOTES" : "APPROVED";
  }
}

const CONDITION_WORDS: ReadonlySet<string> = new Set(
  "pending subject conditional conditionally contingent provided providing once assuming but modulo except unless if caveat caveats condition conditions".split(
    " ",
  ),
);
const HARMLESS_AFTER_WITH: ReadonlySet<string> = new Set(
  "no zero confidence high full out praise distinction enthusiasm pleasure flying".split(" "),
);
const AFTER_WORDS: ReadonlySet<string> = new Set(
  "fixing addressing resolving correcting these the minor changes fixes revisions clarifying required following".split(
    " ",
  ),
);

/** What follows an approval and takes something back. */
function hasConditions(rest: readonly string[]): boolean {
  return rest.slice(0, LEAD_WORDS_MAX).some((word, index) => {
    const next = rest[index + 1] ?? "";
    if (CONDITION_WORDS.has(word)) return rest[index - 1] !== "no" && rest[index - 1] !== "without";
    if (word === "with") return next !== "" && !HARMLESS_AFTER_WITH.has(next);
    return word === "after" && AFTER_WORDS.has(next);
  });
}

/** Up to the end of the first sentence or line; brackets stay in. */
function firstClause(text: string): string {
  const plain = text.trim();
  const end = /[.!?;](?:\s|$)|\n/.exec(plain.slice(0, CLAUSE_LENGTH_MAX))?.index ?? CLAUSE_LENGTH_MAX;
  return undressed(plain.slice(0, end));
}

const CLAUSE_LENGTH_MAX = 240;

/** `APPROVED | NEEDS_REVISION`, `approve or reject`: the words to choose from, not a choice. */
function isChoice(text: string): boolean {
  const parts = text.slice(0, CLAUSE_LENGTH_MAX).split(/[|/,]|\bor\b/i);
  if (parts.length < 2) return false;
  const leanings = parts.map((part) =>
    wordsOf(part.replaceAll("_", " "))
      .slice(0, CHOICE_WORDS_MAX)
      .map((word) => LEANING.get(word))
      .find((found) => found !== undefined),
  );
  return (
    leanings.includes("for") &&
    leanings.includes("against") &&
    parts.every((part) => wordsOf(part).length <= CHOICE_WORDS_MAX + 1)
  );
}

const CHOICE_WORDS_MAX = 4;

/** The verdict that a line standing alone is: it must begin with the word and say it in a few. */
export function readBareVerdict(text: string): VerdictNorm | null {
  const plain = undressed(text).replaceAll("_", " ");
  const words = wordsOf(/^[^.,;:!?(–—]{0,80}/.exec(plain)?.[0] ?? "");
  const [first = "", second = ""] = words;
  if (words.length > BARE_WORDS_MAX || plain.length > BARE_LENGTH_MAX) return null;
  const paired =
    BARE_PAIRS.has(`${first} ${second}`) ||
    (first === "not" && LEANING.has(second)) ||
    (first === "do" && second === "not");
  const begins =
    paired || CONDITIONS.has(first) || (LEANING.has(first) && (second === "" || BARE_SECOND.has(second)));
  return begins && !BARE_EXCLUDED.has(first) ? readVerdict(text) : null;
}

/** What may follow the word: `Approved with nits`, but not `Approved proposals`. */
const BARE_SECOND: ReadonlySet<string> = new Set(
  "with pending subject contingent provided for after once but as and conditionally unconditionally minor modulo to if assuming without no".split(
    " ",
  ),
);
const BARE_WORDS_MAX = 8;
const BARE_LENGTH_MAX = 160;
const BARE_PAIRS: ReadonlySet<string> = new Set([
  "needs revision",
  "request changes",
  "changes requested",
  "requires revision",
  "revision required",
  "revisions required",
  "needs changes",
  "needs work",
  "changes required",
  "needs rework",
  "revise and",
  "requires changes",
]);
const BARE_EXCLUDED: ReadonlySet<string> = new Set([
  "ready",
  "pass",
  "sound",
  "approval",
  "acceptable",
  "acceptance",
  "returned",
  "ship",
  "clarification",
  "clarifications",
  "partial",
  "revision",
  "revisions",
  "rejection",
  "rejects",
  "blocked",
  "fails",
  "passes",
  "partially",
]);

const STATES =
  /^(?:overall,? |therefore,? |so )?(?:(?:i|we) |(?:this|the) (?:revised )?(?:proposals?|design|document|resolution|revision) (?:is|are|should|cannot|can|needs?|requires?) )/i;
const TEXT_LENGTH_MAX = 2_000;

/** The verdict of a whole sentence in running text: `I do not approve the proposal in its current form.` */
export function readVerdictSentence(text: string): VerdictNorm | null {
  const sentences = text
    .slice(0, TEXT_LENGTH_MAX)
    .split(/[.!?](?:\s|$)/)
    .filter((sentence) => STATES.test(sentence.trim()));
  return sentences.map(readVerdict).findLast((norm) => norm !== null) ?? null;
}
