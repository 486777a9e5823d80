// A blocker in the form that parley asks for and writes itself: nothing in it needs to be guessed.
import type { Blocker } from "../../core/documents/final-review-document.ts";
import type { Note } from "../../core/documents/note.ts";
import { gapId, orNone, severity } from "../record/codec.ts";
import { field, optionalTextField, recordFields, textField } from "../record/fields.ts";
import { joinBlocks, namedHeading, namedTitle, type Section } from "../record/section.ts";
import { escapeText } from "../render/free-text.ts";
import { nameOf } from "./found-blocker.ts";

const FIELDS = recordFields<Omit<Blocker, "title" | "line" | "writtenId">>({
  severity: field("Severity", orNone(severity)),
  gap: field("Gap", orNone(gapId)),
  location: optionalTextField("Location", "omitted"),
  text: textField("Detail"),
});

export function renderBlocker(blocker: Blocker, number: number): readonly string[] {
  const { title, writtenId, line: _line, ...fields } = blocker;
  const named = writtenId === undefined ? escapeText(title) : `${writtenId}: ${escapeText(title)}`;
  return joinBlocks(namedHeading(3, `Blocker ${number}`, named), FIELDS.write(fields));
}

/** `null` where the section is of any other form. */
export function readPlainBlocker(section: Section): Blocker | null {
  const { name, title } = namedTitle(section.title);
  if (!/^Blocker \d{1,9}$/.test(name) || section.sections.length > 0) return null;
  const notes: Note[] = [];
  const fields = FIELDS.read(section, notes);
  return fields === null || notes.length > 0 ? null : { ...nameOf(title), line: section.line, ...fields };
}
