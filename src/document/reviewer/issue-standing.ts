// Whether what opens like an issue is one, given where it stands, and what a section passes on to what it holds.

import type { PriorStatus } from "../../core/documents/reviewer-document.ts";
import { parseIssueId } from "../../core/shared/issue-id.ts";
import { stripMarkup, wordsOf } from "../reading/dress.ts";
import { fieldsNamed } from "../reading/field-names.ts";
import { onlyGap, withoutGaps } from "../reading/gap-mentions.ts";
import { labelledText } from "../reading/labelled-fields.ts";
import { type ItemNode, type SectionNode, titleOf } from "../reading/outline.ts";
import { severityOfId } from "../reading/severity-words.ts";
import { readStatus } from "../reading/status-words.ts";
import type { IssueFields } from "./issue-body.ts";
import type { SectionContext, Standing } from "./issue-candidate.ts";
import { type IssueTitle, isCount, readIssueTitle, saysNone, TITLE_WORDS_MIN } from "./issue-title.ts";
import { type SectionRole, severityTitle, verdictLabel } from "./section-roles.ts";

/** A section as far as it has been read before it is judged. */
export interface OpenSection {
  readonly section: SectionNode;
  readonly title: string;
  readonly opening: IssueTitle;
  readonly fields: IssueFields;
  readonly role: SectionRole | null;
}

export function sectionStanding(open: OpenSection, within: SectionContext): Standing | null {
  const { opening, role, section } = open;
  if (isNoIssue(section.title)) return null;
  if (opening.id?.kind === "word") return wordIdStanding(opening, open.fields, within);
  const around = within.role?.role ?? null;
  if (around === "prior" || around === "new-gaps" || around === "scope" || around === "verdict") return null;
  if (isOwnSection(open, within)) return null;
  if (around !== "issues" && (role !== null || around === "aside")) return null;
  const { fields } = open;
  if (saysNone(fields.lead)) return null;
  if (around === "issues") return holdsFurtherIssues(open, within) ? null : "strong";
  if ((opening.rating ?? fields.rating) === null) return null;
  if (fields.rating === null && !isRatedTitle(opening)) return null;
  return around === "recap" ? "weak" : "strong";
}

function wordIdStanding(opening: IssueTitle, body: IssueFields, within: SectionContext): Standing | null {
  const around = within.role?.role ?? null;
  const rated = opening.rating ?? body.rating;
  const id = opening.id?.id ?? "";
  switch (around) {
    case "issues":
      return "strong";
    case "prior":
    case "new-gaps":
    case "scope":
      return null;
    case "recap":
    case "verdict":
      return "weak";
    case "aside":
      return rated === null ? null : "strong";
    case "aspect":
    case null: {
      const known = rated !== null || parseIssueId(id) !== null || severityOfId(id) !== null;
      return known || hasFields(body) ? "strong" : "detail";
    }
  }
}

function hasFields(body: IssueFields): boolean {
  return body.rating !== null || body.location !== null || body.impact !== null || body.suggestion !== null;
}

/** A title that names a section of the review rather than an issue. */
function isOwnSection({ opening, role, section }: OpenSection, within: SectionContext): boolean {
  if (severityTitle(section.title) !== null) return true;
  if (role === null) return false;
  return within.role?.role !== "issues" || (opening.id === null && within.rating === null);
}

/** A section among issues that only groups them: by gap, by topic, by aspect. */
function holdsFurtherIssues({ section, fields, opening }: OpenSection, within: SectionContext): boolean {
  if (hasFields(fields) && opening.rating === null && fields.rating === null && within.rating === null)
    return false;
  const parts = section.children.filter((child) => child.kind === "item" || child.kind === "section");
  const named = parts.filter((child) => {
    const title = child.kind === "section" ? child.title : titleOf(child.spans);
    return readIssueTitle(title).id?.kind === "word";
  });
  if (named.length > 0 && named.length * 2 >= parts.length) return true;
  if (hasFields(fields) || opening.rating !== null) return false;
  const bareGap = stripMarkup(withoutGaps(opening.title)) === "";
  const table = section.children.some((child) => child.kind === "leaf" && child.block.kind === "table");
  if (within.rating === null || bareGap) return parts.length > 0 || table;
  return false;
}

interface OpenItem {
  readonly item: ItemNode;
  readonly opening: IssueTitle;
  readonly body: IssueFields;
}

