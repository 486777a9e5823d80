// The same task once more: what went wrong, what to do about it, an example where one helps, then the task. Whoever remembers
// the task is told of it only what is new.

import type { ExampleRecord } from "../core/refinement/session/session-event.ts";
import { RETRIES_MAX } from "../core/refinement/validation/judgement.ts";
import { fencedText } from "../document/render/free-text.ts";
import { ENTRY_BUDGETS } from "./budgets.ts";
import { type ChosenExample, chooseExample } from "./choose-example.ts";
import type { Prompt, RetryFacts } from "./prompt-facts.ts";
import { insertParts, newParts, replaceTask, section } from "./prompt-parts.ts";
import { quoteText } from "./shown-text.ts";
import { REPAIR_TEXTS } from "./texts/repair-texts.ts";

interface RetryPrompt {
  readonly prompt: Prompt;
  readonly example: ExampleRecord | null;
}

/**
 * `original` is the first prompt of the call, which has no notice of an earlier retry in it; `told` is what the agent's
 * conversation has been given already, and empty where it begins afresh. What always holds stands in front of the
 * correction, too: an agent that has it as its system prompt has to be given that again.
 */
export function retryPrompt(original: Prompt, retry: RetryFacts, told: readonly string[] = []): RetryPrompt {
  const example = chooseExample(retry);
  const resumed = told.length > 0;
  const notice = [
    { name: "retry notice", text: noticeText(retry, resumed) },
    { name: "repair", text: repairText(retry) },
    { name: "example", text: example === null ? "" : exampleText(example) },
  ];
  const prompt = resumed
    ? replaceTask(original, [...notice, ...changes(newParts(original, told))])
    : insertParts(original, [...notice, { name: "retry end", text: "# The task, as given before" }]);
  return { prompt, example: example?.attached ?? null };
}

function changes(parts: ReturnType<typeof newParts>): ReturnType<typeof newParts> {
  if (parts.length === 0) return parts;
  const title = "# What is new in the task\n\nEverything else is as given before.";
  return [{ name: "retry end", text: title }, ...parts];
}

function repairText(retry: RetryFacts): string {
  const [title = "", ...blocks] = REPAIR_TEXTS[retry.because](retry);
  return section(title, blocks);
}

function noticeText(retry: RetryFacts, resumed: boolean): string {
  const { number, message } = retry;
  return section(`# RETRY ATTEMPT ${number} of ${RETRIES_MAX}`, [
    whyText(retry, resumed),
    message.trim() === ""
      ? ""
      : quoteText({ from: "What was found", text: message, maxChars: ENTRY_BUDGETS.message }),
  ]);
}

function whyText({ because, line, taken, assigned }: RetryFacts, resumed: boolean): string {
  const where = line === null ? "" : ` at line ${line} of the document`;
  if (taken.length === 0)
    return `The previous document ${resumed ? "" : "for the task below "}could not be used (${because}${where}). The task is the same. Write the document anew and in full.`;
  const left = assigned.map(({ id }) => id).join(", ");
  return `Taken from your last document: ${taken.join(", ")}; these are done, and need not be written again. What it says on the rest is not enough (${because}${where}). Write only these, in full: ${left}.`;
}

const IDS_OF_TIER: Record<ExampleRecord["tier"], string> = {
  1: "Ids and contents in it belong to another project: do not copy them.",
  2: "Its ids and contents are those of an earlier task: do not copy them.",
  3: "What stands in square brackets is yours to write.",
};

function exampleText({ text, attached: { tier, source, truncated } }: ChosenExample): string {
  const kept = truncated ? ", shortened" : "";
  return section("## Example", [
    `It shows the form (source: ${source}${kept}). ${IDS_OF_TIER[tier]}`,
    fencedText(text, "markdown").join("\n"),
  ]);
}
