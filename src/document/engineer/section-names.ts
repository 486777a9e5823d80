// What a title says its section is for, by the many names engineers give it.

import { findGapIds } from "../../core/shared/gap-id.ts";
import { findBracketed, stripMarkup, withoutBrackets, wordSet, wordsOf } from "../reading/dress.ts";
import { leadingIssueIds } from "./issue-run.ts";

/** A title without numbering, brackets, pictures and ornament. */
export function bareTitle(text: string): string {
  return stripMarkup(withoutNumber(stripMarkup(withoutBrackets(text))));
}

export function withoutNumber(text: string): string {
  return text.replace(
    /^(?:(?:section|part|step)\s+)?(?:\d{1,3}(?:\.\d{1,3}){0,4}[.):]?|[A-Za-z][.)])\s+(?=\S)/i,
    "",
  );
}

const GAP_WORDS = wordSet("gap gaps");
const NEW_WORDS = wordSet(
  "new newly introduced identified discovered found raised surfaced spawned created opened exposed uncovered remaining additional further follow-up followup follow-ups outstanding residual emerging emergent derived resulting open unresolved revealed noticed logged proposed left",
);
/** With these a title is about gaps in general, or about those that were there before. */
const NOT_NEW_WORDS = wordSet(
  "handling process policy policies rules rule format lifecycle tracking definition definitions detection counting management numbering inventory template status statuses id ids identifier identifiers count counts closed assigned original existing known related dependencies severity severities",
);
const OPEN_POINTS =
  /^(?:new |remaining |outstanding |possible |suggested )?(?:follow[- ]?ups?|follow[- ]up (?:items|work|questions)|open (?:items?|questions?|points?)|(?:outstanding|remaining|unresolved) (?:items?|questions?|points?)|loose ends)$/;

const TITLE_WORDS_MAX = 12;

/** `New Gaps Introduced`, `Gaps discovered while writing`; `New gap handling` is about something else. */
export function isNewGapsTitle(text: string): boolean {
  const head = text.replace(/[:–—].*/s, "");
  return [bareTitle(head), ...findBracketed(head)].some((title) => namesNewGaps(title.toLowerCase()));
}

function namesNewGaps(bare: string): boolean {
  const said = wordsOf(bare).filter((word) => !/^\d+$/.test(word));
  if (said.length > TITLE_WORDS_MAX || said.some((word) => /^gap-/.test(word))) return false;
  if (OPEN_POINTS.test(bare)) return true;
  return (
    said.some((word) => GAP_WORDS.has(word)) &&
    said.some((word) => NEW_WORDS.has(word)) &&
    !said.some((word) => NOT_NEW_WORDS.has(word))
  );
}

const EXAMPLE =
  /\b(?:examples?|scenarios?|illustrations?|illustrative|templates?|samples?|walk-?throughs?|worked|hypothetical|mock-?ups?|format|formats|syntax|grammar|schema)\b/i;

/** A section that only shows how something would look. */
function isExampleTitle(text: string): boolean {
  return EXAMPLE.test(text);
}

const ISSUE_NOUN =
  "(?:issues?|feedback|comments?|concerns?|findings?|review|reviewer|reviewer's|critique|objections?|remarks?)";
const ANSWER_WORD =
  "(?:address(?:ed|es|ing)?|resolv(?:ed|es|ing)|resolutions?|respon(?:se|ses|ding|ds)|fix(?:ed|es|ing)?|incorporat(?:ed|es|ing|ion)|handl(?:ed|es|ing)|traceability|disposition|closed|closing|clos(?:ure|es)|repl(?:y|ies)|answers?|answered|answering|coverage|mapping|matrix|acted|dealt|changes?|deferred|declined|rejected)";
