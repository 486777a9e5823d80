// What of a text says that the spec is ready, or that it is not.
import type { FinalReviewDocument } from "../../core/documents/final-review-document.ts";
import { FINAL_PHRASES } from "../../core/documents/verdict-phrases.ts";
import { beginsWithPhrase, readStatement } from "../reading/closed-statement.ts";
import { undressed } from "../reading/dress.ts";
import { verdictLabel } from "../reviewer/verdict-labels.ts";

export type FinalVerdict = Exclude<FinalReviewDocument["verdict"], null>;

/** `unclear`: a verdict's place that holds both words, a condition, or something else. */
export type Said = FinalVerdict | "unclear" | null;

const LABEL = /^([^:=–—]{1,60}?)(?:\s{0,2}(?:[:=–—]|-\s)|$)/;
const LINE_MAX = 600;

/** The value of a line such as `Verdict: …`; `null` where the line is no such label. */
export function labelledVerdict(line: string): string | null {
  const text = line.slice(0, LINE_MAX).replace(/^[\s*_#>-]+/, "");
  const [whole, label = ""] = LABEL.exec(text) ?? [];
  return whole === undefined || verdictLabel(label) === null ? null : text.slice(whole.length).trim();
}

/** What stands where a verdict belongs; under a label of another kind only what sets out to be one. */
export function verdictOfValue(value: string, line: string = "Verdict"): Said {
  const said = saidIn(value);
  if (said !== "unclear" || verdictLabel(LABEL.exec(undressed(line))?.[1] ?? "") === "sure") return said;
  return beginsWithPhrase(value, FINAL_PHRASES) ? said : null;
}

function saidIn(text: string): Said {
  const said = readStatement(text.slice(0, LINE_MAX), FINAL_PHRASES);
  if (said === null || said === "unclear") return said;
  return said === "no" ? "NOT_READY" : "READY_FOR_TERMINATION";
}

/** A line that is nothing but a verdict by its formal name, perhaps with a reason. */
export function verdictOfLine(line: string): Said {
  const text = undressed(line.slice(0, LINE_MAX));
  const [name = ""] = /^[A-Z_ ]{5,40}(?![a-z])/.exec(text) ?? [];
  if (saidIn(name) === "unclear" || saidIn(name) === null) return null;
  return saidIn(text);
}

/** The end of a title after a colon or a dash. */
export function verdictOfTitle(title: string): Said {
  const whole = verdictOfLine(title);
  if (whole !== null && whole !== "unclear") return whole;
  const cut = Math.max(...[":", "–", "—", " - "].map((mark) => title.lastIndexOf(mark)));
  return cut < 0 ? whole : verdictOfLine(title.slice(cut + 1));
}
