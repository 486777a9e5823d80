// Stands in for claude and writes what the fake model would: refining-claude.mjs LOG DELAY_MS ARGS…. Each run adds a line to
// the log when it begins and one when it has done its work.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { documentFor } from "../fake-model/refine-documents.ts";

const [log = "", delayMs = "0", ...args] = process.argv.slice(2);
const key = process.env.PARLEY_KEY ?? "";
const note = (what: string): void => appendFileSync(log, `${what} ${key}\n`);
const say = (value: object): void => {
  process.stdout.write(`${JSON.stringify({ ...value, session_id: "refining" })}\n`);
};

note("began");
const prompt = readFileSync(0, "utf8");
say({ type: "system", subtype: "init", model: "stub", tools: [] });
await sleep(Number(delayMs));
const valueAfter = (option: string): string => args[args.indexOf(option) + 1] ?? "";
const document = documentFor({ prompt, system: readFileSync(valueAfter("--system-prompt-file"), "utf8") });
const mayWrite = valueAfter("--tools").split(",").includes("Write");
if (mayWrite) writeFileSync(process.env.PARLEY_OUT ?? "", document);
const usage = { input_tokens: 1_000, cache_read_input_tokens: 200, output_tokens: 50 };
const result = mayWrite ? "Done." : document;
say({
  type: "result",
  subtype: "success",
  is_error: false,
  num_turns: 1,
  result,
  total_cost_usd: 0.25,
  usage,
});
note("done");