const ISSUE = new RegExp(`\\b${ISSUE_NOUN}\\b`, "i");
const ANSWER = new RegExp(`\\b${ANSWER_WORD}\\b`, "i");
const ISSUE_OR_ROUND = new RegExp(`\\b(?:${ISSUE_NOUN}|round \\d+|ISSUE-R\\d)`, "i");
const RESPONSES: readonly RegExp[] = [
  /\bchange ?logs?\b|\bchanges (?:from|since|made|in this|after)\b|\brevision (?:history|notes|summary|log)\b|\btraceability\b|\bwhat changed\b|\bsummary of (?:changes|revisions)\b|\bissue (?:responses?|resolutions?|tracker|tracking|log|status)\b/i,
  /^(?:engineer )?(?:responses?|replies|answers)$/i,
  /^(?:engineer )?(?:response|reply|answer)s? to\b/i,
];

/** `Response to Round 1 Issues`, `Issues addressed`, `Changelog`, `Traceability`. */
function isResponsesTitle(text: string): boolean {
  const bare = bareTitle(text);
  return !isRestatingTitle(text) && (answersIssues(bare) || RESPONSES.some((pattern) => pattern.test(bare)));
}

/** Both named in one sentence, in either order. */
function answersIssues(title: string): boolean {
  return title
    .split(".")
    .some((sentence) => follows(sentence, ISSUE, ANSWER) || follows(sentence, ANSWER, ISSUE_OR_ROUND));
}

function follows(sentence: string, first: RegExp, second: RegExp): boolean {
  const match = first.exec(sentence);
  return match !== null && second.test(sentence.slice(match.index + match[0].length));
}

const RESTATING: readonly RegExp[] = [
  /\b(?:issues|concerns|comments|findings|feedback) (?:raised|found|identified|received|reported|to (?:address|resolve|fix)|in scope|under (?:review|discussion))\b/i,
  /^(?:the )?(?:reviewer'?s?|open|outstanding|prior|previous|input|known|inherited)(?: \w+)? (?:issues|concerns|comments|findings|feedback)$/i,
  /^(?:issues|concerns|comments|findings) (?:from|of|by|in) /i,
  /^(?:background|context|inputs?)$/i,
];

/** A section that only repeats what the Reviewer said. */
function isRestatingTitle(text: string): boolean {
  const bare = bareTitle(text);
  return (
    RESTATING.some((pattern) => pattern.test(bare)) && !/\b(?:responses?|resolved|addressed)\b/i.test(bare)
  );
}

/** A section about other gaps. */
function isCitingSection(text: string): boolean {
  return /^\W*(?:\d+[.)]?\s+)?(?:dependenc(?:y|ies)|related|integrat|interaction|remaining|cross-ref|references|impact|alignment|background|gap status|status|appendix)/i.test(
    text,
  );
}

const RESOLUTION_PART =
  /^(?:proposed |revised |final |detailed |recommended )?(?:resolution|solution|proposal|approach|design|decision|spec(?:ification)? text|specification|answer|trade-?\s?offs?|rationale|problem(?: statement)?|analysis|changes|confidence)\b/i;

export function isResolutionPart(text: string): boolean {
  return RESOLUTION_PART.test(bareTitle(text));
}

const OWN_SECTIONS =
  /^(?:trade-?\s?offs?|examples?|rationale|reasoning|alternatives?|alternatives considered|problem|problem statement|proposed solution|solution|confidence|edge cases|dependencies|integration|related gaps|risks|notes|open questions|alignment\b.*|changes\b.*|implementation notes|validation|acceptance criteria|testing)$/i;

/** A section that a resolution has beside its spec text, so that the spec text ends there. */
export function isBesideSpecText(text: string): boolean {
  return (
    OWN_SECTIONS.test(bareTitle(text)) ||
    isNewGapsTitle(text) ||
    isResponsesTitle(text) ||
    isRoundSummary(text)
  );
}

export function isSpecTextTitle(text: string): boolean {
  return /^(?:proposed |final |revised |updated )?spec(?:ification)? text$/i.test(
    bareTitle(text.replace(/:.*/s, "")),
  );
}

/** `Summary` and the like, which an embedded document may have too. */
export function isRoundSummary(text: string): boolean {
  return /^(?:round (?:\d+ )?)?(?:summary|conclusions?|overall summary|summary of .*|next steps|closing remarks|self-?check|checklist|round \d+ summary|engineer summary|status|appendix\b.*)$/i.test(
    bareTitle(text.replace(/[:–—].*/s, "")),
  );
}

