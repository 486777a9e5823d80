// Stands in for either command line, and does what `parley agents test` asks for; the name is its first argument.
// OBEDIENT_FAULT leaves a part of it out.
import { line, readPrompt, writeDocument } from "./stage.mjs";

const name = process.argv[2];
const fault = process.env.OBEDIENT_FAULT ?? "";
const prompt = readPrompt();
const [, asked = "nothing"] = /\n\n([^\n]+)\n/.exec(prompt) ?? [];
const writes = /\bWrite the file \S+/.test(prompt);
const brought = fault === "other-line" ? "I am ready to help." : asked;

if (name === "claude") line({ type: "system", subtype: "init", session_id: "s", tools: [] });
else line({ type: "thread.started", thread_id: "s" });
if (writes && fault !== "no-file") writeDocument(`${brought}\n`);
const answer = writes && fault !== "no-file" ? "Done." : brought;
if (name === "claude") {
  const usage = { input_tokens: 9, output_tokens: 3 };
  line({ type: "result", subtype: "success", is_error: false, result: answer, session_id: "s", usage });
} else {
  line({ type: "item.completed", item: { id: "item_0", type: "agent_message", text: answer } });
  line({ type: "turn.completed", usage: { input_tokens: 9, cached_input_tokens: 0, output_tokens: 3 } });
}
