// What calls of the build loop leave, read as what they were asked for.
import type { BuildContent, BuildOutput } from "../core/build/build-command.ts";
import type { WorkPurpose } from "../core/build/task-work.ts";
import { type FormReading, refuseForm } from "../core/documents/form-reading.ts";
import type { DocumentRef } from "../core/refinement/session/session-event.ts";
import { assertNever } from "../core/shared/assert-never.ts";
import { FORM_BYTES_MAX } from "../core/shared/bounds.ts";
import { groupedDigits } from "../core/shared/grouped-digits.ts";
import { readCodeReview } from "../document/code-review/read-code-review.ts";
import { readCoder } from "../document/coder/read-coder.ts";
import { readGuide } from "../document/guide/read-guide.ts";
import { readPosition } from "../document/position/read-position.ts";
import type { Texts } from "./texts.ts";

export async function readBuildOutput(
  purpose: WorkPurpose | null,
  ref: DocumentRef | null,
  texts: Texts,
): Promise<BuildOutput> {
  if (ref === null || purpose === null) return { ref, content: null };
  const text = await texts.text(ref.sha256);
  const content = await texts.memoize(`${purpose} ${ref.bytes} ${ref.sha256}`, async () =>
    readBuildText(purpose, text, ref.bytes),
  );
  return { ref, content };
}

/** A text, read as the document of a call. */
export function readBuildText(purpose: WorkPurpose, text: string, bytes: number): BuildContent {
  const tooLong = bytes > FORM_BYTES_MAX ? tooLongForm(bytes) : null;
  switch (purpose) {
    case "coder":
      return { of: purpose, reading: tooLong ?? readCoder(text) };
    case "reviewer":
      return { of: purpose, reading: tooLong ?? readCodeReview(text) };
    case "position":
      return { of: purpose, reading: tooLong ?? readPosition(text) };
    case "guide":
      return { of: purpose, reading: tooLong ?? readGuide(text) };
    default:
      return assertNever(purpose);
  }
}

function tooLongForm(bytes: number): FormReading<never> {
  const message = `The document has ${groupedDigits(bytes)} bytes, and may have ${groupedDigits(FORM_BYTES_MAX)}. Write less.`;
  return refuseForm([{ code: "too-long", line: null, message }]);
}
