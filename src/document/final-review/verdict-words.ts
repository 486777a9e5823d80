// What of a text says that the spec is ready, or that it is not.
import type { FinalReviewDocument } from "../../core/documents/final-review-document.ts";
import { undressed } from "../reading/dress.ts";

export type FinalVerdict = Exclude<FinalReviewDocument["verdict"], null>;

/** `unclear`: a verdict's place that holds both words, a condition, or something else. */
export type Said = FinalVerdict | "unclear" | null;

const LABEL =
  /^(?:(?:final|overall|my|the|review|termination|reviewer)\s){0,3}(?:verdict|status|decision|result|recommendation|conclusion|outcome|assessment|readiness|judgement|judgment)(?:\s(?:is|on termination))?\s{0,2}(?:[:=–—]|-\s|$)/i;

/** The value of a line such as `Verdict: …`; `null` where the line is no such label. */
export function labelledVerdict(line: string): string | null {
  const text = undressed(line.slice(0, LINE_MAX));
  const label = LABEL.exec(text)?.[0];
  return label === undefined ? null : undressed(text.slice(label.length));
}

const LINE_MAX = 600;
const VERDICT =
  /^(not[\s_-]{1,3}(?:yet[\s_-]{1,3})?)?ready(?:[\s_-]{1,3}for[\s_-]{1,3}termination)?(?![\w-])/i;
const CONDITION =
  /\b(?:once|if|when|after|provided|unless|until|assuming|subject to|pending|except|as soon as|conditional|conditionally)\b/i;

/** What stands where a verdict belongs: it must begin with one, and not go on to take it back. */
export function verdictOfValue(value: string): Said {
  const text = undressed(value).slice(0, LINE_MAX);
  const match = VERDICT.exec(text);
  if (match === null) return text === "" ? null : "unclear";
  const verdict = match[1] === undefined ? "READY_FOR_TERMINATION" : "NOT_READY";
  const rest = text.slice(match[0].length);
  if (isAlternative(rest, verdict)) return "unclear";
  // `Ready for implementation` is another matter.
  if (!/termination$/i.test(match[0]) && !/^\s{0,3}(?:$|[.,;:!(–—|/]|-\s)/.test(rest)) return "unclear";
  const sentence = /^[^.!?;]*/.exec(rest)?.[0] ?? "";
  return verdict === "READY_FOR_TERMINATION" && CONDITION.test(sentence) ? "unclear" : verdict;
}

/** The other word after a bar, a comma or an `or`: a list of what might be said. */
function isAlternative(rest: string, verdict: FinalVerdict): boolean {
  const joined = /^[\s*_"'`]{0,6}(?:[/|,]|\bor\b)\s{0,3}/i.exec(rest)?.[0];
  const other =
    joined === undefined ? null : VERDICT.exec(rest.slice(joined.length).replace(/^[*_"'`]{1,6}/, ""));
  return other !== null && (other[1] === undefined) !== (verdict === "READY_FOR_TERMINATION");
}

/** A line that is nothing but a verdict, perhaps with what follows from it after a stop or a dash. */
export function verdictOfLine(line: string): Said {
  const text = undressed(line.slice(0, LINE_MAX));
  const match = VERDICT.exec(text);
  if (match === null) return null;
  const rest = text.slice(match[0].length);
  const formal = /_/.test(match[0]) || match[0] === match[0].toUpperCase();
  const setOff = rest === "" || /^\s?(?:[.:;,(!–—|/]|-\s|or\b)/.test(rest);
  if (!setOff || (!formal && rest !== "")) return null;
  return verdictOfValue(text);
}

/** The end of a title after a colon or a dash. */
export function verdictOfTitle(title: string): Said {
  const whole = verdictOfLine(title);
  if (whole !== null) return whole;
  const cut = Math.max(...[":", "–", "—", " - "].map((mark) => title.lastIndexOf(mark)));
  return cut < 0 ? null : verdictOfLine(title.slice(cut + 1));
}

const TOKEN = /(?<![\w-])(NOT_READY(?:_FOR_TERMINATION)?|READY_FOR_TERMINATION)(?![\w-])/g;
const ASSERTS =
  /\b(?:is|are|as|remains|verdict|declare[sd]?|judged?|finds?|found|consider(?:ed)?|rated?|marked?|votes?|conclude[sd]?|therefore|hence)\b[^.;!?]{0,60}$/i;
const DOUBTS =
  /\b(?:if|once|when|until|unless|before|whether|either|would|could|should|may|might|must|can|cannot|not|never|neither|nor|no|or|become|becomes|use|write|answer|say|state|respond|means|mean|far)\b|n['’]t\b/i;
const SENTENCE_MAX = 160;

/** Plain sentences count only with the exact word, asserted of the spec, without doubt, condition or alternative. */
export function verdictOfSentence(text: string): FinalVerdict | null {
  for (const match of text.matchAll(TOKEN)) {
    const before =
      /[^.;!?]*$/.exec(text.slice(Math.max(0, match.index - SENTENCE_MAX), match.index))?.[0] ?? "";
    const end = match.index + match[0].length;
    const after = /^[^.;!?]*/.exec(text.slice(end, end + SENTENCE_MAX))?.[0] ?? "";
    if (!ASSERTS.test(before) || DOUBTS.test(before)) continue;
    if (CONDITION.test(after) || /\b(?:means|or)\b|[/|]/.test(after) || after.search(TOKEN) >= 0) continue;
    return match[0] === "READY_FOR_TERMINATION" ? "READY_FOR_TERMINATION" : "NOT_READY";
  }
  return null;
}