export function isJustificationTitle(text: string): boolean {
  return /^justifications?(?: (?:for|of) .*)?$/i.test(bareTitle(text));
}

export function isTradeOffs(text: string): boolean {
  return /^(?:trade-?\s?offs?|pros (?:and|&) cons|costs and benefits)\b/i.test(bareTitle(text));
}

/** `none`, `No new gaps.`, `N/A`, `—`; also with a reason after it. */
export function saysNone(text: string): boolean {
  return /^(?:none|no\b(?! longer)|nothing|n\/a|n\.a\.?|not applicable|nil|zero|0)(?:\W|$)|^[-–—\s]*$/i.test(
    stripMarkup(text),
  );
}

const DISAGREE_LEAD =
  /^(?:(?:i|we) (?:respectfully |still |strongly )?)?disagree(?:ment|ments|s)?(?: (?:with|on|about|re|regarding|over))?(?![a-z])[\s:–—-]*/i;
const DISAGREE_LAST = /[:–—(-]\s?(?:we )?disagree(?:d|ment)?\)?$/i;

/** The issues a title disagrees with, as written; placeholders such as `ISSUE-R{N}-{XXX}` are none. */
export function disagreedIds(text: string): readonly string[] {
  const bare = withoutNumber(stripMarkup(text));
  const lead = DISAGREE_LEAD.exec(bare);
  if (lead !== null) return leadingIssueIds(inCapitals(bare.slice(lead[0].length)), "counted").ids;
  return DISAGREE_LAST.test(bare) ? leadingIssueIds(bare, "any").ids : [];
}

/** `issue-r1-001` is an id in other dress. */
function inCapitals(text: string): string {
  return text.replace(/(?<![\w-])issue-r\d{1,2}-\d{3}(?![\w-])/gi, (id) => id.toUpperCase());
}

function isDisagreeTitle(text: string): boolean {
  return disagreedIds(text).length > 0;
}

/** `## DISAGREE` in capitals, about nothing that has an id. */
export function isDisagreeWithoutId(text: string): boolean {
  return /^DISAGREE\s?(?::|$)/.test(withoutNumber(stripMarkup(text))) && !isDisagreeTitle(text);
}

/** `DISAGREE: <id>` and nothing else. */
export function isPlainDisagree(text: string): boolean {
  return /^DISAGREE: [^\sa-z]+$/.test(text);
}

export interface TitleRoles {
  readonly newGaps: boolean;
  readonly responses: boolean;
  readonly disagrees: boolean;
  /** Whether this title or one above it only shows how something would look. */
  readonly inExample: boolean;
  readonly inNewGaps: boolean;
  readonly inResponses: boolean;
  readonly inDisagreement: boolean;
  /** Whether it repeats what the Reviewer said. */
  readonly inRestated: boolean;
  /** Whether it lists, answers or sums up, so that a title below it with a gap's id resolves nothing. */
  readonly inAside: boolean;
}

/** What the whole document is called tells nothing about the answers in it. */
export function rolesOf(text: string, above: TitleRoles | null, isDocumentTitle: boolean): TitleRoles {
  const newGaps = isNewGapsTitle(text);
  const responses = isResponsesTitle(text);
  const disagrees = isDisagreeTitle(text);
  return {
    newGaps,
    responses,
    disagrees,
    inExample: above?.inExample === true || isExampleTitle(text),
    inNewGaps: newGaps || above?.inNewGaps === true,
    inResponses: (responses && !isDocumentTitle) || above?.inResponses === true,
    inDisagreement: disagrees || above?.inDisagreement === true,
    inRestated: !responses && (isRestatingTitle(text) || above?.inRestated === true),
    inAside: newGaps || disagrees || above?.inAside === true || isAside(text, responses),
  };
}

function isAside(text: string, responses: boolean): boolean {
  if (isRoundSummary(text)) return true;
  if (findGapIds(text).length > 0) return false;
  return isCitingSection(text) || (responses && /issue|review/i.test(text));
}
