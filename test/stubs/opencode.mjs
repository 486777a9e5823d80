// Stands in for opencode: `opencode run --format json …`, the prompt on stdin, what happens by STUB_SCENARIO.
import {
  args,
  demand,
  hang,
  line,
  readPrompt,
  scenario,
  toldWords,
  valueAfter,
  writeDocument,
} from "./stage.mjs";

const sessionID = valueAfter("--session") ?? "ses_stub";
const config = JSON.parse(process.env.OPENCODE_CONFIG_CONTENT);
const mayWrite = config.permission.edit !== "deny";

const part = (type, value) => line({ type, sessionID, part: value });
const say = (text) => part("text", { text });
const step = (reason, cost = 0) =>
  part("step_finish", {
    reason,
    cost,
    tokens: { input: 400, output: 20, reasoning: 5, cache: { read: 100, write: 100 } },
  });
const tool = (name, state) => part("tool_use", { tool: name, state });

function finish() {
  part("step_start", {});
  say("Writing.");
  if (mayWrite) writeDocument();
  tool("write", { status: "completed", input: { filePath: "engineer.md" } });
  step("tool-calls", 0.25);
  part("step_start", {});
  say("Done.");
  step("stop", 0.125);
}

function fail(data) {
  line({ type: "error", sessionID, error: { name: "APIError", data } });
  process.exitCode = 1;
}

const SCENARIOS = {
  ok: finish,
  empty() {
    part("step_start", {});
    step("stop");
  },
  denied() {
    part("step_start", {});
    const error =
      "The user has specified a rule which prevents you from using this specific tool call. Here are some";
    tool("write", { status: "error", input: { filePath: "/elsewhere/a.md" }, error });
    step("tool-calls");
    part("step_start", {});
    say("I was not allowed to write.");
    step("stop");
  },
  "api-error": () => fail({ message: "it broke", statusCode: 500, isRetryable: true }),
  "rate-limited": () => fail({ message: "slow down, try again in 30 seconds", statusCode: 429 }),
  unauthorised: () => fail({ message: "who is there?", statusCode: 401, isRetryable: false }),
  cut: () => fail({ message: "Cannot connect to API: The socket connection was closed", isRetryable: true }),
  "odd-request": () => fail({ message: "no such thing", statusCode: 404, isRetryable: false }),
  "interrupted-after-words"() {
    part("step_start", {});
    say("Half of");
    step("tool-calls");
    hang();
  },
  "tells-both"() {
    const named = config.agent[valueAfter("--agent")].prompt;
    part("step_start", {});
    say(toldWords(/^\{file:(.*)\}$/.exec(named)?.[1], prompt));
    step("stop");
  },
  "looks-around"() {
    part("step_start", {});
    say(JSON.stringify({ config, home: process.env.HOME, data: process.env.XDG_DATA_HOME }));
    step("stop");
  },
};

demand(args[0] === "run" && valueAfter("--format") === "json", "not `run --format json`");
demand(Object.hasOwn(config.agent, valueAfter("--agent")), "no such agent");
demand(scenario in SCENARIOS, `no scenario ${scenario}`);
const prompt = readPrompt();
SCENARIOS[scenario]();
