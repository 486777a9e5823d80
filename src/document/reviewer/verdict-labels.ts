import { wordsOf } from "../reading/dress.ts";
import { withoutGaps } from "../reading/gap-mentions.ts";

/** How little a label can be meant otherwise: `Verdict` more than `Status`. */
const LABELS: readonly (readonly [RegExp, number])[] = [
  [/\bverdicts?$/, 6],
  [
    /^(?:(?:final|overall|review|reviewer|reviewer's|my|approval|formal) )?(?:decision|recommendation|disposition|judge?ment)$/,
    5,
  ],
  [
    /^(?:final|overall|review|reviewer|approval) (?:status|assessment|outcome|result|conclusion|sign-?off)$|^sign-?off$|^approval$|^conclusion$/,
    4,
  ],
  [/^(?:overall|outcome|result|status|assessment|approval status|final)$/, 3],
];

/** A verdict under such a label is one even among an issue's own fields. */
export const SURE_LABEL = 6;
/** A title, or a line, that is nothing but a verdict. */
export const BARE_TITLE = 2;
export const BARE_LINE = 1;
/** A sentence of the closing words. */
export const SENTENCE = 0.5;

const LABEL_WORDS_MAX = 5;
const LABEL_LENGTH_MAX = 200;
const PASSED_OVER: ReadonlySet<string> = new Set(["for", "on", "the", "this", "round"]);

/** `null` for a label that announces no verdict. Gaps and rounds may be named in it. */
export function labelStrength(label: string): number | null {
  if (label.length > LABEL_LENGTH_MAX) return null;
  const words = wordsOf(withoutGaps(label)).filter(
    (word) => !PASSED_OVER.has(word) && !/^\d{1,2}$/.test(word),
  );
  if (words.length > LABEL_WORDS_MAX) return null;
  const text = words.join(" ");
  return LABELS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
