// What a section of a review is for, judged by its title alone.
import { bracketed, undressed, withoutBrackets, wordsOf } from "../reading/dress.ts";
import { withoutGaps } from "../reading/gap-mentions.ts";
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
const ISSUE_NOUNS: ReadonlySet<string> = new Set(
  "issue issues finding findings concern concerns problem problems defect defects bug bugs flaw flaws weakness weaknesses shortcoming shortcomings objection objections error errors".split(
    " ",
  ),
);
const SOFT_NOUNS: ReadonlySet<string> = new Set(
  "observation observations note notes remark remarks suggestion suggestions improvement improvements comment comments thought thoughts feedback enhancement enhancements polish".split(
    " ",
  ),
);
const GLUE: ReadonlySet<string> = new Set(
  "severity priority level new found identified raised remaining open the of for in and or with to a this these all item items point points fix fixes fixed be before approval list detailed detail details review reviewer reviewer's change changes other additional minor-only first tier impact section total needed technical specific actual outstanding my our key main".split(
    " ",
  ),
);

const TITLE_LENGTH_MAX = 300;

/** A title made only of severities, nouns for issues and filling: `High Priority Issues (2)`, `Must Fix`. */
export function severityTitle(title: string): Rating | null {
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
    GLUE.has(word) ||
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
    undressed(text.replace(/^\s*(?:part|section)?\s*(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,2}[.):]\s/i, "")),
  );
}

