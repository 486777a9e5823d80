// Stands in for an agent that speaks the Agent Client Protocol; what happens by STUB_SCENARIO.
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, chunk, rawLine, refusal, serve, update } from "./acp-peer.mjs";
import { hang, scenario, startChild, startDaemon, TRESPASSES, variables, writeDocument } from "./stage.mjs";

const SESSION = "stub-session";
const USAGE = {
  inputTokens: 1_000,
  outputTokens: 50,
  cachedReadTokens: 200,
  cachedWriteTokens: 0,
  totalTokens: 1_250,
};
const LONG_CHARS = 4_000_000;
const here = (name) => join(process.cwd(), name);
const say = (text) => chunk(SESSION, text);
const DONE = { stopReason: "end_turn", usage: USAGE };
const state = { system: null, resumed: false, mode: "default", model: "small", prompt: "" };

/** As a tool of an agent would: it asks for leave first, and writes where it has it. */
async function edit(path, { kind = "edit", options = OPTIONS } = {}) {
  const toolCall = { toolCallId: "call-1", title: `Write ${path}`, kind, locations: [{ path }] };
  update(SESSION, "tool_call", { ...toolCall, status: "pending" });
  const { result } = await ask("session/request_permission", { sessionId: SESSION, toolCall, options });
  const allowed = result?.outcome?.optionId === "yes";
  update(SESSION, "tool_call_update", { toolCallId: "call-1", status: allowed ? "completed" : "failed" });
  return { allowed, result };
}

const OPTIONS = [
  { optionId: "always", name: "Always", kind: "allow_always" },
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];

async function work() {
  say("Writing the ");
  say("document.");
  const { allowed } = await edit(process.env.PARLEY_OUT);
  if (allowed) writeDocument();
}

async function finish() {
  await work();
  say("Done.");
  update(SESSION, "usage_update", {
    used: 1,
    size: 2,
    cost: { amount: state.resumed ? 0.375 : 0.25, currency: "USD" },
  });
  return DONE;
}

const failed = (code, message, data) => () => refusal(code, message, data);

function stopped(stopReason) {
  say("The first half");
  return { stopReason };
}

function never() {
  hang();
  return null;
}

