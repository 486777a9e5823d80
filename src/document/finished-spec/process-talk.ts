// What an agent's text says of the work on the spec instead of the thing itself: ids, rounds, confidence, reasons.
import { findDecisionIds } from "../../core/shared/decision-id.ts";
import { findGapIds, parseGapId } from "../../core/shared/gap-id.ts";
import { findIssueIds } from "../../core/shared/issue-id.ts";
import { withoutMentions } from "../source-spec/stated-lines.ts";

/** The title of a gap that the session knows; `null` for any other id. */
export type TitleOf = (gap: string) => string | null;

const ID = String.raw`(?:GAP-[A-Z]{2,10}-\d{3}[a-z]?|(?:ISSUE|DECISION)-R\d{1,2}-\d{3})(?![\w-])`;
const ROUND = String.raw`[Rr]ound\s\d{1,2}(?!\d)`;
const CITED = String.raw`(?:${ID}|(?:(?:as\sof|since|in|from|of|during|after)\s)?(?:the\s)?${ROUND}(?:\sreview|\sfeedback)?)`;
const CITING = String.raw`(?:(?:see(?:\salso)?|cf\.?|per|from|as\sin|as\sper|fixes|closes|resolves|addresses|answers|by|new|revised|updated|added|changed|was|resolved|addressed|fixed|via|for|in)[\s:]+){0,3}`;
const AND = String.raw`\s{0,2}(?:[,;/&+]|and|or|to|through|[–—-])\s{0,2}`;
const ONLY_CITES = new RegExp(
  String.raw`\s{0,4}(?:\(|\[)\s{0,2}${CITING}${CITED}(?:${AND}(?:and\s)?${CITING}${CITED}){0,20}\s{0,2}(?:\)|\](?!\())`,
  "g",
);
const AS_OF_ROUND = new RegExp(
  String.raw`,?\s{0,2}\b(?:as of|since|following|after|per|based on|from) (?:the )?${ROUND}(?:'s)?(?: (?:review|feedback|discussion|decision|issues?))?,?`,
  "gi",
);
const CITED_BY_THE_WAY = new RegExp(
  String.raw`,?\s{0,2}\b(?:as (?:required|requested|asked|noted|decided|raised|stated|described|specified|defined) (?:by|in)|(?:according|in response|in answer) to|as per|per|see|cf\.) (?:issue |gap |decision )?(?:${ID})(?:${AND}(?:${ID})){0,20}`,
  "gi",
);

export function namesProcess(text: string): boolean {
  return (
    findGapIds(text).length > 0 ||
    findIssueIds(text).length > 0 ||
    findDecisionIds(text).length > 0 ||
    new RegExp(String.raw`\b${ROUND}`).test(text)
  );
}

/** One line of prose, a heading or a row, without citations; what stands in code is left alone. */
export function withoutCitations(line: string, titleOf: TitleOf): string {
  if (!/GAP-|ISSUE-R|DECISION-R|round\s\d/i.test(line)) return line;
  const cut = withoutStated(withoutStated(withoutStated(line, ONLY_CITES), AS_OF_ROUND), CITED_BY_THE_WAY);
  return tidied(withTitles(cut, titleOf), line);
}

/** Removes what matches in the stated part of a line. */
function withoutStated(line: string, form: RegExp): string {
  const stated = withoutMentions(line, false);
  let from = 0;
  let kept = "";
  for (const { 0: found, index } of stated.matchAll(form)) {
    kept += line.slice(from, index);
    from = index + found.length;
  }
  return kept + line.slice(from);
}

const POINT = "this point";

