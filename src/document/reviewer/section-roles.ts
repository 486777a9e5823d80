// What a section of a review is for, judged by its title alone.
import { findBracketed, stripMarkup, withoutBrackets, wordSet, wordsOf } from "../reading/dress.ts";
import { withoutGaps } from "../reading/gap-mentions.ts";
import { leadingIssueId } from "../reading/issue-ids.ts";
import { memoizeText } from "../reading/memoize-text.ts";
import type { OutlineNode, SectionNode } from "../reading/outline.ts";
import { demandOfWord, type Rating, readRating, severityOfWord } from "../reading/severity-words.ts";

export type SectionRole =
  /** Holds issues; the rating is that of all of them, if the title gives one. */
  | { readonly role: "issues"; readonly rating: Rating | null }
  | { readonly role: "verdict" | "prior" | "new-gaps" | "scope" }
  /** Sorts what its parent holds by a quality: `Completeness`, `Clarity`. */
  | { readonly role: "aspect" }
  /** Says again, or asks for, what is said elsewhere; `demands` when it asks for changes. */
  | { readonly role: "recap"; readonly demands: boolean }
  /** Praise, questions, remarks: what it lists are not issues. */
  | { readonly role: "aside" };

/** Words that a title of issues may hold beside severities. */
const ISSUE_NOUNS = wordSet(
  "issue issues finding findings concern concerns problem problems defect defects bug bugs flaw flaws weakness weaknesses shortcoming shortcomings objection objections error errors omission omissions contradiction contradictions",
);
const SOFT_NOUNS = wordSet(
  "observation observations note notes remark remarks suggestion suggestions improvement improvements comment comments thought thoughts feedback enhancement enhancements polish",
);
const FILLER_WORDS = wordSet(
  "severity priority level new found identified raised remaining open the of for in and or with to a this these all item items point points fix fixes fixed be before approval list detailed detail details review reviewer reviewer's change changes other additional minor-only first tier impact section total needed technical specific actual outstanding my our key main",
);

const TITLE_LENGTH_MAX = 300;

/** A title made only of severities, nouns for issues and filling: `High Priority Issues (2)`, `Must Fix`. */
export const severityTitle = memoizeText(readSeverityTitle);

function readSeverityTitle(title: string): Rating | null {
  if (title.length > TITLE_LENGTH_MAX) return null;
  const words = titleWords(title);
  if (words.length === 1 && words[0] === "may") return null;
  const ratings = words.map(ratingOfWord).filter((rating) => rating !== null);
  if (ratings.length === 0 || !words.every((word) => isTitleWord(word) || ratingOfWord(word) !== null))
    return null;
  if (words.some((word) => SOFT_NOUNS.has(word)) && isSoft(words)) return null;
  const severities = new Set(
    ratings.map((rating) => rating.severity).filter((severity) => severity !== null),
  );
  const [severity = null] = severities;
  return {
    severity: severities.size === 1 ? severity : null,
    mustFix: ratings.some((rating) => rating.mustFix),
  };
}

export function isIssueNoun(word: string): boolean {
  return ISSUE_NOUNS.has(word);
}

function ratingOfWord(word: string): Rating | null {
  if (word === "may") return { severity: null, mustFix: false };
  const severity = severityOfWord(word);
  return severity === null ? demandOfWord(word) : { severity, mustFix: false };
}

/** `Minor notes` are remarks; `Low priority suggestions` carry a severity. */
function isSoft(words: readonly string[]): boolean {
  return (
    !words.includes("priority") && !words.includes("severity") && !words.some((word) => ISSUE_NOUNS.has(word))
  );
}

function isTitleWord(word: string): boolean {
  return (
    ISSUE_NOUNS.has(word) ||
    FILLER_WORDS.has(word) ||
    SOFT_NOUNS.has(word) ||
    /^[\divx]+$/.test(word) ||
    word === "none"
  );
}

/** A title that opens with a gap and a colon or dash is that gap's name, whatever words it holds. */
const GAP_NAME = /^\W*GAP-[A-Z]{2,10}-\d{3}[a-z]?\W*[:–—(|]|^\W*GAP-[A-Z]{2,10}-\d{3}[a-z]?\s-\s/;

/** Gap ids, brackets and numbering are no part of what a title says about its section. */
function titleWords(title: string): readonly string[] {
  const text = withoutGaps(withoutBrackets(title)).replaceAll("/", " ").replaceAll("_", " ");
  return wordsOf(
    stripMarkup(text.replace(/^\s*(?:(?:part|section)\s*)?(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,2}[.):]\s/i, "")),
  );
}

/** A title is of a role as a whole: a word or two before the noun, a preposition and its phrase after it. */
function wholeTitle(nouns: string, before: number = 2): RegExp {
  return new RegExp(`^(?:\\S+ ){0,${before}}(?:${nouns})(?: (?:${PREPOSITION}) .{1,60})?$`);
}

const PREPOSITION = "of|for|in|on|from|to|with|by|since|after|before|against|across|between";
const ISSUE_WORDS = "issues?|findings?|concerns?|comments?|objections?|points|feedback|items?";
const SETTLED_WORDS =
  "resolutions?|resolved|status|verification|verified|closure|tracking|addressed|closed|follow-?up";

