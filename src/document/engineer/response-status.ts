// The status of an answer, by one closed table: the four words of the form, and what people write for them.
import type { ResponseStatus } from "../../core/documents/engineer-document.ts";
import { undressed, wordsOf } from "../reading/dress.ts";

const STATUSES: readonly (readonly [ResponseStatus, string])[] = [
  [
    "ADDRESSED",
    "addressed|addresses|addressing|fixed|fixes|fix|done|resolved|resolves|closed|closes|incorporated|accepted|agreed",
  ],
  [
    "PARTLY",
    "partly|partial|partially|partly done|partially done|partly addressed|partially addressed|partly fixed|partially fixed|partially resolved",
  ],
  ["DISAGREE", "disagree|disagreed|declined|rejected|won't fix|wont fix|not addressed|no change"],
  ["DEFERRED", "deferred|defer|postponed"],
];
const OF_PHRASE: ReadonlyMap<string, ResponseStatus> = new Map(
  STATUSES.flatMap(([status, phrases]) => phrases.split("|").map((phrase) => [phrase, status] as const)),
);
const MARKS: readonly (readonly [RegExp, ResponseStatus])[] = [
  [/^[^\w✅✓✔☑]*[✅✓✔☑]\W*$/u, "ADDRESSED"],
  [/^[^\w⚠🟡]*[⚠🟡]\W*$/u, "PARTLY"],
  [/^[^\w❌✗✘]*[❌✗✘]\W*$/u, "DISAGREE"],
];
const LENGTH_MAX = 200;

/** What a cell, a label's value or a word beside the id says: a phrase as a whole, perhaps with a place or a reason. */
export function responseStatus(text: string): ResponseStatus | null {
  const said = text.slice(0, LENGTH_MAX).replaceAll("_", " ");
  const mark = MARKS.find(([pattern]) => pattern.test(said))?.[1];
  if (mark !== undefined) return mark;
  const head = undressed(/^[^:–—(.,;|\n]*/.exec(undressed(said))?.[0] ?? "");
  const words = wordsOf(head.replace(/\s-\s.*/s, ""));
  const at = words.findIndex((word) => PLACE_WORDS.has(word));
  return OF_PHRASE.get(words.slice(0, at < 0 ? words.length : at).join(" ")) ?? null;
}

/** `Fixed in step 3`, `Addressed by a second reminder`. */
const PLACE_WORDS: ReadonlySet<string> = new Set([
  "in",
  "by",
  "at",
  "under",
  "see",
  "to",
  "for",
  "with",
  "now",
]);
