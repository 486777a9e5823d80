import type { Asked } from "./wire.ts";

/** One entry of a conversation, as far as it matters for where the scenario stands. */
export type HistoryEntry =
  | { readonly from: "user"; readonly text: string }
  | { readonly from: "tool" }
  | { readonly from: "model" };

/** Agents slip notes to the model between the turns; they are nobody's prompt. */
const REMINDERS_ONLY = /^(\s*<system-reminder>(?:(?!<\/system-reminder>)[\s\S])*<\/system-reminder>)+\s*$/;

/** What parley says to an agent that has the task already. */
const CORRECTION = "# RETRY ATTEMPT";

/** Results that come together count as one turn: the model had asked for them together. */
export function whereItStands(history: readonly HistoryEntry[]): Pick<Asked, "prompt" | "toolTurns"> {
  let prompt = "";
  let toolTurns = 0;
  let before: HistoryEntry["from"] = "model";
  for (const entry of history) {
    if (entry.from === "user" && !REMINDERS_ONLY.test(entry.text)) {
      prompt = entry.text.includes(CORRECTION) ? `${prompt}\n\n${entry.text}` : entry.text;
      toolTurns = 0;
    }
    if (entry.from === "tool" && before !== "tool") toolTurns += 1;
    before = entry.from;
  }
  return { prompt, toolTurns };
}