const PROMPTS = {
  ok: finish,
  "tells-prompt"() {
    say(`a prompt of ${state.prompt.length} characters`);
    return DONE;
  },
  "tells-both"() {
    say(JSON.stringify({ system: state.system, input: state.prompt }));
    return DONE;
  },
  "tells-state"() {
    say(`${state.resumed ? "resumed" : "new"} ${state.mode} ${state.model}`);
    return DONE;
  },
  /** Until it is told to go on. */
  async slow() {
    writeFileSync("../asked", "");
    while (!existsSync("../go-on")) {
      say("still at it ");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return await finish();
  },
  empty: () => DONE,
  refused: () => ({ stopReason: "refusal" }),
  "cut-off": () => stopped("max_tokens"),
  "stops-oddly": () => stopped("bored"),
  "stops-without-a-word": () => ({}),
  limited: failed(429, "too many requests, try again in 30 seconds"),
  "api-error": failed(-32603, "Internal error", { errorName: "APIError", statusCode: 500 }),
  unauthorised: failed(-32000, "Authentication required"),
  async "fails-as-end-turn"() {
    const meta = (codex) => update(SESSION, "session_info_update", { _meta: { codex } });
    meta({ error: { message: "Reconnecting... 1/1", willRetry: true } });
    meta({ threadStatus: { type: "systemError" } });
    say("We’re currently experiencing high demand, which may cause temporary errors.");
    return { stopReason: "end_turn", usage: null };
  },
  "text-after-stop"() {
    say("# The first ");
    setTimeout(() => {
      say("half, and the second.");
      update(SESSION, "usage_update", { used: 1, size: 2, cost: { amount: 0.5, currency: "USD" } });
    }, 50);
    return DONE;
  },
  "other-sessions"() {
    chunk("another-session", "Not of this session.");
    say("Of this one.");
    return DONE;
  },
  "several-messages"() {
    update(SESSION, "agent_message_chunk", {
      messageId: "a",
      content: { type: "text", text: "I will think." },
    });
    update(SESSION, "agent_thought_chunk", { content: { type: "text", text: "Thinking." } });
    update(SESSION, "agent_message_chunk", { messageId: "b", content: { type: "text", text: "# The " } });
    update(SESSION, "agent_message_chunk", { messageId: "b", content: { type: "text", text: "answer" } });
    update(SESSION, "news_from_tomorrow", { text: "x" });
    return DONE;
  },
  "never-ends": never,
  async "talks-for-ever"() {
    hang();
    setInterval(() => update(SESSION, "plan", { entries: [] }), 20);
    return null;
  },
  async flood() {
    for (;;) {
      for (let i = 0; i < 200; i += 1) say("x");
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
  garbage() {
    for (let i = 0; i < 5_000; i += 1) rawLine(i % 2 === 0 ? "Loading…" : "{ not json");
    return DONE;
  },
  async "some-garbage"() {
    for (const line of ["Loading…", "[]", "42", "null", '{"jsonrpc":"1.0"}', '{"id":77,"result":{}}'])
      rawLine(line);
    return await finish();
  },
  "long-message"() {
    say("x".repeat(LONG_CHARS));
    return DONE;
  },
  async "asks-for-ever"() {
    for (;;) await edit(here("other.md"));
  },
  exits: () => process.exit(3),
  "exits-well": () => process.exit(0),
  killed: () => process.kill(process.pid, "SIGKILL"),
  async "writes-through-us"() {
    const write = (path) =>
      ask("fs/write_text_file", { sessionId: SESSION, path, content: "# Through you\n" });
    symlinkSync("..", here("up"));
    symlinkSync("/nowhere/at/all", here("dangling"));
    const outside = ["../outside.md", "/tmp/parley-outside.md", here("up/outside.md"), here("dangling")];
    const places = [...outside, here(".git")];
    const answers = [];
    for (const path of places) answers.push((await write(path)).error === undefined ? "written" : "refused");
    const own = await write(process.env.PARLEY_OUT);
    say(`${answers.join(" ")}, its own ${own.error === undefined ? "written" : "refused"}`);
    return DONE;
  },
  async "reads-through-us"() {
    writeFileSync(here("note.md"), "one\ntwo\nthree\n");
    const read = (path, more) => ask("fs/read_text_file", { sessionId: SESSION, path, ...more });
    const outside = [await read("/etc/hostname"), await read("../request.json"), await read(here("none.md"))];
    const inside = await read(here("note.md"), { line: 2, limit: 1 });
    say(
      `${outside.map(({ error }) => (error ? "refused" : "read")).join(" ")}, inside ${inside.result?.content}`,
    );
    return DONE;
  },
  async "wants-a-terminal"() {
    const { error } = await ask("terminal/create", { sessionId: SESSION, command: "sh", args: ["-c", "id"] });
    say(error === undefined ? "I have a terminal." : "I have none.");
    return DONE;
  },
  async "stops-when-refused"() {
    say("I am going to write ");
    const { allowed } = await edit("/parley-outside/denied.md");
    return allowed ? DONE : { stopReason: "cancelled" };
  },
  async "asks-for-much"() {
    const asked = [
      ["edit", here("notes.md")],
      ["edit", "relative.md"],
      ["edit", "../request.json"],
      ["read", here("project/README.md")],
      ["read", "/etc/passwd"],
      ["search", process.cwd()],
      ["execute", here("x")],
      ["delete", here("x")],
      ["edit", here(".git")],
      ["edit", here("sub/.GIT/config")],
      ["fetch", here("x")],
      ["other", here("x")],
    ];
    const answers = [];
    for (const [kind, path] of asked)
      answers.push(`${kind} ${(await edit(path, { kind })).allowed ? "yes" : "no"}`);
    const withoutNo = await edit(here("x"), { kind: "execute", options: OPTIONS.slice(0, 2) });
    say(`${answers.join(", ")}, ${withoutNo.result.outcome.outcome}`);
    return DONE;
  },
  async "background-child"() {
    startChild();
    return await finish();
  },
  async daemon() {
    startDaemon();
    return await finish();
  },
  async "stays-after-result"() {
    process.on("SIGTERM", () => undefined);
    hang();
    return await finish();
  },
  async "spills-key"() {
    const text = `The key is ${process.env.STUB_API_KEY}`;
    writeDocument(`${text}\n`);
    process.stderr.write(`debug: ${text}\n`);
    for (const piece of [text.slice(0, 15), text.slice(15)]) say(piece);
    return DONE;
  },
  "spills-variables"() {
    say(variables());
    return DONE;
  },
  ...Object.fromEntries(
    Object.entries(TRESPASSES).map(([name, trespass]) => [
      name,
      async () => {
        trespass();
        return await finish();
      },
    ]),
  ),
};

const MODES = {
  currentModeId: "default",
  availableModes: ["default", "read-only"].map((id) => ({ id, name: id })),
};
const MODELS = {
  ...{ id: "model", name: "Model", category: "model", type: "select", currentValue: "small" },
  options: ["small", "large"].map((value) => ({ value, name: value })),
};
const opened = () => ({ modes: MODES, configOptions: [MODELS] });

/** By what the scenario is called before its colon: the agent cannot resume, loads, fails to, or takes a system prompt. */
const [skill, part] = scenario.includes(":") ? scenario.split(":") : ["resumes", scenario];

/** It can only add to its own. */
function takeSystemPrompt({ systemPrompt }) {
  if (systemPrompt === undefined) return null;
  if (skill !== "advised" || systemPrompt.mode !== "append") return refusal(-32602, "Invalid params");
  state.system = systemPrompt.content.map(({ text }) => text).join("");
  return null;
}

function goOn(params) {
  const wrong = takeSystemPrompt(params);
  if (wrong !== null) return wrong;
  if (skill === "forgets")
    return refusal(-32603, "Internal error", { details: "No previous sessions found." });
  state.resumed = true;
  return opened();
}

const SKILLS = { resumes: { resume: {} }, advised: { resume: {}, systemPrompt: {} } };
const isDeaf = part === "never-answers";

serve({
  initialize: () => {
    if (isDeaf) return never();
    const sessionCapabilities = SKILLS[skill] ?? {};
    const loadSession = skill === "loads" || skill === "forgets";
    const version = part === "other-version" ? 7 : 1;
    const agentInfo = { name: part === "tells-last-step" ? "OpenCode" : "stub", version: "1" };
    return { protocolVersion: version, agentInfo, agentCapabilities: { loadSession, sessionCapabilities } };
  },
  "session/new": (params) =>
    takeSystemPrompt(params) ?? (part === "no-session" ? {} : { sessionId: SESSION, ...opened() }),
  "session/resume": goOn,
  "session/load"(params) {
    if (skill === "loads") chunk(SESSION, "What was said before.");
    return goOn(params);
  },
  "session/set_mode"({ modeId }) {
    state.mode = modeId;
    return {};
  },
  "session/set_config_option"({ value }) {
    state.model = value;
    return {};
  },
  async "session/prompt"({ prompt }) {
    state.prompt = prompt.map(({ text }) => text).join("");
    const run = PROMPTS[part] ?? PROMPTS.ok;
    return await new Promise((resolve) => {
      state.cancel = () => resolve({ stopReason: "cancelled" });
      Promise.resolve(run()).then((answer) => answer !== null && resolve(answer));
    });
  },
  "session/cancel"() {
    writeFileSync("../cancelled", "");
    state.cancel?.();
    return null;
  },
  closed() {
    if (part !== "stays-after-result" && !existsSync("../hanging")) process.exit(0);
  },
});
