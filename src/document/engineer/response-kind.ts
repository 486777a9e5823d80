// How an answer answers, from its words: the first that tells decides.
import type { IssueResponse } from "../../core/documents/engineer-document.ts";
import { wordsOf } from "../reading/dress.ts";

type Kind = IssueResponse["kind"];

const OF_WORD: ReadonlyMap<string, Kind> = new Map([
  ...entries("partial", "partial partially partly mostly"),
  ...entries(
    "deferred",
    "deferred defer defers deferring deferral postponed postpone postponing parked later",
  ),
  ...entries(
    "declined",
    "declined decline declining disagree disagreed disagreement rejected reject rejecting wontfix won't refuse refused unchanged intentional intentionally",
  ),
  ...entries(
    "addressed",
    "addressed addresses address addressing fixed fixes fix resolved resolves resolve resolving resolution added adds add adding changed changes change updated updates update revised revises clarified clarifies clarify clarification defined defines define definition specified specifies specify corrected corrects removed removes remove replaced replaces replace rewritten rewrote rewrites now implemented implements incorporated incorporates done accepted agreed completed complete introduced introduces split renamed extended expanded restructured simplified merged included includes new made restored standardized standardised factored archived recategorized reclassified required requires enforces tracked handled handles supported supports provided provides described documented covered covers aligned tightened reworked reworded stated states enforced applied explicit section see yes",
  ),
]);

function entries(kind: Kind, words: string): readonly (readonly [string, Kind])[] {
  return words.split(" ").map((word) => [word, kind] as const);
}

const NEGATIONS: ReadonlySet<string> = new Set(["not", "no", "never", "without", "cannot", "can't"]);
const PHRASES: readonly (readonly [RegExp, Kind])[] = [
  [
    /^\W*(?:won'?t fix|wont fix|will not (?:be )?(?:fix|address|change|adopt)|by design|as designed|out of scope|no change|not applicable|n\/a|keep(?:ing)? (?:as is|it|the)|left (?:as (?:is|it)|alone|unchanged)|as is\b|no action)/i,
    "declined",
  ],
  [
    /^\W*(?:left (?:for|to)|(?:it |this )?will be |moved to (?:a )?(?:later|next|future)|next round|future (?:round|work|version)|to be (?:addressed|resolved|done)|follow-?up|pending|tracked (?:as|in|under))/i,
    "deferred",
  ],
  [/^\W*[✅✓✔☑]/u, "addressed"],
  [/^\W*(?:⚠|🟡)/u, "partial"],
  [/^\W*[❌✗✘]/u, "declined"],
];
const WORDS_READ_MAX = 60;
const LABEL_READ_MAX = 20_000;
const TEXT_READ_MAX = 600;

/** The kinds by their own names, as a status gives them. */
const BY_NAME: ReadonlySet<string> = new Set(["addressed", "partial", "declined", "deferred", "other"]);

/** What a status says; `null` where it says nothing about the answer. */
export function kindOfStatus(text: string): Kind | null {
  const name = text.trim().toLowerCase();
  if (BY_NAME.has(name)) return name as Kind;
  const kind = kindOfText(text);
  return kind === "other" ? null : kind;
}

/** Where an answer repeats the problem first, what it does about it decides. */
const ANSWER_LABEL =
  /^[\s*_-]{0,6}(?:solution|response|resolution|fix|changes?|action|answer|what changed|engineer response)[*_]{0,2}\s?:/im;

export function kindOfText(text: string): Kind {
  const label = ANSWER_LABEL.exec(text.slice(0, LABEL_READ_MAX));
  const read = text
    .slice(label === null ? 0 : label.index + label[0].length)
    .slice(0, TEXT_READ_MAX)
    .replace(/^\s?\([^()]*\)\s?[:–—-]?/, "");
  const phrase = PHRASES.find(([pattern]) => pattern.test(read));
  if (phrase !== undefined) return phrase[1];
  let negated = false;
  for (const word of wordsOf(read).slice(0, WORDS_READ_MAX)) {
    if (NEGATIONS.has(word)) {
      negated = true;
      continue;
    }
    const kind = OF_WORD.get(word);
    if (kind !== undefined) return negated && kind === "addressed" ? "declined" : kind;
    negated = false;
  }
  return "other";
}
