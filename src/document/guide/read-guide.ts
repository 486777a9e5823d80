// `guide.md`: guidance for a task that keeps being rejected, as an agent drafts it for the user.
import { type FormReading, refuseForm } from "../../core/documents/form-reading.ts";
import type { GuideDocument } from "../../core/documents/guide-document.ts";
import { fieldFaults, fieldText, formFields, missingField, parseForm } from "../reading/form-fields.ts";

const CHARS_MAX = { Guidance: 2_000, Why: 2_000 } as const;

export function readGuide(text: string): FormReading<GuideDocument> {
  const { markdown, faults: hidden } = parseForm(text);
  const fields = formFields(markdown, ["Guidance", "Why"]);
  const [guidance, why] = [fieldText(fields, "Guidance"), fieldText(fields, "Why")];
  const faults = [
    ...hidden,
    ...fieldFaults(fields, CHARS_MAX),
    ...(guidance === null ? [missingField("Guidance", "what the coder should do")] : []),
    ...(why === null ? [missingField("Why", "what in the history speaks for it")] : []),
  ];
  if (guidance === null || why === null || faults.length > 0) return refuseForm(faults);
  return { at: "read", form: { guidance, why } };
}
