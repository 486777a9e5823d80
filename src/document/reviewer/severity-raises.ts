import type { SeverityRaise } from "../../core/documents/reviewer-document.ts";
import { stripMarkup } from "../reading/dress.ts";
import { onlyGap, withoutGaps } from "../reading/gap-mentions.ts";
import { severityOfWord } from "../reading/severity-words.ts";
import type { StatedLine } from "../reading/stated-lines.ts";

/** `severity raised to HIGH`, `raise severity from LOW to HIGH`, `severity: LOW → HIGH`, and nothing before it. */
const RAISED = [
  /^(?:(?:the )?severity(?: of)? )?(?:is |should be )?(?:raised?|upgraded?)(?: (?:the )?severity)?(?: of)?(?: from \w+)? to (\w+)/i,
  /^severity:?\s+(?:\w+\s+)?(?:→|->)\s*(\w+)/i,
];
/** What every such statement holds. */
const SPEAKS = /severity|raise|upgrade/i;
const LINE_LENGTH_MAX = 300;

export function severityRaises(lines: readonly StatedLine[]): readonly SeverityRaise[] {
  return lines.map(severityRaiseIn).filter((raise) => raise !== null);
}

/** A line that names one gap and is, beside it, the statement that its severity is raised. */
function severityRaiseIn({ text, line }: StatedLine): SeverityRaise | null {
  if (text.length > LINE_LENGTH_MAX || !SPEAKS.test(text)) return null;
  const gap = onlyGap(text);
  if (gap === null) return null;
  const said = stripMarkup(withoutGaps(text).replace(/\s+/g, " "));
  const word = RAISED.map((pattern) => pattern.exec(said)?.[1]).find((found) => found !== undefined);
  const to = severityOfWord(word ?? "");
  return to === null ? null : { gap, to, line };
}
