// A blocker in the form that parley asks for, where nothing needs to be guessed, and in any other.
import type { Blocker } from "../../core/documents/final-review-document.ts";
import type { Note } from "../../core/documents/note.ts";
import { parseGapId } from "../../core/shared/gap-id.ts";
import { isGrave, parseSeverity } from "../../core/shared/severity.ts";
import { stripMarkup } from "../reading/dress.ts";
import { leadingGap } from "../reading/gap-mentions.ts";
import {
  fieldText,
  optionalFieldText,
  readSectionFields,
  type SectionField,
} from "../reading/section-fields.ts";
import { namedTitle, normalTitle, type Section } from "../reading/sections.ts";
import type { Rating } from "../reading/severity-words.ts";
import { readText, saysNone } from "../render/free-text.ts";
import type { PartRole } from "./blocker-titles.ts";

export interface FoundBlocker {
  readonly blocker: Blocker;
  /** Said to block, or grave: it keeps even a spec called ready from being so. */
  readonly binding: boolean;
  readonly note: Note | null;
}

/** What the parts around a blocker say of it. */
export interface EnclosingPart {
  readonly role: PartRole | null;
  readonly rating: Rating | null;
}

interface BlockerDraft extends Omit<Blocker, "severity" | "writtenId"> {
  readonly rating: Rating | null;
}

/** One in another form than the one asked for. */
export function foundBlocker({ rating, title, ...found }: BlockerDraft, role: PartRole | null): FoundBlocker {
  const message = "a blocker in another form than the one asked for";
  return {
    blocker: { ...found, ...nameOf(shortTitle(title)), severity: rating?.severity ?? null },
    binding: isBinding(rating, role),
    note: { code: "blocker-form", line: found.line, message },
  };
}

/** `GAP-FLOW-009: No end`: the id is kept, and no part of the title. */
function nameOf(title: string): Pick<Blocker, "title" | "writtenId"> {
  const gap = leadingGap(title);
  return gap === null || gap.rest === "" ? { title } : { title: gap.rest, writtenId: gap.written };
}

/** Under a title that speaks of blockers everything is; of mere issues only what is grave or demanded. */
function isBinding(rating: Rating | null, role: PartRole | null): boolean {
  if (role !== "issues") return true;
  return rating !== null && (rating.mustFix || (rating.severity !== null && isGrave(rating.severity)));
}

const TITLE_MAX = 160;

/** The first sentence, cut where it is none. */
function shortTitle(text: string): string {
  const line = stripMarkup(text.split("\n")[0] ?? "");
  if (line.length <= TITLE_MAX) return line;
  const sentence = /^[^.;:!?]{10,160}(?=[.;:!?]\s)/.exec(line)?.[0];
  return sentence ?? `${line.slice(0, TITLE_MAX)}…`;
}

const LABELS: ReadonlySet<string> = new Set(["severity", "gap", "location", "detail"]);

/** `null` where the section is of any other form. */
export function readPlainBlocker(section: Section): Blocker | null {
  const { name, title } = namedTitle(section.title);
  if (!/^Blocker \d{1,9}$/.test(name) || section.sections.length > 0) return null;
  const fields = readSectionFields(section).map((field) => ({ ...field, label: normalTitle(field.label) }));
  const [severity, gap, location, detail] = [...LABELS].map((own) =>
    fields.find(({ label }) => label === own),
  );
  const isOther = fields.some(({ label }) => !LABELS.has(label));
  if (isOther || severity === undefined || gap === undefined || detail === undefined) return null;
  const rated = readValue(severity, (written) => parseSeverity(written.toUpperCase()));
  const about = readValue(gap, parseGapId);
  if (rated === undefined || about === undefined) return null;
  return {
    ...nameOf(title),
    line: section.line,
    severity: rated,
    gap: about,
    location: optionalFieldText(location),
    text: fieldText(detail),
  };
}

/** `undefined` where a field says something of another kind. */
function readValue<T>({ inline }: SectionField, parse: (written: string) => T | null): T | null | undefined {
  return saysNone(inline) ? null : (parse(readText(inline)) ?? undefined);
}
