// Stands in for claude: `claude -p --output-format stream-json --verbose …`, the prompt on stdin, what happens by
// STUB_SCENARIO.
import {
  args,
  cut,
  demand,
  forgeRecords,
  hang,
  line,
  lookAtHome,
  readPrompt,
  scenario,
  spillKey,
  startChild,
  startDaemon,
  TRESPASSES,
  talk,
  talkNonsense,
  toldWords,
  valueAfter,
  variables,
  writeDocument,
} from "./stage.mjs";

const USAGE = {
  input_tokens: 1_000,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 200,
  output_tokens: 50,
};
const resumed = args.includes("--resume");
const session = valueAfter("--resume") ?? "stub-session";
const mayWrite = (valueAfter("--tools") ?? "").split(",").includes("Write");

const init = () => line({ type: "system", subtype: "init", session_id: session, model: "stub", tools: [] });
const words = (text) => message({ type: "text", text });
const message = (block) => ({
  type: "assistant",
  session_id: session,
  message: { id: "msg_stub", type: "message", role: "assistant", content: [block], usage: USAGE },
});
/** The cost is counted over all runs of a session, the tokens are not. */
const result = (more) => ({
  ...{ type: "result", subtype: "success", is_error: false, duration_ms: 5, num_turns: 2, result: "Done." },
  ...{ session_id: session, total_cost_usd: resumed ? 0.375 : 0.25, usage: USAGE, permission_denials: [] },
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

function fail(status, text, code = status === 429 ? "rate_limit" : "server_error") {
  line({ ...words(text), error: code });
  line(result({ is_error: true, result: text, api_error_status: status }));
  process.exitCode = 1;
}

function finish() {
  work();
  line(result({}));
}

const trespasses = Object.fromEntries(
  Object.entries(TRESPASSES).map(([name, trespass]) => [
    name,
    () => {
      trespass();
      finish();
    },
  ]),
);

const SCENARIOS = {
  ...trespasses,
  ok() {
    line(words("Writing the document."));
    finish();
  },
  "tells-prompt": () => line(result({ result: `a prompt of ${prompt.length} characters` })),
  "tells-both": () => line(result({ result: toldWords(valueAfter("--system-prompt-file"), prompt) })),
  empty: () => line(result({ result: "" })),
  silent: () => undefined,
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
  "waits-for-limit"() {
    retry(429, "rate_limit");
    hang();
  },
  "no-network": () =>
    fail(undefined, "API Error: No internet route — check your connection (ENETUNREACH)", "unknown"),
  unauthorised: () => fail(401, "Invalid API key · Please run /login", "authentication_failed"),
  "too-long": () => fail(400, "Prompt is too long", "invalid_request"),
  budget: () => fail(400, "Credit balance is too low", "billing_error"),
  refused: () => line(result({ stop_reason: "refusal", result: "" })),
  "breaks-off": () => writeDocument(),
  "fails-with-key": () => fail(400, `${"x".repeat(988)} ${process.env.ANTHROPIC_API_KEY} was turned away`),
  "spills-variables"() {
    writeDocument(variables());
    line(result({ result: variables() }));
  },
  "spills-and-hangs"() {
    for (let i = 0; i < 20; i += 1) line(words(process.env.ANTHROPIC_API_KEY));
    hang();
  },
  "looks-at-home"() {
    line(result({ result: lookAtHome(process.env.CLAUDE_CONFIG_DIR) }));
  },
  "hang-before-first-byte": hang,
  "hang-after-result"() {
    finish();
    hang();
  },
  "hang-after-nothing"() {
    line(result({ result: "" }));
    hang();
  },
  "cut-stream": () => cut(words("The first half of a long answer, and then")),
  crash: () => process.kill(process.pid, "SIGSEGV"),
  "background-child"() {
    startChild();
    finish();
  },
  daemon() {
    startDaemon();
    finish();
  },
  "huge-output"() {
    talk(words);
    finish();
  },
  nonsense: talkNonsense,
  "spills-key"() {
    spillKey(process.env.ANTHROPIC_API_KEY, words);
    line(result({ result: `The key is ${process.env.ANTHROPIC_API_KEY}` }));
  },
  "control-characters"() {
    line(words("\u001b[2Jgone\u0007"));
    writeDocument("\u001b[31mred\u001b[0m\n");
    line(result({}));
  },
  forges() {
    forgeRecords();
    setTimeout(finish, 1_500);
  },
};

process.on("SIGINT", () => {
  line(result({ result: "Interrupted." }));
  process.exit(0);
});
demand(args.includes("-p") && args.includes("--verbose"), "stream-json needs -p and --verbose");
demand(valueAfter("--output-format") === "stream-json", "another output format");
demand(scenario in SCENARIOS, `no scenario ${scenario}`);
const prompt = readPrompt();
if (scenario !== "silent") init();
SCENARIOS[scenario]();
