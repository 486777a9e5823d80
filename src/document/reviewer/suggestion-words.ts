// Sentences that ask for a change: by what must be, by a wish, or by a verb that tells what to do.
import { undressed, wordsOf } from "../reading/dress.ts";

const DEMANDS =
  /\b(?:must|should|ought to|needs? to|has to|have to|had better|please|i ask|i(?:'d| would)? (?:suggest|propose|recommend|advise|prefer)|we (?:suggest|propose|recommend)|my suggestion|better to|why not|how about)\b/i;
/** `A note would do`, `a queue would be simpler`. */
const WISHES = /\bwould (?:do|help|fit|suffice|be (?:enough|better|best|[a-z]{2,12}er|more [a-z]{2,16}))\b/i;

/** Verbs that open a sentence only to tell somebody what to do. */
const IMPERATIVES: ReadonlySet<string> = new Set(
  "add adopt align allow apply assign attach avoid begin bind bound bump cap carry choose clarify close compute consider correct count cover create decide declare define delete derive describe disallow distinguish document drop emit end enforce ensure exclude explain expose extend fall fix forbid freeze give handle hold include increase initialise initialize insert introduce keep leave let limit link list log lower make mark mention merge move name note number omit pad pick pin prefer prohibit provide put queue raise ramp reconsider record reduce refer refuse reject remove rename reorder repeat rephrase replace reply report require reserve reset restrict retain retry return reuse reword rewrite say separate set show shorten sort specify spell split start state stop store swap switch take tell tie track treat turn unify use validate verify wait wrap write".split(
    " ",
  ),
);
/** Words before the verb that leave it a request. */
const BEFORE_VERB: ReadonlySet<string> = new Set(
  "please so just then better either instead simply also perhaps maybe always never only at least and or do not don't".split(
    " ",
  ),
);

/** Quotations and code are what others wrote; `who should pay` and `Should it wait?` ask for an answer. */
const NOT_SAID = /`[^`]*`|"[^"]*"|“[^”]*”/g;
const ASKED =
  /\b(?:who|what|which|whether|how|when|where|if)\b[^,.;]{0,40}?\b(?:must|should|needs? to|has to|have to)\b|^\W*(?:must|should)\b[^.]*\?$/gi;

export function isSuggestion(sentence: string): boolean {
  const said = sentence.replace(NOT_SAID, " … ");
  return DEMANDS.test(said.replace(ASKED, " ")) || WISHES.test(said) || asksByVerb(said);
}

function asksByVerb(sentence: string): boolean {
  const clauses = clausesOf(sentence);
  return clauses.some((clause, index) => isImperative(clause, index < clauses.length - 1));
}

/** What stands before and after a dash, a colon or a semicolon. */
function clausesOf(sentence: string): readonly string[] {
  return sentence.split(/[–—:;]\s|\s-\s/);
}

/** A verb alone counts where more follows it: `Add: a limit of ten.` */
function isImperative(clause: string, goesOn: boolean): boolean {
  const words = wordsOf(undressed(clause));
  const at = words.findIndex((word) => !BEFORE_VERB.has(word));
  const [verb = "", next = ""] = words.slice(Math.max(at, 0));
  return IMPERATIVES.has(verb) && (next !== "" || goesOn) && !FINITE.has(next);
}

/** After these the word was a noun: `Use is unclear`, `Return of goods`. */
const FINITE: ReadonlySet<string> = new Set(
  "is are was were has have had does did can cannot will would may might could of isn't aren't doesn't".split(
    " ",
  ),
);
