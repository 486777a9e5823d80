// "see Section 4.2", "§7", "Appendix B": references by number to sections of this document. Most specs also cite
// sections of other documents, so a reference counts only where nothing near it names another one.
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import { matchesOf } from "../../document/spec/matches.ts";
import { placeIn } from "../../document/spec/place.ts";
import { findInParts, type SpecPart } from "../../document/spec/spec-parts.ts";
import type { PartText, Passage } from "../../document/spec/spec-text.ts";
import { GAP_TITLE } from "../gap-title.ts";
import { type Hit, mergeBySubject } from "../lint-finding.ts";

const NUMBERED_HEADINGS_MIN = 2;
/** "Section 508" is a law, not the next chapter. */
const BEYOND_MAX = 50;

const REFERENCE =
  /(?:\b(?:Sections?|Sect\.|Sec\.|sections?|Chapter|chapter)|§{1,2})\s{0,4}(\d{1,3}(?:\.\d{1,3}){0,5})(?![\w%]|\.\d)|\b(?:Appendix|Annex|(?<=\b(?:see|in|per|of|to|from)\s(?:the\s)?)(?:appendix|annex))\s{1,4}([A-Z](?:\.\d{1,3}){0,4})(?![\w'’])/g;
const FURTHER_NUMBER =
  /^(?:\s{0,4}(?:,|and|or|&|,\s{0,4}(?:and|or))\s{0,4}(?:§\s{0,2})?)(\d{1,3}(?:\.\d{1,3}){1,5})(?![\w%]|\.\d)/;

/** A reference to a section of this document, and the finding that it is where there is no such section. */
interface SectionCitation extends Hit {
  readonly number: string;
  /** Written with a § and no word, as sections of other documents often are. */
  readonly bySign: boolean;
}

const citedIn = memoizeWeak(({ passages }: PartText): readonly SectionCitation[] =>
  passages.filter(({ kind }) => kind !== "heading").flatMap(findCitations),
);

export function findMissingSections(parts: readonly SpecPart[]): readonly Hit[] {
  const cited = findInParts(parts, citedIn);
  if (cited.length === 0) return [];
  const numbers = sectionNumbersOf(parts);
  const hits = cited.flatMap(({ number, bySign, ...hit }) =>
    isMissing(number, numbers) && (!bySign || hasSibling(number, numbers)) ? [hit] : [],
  );
  return mergeBySubject(hits, "Referred to in");
}

interface Reference {
  readonly number: string;
  readonly start: number;
  readonly end: number;
}

function findCitations(passage: Passage): readonly SectionCitation[] {
  let outsideUntil = -1;
  const cited: SectionCitation[] = [];
  for (const reference of referencesIn(passage.text)) {
    const chained =
      outsideUntil >= 0 &&
      /^[\s,;&§()–-]*(?:(?:and|or|to)[\s,;&§()–-]*)?$/.test(textBetween(passage, outsideUntil, reference));
    if (chained || isElsewhere(passage, reference)) outsideUntil = reference.end;
    else {
      const { number, start } = reference;
      const bySign = passage.text.slice(Math.max(0, start - 3), start + 1).includes("§");
      cited.push({ number, bySign, ...hitOf(passage, reference) });
    }
  }
  return cited;
}

const CHAIN_MAX = 12;

function textBetween({ text }: Passage, from: number, { start }: Reference): string {
  return start - from > CHAIN_MAX ? "too far" : text.slice(from, start);
}

const MAY_REFER = /§|ection|ect?\.|hapter|ppendix|nnex/;

function referencesIn(text: string): readonly Reference[] {
  if (!MAY_REFER.test(text)) return [];
  return matchesOf(text, REFERENCE).flatMap((match) => {
    const end = match.index + match[0].length;
    const first = { number: match[1] ?? match[2] ?? "", start: match.index, end };
    const further = FURTHER_NUMBER.exec(text.slice(end, end + 30));
    const number = further?.[1];
    if (further === null || number === undefined) return [first];
    const furtherEnd = end + further[0].length;
    return [first, { number, start: furtherEnd - number.length, end: furtherEnd }];
  });
}

function isMissing(
  number: string,
  { known, numberedHeadings, appendices, highest }: SectionNumbers,
): boolean {
  if (known.has(number)) return false;
  if (/^[A-Z]/.test(number)) return numberedHeadings + appendices >= NUMBERED_HEADINGS_MIN;
  return numberedHeadings >= NUMBERED_HEADINGS_MIN && Number.parseInt(number, 10) <= highest + BEYOND_MAX;
}

/** Whether this document numbers its sections so far down there, or so far on. */
function hasSibling(number: string, { known, highest }: SectionNumbers): boolean {
  const parent = number.slice(0, number.lastIndexOf(".") + 1);
  if (parent === "") return Number.parseInt(number, 10) < highest;
  return [...known].some((one) => one.startsWith(parent));
}

/** Words that lead to a reference without naming a document. */
const LEADS_IN =
  /(?:^|[.;!?:(—–]|\b(?:see|in|per|of|by|to|from|under|with|also|and|or|than|cf\.?|against|following|follows|via|out|on|does|as|at|that|which|if|when|unless|until|where|both|the|this))$/i;
const OPENING = /(?<![\s*"'“(])[\s*"'“(]+$/;
const OTHER_DOCUMENT =
  /\b(?:RFC|BCP|STD|ISO|IEC|IEEE|W3C|ECMA|NIST|FIPS|PEP|JEP|ITU|ETSI|ANSI|GDPR|HIPAA|Act|Code|Directive|Regulation)\b|\.(?:md|txt|html|pdf|rst|adoc)\b|\]\s*(?:,\s*)?$/;
const AFTER_REFERENCE =
  /^[)\s]{0,4}(?:of|in|from)\s{1,4}(?!this\b|the\s{1,4}(?:present|current|same)\b|which\b|order\b|that\b|case\b|our\b|full\b|detail\b|addition\b)/i;

const BEFORE_MAX = 60;

function leadsIn(stated: string): boolean {
  const opening = OPENING.exec(stated)?.[0] ?? "";
  return opening.includes("(") || LEADS_IN.test(stated.slice(0, stated.length - opening.length));
}

function isElsewhere({ text, source }: Passage, { start, end }: Reference): boolean {
  const from = Math.max(0, start - BEFORE_MAX);
  const stated = sameSentence(text.slice(from, start));
  const before = source.slice(start - stated.length, start);
  return (
    !leadsIn(stated) ||
    OTHER_DOCUMENT.test(before) ||
    /[`\])]\s{0,2},?\s{0,2}$/.test(before) ||
    AFTER_REFERENCE.test(text.slice(end, end + 40))
  );
}

function sameSentence(before: string): string {
  const end = Math.max(before.lastIndexOf(". "), before.lastIndexOf("? "), before.lastIndexOf("; "));
  return end < 0 ? before : before.slice(end + 1);
}

function hitOf(passage: Passage, { number, start, end }: Reference): Hit {
  const kind = /^[A-Z]/.test(number) ? "appendix" : "section";
  return {
    rule: "missing-section",
    place: placeIn(passage, start, end),
    section: passage.section,
    title: GAP_TITLE["missing-section"](`${kind === "appendix" ? "Appendix" : "Section"} ${number}`),
    subject: `${kind} ${number}`,
    why: `No heading of this document has the number ${number}, so a reader cannot follow the reference.`,
    settle: `Write the missing ${kind} ${number}, or name the section that is meant.`,
  };
}

interface SectionNumbers {
  /** `4`, `4.2`, `B`, `B.1`; a section stands also for those around it. */
  readonly known: ReadonlySet<string>;
  readonly numberedHeadings: number;
  readonly appendices: number;
  readonly highest: number;
}

const HEADING_NUMBER =
  /^(?:(?:section|chapter|part|step|§)\s{0,4})?(\d{1,3}(?:\.\d{1,3}){0,5})(?=[.):\s—–-]|$)/i;
const APPENDIX_NUMBER = /^(?:appendix|annex)\s{1,4}([A-Z](?:\.\d{1,3}){0,4}|\d{1,2})\b/i;
const LETTERED = /^([A-Z](?:\.\d{1,3}){1,4}|[A-Z](?=\.\s))/;
const PARAGRAPH_NUMBER = /^\s*[([§]?\s?(\d{1,3}(?:\.\d{1,3}){1,5})(?=[.):\]\s]|$)/;

function sectionNumbersOf(parts: readonly SpecPart[]): SectionNumbers {
  const all = parts.map(({ spec }) => numbersIn(spec));
  const known = new Set<string>();
  for (const own of all) for (const number of own.known) known.add(number);
  return {
    known,
    numberedHeadings: all.reduce((sum, own) => sum + own.numberedHeadings, 0),
    appendices: all.reduce((sum, own) => sum + own.appendices, 0),
    highest: all.reduce((most, own) => Math.max(most, own.highest), 0),
  };
}

const numbersIn = memoizeWeak(({ sections, passages }: PartText): SectionNumbers => {
  const known = new Set<string>();
  let numberedHeadings = 0;
  let appendices = 0;
  let highest = 0;
  for (const { title } of sections) {
    const number = HEADING_NUMBER.exec(title)?.[1];
    const appendix = APPENDIX_NUMBER.exec(title)?.[1] ?? LETTERED.exec(title)?.[1];
    if (number !== undefined) {
      numberedHeadings += 1;
      highest = Math.max(highest, Number.parseInt(number, 10));
      addWithParents(known, number);
    } else if (appendix !== undefined) {
      appendices += 1;
      addWithParents(known, appendix.toUpperCase());
    }
  }
  for (const { text, kind, number, section } of passages) {
    const paragraph = kind === "heading" ? undefined : PARAGRAPH_NUMBER.exec(text)?.[1];
    if (paragraph !== undefined) addWithParents(known, paragraph);
    // The third item of section 6 may be cited as 6.3.
    const around = number === null ? undefined : HEADING_NUMBER.exec(section.title)?.[1];
    if (around !== undefined) known.add(`${around}.${number}`);
  }
  return { known, numberedHeadings, appendices, highest };
});

function addWithParents(known: Set<string>, number: string): void {
  const parts = number.split(".");
  for (let count = 1; count <= parts.length; count++) known.add(parts.slice(0, count).join("."));
}
