// Stands in for codex: `codex exec --json … [resume ID] -`, the prompt on stdin, what happens by STUB_SCENARIO.
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

const resumed = args.includes("resume");
const thread = resumed ? args.at(-2) : "stub-thread";
const mayWrite = valueAfter("--sandbox") === "workspace-write";
/** Counted over the whole thread. */
const USAGE = {
  input_tokens: resumed ? 2_500 : 1_200,
  cached_input_tokens: 200,
  output_tokens: resumed ? 90 : 50,
};

const done = (item) => ({ type: "item.completed", item: { id: "item_0", ...item } });
const words = (text) => done({ type: "agent_message", text });
const command = (more) => ({ type: "command_execution", command: "bash -lc 'touch x'", ...more });

function work() {
  if (!mayWrite) return;
  const change = { type: "file_change", changes: [{ path: "document.md", kind: "add" }] };
  line({ type: "item.started", item: { id: "item_1", ...change, status: "in_progress" } });
  writeDocument();
  line(done({ ...change, status: "completed" }));
}

function finish(text) {
  line(words(text));
  line({ type: "turn.completed", usage: USAGE });
}

function fail(message) {
  line({ type: "error", message });
  line({ type: "turn.failed", error: { message } });
  process.exitCode = 1;
}

const SCENARIOS = {
  ok() {
    line(done({ type: "reasoning", text: "**Thinking**" }));
    work();
    finish("Done.");
  },
  denied() {
    line(done(command({ aggregated_output: "", exit_code: null, status: "declined" })));
    finish("I was not allowed to write.");
  },
  "api-error"() {
    line({ type: "error", message: "Reconnecting... 1/1 (unexpected status 500 Internal Server Error)" });
    fail("exceeded retry limit, last status: 500 Internal Server Error");
  },
  "rate-limited"() {
    fail("exceeded retry limit, last status: 429 Too Many Requests. Try again in 30 seconds.");
  },
  "hang-before-first-byte": hang,
  "cut-stream": () => cut(words("The first half of a long answer, and then")),
  "background-child"() {
    const child = startChild();
    work();
    finish("Done.");
    child.kill("SIGKILL");
  },
  "huge-output"() {
    talk(words);
    work();
    finish("Done.");
  },
  nonsense: talkNonsense,
};

process.on("SIGINT", () => process.exit(1));
demand(args[0] === "exec" && args.includes("--json") && args.at(-1) === "-", "not `exec --json … -`");
demand(!resumed || args.indexOf("--sandbox") < args.indexOf("resume"), "unexpected argument '--sandbox'");
demand(scenario in SCENARIOS, `no scenario ${scenario}`);
readPrompt();
line({ type: "thread.started", thread_id: thread });
line({ type: "turn.started" });
SCENARIOS[scenario]();