const PRIOR =
  /\b(?:prior|previous|previously|earlier|carried[- ]over|follow-?up on|since last|last (?:round|time)(?:'s)?)\b|\bwhere .{1,40} stands?\b|\b(?:from|of|with|to|on|against) (?:the )?round[- ]?\d|\bround[- ]?\d{1,2} (?:issues?|findings?|concerns?|feedback|items?)\b.{0,20}\b(?:status|resolution|resolved|addressed|verification|check|review|follow)|\b(?:issues?|findings?|concerns?|fix|fixes|resolutions?|responses?) (?:resolution|status|verification|verified|closure|tracking|tracker|addressed|resolved|closed|follow-?up)\b|\b(?:resolved|fixed|addressed|closed|unresolved) (?:issues?|findings?|concerns?|items?)\b|\b(?:verification|resolution|status|disposition|review) of (?:the )?(?:fixes|issues|resolutions?|responses|changes|findings|concerns|engineer)/;
const OTHERS_GAPS =
  /\bgaps? (?:acknowledge?ments?|status|assessment|review|evaluation|check|validation)\b|\bengineer(?:'s)?\b/;
const NEW_GAPS =
  /\b(?:new|additional|emergent|follow-?up|spawned|discovered|newly (?:found|discovered|identified)|missing|further) (?:[a-z]{1,12} )?gaps?\b|\bgaps? (?:introduced|discovered|identified|found|spawned|surfaced|raised|uncovered|to add|noticed|seen|spotted|opened|revealed|exposed|proposed|suggested)\b|\b(?:noticed|discovered|proposing|suggesting)\b.{0,20}\bgaps?\b|\b(?:another|separate|proposed|suggested|unlisted|undocumented) gaps?\b|\bgaps? of (?:its|their) own\b/;
const VERDICT =
  /^(?:(?:final|overall|review|reviewer|reviewer's|my|the|formal|closing) ){0,3}(?:verdicts?|decision|recommendation|conclusion|sign-?off|approval|disposition|judge?ment|outcome|approval status|review status|status|result|final status|assessment|verdict (?:and|&) .*|.{0,24}\bverdict)$/;
const SCOPE =
  /^(?:(?:review|the|of) )?(?:scope|coverage|examined|checked|methodology|approach)\b|\b(?:sections|gaps|areas|aspects|documents) (?:examined|reviewed|checked)\b|\bwhat (?:i|was|we) (?:have |had )?(?:not |did not |didn't )?(?:checked|check|examine|review|examined|reviewed)\b|\bscope (?:examined|of|reviewed)\b|\bchecks performed\b/;
const RECAP_DEMANDS =
  /\b(?:required|requested|necessary|needed|mandatory) (?:changes|fixes|actions|revisions|modifications|edits|updates)\b|\b(?:changes|fixes|actions|revisions) (?:required|requested|needed)\b|\baction items\b|\bto-?dos?\b|\bconditions\b|\brequirements for\b|\bbefore (?:approval|acceptance|implementation|next)\b|\bpath to approval\b|\bneeded for approval\b/;
const RECAP =
  /\bsummar(?:y|ies)\b|\brecap\b|\boverview\b|\bnext steps\b|\bat a glance\b|\btl;?dr\b|\bconclusions?\b|\brecommendations\b|\bstatistics\b|\bissue (?:counts?|index|totals?)\b|\bcounts?\b|\bpriorit(?:ies|y order|ized|ised)\b|\bclosing\b|\bfor the next round\b|\bguidance\b|\bmetrics\b/;
const ASIDE =
  /\bstrengths?\b|\bpraise\b|\bpositives?\b|\bwhat (?:works|worked|is good|went well|i like[ds]?|looks good)\b|\bgood\b|\b(?:i|we|things|bits|parts) (?:really )?(?:like|liked|enjoyed|appreciated?)\b|^(?:liked|likes|appreciated|kudos|thanks)\b|\b(?:without|no|not an?) (?:objections?|issues?|findings?)$|\bwell[- ](?:done|handled|designed|defined)\b|\bhighlights\b|\bquestions?\b|\bobservations?\b|\bnotes?\b|\bremarks?\b|\bchecklist\b|\bcompleteness\b|\bcompression\b|\bappendix\b|\bexamples?\b|\breferences\b|\bsuggestions?\b|\bcomments?\b|\bnice[- ]to[- ]haves?\b|\boptional\b|\bnon-?blocking\b|\bfuture\b|\bconsistency\b|\bcommend|\bstrong points\b|\bimprovements?\b|\bquality\b|\bverification\b|\bvalidation\b|\bevaluation\b|\bcriteria\b|\bassessment\b|\banalysis\b|\bglossary\b|\backnowledge?ments?\b|\brisks? accepted\b|\btrade-?offs?\b|\balternatives?\b/;

const ROLES: readonly (readonly [RegExp, SectionRole])[] = [
  [OTHERS_GAPS, { role: "aside" }],
  [NEW_GAPS, { role: "new-gaps" }],
  [PRIOR, { role: "prior" }],
  [VERDICT, { role: "verdict" }],
  [RECAP_DEMANDS, { role: "recap", demands: true }],
  [RECAP, { role: "recap", demands: false }],
];

/** `null` for a title that says nothing about it: such a section is as its parent. */
export function sectionRole(title: string): SectionRole | null {
  if (title.length > TITLE_LENGTH_MAX || GAP_NAME.test(title)) return null;
  const words = titleWords(title);
  const text = words.join(" ");
  const rating = severityTitle(title);
  const asksAgain = rating?.severity === null && words[0] !== "must" && RECAP_DEMANDS.test(text);
  if (rating !== null && !asksAgain) return { role: "issues", rating };
  const known = ROLES.find(([pattern]) => pattern.test(text))?.[1];
  if (known !== undefined) return known;
  if (SCOPE.test(text)) return { role: "scope" };
  if (words.length > 0 && words.every((word) => ASPECTS.has(word) || word === "and"))
    return { role: "aspect" };
  if (isIssuesTitle(words)) return { role: "issues", rating: ratingInBrackets(title) };
  return ASIDE.test(text) ? { role: "aside" } : null;
}

const ASPECTS: ReadonlySet<string> = new Set(
  "completeness consistency clarity correctness feasibility testability security performance structure terminology quality robustness usability maintainability ambiguity accuracy reliability interoperability edge cases wording style format formatting general".split(
    " ",
  ),
);

const TITLE_WORDS_MAX = 6;

/** `Issues Found`, `Specific concerns`, `Findings by section`: ends or begins with a noun for issues. */
function isIssuesTitle(words: readonly string[]): boolean {
  if (words.length === 0 || words.length > TITLE_WORDS_MAX || words[0] === "no") return false;
  if (words.some((word) => SOFT_NOUNS.has(word)) && !words.some((word) => ISSUE_NOUNS.has(word)))
    return false;
  const nouns = words.filter((word) => PLURALS.test(word) && ISSUE_NOUNS.has(word));
  if (words.slice(0, -1).some((word) => PREPOSITIONS.has(word)) && !ISSUE_NOUNS.has(words[0] ?? ""))
    return false;
  return (
    nouns.length > 0 &&
    (words.every(isTitleWord) || ISSUE_NOUNS.has(words.at(-1) ?? "") || ISSUE_NOUNS.has(words[0] ?? ""))
  );
}

/** `Consistency with the findings` is about them; it does not hold them. */
const PREPOSITIONS: ReadonlySet<string> = new Set("with to from on against by about".split(" "));

const PLURALS = /s$/;

function ratingInBrackets(title: string): Rating | null {
  return (
    bracketed(title)
      .map(readRating)
      .find((rating) => rating !== null) ?? null
  );
}
