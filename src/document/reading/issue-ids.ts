// Issue ids of any scheme: `ISSUE-R1-001`, `CRIT-001`, `H1`, `R2-M03`, `Issue 3`, `#4`, `2.`

import { parseIssueId } from "../../core/shared/issue-id.ts";
import { wordSet } from "./dress.ts";
import { memoizeText } from "./memoize-text.ts";

export interface LeadingId {
  readonly id: string;
  /** `plain` numbers only count something; `word` ids name it. */
  readonly kind: "word" | "plain";
  readonly rest: string;
}

/** Names of standards and the like that look like ids of issues. */
const NO_IDS = wordSet(
  "GAP DECISION UTF SHA ISO RFC HTTP HTTPS AES TLS SSL MD IPV ES UTC GMT ADR V REQ ROUND R PHASE STEP SECTION TIER PART Q",
);

const WORD_ID = /^[A-Z][A-Za-z]{0,19}\d{0,4}(?:[-_](?:[A-Za-z]{1,11}\d{0,4}|\d{1,4})|\.\d{1,3}){0,3}/;
const NOUN_ID =
  /^(?:issue|finding|concern|problem|item|point|comment|defect|bug|blocker)\s{1,3}(?:no\.?\s?)?#?([A-Z]{0,5}-?\d{1,4})\b/i;
const NUMBER_ID = /^#?(\d{1,3}(?:\.\d{1,2})?)\b/;

/** Whether a text is, as a whole, an id by which an issue may be called. */
export function isIssueId(text: string): boolean {
  if (parseIssueId(text) !== null || ROUND_ID.test(text)) return true;
  if (!SCHEME.test(text) || !/\d$/.test(text)) return false;
  return !NO_IDS.has(/^[A-Z]+/.exec(text)?.[0] ?? "");
}

const SCHEME = /^[A-Z]{1,20}\d{0,4}(?:[-_](?:[A-Z]{1,11}\d{0,4}|\d{1,4})|\.\d{1,3}){0,3}$/;
/** `R1-001`, `R2-H3`: a round before the number, where a lone `R1` is the round itself. */
const ROUND_ID = /^R\d{1,2}-[A-Z]{0,5}-?\d{1,4}$/;

/** The id a title begins with, set off from what follows by brackets or punctuation. */
export const leadingIssueId = memoizeText(readLeadingId);

function readLeadingId(title: string): LeadingId | null {
  const text = /^[A-Za-z([]/.test(title)
    ? title
    : title.replace(/^(?:[\s*_~:]|\p{Extended_Pictographic}|\uFE0F)+/u, "");
  return /^[[(]/.test(text) ? bracketedId(text) : (wordId(text) ?? nounId(text) ?? numberId(text));
}

function bracketedId(text: string): LeadingId | null {
  const [whole, inner = ""] = /^\[([^[\]]{1,40})\]/.exec(text) ?? /^\(([^()]{1,40})\)/.exec(text) ?? [];
  if (whole === undefined) return null;
  const id = inner.trim();
  if (isIssueId(id)) return { id, kind: "word", rest: afterId(text.slice(whole.length)) };
  const noun = nounId(id);
  if (noun !== null && noun.rest === "") return { ...noun, rest: afterId(text.slice(whole.length)) };
  return /^#?\d{1,3}$/.test(id)
    ? { id: id.replace("#", ""), kind: "plain", rest: afterId(text.slice(whole.length)) }
    : null;
}

const SET_OFF = /^\s*(?:[:.)\]–—|/*_·•]|-\s|\(|\[|$)/;

function wordId(text: string): LeadingId | null {
  const [written = ""] = WORD_ID.exec(text) ?? [];
  if (!/\d$/.test(written)) return null;
  if (!isIssueId(written)) return null;
  const after = text.slice(written.length);
  const isSetOff = SET_OFF.test(after) || (parseIssueId(written) !== null && /^\s/.test(after));
  return isSetOff ? { id: written, kind: "word", rest: afterId(after) } : null;
}

function nounId(text: string): LeadingId | null {
  const match = NOUN_ID.exec(text);
  if (match === null) return null;
  const after = text.slice(match[0].length);
  if (!SET_OFF.test(after)) return null;
  const number = match[1] ?? "";
  return { id: number, kind: /^\d+$/.test(number) ? "plain" : "word", rest: afterId(after) };
}

function numberId(text: string): LeadingId | null {
  const match = NUMBER_ID.exec(text);
  if (match === null) return null;
  const after = text.slice(match[0].length);
  if (!/^\s*(?:[:.)\]–—|*_]|-\s|$)/.test(after) && !match[0].startsWith("#")) return null;
  return { id: match[1] ?? "", kind: "plain", rest: afterId(after) };
}

function afterId(text: string): string {
  return text.replace(/^[\s*_:.)\]–—|·•-]+/, "").trimEnd();
}

const ANYWHERE = /(?<![\w-])(?:[A-Z]{1,12}\d{0,4}(?:-[A-Z]{0,11}\d{0,4}){1,3}|[A-Z]{1,8}\d{1,4})(?![\w-])/g;

/** Every id of an issue that a text names, in order, each once. */
export function issueIdsIn(text: string): readonly string[] {
  return [...new Set(text.match(ANYWHERE) ?? [])].filter(isIssueId);
}

/** A text with a space for every id of an issue. */
export function withoutIssueIds(text: string): string {
  return text.replace(ANYWHERE, (written) => (isIssueId(written) ? " " : written));
}
