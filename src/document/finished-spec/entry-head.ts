// How an entry of a gap begins: its id, its severity, and the sentence that is its title.
import { entryEnd } from "./mark-stretch.ts";
import { saysSomething } from "./says-something.ts";

const ENTRY_HEAD =
  /^[*_~[("“`]*(?:(?:open\s)?gap\s{0,4}[:#–—-]?\s{0,4})?[*_`]*GAP-[A-Z]{2,10}-\d{3}[a-z]?[*_~\])"”`]*\s*(?:[([](?:critical|high|medium|low|p\d|open|resolved|closed|done)[^()[\]]{0,40}[)\]])?[*_]*\s*[:–—.,-]?[*_]*\s*/i;

/** An entry of no gap of the session keeps its words. */
export function withoutEntryHead(text: string): string {
  const rest = text.replace(ENTRY_HEAD, "").replace(/^\(([^()]{1,80})\)(?=\s*[:–—-])/, "$1");
  return saysSomething(rest) ? rest : text.replace(/GAP-[A-Z]{2,10}-\d{3}[a-z]?/, "").trim();
}

/** Where the head and the title of an entry end in its words. */
export function entryStretchEnd(words: string): number {
  const head = ENTRY_HEAD.exec(words)?.[0].length ?? 0;
  return entryEnd(words, head);
}

const FIELDS =
  /^(?:[\s*_+·|,;.-]*(?:severity|status|priority|state|type|category)\s*[*_]*\s*[:=][\s*_]*(?:critical|high|medium|low|open|new|proposed|p\d|blocking|unresolved|todo|tbd|pending|\w{1,12})[\s*_.·|,;-]*)+$/i;

/** `**Severity:** HIGH`: what an entry says of itself and not of the thing. */
export function isOnlyFields(text: string): boolean {
  return FIELDS.test(text);
}

const STATE =
  /^(?:[\s*_+·|,;.-]*(?:severity|status|priority|state)\s*[*_]*\s*[:=][\s*_]*(?:critical|high|medium|low|open|new|proposed|p\d|blocking|unresolved|pending|resolved|done|closed)[\s*_.·|,;-]*)+$/i;

/** The same of a sentence within an entry, where only what is sure to be meant may go. */
export function isOnlyState(sentence: string): boolean {
  return STATE.test(sentence);
}
