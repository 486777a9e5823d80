// The same task once more, because the document could not be taken. Whoever remembers the task is told the correction only.
import { BUDGETS } from "../budgets.ts";
import {
  CANONICAL_BLOCKED,
  CANONICAL_CODER_DISPUTE,
  CANONICAL_NO_CHANGE,
  CANONICAL_REVIEW_DISPUTE,
} from "../examples/build-documents.ts";
import type { Prompt } from "../prompt-facts.ts";
import { insertParts, newParts, replaceTask, section } from "../prompt-parts.ts";
import { quoteText } from "../shown-text.ts";
import { examplesText } from "../texts/build-format.ts";
import type { FormRetryFacts } from "./build-facts.ts";

export type BuildForm = "coder" | "reviewer" | "position" | "guide";

/** Of the ways in which a document may end, those that the first prompt does not show. */
const EXAMPLES: Record<BuildForm, readonly string[]> = {
  coder: [CANONICAL_NO_CHANGE, CANONICAL_BLOCKED, CANONICAL_CODER_DISPUTE],
  reviewer: [CANONICAL_REVIEW_DISPUTE],
  position: [],
  guide: [],
};

/**
 * `original` is the first prompt of the call; `told` is what the agent's conversation has been given already, and empty
 * where it begins afresh.
 */
export function formRetryPrompt(
  original: Prompt,
  form: BuildForm,
  retry: FormRetryFacts,
  told: readonly string[] = [],
): Prompt {
  const resumed = told.length > 0;
  const notice = { name: "retry notice", text: noticeText(form, retry, resumed) };
  if (resumed) return replaceTask(original, [notice, ...newParts(original, told)]);
  const example = examplesText("## Further examples", EXAMPLES[form]);
  return insertParts(original, [
    notice,
    { name: "example", text: example },
    { name: "retry end", text: "# The task, as given before" },
  ]);
}

/** The same conversation goes on: what it was told already is left out. */
export function followUpPrompt(original: Prompt, told: readonly string[]): Prompt {
  return told.length === 0 ? original : replaceTask(original, newParts(original, told));
}

/** What else may change beside the document. */
const MEANWHILE: Record<BuildForm, string> = {
  coder: "The code is as you left it, and you may still change it.",
  reviewer: "The change is the same.",
  position: "The dispute is the same.",
  guide: "The task is the same.",
};

function noticeText(form: BuildForm, { attempt, of, faults }: FormRetryFacts, resumed: boolean): string {
  return section(`# ATTEMPT ${attempt} of ${of}`, [
    `The previous document ${resumed ? "" : "for the task below "}could not be taken: it is not in the form. ${MEANWHILE[form]} Hand in the whole document again, with this mended. After the last attempt the user is asked how to go on.`,
    quoteText({ from: "What was found", text: faults.map(faultLine).join("\n"), maxChars: BUDGETS.faults }),
  ]);
}

function faultLine({ line, message }: FormRetryFacts["faults"][number]): string {
  return line === null ? `- ${message}` : `- Line ${line}: ${message}`;
}
