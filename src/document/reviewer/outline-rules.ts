// Which lines of a review serve as headings although they are none.

import { parseIssueId } from "../../core/shared/issue-id.ts";
import { fieldsNamed } from "../reading/field-names.ts";
import { type LeadingId, leadingIssueId } from "../reading/issue-ids.ts";
import type { LineTitle, OutlineRules } from "../reading/outline.ts";
import { severityOfId } from "../reading/severity-words.ts";
import { readIssueTitle } from "./issue-title.ts";
import { sectionRole, severityTitle, verdictLabel } from "./section-roles.ts";

const TITLE_LENGTH_MAX = 200;

export const REVIEW_OUTLINE: OutlineRules = { lineTitle, isUnder };

function lineTitle(line: LineTitle): "group" | "single" | null {
  const serves = line.text.length === 0 ? null : titleUse(line);
  return serves === null || nestsBelow(line) ? null : serves;
}

function titleUse(line: LineTitle): "group" | "single" | null {
  if (line.bold === "all" && isNext(line)) return "single";
  switch (line.bold) {
    case "all":
      if (line.text.length > TITLE_LENGTH_MAX || isFieldLine(line.text)) return null;
      return sectionRole(line.text) === null || leadingIssueId(line.text)?.kind === "word"
        ? "single"
        : "group";
    case "front":
      return leadingIssueId(line.text) === null || isFieldLine(line.text) ? null : "single";
    case "none":
      return plainTitle(line);
  }
}

/** Inside an issue a line that is neither numbered nor named nor rated belongs to the issue, whatever it says. */
function nestsBelow({ text, within }: LineTitle): boolean {
  const [label = ""] = text.split(/[:–—]/, 1);
  if (!isIssueTitle(within) || verdictLabel(label) === "sure") return false;
  return !isIssueTitle(text) && severityTitle(text) === null;
}

function isIssueTitle(text: string): boolean {
  const { id, ratedAt } = readIssueTitle(text);
  const isSection = severityTitle(text) !== null || sectionRole(text) !== null;
  return id?.kind === "word" || (!isSection && (id !== null || ratedAt === "front" || ratedAt === "bracket"));
}

/** `2. Validation` after `1. Points are counted twice`: it goes on with their numbers. */
function isNext({ text, within }: LineTitle): boolean {
  const [own, before] = [leadingIssueId(text), leadingIssueId(within)];
  return own?.kind === "plain" && before?.kind === "plain" && Number(own.id) === Number(before.id) + 1;
}

/** `**Impact**`, `**Severity: High**` and the like belong to what stands above them. */
function isFieldLine(text: string): boolean {
  const [, label = ""] = /^([^:]{1,48}):/.exec(text) ?? [];
  const fields = fieldsNamed(label === "" ? text : label);
  if (sectionRole(text) !== null && label === "")
    return fields.includes("impact") || fields.includes("location");
  return fields.some((field) => field !== "verdict" && field !== "title" && field !== "description");
}

/** Without any mark only what cannot be taken for a sentence: `High severity issues:`, `ISSUE-R1-001: …` */
function plainTitle({ text, goesOn, beforeList }: LineTitle): "group" | "single" | null {
  const id = leadingIssueId(text);
  if (id?.kind === "word" && (parseIssueId(id.id) !== null || severityOfId(id.id) !== null)) return "single";
  if (goesOn || text.length > PLAIN_LENGTH_MAX) return null;
  const words = text.split(/\s+/).length;
  const announces = text.endsWith(":") || (beforeList && !/[.!?]$/.test(text));
  if (!announces && (text.endsWith(".") || words > TITLE_WORDS_MAX)) return null;
  if (isFieldLine(text)) return null;
  if (severityTitle(text) !== null && words > 1) return "group";
  return announces && words <= PLAIN_WORDS_MAX && sectionRole(text) !== null ? "group" : null;
}

const PLAIN_LENGTH_MAX = 60;
const PLAIN_WORDS_MAX = 4;
const TITLE_WORDS_MAX = 6;

/** An issue's heading at the level of the heading of its group. */
function isUnder(title: string, earlier: string): boolean {
  const role = sectionRole(earlier);
  if (role === null || role.role === "verdict" || leadingIssueId(earlier)?.kind === "word") return false;
  const id = leadingIssueId(title);
  if (id === null || isNextSection(id, earlier)) return false;
  return (
    id.kind === "word" || (role.role === "issues" && role.rating !== null && sectionRole(title) === null)
  );
}

/** `5. Praise` after `4. Should fix`: the numbers are those of the sections. */
function isNextSection(id: LeadingId, earlier: string): boolean {
  const before = leadingIssueId(earlier);
  return id.kind === "plain" && before?.kind === "plain" && Number(id.id) > Number(before.id);
}
