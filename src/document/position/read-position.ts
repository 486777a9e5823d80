// `position.md`: what the other side of a dispute holds.
import { type FormReading, refuseForm } from "../../core/documents/form-reading.ts";
import type { PositionDocument } from "../../core/documents/position-document.ts";
import { DISPUTE_CHARS_MAX } from "../reading/dispute-fields.ts";
import { fieldFaults, fieldText, formFields, missingField, parseForm } from "../reading/form-fields.ts";

export function readPosition(text: string): FormReading<PositionDocument> {
  const { markdown, faults: hidden } = parseForm(text);
  const fields = formFields(markdown, ["Position"]);
  const position = fieldText(fields, "Position");
  const missing = position === null ? [missingField("Position", "what you hold, and why")] : [];
  const faults = [...hidden, ...fieldFaults(fields, DISPUTE_CHARS_MAX), ...missing];
  return position === null || faults.length > 0 ? refuseForm(faults) : { at: "read", form: { position } };
}