/** Ids that are part of a sentence: a gap's title stands for it, nothing better is known of the others. */
function withTitles(line: string, titleOf: TitleOf): string {
  const stated = withoutMentions(line, true);
  const mentions = [...findGapIds(stated), ...findIssueIds(stated), ...findDecisionIds(stated)].sort(
    (a, b) => a.start - b.start,
  );
  let from = 0;
  let kept = "";
  for (const { id, start, end } of mentions) {
    if (start < from || /[/\w#]$/.test(line.slice(0, start))) continue;
    const inCode = line[start - 1] === "`" && line[end] === "`";
    const before = line.slice(from, inCode ? start - 1 : start);
    const title = parseGapId(id) === null ? null : titleOf(id);
    const opens = /(?:^|[.!?:]\s+|^\s*(?:[-*+]|\d{1,9}[.)])\s+)[*_]*$/.test(kept + before);
    kept += before + (title === null ? (opens ? "This point" : POINT) : `"${title}"`);
    from = inCode ? end + 1 : end;
  }
  return kept + line.slice(from);
}

function tidied(line: string, before: string): string {
  if (line === before) return line;
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  return (
    indent +
    line
      .slice(indent.length)
      .replace(/\(\s*\)|\[\s*\](?![(:])/g, "")
      .replace(/(?<=\S) {2,}(?=\S)/g, " ")
      .replace(/ +(?=[.,;:!?](?:\s|$))/g, "")
      .replace(/[ \t]+$/, "")
  );
}

const FIELD =
  /^[\s>*_+-]*(?:\d{1,3}[.)]\s+)?[*_]*(?:confidence|gaps?|gaps? (?:resolved|addressed|id)|issues?|issues? (?:resolved|addressed|answered)|resolves|addresses|closes|answers|responds to|severity|status|round|reviewer|engineer|decision id|decided by)[*_]*\s*[:=][*_]*\s*(.*)$/i;
const FIELD_VALUE = new RegExp(
  String.raw`^[\s*_"'.()\[\],;/&·|–—-]*(?:(?:${ID}|${ROUND}|(?:very )?(?:high|medium|low|critical)|open|resolved|proposed|accepted|closed|done|none|n\/a|and|to|\d{1,3}\s?%?)[\s*_"'.()\[\],;/&·|–—-]*)*$`,
  "i",
);
const SPEECH =
  /^[\s>*_+-]*(?:\d{1,3}[.)]\s+)?(?:as\s)?(?:the\s)?(?:reviewer|engineer|mediator)(?:'s (?:concern|comment|point|feedback|objection))?\s(?:has\s|had\s)?(?:said|says|asked|asks|noted|notes|raised|raises|pointed|points|objected|objects|argued|argues|suggested|suggests|requested|requests|was right|is right)\b/i;
const ONLY_ANSWERS = new RegExp(
  String.raw`^[\s>*_+-]*(?:\d{1,3}[.)]\s+)?(?:this|the (?:above|following|text|section|change|resolution))?\s*(?:now\s|also\s|fully\s)*(?:resolves|addresses|closes|fixes|answers|settles|responds to|was added for|was changed for|is new in|is the answer to)\s(?:issues?\s|gaps?\s|the issues?\s|both\s)*(?:${CITED})(?:${AND}(?:${CITED})){0,20}[\s.*_]*$`,
  "i",
);

/** A line that only reports on the work: `**Confidence:** HIGH`, `Resolves: GAP-X-001`, "The reviewer asked for …". */
export function isOnlyProcess(line: string): boolean {
  const value = FIELD.exec(line)?.[1];
  if (value !== undefined && FIELD_VALUE.test(value)) return true;
  return SPEECH.test(line) || ONLY_ANSWERS.test(line);
}

const REPORTS = /^[\s>*_]*(?:rationale|trade-?\s?offs?)\s*[*_]*\s*:/i;
const SPOKE =
  /^[\s>*_]*(?:as\s)?(?:the\s)?(?:reviewer|engineer|mediator)(?:'s (?:concern|comment|point|feedback|objection))?\s(?:has\s|had\s)?(?:said|asked|noted|raised|pointed|objected|argued|suggested|requested|agreed|accepted|approved|insisted|wanted|was right)\b/i;
const NAMES = new RegExp(String.raw`${ID}|\b${ROUND}`, "g");
/** Words that say nothing once the ids and rounds between them are gone. */
const TALK_WORDS: ReadonlySet<string> = new Set(
  "a about according accordingly addressed addresses agree agreed agrees also an and answer answered answers as asked at both by cf change changed closed closes decided decision decisions discussed engineer feedback fixed fixes follow following follows for from gap gaps has have in is issue issues it its mediator new noted now of on or our per point points raised raises requested required requires resolution resolved resolves response review reviewed reviewer s said say says see settled settles since so stated states that the their them these they this those to too under updated via was we were with".split(
    " ",
  ),
);

/** A sentence that speaks of rounds, roles, ids and reasons, and of nothing in the spec. */
export function isTalkSentence(sentence: string): boolean {
  return REPORTS.test(sentence) || SPOKE.test(sentence) || isCitingSentence(sentence);
}

const ASKED_FOR_IT =
  /^[\s>*_]*(?:[Aa]s\s)?(?:[Tt]he\s)?(?:Reviewer|Engineer|Mediator)\s(?:has\s|had\s)?(?:asked for|requested|noted|wanted|raised|agreed to|accepted|approved|agreed)(?:\s(?:it|this|that|so))?[.\s*_]*$/;

/** The same of a text that was written for the spec: what cites nothing is taken for content. */
export function isCitingSentence(sentence: string): boolean {
  if (ONLY_ANSWERS.test(sentence) || ASKED_FOR_IT.test(sentence)) return true;
  const stated = withoutMentions(sentence, false);
  if (stated.search(NAMES) < 0) return false;
  const rest = stated.replace(NAMES, " ").toLowerCase();
  const inCode = stated.trim() !== sentence.trim();
  return !inCode && (rest.match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => TALK_WORDS.has(word));
}

const CONFIDENCE = /^[\s*_]*confidence[*_]*\s*:[*_]*\s*(?:very )?(?:high|medium|low)[\s*_.]*$/i;

/** A line of a text for the spec that only names what it answers, or how sure the writer is. */
export function isCitingLine(line: string): boolean {
  const value = FIELD.exec(line)?.[1];
  if (value !== undefined && FIELD_VALUE.test(value) && namesProcess(value)) return true;
  return CONFIDENCE.test(line) || ONLY_ANSWERS.test(line);
}

/** A paragraph that gives reasons. */
export function isReasons(paragraph: string): boolean {
  return REPORTS.test(paragraph);
}
