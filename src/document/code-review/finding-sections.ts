// `### F2: title` and `### New: title`: what a reviewer found, with its fields below it.
import type { WrittenFinding } from "../../core/documents/code-review.ts";
import type { FormFault } from "../../core/documents/form-reading.ts";
import { type FindingId, parseFindingId } from "../../core/shared/finding-id.ts";
import { parseSeverity, SEVERITIES } from "../../core/shared/severity.ts";
import type { Block } from "../markdown/blocks.ts";
import { markedText } from "../markdown/spans.ts";
import { stripMarkup } from "../reading/dress.ts";
import { type FormField, fieldFaults, fieldText, missingField } from "../reading/form-fields.ts";
import { listWords, unclearWord } from "../reading/unclear-word.ts";
import { oneLine, readText } from "../render/free-text.ts";

export const FINDING_LABELS = ["Severity", "Place", "Why", "What would settle it", "Differs from"] as const;
export type FindingLabel = (typeof FINDING_LABELS)[number];

const CHARS_MAX: Readonly<Record<FindingLabel, number>> = {
  Severity: 100,
  Place: 300,
  Why: 2_000,
  "What would settle it": 2_000,
  "Differs from": 1_000,
};
const TITLE_CHARS_MAX = 300;

export interface FindingHeading {
  readonly line: number;
  /** `null`: a new one. */
  readonly finding: FindingId | null;
  readonly title: string;
}

const HEADING = /^(?:finding )?(?:`?(F\d{1,5})`?|new(?: finding)?(?: #?\d{1,3})?)(?: ?[:：]| [-–—](?= )|$)/i;
/** What is meant for one. */
const NUMBERED = /^(?:finding )?`?F\d/i;

/** Whether a heading begins a finding; a fault where it seems to, and names none. */
export function findingHeading(block: Block): FindingHeading | FormFault | null {
  if (block.kind !== "heading") return null;
  const { line } = block;
  const written = oneLine(markedText(block.spans));
  const [marks, number] = HEADING.exec(written) ?? [];
  const finding = number === undefined ? null : parseFindingId(number.toUpperCase());
  if (marks === undefined || (number !== undefined && finding === null))
    return NUMBERED.test(written) ? { code: "unclear-word", line, message: HEADING_FORM } : null;
  return { line, finding, title: written.slice(marks.length).trim() };
}

const HEADING_FORM =
  "A finding begins with `### New: title`, or `### F1: title` with the number that it has.";

const NO_TITLE = "The title is missing: write the problem in a line, as in `### New: title`.";

/** The form as it was laid out, which says nothing. */
export function isUntouched(
  { finding, title }: FindingHeading,
  blocks: readonly Block[],
  fields: readonly FormField<string>[],
): boolean {
  const isBlank = fields.every(
    ({ label, text }) => text === "" && FINDING_LABELS.some((own) => own === label),
  );
  return finding === null && title === "" && isBlank && blocks[0]?.line === fields[0]?.line;
}

/** A finding and what is wrong with how it is written. */
export function readFinding(
  { line, finding, title }: FindingHeading,
  fields: readonly FormField<FindingLabel>[],
): { readonly found: WrittenFinding | null; readonly faults: readonly FormFault[] } {
  const faults: FormFault[] = [...fieldFaults(fields, CHARS_MAX)];
  if (title === "") faults.push({ code: "missing-field", line, message: NO_TITLE });
  else if (title.length > TITLE_CHARS_MAX)
    faults.push({
      code: "too-long",
      line,
      message: `The title has ${title.length} characters, and may have ${TITLE_CHARS_MAX}. Write less.`,
    });
  const rating = fieldText(fields, "Severity");
  const severity = parseSeverity(stripMarkup(readText(rating ?? "")).toUpperCase());
  if (severity === null) faults.push(severityFault(fields, line));
  const distinction = fieldText(fields, "Differs from");
  const differs = distinction === null ? null : readDistinction(distinction);
  if (distinction !== null && differs === null) faults.push(distinctionFault(fields));
  const [place, why, settledBy] = [
    fieldText(fields, "Place"),
    fieldText(fields, "Why"),
    fieldText(fields, "What would settle it"),
  ];
  if (place === null) faults.push(missingField("Place", "the file, and the line or the name in it", line));
  if (why === null) faults.push(missingField("Why", "what goes wrong, and when", line));
  if (settledBy === null)
    faults.push(missingField("What would settle it", "what has to be there instead", line));
  if (severity === null || place === null || why === null || settledBy === null)
    return { found: null, faults };
  const told = { finding, line, title, severity, place: oneLine(place), why, settledBy };
  return { found: { ...told, ...(differs === null ? {} : { differs }) }, faults };
}

const DISTINCTION = /^(`?F\d{1,5}`?(?:(?:, ?| and )`?F\d{1,5}`?){0,20})(?: ?[:,–—-]) ?(?=\S)/;

function readDistinction(text: string): NonNullable<WrittenFinding["differs"]> | null {
  const written = oneLine(text);
  const [head, ids = ""] = DISTINCTION.exec(written) ?? [];
  if (head === undefined) return null;
  const from = (ids.match(/F\d+/g) ?? []).flatMap((id) => parseFindingId(id) ?? []);
  return { from, why: written.slice(head.length) };
}

function distinctionFault(fields: readonly FormField<FindingLabel>[]): FormFault {
  const line = fields.find(({ label }) => label === "Differs from")?.line ?? null;
  const message =
    "`Differs from:` names the finding and says why, as in `Differs from: F1: it is another write`.";
  return { code: "unclear-word", line, message };
}

function severityFault(fields: readonly FormField<FindingLabel>[], line: number): FormFault {
  const field = fields.find(({ label }) => label === "Severity");
  if (field === undefined || field.text === "")
    return missingField("Severity", listWords(SEVERITIES), field?.line ?? line);
  const message = `This finding ${unclearWord("severity", field.text, SEVERITIES)}.`;
  return { code: "unclear-word", line: field.line, message };
}