export function itemStanding({ item, opening, body }: OpenItem, within: SectionContext): Standing | null {
  const role = within.role;
  const rated = opening.rating ?? body.rating;
  const named = opening.id?.kind === "word";
  const text = titleOf(item.spans);
  if (isNoIssue(text) || (!named && isFieldItem(item))) return null;
  if (named && role?.role !== "recap") return wordIdStanding(opening, body, within);
  if (item.box !== null && role?.role !== "issues") return null;
  switch (role?.role ?? null) {
    case "issues":
      return "strong";
    case "recap":
      return (role?.role === "recap" && role.demands) || (named && rated !== null) ? "weak" : null;
    case "aspect":
    case null:
      return isRatedTitle(opening, isTagged(text)) ? "strong" : null;
    default:
      return null;
  }
}

/** A rating in brackets is hardly anything else. */
const BRACKETED_WORDS_MIN = 1;
/** What reviews rate that is no issue: `Confidence: High`. */
const MEASURES =
  /\b(?:confidence|quality|coverage|complexity|effort|likelihood|readiness|implementability|priority|severity|risk|impact|maturity|completeness|clarity|cost|value|benefit)$/i;

/** Outside of sections for issues a rating makes one only where it cannot be the rating of something else. */
function isRatedTitle({ rating, ratedAt, title, id }: IssueTitle, tagged: boolean = false): boolean {
  if (rating === null || isCount(title) || MEASURES.test(title)) return false;
  if (id !== null) return true;
  const wordsMin = ratedAt === "bracket" || tagged ? BRACKETED_WORDS_MIN : TITLE_WORDS_MIN;
  return ratedAt !== "tail" && wordsOf(title).length >= wordsMin;
}

/** `[MUST] …`, `(minor) …` */
function isTagged(text: string): boolean {
  return /^\W{0,3}[([]/.test(text);
}

/** `ISSUE-R1-XXX: …` shows how an issue is written. */
const PLACEHOLDER = /^[A-Z]{1,10}-R?(?:\d{1,2}|[XN]{1,2})-?(?:X{2,4}|N{2,4}|\?{2,3})(?!\w)/;

/** `VERDICT: REJECT` among issues is not one of them. */
function isNoIssue(title: string): boolean {
  const end = title.search(/[:–—]/);
  return PLACEHOLDER.test(title) || (end >= 0 && verdictLabel(title.slice(0, end)) !== null);
}

export function isFieldItem(item: ItemNode): boolean {
  const {
    lead,
    fields: [first],
  } = labelledText(item.spans);
  if (first === undefined || lead !== "") return false;
  const fields = fieldsNamed(first.label);
  return fields.some((field) =>
    ["location", "impact", "suggestion", "severity", "gap", "status", "scope"].includes(field),
  );
}

export const NO_CONTEXT: SectionContext = { role: null, rating: null, gap: null, statusTitle: null };

/** `Further Issues Addressed` */
const SETTLED_AT_END = /\b(?:issues|findings|concerns) (?:addressed|resolved|fixed|closed)$/i;

/** What became of the issues that stand under a title. */
export function statusOfTitle(title: string | null): PriorStatus | null {
  if (title === null) return null;
  return readStatus(title) ?? (SETTLED_AT_END.test(title.trim()) ? "RESOLVED" : null);
}

export function withinSection({ title, role, opening }: OpenSection, within: SectionContext): SectionContext {
  const gap = onlyGap(title) ?? within.gap;
  const sorts = role === null || role.role === "aspect";
  const isStatus =
    readStatus(title) !== null || (role?.role === "prior" && SETTLED_AT_END.test(title.trim()));
  const statusTitle = isStatus ? title : sorts ? within.statusTitle : null;
  const own = role?.role === "issues" ? role.rating : sorts ? opening.rating : null;
  const rating = role?.role === "issues" ? (own ?? within.rating) : sorts ? (within.rating ?? own) : null;
  return { role: passedRole(role, title, within), rating, gap, statusTitle };
}

/** Under a title about earlier issues everything is, until it says `new`; demands under a verdict repeat issues. */
function passedRole(role: SectionRole | null, title: string, within: SectionContext): SectionRole | null {
  const around = within.role?.role ?? null;
  if (role === null || role.role === "aspect") return within.role;
  if (role.role !== "issues") return role;
  if (around === "prior" && !/\bnew\b/i.test(title)) return within.role;
  if (around !== "verdict" && around !== "recap") return role;
  if (role.rating === null) return { role: "recap", demands: true };
  return role.rating.severity === null ? { role: "recap", demands: role.rating.mustFix } : role;
}
