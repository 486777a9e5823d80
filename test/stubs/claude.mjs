// Stands in for claude: `claude -p --output-format stream-json --verbose …`, the prompt on stdin, what happens by
// STUB_SCENARIO.
import {
  args,
  cut,
  demand,
  hang,
  line,
  readPrompt,
  scenario,
  startChild,
  talk,
  talkNonsense,
  valueAfter,
  writeDocument,
} from "./stage.mjs";

const USAGE = {
  input_tokens: 1_000,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 200,
  output_tokens: 50,
};
const session = valueAfter("--resume") ?? valueAfter("--session-id") ?? "stub-session";
const mayWrite = (valueAfter("--tools") ?? "").split(",").includes("Write");

const init = () => line({ type: "system", subtype: "init", session_id: session, model: "stub", tools: [] });
const words = (text) => message({ type: "text", text });
const message = (block) => ({
  type: "assistant",
  session_id: session,
  message: { id: "msg_stub", type: "message", role: "assistant", content: [block], usage: USAGE },
});
const result = (more) => ({
  ...{ type: "result", subtype: "success", is_error: false, duration_ms: 5, num_turns: 2, result: "Done." },
  ...{ session_id: session, total_cost_usd: 0.25, usage: USAGE, permission_denials: [] },
  ...more,
});
const retry = (status, error) =>
  line({
    ...{ type: "system", subtype: "api_retry", session_id: session, attempt: 1, max_retries: 2 },
    ...{ retry_delay_ms: 2_000, error_status: status, error },
  });

function work() {
  if (!mayWrite) return;
  line(message({ type: "tool_use", id: "toolu_1", name: "Write", input: {} }));
  writeDocument();
  line({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1" }] },
  });
}

function fail(status, text) {
  line({ ...words(text), error: status === 429 ? "rate_limit" : "server_error" });
  line(result({ is_error: true, result: text, api_error_status: status }));
  process.exitCode = 1;
}

const SCENARIOS = {
  ok() {
    line(words("Writing the document."));
    work();
    line(result({}));
  },
  denied() {
    line(message({ type: "tool_use", id: "toolu_1", name: "Write", input: {} }));
    const permission_denials = [{ tool_name: "Write", tool_use_id: "toolu_1", tool_input: {} }];
    line(result({ result: "I was not allowed to write.", permission_denials }));
  },
  "api-error"() {
    retry(500, "server_error");
    fail(500, "API Error: 500 Internal server error");
  },
  "rate-limited"() {
    retry(429, "rate_limit");
    fail(429, "API Error: 429 This request would exceed the rate limit. Try again in 30 seconds.");
  },
  "hang-before-first-byte": hang,
  "cut-stream": () => cut(words("The first half of a long answer, and then")),
  "background-child"() {
    startChild();
    work();
    line(result({}));
  },
  "huge-output"() {
    talk(words);
    work();
    line(result({}));
  },
  nonsense: talkNonsense,
};

process.on("SIGINT", () => {
  line(result({ result: "Interrupted." }));
  process.exit(0);
});
demand(args.includes("-p") && args.includes("--verbose"), "stream-json needs -p and --verbose");
demand(valueAfter("--output-format") === "stream-json", "another output format");
demand(scenario in SCENARIOS, `no scenario ${scenario}`);
readPrompt();
init();
SCENARIOS[scenario]();
