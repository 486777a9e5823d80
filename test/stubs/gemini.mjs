// Stands in for gemini: `gemini --output-format stream-json …`, the prompt on stdin, what happens by STUB_SCENARIO.
import { existsSync, readFileSync } from "node:fs";
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

const session = valueAfter("--resume") ?? "stub-session";
const settings = JSON.parse(readFileSync(`${process.env.HOME}/.gemini/settings.json`, "utf8"));
const mayWrite = settings.tools.core.includes("write_file");
const STATS = { total_tokens: 1_250, input_tokens: 1_200, output_tokens: 50, cached: 200, input: 1_000 };

const say = (content) => line({ type: "message", role: "assistant", content, delta: true });
const end = (status, more = {}) => line({ type: "result", status, stats: STATS, ...more });

function use(tool_name, parameters, result) {
  line({ type: "tool_use", tool_name, tool_id: "t1", parameters });
  line({ type: "tool_result", tool_id: "t1", ...result });
}

function finish() {
  say("Writing.");
  if (mayWrite) {
    writeDocument();
    use("write_file", { file_path: "engineer.md" }, { status: "success" });
  } else use("read_file", { file_path: "a.md" }, { status: "success" });
  say("Do");
  say("ne.");
  end("success");
}

function fail(message, { status, code, delayMs } = {}) {
  end("error", { error: { type: "unknown", message } });
  process.stderr.write(
    `Error when talking to the API\n    at Turn.run {\n  retryDelayMs: ${delayMs},\n  status: ${status}\n}\n`,
  );
  process.exitCode = code ?? 1;
}

const denied = (error) => () => {
  use("write_file", { file_path: "/elsewhere/a.md" }, { status: "error", error });
  say("I was not allowed to write.");
  end("success");
};
const OUTSIDE = 'Path not in workspace: Attempted path "/elsewhere/a.md" resolves outside';

const SCENARIOS = {
  ok: finish,
  empty: () => end("success"),
  denied: denied({ type: "policy_violation", message: "Tool execution denied by policy." }),
  outside: denied({ type: "invalid_tool_params", message: OUTSIDE }),
  "api-error": () => fail("[API Error: it broke]", { status: 500, code: 244 }),
  "rate-limited": () => fail("[API Error: slow down]", { status: 429, code: 173, delayMs: 30_000 }),
  unauthorised: () => fail("[API Error: who is there?]", { status: 401, code: 145 }),
  cut: () => fail("[API Error: exception TypeError: fetch failed sending request]"),
  "got-over-a-limit"() {
    process.stderr.write("Attempt 1 failed {\n  status: 429\n}\n");
    finish();
  },
  "interrupted-after-words"() {
    say("Half of");
    hang();
  },
  "tells-both"() {
    say(toldWords(process.env.GEMINI_SYSTEM_MD, prompt));
    end("success");
  },
  "looks-around": () => {
    const isStopped = existsSync("../.gemini/.env");
    say(JSON.stringify({ settings, isStopped, tmp: existsSync(process.env.TMPDIR) }));
    end("success");
  },
};

process.on("SIGINT", () => process.exit(0));
const isBegun = args.includes("--skip-trust") || process.env.GEMINI_CLI_TRUST_WORKSPACE === "false";
demand(valueAfter("--output-format") === "stream-json" && isBegun, "not headless");
demand(scenario in SCENARIOS, `no scenario ${scenario}`);
const prompt = readPrompt();
line({ type: "init", session_id: session, model: "stub" });
SCENARIOS[scenario]();
