// The player, as an agent that speaks the Agent Client Protocol; it ends as the player ends.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { relative } from "node:path";
import { createInterface } from "node:readline";
import { chunk, refusal, serve, update } from "./acp-peer.mjs";

const SESSION = "played";
// From where we are: what a variable holds that was named for us is taken out of what we say.
const file = relative(process.cwd(), process.env.STUB_FILE);

function play(prompt, resolve) {
  const player = spawn(process.execPath, [process.env.STUB_PLAYER, file], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  player.stdin.end(prompt);
  const told = { usage: {}, result: undefined, refusal: undefined };
  const TELL = {
    said: ({ text }) => chunk(SESSION, text, "agent_thought_chunk"),
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
  createInterface({ input: player.stdout }).on("line", (text) => {
    const value = JSON.parse(text);
    TELL[value.type](value);
  });
  player.on("close", (code, signal) => {
    if (signal !== null && !ending) process.kill(process.pid, signal);
    process.exitCode = code ?? 1;
    const answer = answerOf(told, code);
    if (answer === null) process.exit();
    resolve(answer);
  });
  return player;
}

function answerOf({ usage, result, refusal: words }, code) {
  if (words !== undefined) return refusal(-32603, `refusal: ${words}`);
  if (code !== 0 && result === undefined && !existsSync(process.env.PARLEY_OUT)) return null;
  if (result !== undefined) chunk(SESSION, result);
  const { inputTokens, outputTokens, usd } = usage;
  if (usd != null)
    update(SESSION, "usage_update", { used: 1, size: 2, cost: { amount: usd, currency: "USD" } });
  const tokens = {
    ...(inputTokens == null ? {} : { inputTokens }),
    ...(outputTokens == null ? {} : { outputTokens }),
  };
  return { stopReason: "end_turn", usage: tokens };
}

let player = null;
let ending = false;

serve({
  initialize: () => ({ protocolVersion: 1, agentInfo: { name: "played", version: "1" } }),
  "session/new": () => ({ sessionId: SESSION }),
  "session/prompt": ({ prompt }) =>
    new Promise((resolve) => {
      player = play(prompt[0].text, resolve);
    }),
  "session/cancel"() {
    ending = true;
    player?.kill("SIGKILL");
    return null;
  },
  closed: () => process.exit(),
});
