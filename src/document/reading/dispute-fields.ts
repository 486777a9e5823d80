// `Reason:`, `Detail:` and `Position:` of whoever raises a dispute.
import { DISPUTE_REASONS } from "../../core/board/dispute.ts";
import type { FormFault } from "../../core/documents/form-reading.ts";
import type { StatedDispute } from "../../core/documents/stated-dispute.ts";
import { oneLine, readText } from "../render/free-text.ts";
import { stripMarkup } from "./dress.ts";
import { type FormField, fieldText, missingField } from "./form-fields.ts";
import { unclearWord } from "./unclear-word.ts";

export const DISPUTE_LABELS = ["Reason", "Detail", "Position"] as const;
type DisputeLabel = (typeof DISPUTE_LABELS)[number];

/** A position is read beside another one, in `dispute.md` and in prompts. */
export const DISPUTE_CHARS_MAX: Readonly<Record<DisputeLabel, number>> = {
  Reason: 100,
  Detail: 300,
  Position: 4_000,
};

/** Other fields may be among these. */
export function readDispute(all: readonly FormField<string>[]): StatedDispute | readonly FormFault[] {
  const fields = disputeFields(all);
  const faults: FormFault[] = [];
  const written = fields.find(({ label }) => label === "Reason");
  const said = stripMarkup(readText(written?.text ?? "")).toLowerCase();
  // A word of several parts is copied with blanks as often as with the lines between them.
  const reason = DISPUTE_REASONS.find((one) => one === said.replaceAll(/[ -]/g, "_")) ?? null;
  if (reason === null) {
    const message = `The dispute ${unclearWord("reason", written?.text ?? "", DISPUTE_REASONS)} after \`Reason:\`.`;
    faults.push({
      code: written === undefined ? "missing-field" : "unclear-word",
      line: written?.line ?? null,
      message,
    });
  }
  const detail = fieldText(fields, "Detail");
  if (reason === "other" && detail === null)
    faults.push(missingField("Detail", "what it is about, as the reason is `other`"));
  const position = fieldText(fields, "Position");
  if (position === null) faults.push(missingField("Position", "what you hold, and why"));
  if (reason === null || position === null || faults.length > 0) return faults;
  return { reason, detail: detail === null ? null : oneLine(detail), position };
}

export function disputeFields(fields: readonly FormField<string>[]): readonly FormField<DisputeLabel>[] {
  return fields.flatMap((field) => {
    const label = DISPUTE_LABELS.find((one) => one === field.label);
    return label === undefined ? [] : [{ ...field, label }];
  });
}