const PRIOR = [
  wholeTitle(`(?:prior|previous|earlier|last round's|carried-over) (?:${ISSUE_WORDS}|rounds?)`, 3),
  wholeTitle(`round \\d{1,2} (?:${ISSUE_WORDS})(?: (?:${SETTLED_WORDS}|assessment|review|check))+`),
  wholeTitle(
    `(?:issue|finding|concern|fix)(?:es|s)? (?:${SETTLED_WORDS})(?: (?:${SETTLED_WORDS}|assessment|review|check))*`,
  ),
  wholeTitle(`(?:resolved|fixed|addressed|closed|unresolved) (?:${ISSUE_WORDS})`),
  /^(?:status|verification|resolution|review|consistency) (?:of|with) (?:the |my )?(?:fixes|round \d{1,2}|issues|findings|concerns|previous rounds|earlier)\b.{0,40}$/,
  /^(?:where|what became) .{1,40}(?: stands?| findings| issues)$/,
];
const OTHERS_GAPS = [
  wholeTitle("gaps? (?:acknowledge?ments?|status|assessment|review|evaluation|check|validation)"),
];
const NEW_GAPS = [
  wholeTitle("(?:new|another|additional|follow-?up|further|missing|proposed|suggested) gaps?", 1),
  wholeTitle("(?:new )?gaps? (?:introduced|discovered|identified|found|spawned|raised|noticed|to add)", 1),
  wholeTitle("(?:a )?gaps? of (?:its|their) own"),
];
const VERDICT = [
  /^(?:(?:final|overall|review|reviewer|reviewer's|my|the|formal|closing) ){0,3}(?:verdicts?|decision|recommendation|conclusion|sign-?off|approval|disposition|judge?ment|outcome|approval status|status|result|assessment)$/,
  /^.{0,24}\bverdict$/,
];
const SCOPE = [
  wholeTitle("scope|coverage|scope examined|examined|checked|methodology|approach", 1),
  wholeTitle(
    "(?:sections|gaps|proposals|areas|aspects|documents) (?:examined|reviewed|checked)|checks performed",
  ),
  /^what (?:i|was|we) (?:have |had )?(?:not |did not |didn't )?(?:checked|check|examine|review|examined|reviewed)$/,
];
const DEMANDED = "changes?|fixes|actions?|revisions?|modifications|edits|updates";
const RECAP_DEMANDS = [
  wholeTitle(`(?:required|requested|necessary|needed|mandatory) (?:${DEMANDED})`, 1),
  wholeTitle(`(?:${DEMANDED}) (?:required|requested|needed)`, 1),
  wholeTitle("action items|to-?dos?|conditions|path to approval", 1),
  /^must \w+ before\b.{1,40}$/,
];
const RECAP = [
  wholeTitle(
    "summar(?:y|ies)|summary table|recap|overview|next steps|at a glance|tl;?dr|conclusions?|recommendations|statistics|issue (?:counts?|index|totals?)|counts?|priorities|priority order|closing words|closing|guidance|metrics|roadmap",
  ),
];
const ASIDE = [
  wholeTitle(
    "strengths?|praise|positives?|positive changes|highlights|questions?|observations?|notes?|remarks?|suggestions?|comments?|nice-to-haves?|optional|non-?blocking|improvements?|appendix|references|examples?|opportunities|liked|trade-?offs?|alternatives?",
    3,
  ),
  /^(?:what(?:'s| is)? (?:works?|good|went well|i like[ds]?)(?: well)?|(?:things|parts) i liked?|points without objections?)$/,
  /^may \w+ in .{1,30}$/,
];
/** What sorts a review by what it looked at. */
const CRITERIA = [
  wholeTitle(
    "assessment|analysis|evaluation|verification|validation|quality|consistency|completeness|criteria|criterion|checklist|consistency checks?|completeness checks?",
    3,
  ),
];

const ROLES: readonly (readonly [readonly RegExp[], SectionRole])[] = [
  [OTHERS_GAPS, { role: "aside" }],
  [NEW_GAPS, { role: "new-gaps" }],
  [PRIOR, { role: "prior" }],
  [VERDICT, { role: "verdict" }],
  [RECAP_DEMANDS, { role: "recap", demands: true }],
  [RECAP, { role: "recap", demands: false }],
];

function isOf(text: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(text));
}

/** `null` for a title that says nothing about it: such a section is as its parent. */
export const sectionRole = memoizeText(readRole);

function readRole(title: string): SectionRole | null {
  if (title.length > TITLE_LENGTH_MAX || GAP_NAME.test(title)) return null;
  if (leadingIssueId(title)?.kind === "word") return null;
  const words = titleWords(title);
  const text = words.join(" ");
  const rating = severityTitle(title);
  const asksAgain = rating?.severity === null && words[0] !== "must" && isOf(text, RECAP_DEMANDS);
  if (rating !== null && !asksAgain) return { role: "issues", rating };
  const known = ROLES.find(([patterns]) => isOf(text, patterns))?.[1];
  if (known !== undefined) return known;
  if (isOf(text, SCOPE)) return { role: "scope" };
  if (words.length > 0 && words.every((word) => ASPECTS.has(word) || word === "and"))
    return { role: "aspect" };
  if (isIssuesTitle(words)) return { role: "issues", rating: ratingInBrackets(title) };
  if (isOf(text, ASIDE)) return { role: "aside" };
  if (isOf(text, CRITERIA) || isGraded(title)) return { role: "aspect" };
  return joinsIssues(title) ? { role: "issues", rating: null } : null;
}

/** `Completeness: PASS`, `2. COHERENCE: VERY GOOD`: a criterion and its mark. */
function isGraded(title: string): boolean {
  const [, criterion = ""] =
    /^\W*(?:\d{1,2}[.)]\s)?([\p{L} -]{3,30}):\s[A-Z][A-Z ]{2,60}$/u.exec(title) ?? [];
  return criterion !== "" && verdictLabel(criterion) === null;
}

/** `Named Problems & Wanted Decisions`: a noun for issues joined with another phrase. */
function joinsIssues(title: string): boolean {
  const parts = title.split(/\s(?:&|\+|\/)\s/);
  return parts.length > 1 && parts.some((part) => isIssuesTitle(titleWords(part)));
}

const ASPECTS = wordSet(
  "completeness consistency clarity correctness feasibility testability security performance structure terminology quality edge cases wording style",
);

const TITLE_WORDS_MAX = 6;

/** `Issues Found`, `Specific concerns`, `Findings by section`: ends or begins with a noun for issues. */
function isIssuesTitle(words: readonly string[]): boolean {
  if (words.length === 0 || words.length > TITLE_WORDS_MAX || words[0] === "no") return false;
  if (words.some((word) => SOFT_NOUNS.has(word)) && !words.some((word) => ISSUE_NOUNS.has(word)))
    return false;
  const nouns = words.filter((word) => word.endsWith("s") && ISSUE_NOUNS.has(word));
  if (words.slice(0, -1).some((word) => PREPOSITIONS.has(word)) && !ISSUE_NOUNS.has(words[0] ?? ""))
    return false;
  return (
    nouns.length > 0 &&
    (words.every(isTitleWord) || ISSUE_NOUNS.has(words.at(-1) ?? "") || ISSUE_NOUNS.has(words[0] ?? ""))
  );
}

/** `Consistency with the findings` is about them; it does not hold them. */
const PREPOSITIONS = wordSet("with to from on against by about");

function ratingInBrackets(title: string): Rating | null {
  return (
    findBracketed(title)
      .map(readRating)
      .find((rating) => rating !== null) ?? null
  );
}

/** A heading over the whole says what the document is, not what a section of it is for. */
export function isDocumentTitle(section: SectionNode, root: SectionNode): boolean {
  if (section.level !== 1) return false;
  const isTop = (child: OutlineNode): boolean => child.kind === "section" && child.level === 1;
  const first = root.children.findIndex(isTop);
  if (root.children[first] !== section) return false;
  const role = sectionRole(section.title);
  if (role?.role === "issues" && role.rating !== null) return false;
  if (root.children.slice(first + 1).some(isTop))
    return role?.role !== "issues" && role?.role !== "verdict" && role?.role !== "prior";
  return (
    role?.role !== "issues" ||
    section.children.some((child) => child.kind === "section" && child.dress === "heading")
  );
}

/** Under a `sure` label whatever stands is a verdict; under a `weak` one only what sets out to be one. */
export type VerdictLabel = "sure" | "weak";

const VERDICT_TITLE =
  /^(?:(?:final|overall|review|reviewer|reviewer's|my|our|formal|recommended) )?verdicts?(?: summary)?$/;
const WEAK =
  /^(?:(?:final|overall|review|reviewer|reviewer's|my|formal|approval) )?(?:decision|recommendation|disposition|judge?ment|status|assessment|outcome|result|conclusion|sign-?off|approval|overall|final)$/;

/** `Verdict of round 1` tells what was said then. */
const EARLIER_VERDICT = /\b(?:verdicts?|decision|recommendation)\b[^\n]{0,40}\bround \d{1,2}\s*$/i;

const LABEL_WORDS_MAX = 6;
const LABEL_LENGTH_MAX = 200;
const SKIPPED_WORDS = wordSet("for on of the this round by gap");

/** `null` for a label that announces no verdict. Gaps and rounds may be named in it. */
export const verdictLabel = memoizeText(readLabel);

function readLabel(label: string): VerdictLabel | null {
  if (label.length > LABEL_LENGTH_MAX || EARLIER_VERDICT.test(label)) return null;
  const words = wordsOf(withoutGaps(label)).filter(
    (word) => !SKIPPED_WORDS.has(word) && !/^\d{1,2}$/.test(word),
  );
  if (words.length > LABEL_WORDS_MAX) return null;
  const text = words.join(" ");
  if (VERDICT_TITLE.test(text)) return "sure";
  return WEAK.test(text) ? "weak" : null;
}
