// Forms of the build loop are read strictly: a document that cannot be read without doubt says nothing, and what is
// wrong with it goes back to whoever wrote it.
import { FORM_FAULTS_MAX } from "../shared/bounds.ts";

/** What a document says by its form, or why it says nothing. */
export type FormReading<Form> =
  | { readonly at: "read"; readonly form: Form }
  | { readonly at: "refused"; readonly faults: readonly FormFault[] };

export interface FormFault {
  readonly code: FormFaultCode;
  /** 1-based; `null` where the document lacks something as a whole. */
  readonly line: number | null;
  /** What is wrong there, and what to write: in words of ours alone, as it goes into prompts and onto screens. */
  readonly message: string;
}

export type FormFaultCode =
  /** No verdict stands where one counts. */
  | "no-verdict"
  | "several-verdicts"
  /** Something else than one of the words alone. */
  | "unclear-word"
  | "missing-field"
  /** A field, a section, or the row of a finding that stands more than once. */
  | "repeated"
  | "misplaced"
  | "too-long"
  | "too-many"
  /** Two things that cannot both be meant. */
  | "contradiction"
  | "missing-row"
  | "unknown-finding"
  /** A rejection that names nothing that counts. */
  | "no-ground"
  /** A dispute where none can be raised. */
  | "no-dispute"
  /** A fence or a comment that hides what comes after it. */
  | "hidden-text"
  | "unreadable";

/** In the order of the document, and no more than somebody reads. */
export function refuseForm(faults: readonly FormFault[]): FormReading<never> {
  const inOrder = faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { at: "refused", faults: inOrder.slice(0, FORM_FAULTS_MAX) };
}
