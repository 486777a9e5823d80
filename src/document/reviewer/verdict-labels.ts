import { wordsOf } from "../reading/dress.ts";
import { withoutGaps } from "../reading/gap-mentions.ts";
import { memoizeText } from "../reading/memoize-text.ts";

/** Under a `sure` label whatever stands is a verdict; under a `weak` one only what sets out to be one. */
export type VerdictLabel = "sure" | "weak";

const SURE =
  /^(?:(?:final|overall|review|reviewer|reviewer's|my|our|formal|recommended) )?verdicts?(?: summary)?$/;
const WEAK =
  /^(?:(?:final|overall|review|reviewer|reviewer's|my|formal|approval) )?(?:decision|recommendation|disposition|judge?ment|status|assessment|outcome|result|conclusion|sign-?off|approval|overall|final)$/;

/** `Verdict of round 1` tells what was said then. */
const ELSEWHEN = /\b(?:verdicts?|decision|recommendation)\b[^\n]{0,40}\bround \d{1,2}\s*$/i;

const LABEL_WORDS_MAX = 6;
const LABEL_LENGTH_MAX = 200;
const PASSED_OVER: ReadonlySet<string> = new Set(["for", "on", "of", "the", "this", "round", "by", "gap"]);

/** `null` for a label that announces no verdict. Gaps and rounds may be named in it. */
export const verdictLabel = memoizeText(readLabel);

function readLabel(label: string): VerdictLabel | null {
  if (label.length > LABEL_LENGTH_MAX || ELSEWHEN.test(label)) return null;
  const words = wordsOf(withoutGaps(label)).filter(
    (word) => !PASSED_OVER.has(word) && !/^\d{1,2}$/.test(word),
  );
  if (words.length > LABEL_WORDS_MAX) return null;
  const text = words.join(" ");
  if (SURE.test(text)) return "sure";
  return WEAK.test(text) ? "weak" : null;
}
