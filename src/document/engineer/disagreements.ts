// `## DISAGREE: ISSUE-R2-001` and the fields below it.
import type { Disagreement } from "../../core/documents/engineer-document.ts";
import type { Note } from "../../core/documents/note.ts";
import { linesOfSpans, statedText } from "../markdown/spans.ts";
import { stripMarkup, withoutBrackets } from "../reading/dress.ts";
import { readGround } from "./ground.ts";
import { readResolutionTitle } from "./resolution-places.ts";
import {
  disagreedIds,
  isDisagreeWithoutId,
  isJustificationTitle,
  isPlainDisagree,
  isRoundSummary,
} from "./section-names.ts";
import { quotedText, sectionText } from "./source-text.ts";
import { BOLD_LEVEL, LABEL_LEVEL, lineOfPart, type Outline, type Part, type Title } from "./titles.ts";

type Field = Exclude<keyof Disagreement, "issueId" | "line">;

const FIELDS: Record<Field, RegExp> = {
  reviewerConcern:
    /^(?:the )?(?:reviewer(?:'s|’s)? )?(?:concern|quote|objection)s?$|^reviewer (?:says|said|wrote)$|^(?:the )?reviewer(?:'s|’s)? (?:issue|position)$/i,
  engineerPosition: /^(?:the )?(?:engineer(?:'s|’s)?|our|my) position$|^position$/i,
  rationale: /^rationales?$|^reason(?:s|ing)?$|^why(?: we disagree)?$/i,
  alternative: /^(?:proposed |suggested )?alternatives?(?: approach(?:es)?| proposal)?$|^counter-?proposal$/i,
  restsOn: /^rests on$/i,
  request: /^request(?:ed action| to the user| for the user)?$|^ask$|^escalation$/i,
};

interface FoundDisagreements {
  readonly disagreements: readonly Disagreement[];
  readonly notes: readonly Note[];
}

export function readDisagreements(outline: Outline): FoundDisagreements {
  const disagreements: Disagreement[] = [];
  const notes: Note[] = [];
  for (const title of outline.titles) {
    if (title.level === LABEL_LEVEL || title.parent?.roles.inExample === true) continue;
    const ids = disagreedIds(title.text);
    if (ids.length > 0) {
      const fields = fieldsBelow(outline, title);
      const restsOn = readGround(fields.restsOn);
      for (const issueId of ids) disagreements.push({ issueId, line: title.line, ...fields, restsOn });
    }
    for (const note of notesOn(title, ids)) notes.push(note);
  }
  return { disagreements, notes };
}

function notesOn({ line, level, text }: Title, ids: readonly string[]): readonly Note[] {
  const note = (code: string, message: string): readonly Note[] => [{ code, line, message }];
  const said = ids.join(", ");
  if (ids.length === 0)
    return isDisagreeWithoutId(text)
      ? note("disagree-without-id", "this disagreement names no issue, so it is none")
      : [];
  if (level === BOLD_LEVEL)
    return note("disagree-bold-line", `the disagreement with ${said} is a bold line, not a heading`);
  if (level === 2 && isPlainDisagree(text)) return [];
  return note(
    "disagree-title",
    `read as a disagreement with ${said}, though not titled "## DISAGREE: ${ids[0] ?? ""}"`,
  );
}

interface FieldStart {
  readonly field: Field;
  readonly line: number;
  /** What its first line holds after the label. */
  readonly rest: string;
}

function fieldsBelow(outline: Outline, title: Title): Record<Field, string | null> {
  const end = endOf(outline, title);
  const parts = outline.parts.slice(title.at + 1, end);
  const endLine = lineOfPart(outline, end);
  const starts = parts.flatMap((part) => fieldStarts(outline.lines, part));
  const fields: Record<Field, string | null> = {
    reviewerConcern: null,
    engineerPosition: null,
    rationale: null,
    alternative: null,
    request: null,
    restsOn: null,
  };
  for (const [index, { field, line, rest }] of starts.entries()) {
    const last = (starts[index + 1]?.line ?? endLine) - 1;
    const own = [rest, ...outline.lines.slice(line, last)];
    const text = field === "reviewerConcern" ? quotedText(own) : sectionText(own);
    if (text !== "") fields[field] ??= text;
  }
  return fields;
}

/** The first part after the block: the next title of its level, or one that can only be the document's. */
function endOf({ parts, titles }: Outline, start: Title): number {
  const next = titles.slice(start.index + 1).find(({ level, text, roles }) => {
    if (fieldNamed(text) !== null) return false;
    if (level <= Math.min(start.level, BOLD_LEVEL - 1) || roles.disagrees) return true;
    if (roles.newGaps || roles.responses || isJustificationTitle(text) || isRoundSummary(text)) return true;
    return readResolutionTitle(text)?.strength === "stated";
  });
  return next?.at ?? parts.length;
}

function fieldNamed(text: string): Field | null {
  const name = stripMarkup(withoutBrackets(text));
  for (const [field, pattern] of Object.entries(FIELDS) as [Field, RegExp][])
    if (pattern.test(name)) return field;
  return null;
}

function fieldStarts(lines: readonly string[], { block, title }: Part): readonly FieldStart[] {
  if (title !== null) {
    const field = fieldNamed(title.text.replace(/:.*/s, ""));
    return field === null ? [] : [{ field, line: title.line, rest: afterLabel(title.text) }];
  }
  if (block.kind !== "paragraph" && block.kind !== "item") return [];
  return linesOfSpans(block.spans).flatMap(({ line, spans }) => {
    const [, label = ""] =
      /^[\s*_]{0,4}([\p{L}'’ ()-]{3,60}?)[*_]{0,2}\s?[:–—]/u.exec(statedText(spans)) ?? [];
    const field = label === "" ? null : fieldNamed(label);
    return field === null ? [] : [{ field, line, rest: afterLabel(lines[line - 1] ?? "") }];
  });
}

/** The source after the label, so that what it holds is kept as written. */
function afterLabel(source: string): string {
  return /^[^:–—]{0,90}[:–—][*_]{0,2}[:\s]?[ \t]?(.*)$/.exec(source)?.[1] ?? "";
}
