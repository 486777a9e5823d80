// A blocker in the form that parley asks for, where nothing needs to be guessed, and in any other.
import type { ProposedGap } from "../../core/documents/engineer-document.ts";
import type { Note } from "../../core/documents/note.ts";
import { parseGapId } from "../../core/shared/gap-id.ts";
import { isGrave, parseSeverity } from "../../core/shared/severity.ts";
import { stripMarkup } from "../reading/dress.ts";
import { leadingGap } from "../reading/gap-mentions.ts";
import {
  fieldText,
  namedTitle,
  normalTitle,
  optionalFieldText,
  readSectionFields,
  type Section,
  type SectionField,
} from "../reading/sections.ts";
import { type Rating, withoutRating } from "../reading/severity-words.ts";
import { readText, saysNone } from "../render/free-text.ts";
import type { PartRole } from "./blocker-titles.ts";

export interface FoundBlocker {
  readonly blocker: ProposedGap;
  /** Said to block, or grave: it keeps even a spec called ready from being so. */
  readonly binding: boolean;
  readonly note: Note | null;
}

/** What the parts around a blocker say of it. */
export interface EnclosingPart {
  readonly role: PartRole | null;
  readonly rating: Rating | null;
}

/** One in another form than the one asked for. */
export function foundBlocker(
  blocker: Omit<ProposedGap, "severity">,
  rating: Rating | null,
  role: PartRole | null,
): FoundBlocker {
  const message = "a blocker in another form than the one asked for";
  return {
    blocker: nameBlocker({
      ...blocker,
      title: shortTitle(blocker.title),
      severity: rating?.severity ?? null,
    }),
    binding: isBinding(rating, role),
    note: { code: "blocker-form", line: blocker.line, message },
  };
}

/** `GAP-FLOW-009: No end`: the id is kept, and no part of the title. */
function nameBlocker(blocker: ProposedGap): ProposedGap {
  const { id: about, title } = blocker;
  const leading = leadingGap(title);
  if (leading === null || leading.rest === "")
    return about === null ? blocker : { ...blocker, title: withoutId(title, about) };
  const { id, written, rest } = leading;
  const named = { ...blocker, id, title: withoutId(rest, written) };
  return id === null ? { ...named, alias: written } : named;
}

/** What a blocker says beside its name; an empty place is none. */
export function blockerDetails(location: string | null, description: string) {
  return { description, ...(location === null ? {} : { place: location }) };
}

function withoutId(title: string, id: string): string {
  return title.startsWith(id) ? title.slice(id.length).replace(/^[\s:–—-]+/, "") : title;
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
export function readPlainBlocker(section: Section): ProposedGap | null {
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
  return nameBlocker({
    id: about,
    line: section.line,
    title: withoutRating(title, rated),
    severity: rated,
    ...blockerDetails(optionalFieldText(location), fieldText(detail)),
  });
}

/** `undefined` where a field says something of another kind. */
function readValue<T>({ inline }: SectionField, parse: (written: string) => T | null): T | null | undefined {
  return saysNone(inline) ? null : (parse(readText(inline)) ?? undefined);
}
