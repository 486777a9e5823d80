// Stands in for codex: `codex exec --json … [resume ID] -`, the prompt on stdin, what happens by STUB_SCENARIO.
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
  variables,
  writeDocument,
} from "./stage.mjs";

const resumed = args.includes("resume");
const thread = resumed ? args.at(-2) : "stub-thread";
const mayWrite = args.some((word) => word.includes('":workspace_roots"="write"'));
/** Counted over the whole thread. */
const USAGE = {
  input_tokens: resumed ? 2_500 : 1_200,
  cached_input_tokens: resumed ? 600 : 200,
  output_tokens: resumed ? 90 : 50,
};

const instructionsFile = () =>
  args
    .flatMap((word) => /^model_instructions_file=(".*")$/.exec(word)?.slice(1) ?? [])
    .map((it) => JSON.parse(it))[0];

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

function finish(text = "Done.") {
  line(words(text));
  line({ type: "turn.completed", usage: USAGE });
}

function workAndFinish() {
  work();
  finish();
}

function fail(message) {
  line({ type: "error", message });
  line({ type: "turn.failed", error: { message } });
  process.exitCode = 1;
}

const trespasses = Object.fromEntries(
  Object.entries(TRESPASSES).map(([name, trespass]) => [
    name,
    () => {
      trespass();
      workAndFinish();
    },
  ]),
);

const SCENARIOS = {
  ...trespasses,
  ok() {
    line(done({ type: "reasoning", text: "**Thinking**" }));
    workAndFinish();
  },
  "tells-prompt": () => finish(`a prompt of ${prompt.length} characters`),
  "tells-both": () => finish(toldWords(instructionsFile(), prompt)),
  empty: () => line({ type: "turn.completed", usage: USAGE }),
  silent: () => undefined,
  denied() {
    line(done(command({ aggregated_output: "", exit_code: null, status: "declined" })));
    finish("I was not allowed to write.");
  },
  "patch-rejected"() {
    process.stderr.write(
      "ERROR codex_core::tools::router: error=patch rejected: writing outside of the project; rejected by user approval settings\n",
    );
    finish("I could not write.");
  },
  "api-error"() {
    line({ type: "error", message: "Reconnecting... 1/1 (unexpected status 500 Internal Server Error)" });
    fail("exceeded retry limit, last status: 500 Internal Server Error");
  },
  "rate-limited"() {
    fail("exceeded retry limit, last status: 429 Too Many Requests. Try again in 30 seconds.");
  },
  "waits-for-limit"() {
    const message = "Reconnecting... 1/1 (exceeded retry limit, last status: 429 Too Many Requests)";
    line({ type: "error", message });
    hang();
  },
  unauthorised: () => fail("unexpected status 401 Unauthorized: Incorrect API key provided"),
  "too-long": () => fail("Codex ran out of room in the model's context window."),
  budget: () => fail("Quota exceeded. Check your plan and billing details."),
  refused: () => fail("This content was flagged by our usage policies."),
  "breaks-off": () => writeDocument(),
  "fails-with-key": () => fail(`${"x".repeat(988)} ${process.env.STUB_API_KEY} was turned away`),
  "spills-variables"() {
    writeDocument(variables());
    finish(variables());
  },
  "looks-at-home": () => finish(lookAtHome(process.env.CODEX_HOME)),
  "no-network"() {
    line({ type: "error", message: "Reconnecting... 5/5 (Connection failed: error sending request)" });
    fail("Connection failed: error sending request");
  },
  "hang-before-first-byte": hang,
  "hang-after-result"() {
    workAndFinish();
    hang();
  },
  "hang-after-nothing"() {
    line({ type: "turn.completed", usage: USAGE });
    hang();
  },
  "cut-stream": () => cut(words("The first half of a long answer, and then")),
  crash: () => process.kill(process.pid, "SIGSEGV"),
  "background-child"() {
    const child = startChild();
    workAndFinish();
    child.kill("SIGKILL");
  },
  daemon() {
    startDaemon();
    workAndFinish();
  },
  "huge-output"() {
    talk(words);
    workAndFinish();
  },
  nonsense: talkNonsense,
  "spills-key"() {
    spillKey(process.env.STUB_API_KEY, words);
    finish(`The key is ${process.env.STUB_API_KEY}`);
  },
  "control-characters"() {
    line(words("\u001b[2Jgone\u0007"));
    writeDocument("\u001b[31mred\u001b[0m\n");
    finish();
  },
  forges() {
    forgeRecords();
    setTimeout(workAndFinish, 1_500);
  },
};

process.on("SIGINT", () => process.exit(1));
demand(args[0] === "exec" && args.includes("--json") && args.at(-1) === "-", "not `exec --json … -`");
demand(!args.includes("--sandbox"), "a permission profile and --sandbox do not mix");
demand(!resumed || args.indexOf("--json") < args.indexOf("resume"), "unexpected argument '--json'");
demand(scenario in SCENARIOS, `no scenario ${scenario}`);
const prompt = readPrompt();
if (scenario !== "silent") {
  line({ type: "thread.started", thread_id: thread });
  line({ type: "turn.started" });
}
SCENARIOS[scenario]();
