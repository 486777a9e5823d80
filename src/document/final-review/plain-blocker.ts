// A blocker in the form that parley asks for: nothing in it needs to be guessed.
import type { Blocker } from "../../core/documents/final-review-document.ts";
import type { Note } from "../../core/documents/note.ts";
import { gapId, orNone, severity } from "../record/codec.ts";
import { field, optionalTextField, recordFields, textField } from "../record/fields.ts";
import { namedTitle, type Section } from "../record/section.ts";
import { nameOf } from "./found-blocker.ts";

export const BLOCKER_FIELDS = recordFields<Omit<Blocker, "title" | "line" | "writtenId">>({
  severity: field("Severity", orNone(severity)),
  gap: field("Gap", orNone(gapId)),
  location: optionalTextField("Location", "omitted"),
  text: textField("Detail"),
});

/** `null` where the section is of any other form. */
export function readPlainBlocker(section: Section): Blocker | null {
  const { name, title } = namedTitle(section.title);
  if (!/^Blocker \d{1,9}$/.test(name) || section.sections.length > 0) return null;
  const notes: Note[] = [];
  const fields = BLOCKER_FIELDS.read(section, notes);
  return fields === null || notes.length > 0 ? null : { ...nameOf(title), line: section.line, ...fields };
}
