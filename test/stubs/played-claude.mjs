// The player, speaking as claude does: what it tells comes out as claude's lines, and it ends as the player ends.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { relative } from "node:path";
import { createInterface } from "node:readline";
import { line } from "./stage.mjs";

const session_id = "played";
// From where we are: what a variable holds that was named for us is taken out of what we say.
const file = relative(process.cwd(), process.env.STUB_FILE);
const player = spawn(process.execPath, [process.env.STUB_PLAYER, file], {
  stdio: ["inherit", "pipe", "inherit"],
});
const told = { usage: {}, result: undefined, refusal: undefined };

const TELL = {
  said: ({ text }) => line({ type: "assistant", session_id, message: { content: [{ type: "text", text }] } }),
  usage(usage) {
    told.usage = usage;
  },
  result({ text }) {
    told.result = text;
  },
  refused({ text }) {
    told.refusal = text;
  },
};

function usageOf({ inputTokens, outputTokens, usd }) {
  const usage = {
    ...(inputTokens == null ? {} : { input_tokens: inputTokens }),
    ...(outputTokens == null ? {} : { output_tokens: outputTokens }),
  };
  return { usage, ...(usd == null ? {} : { total_cost_usd: usd }) };
}

function finish(code) {
  const result = { type: "result", subtype: "success", is_error: false, session_id, ...usageOf(told.usage) };
  if (told.refusal !== undefined) {
    line({ ...result, stop_reason: "refusal", result: told.refusal });
  } else if (code === 0 || told.result !== undefined || existsSync(process.env.PARLEY_OUT)) {
    line({ ...result, result: told.result ?? "" });
  }
  process.exitCode = code;
}

line({ type: "system", subtype: "init", session_id });
const lines = createInterface({ input: player.stdout });
lines.on("line", (text) => {
  const value = JSON.parse(text);
  TELL[value.type](value);
});
player.on("close", (code, signal) => {
  if (signal === null) finish(code);
  else process.kill(process.pid, signal);
});
