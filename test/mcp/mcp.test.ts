// `parley mcp` as its clients see it.
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installHeldClaude } from "../cli/agent-programs.ts";
import { PAGE, rejectedWorld } from "../cli/build-project.ts";
import { copyCheckout, endedCheckout, waitingCheckout } from "../cli/checkout-world.ts";
import { askingWorld, gatedWorld } from "../cli/gated-world.ts";
import { documentOf, errorOf, newWorld } from "../cli/world.ts";
import { until } from "../support/until.ts";
import { serve } from "./mcp-client.ts";

const PLAYERS = { engineer: "player:players/engineer.yaml", reviewer: "player:players/reviewer.yaml" };
const READING = "inbox status wait gaps ledger conflicts decisions why disputes".split(" ");
const CHANGING = [
  ..."refine_start resume answer pause roll_back".split(" "),
  ..."dispute_create dispute_log dispute_resolve dispute_withdraw".split(" "),
];

test("given a client of each time, then it is told what there is, which of it changes something, and that in few words", async () => {
  for (const protocol of ["2025-06-18", "2025-11-25"]) {
    const { client, end, stderr } = serve(newWorld(), { protocol });
    const { protocolVersion, serverInfo, instructions } = await client.initialize();
    expect({ protocolVersion, name: serverInfo.name }).toEqual({ protocolVersion: protocol, name: "parley" });
    expect(instructions).toContain("Never answer on your own");
    expect(instructions.length).toBeLessThan(2_000);
    const { result } = await client.request("tools/list");
    expect(result.tools.map(({ name }: { name: string }) => name)).toEqual([...READING, ...CHANGING]);
    for (const { name, annotations, inputSchema } of result.tools) {
      expect(annotations.readOnlyHint, name).toBe(READING.includes(name));
      expect(inputSchema.additionalProperties, name).toBe(false);
    }
    expect(await end()).toBe(0);
    expect(stderr()).toBe("");
  }
});

test("given a client of the newest protocol, which says who it is with each request, then it is served", async () => {
  const world = await waitingCheckout();
  const { client } = serve(world);
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const discovered = await client.request("server/discover", { _meta });
  expect(discovered.result.supportedVersions).toContain("2026-07-28");
  const { result } = await client.request("tools/call", { name: "inbox", arguments: {}, _meta });
  expect(result.structuredContent.questions).toHaveLength(1);
});

test("given a question, then it is a value with its options; the answer is recorded as one that came through a host", async () => {
  const world = await waitingCheckout();
  const { client, apart, end } = serve(world);
  await client.initialize();
  const { questions } = await client.call("inbox");
  expect(questions).toEqual(documentOf(await world.run(["inbox", "--json"])));
  const [{ id, options }] = questions;
  expect(options.map((option: { id: string }) => option.id)).toContain("input");
  expect(await client.call("wait", {})).toMatchObject({
    at: "question",
    attended: false,
    questions: [{ id }],
  });
  const answered = await client.call("answer", { question: id, option: "input", text: "Ten years." });
  expect(answered).toMatchObject({ question: id, option: "input", next: null });
  expect(await client.call("answer", { question: id, option: "input", text: "Ten." })).toMatchObject({
    error: { code: "question-closed" },
  });
  const resumed = await client.call("resume");
  expect(resumed).toMatchObject({ session: "checkout", follow: expect.stringContaining("wait") });
  let news = await client.call("wait", { session: "checkout" });
  while (news.at === "news") news = await client.call("wait", { session: "checkout", since: news.version });
  expect(news).toMatchObject({ at: "ended", output: "checkout_v1.md" });
  await apart();
  expect(JSON.parse(world.read(resumed.result))).toMatchObject({ end: "ended" });
  const decisions = world.read(join(world.project, ".parley/sessions/checkout/decisions.md"));
  const history = documentOf(await world.run(["history", "checkout", "--json"]));
  expect(JSON.stringify(history)).toContain(`"via":"mcp"`);
  expect(decisions).toContain("through an agent's host (MCP)");
  expect(await end()).toBe(0);
});

test("given a spec, then a refinement is started, followed and comes to its end; the answers are those of `--json`", async () => {
  const world = newWorld();
  copyCheckout(world);
  const { client, apart } = serve(world);
  await client.initialize();
  const started = await client.call("refine_start", {
    spec: "checkout.md",
    ...PLAYERS,
    policy: "players/policy.yaml",
  });
  expect(started).toMatchObject({ session: "checkout", createdProject: world.project, gaps: 3 });
  const seen: string[] = [];
  let news = await client.call("wait", { session: "checkout", since: 0 });
  for (; !["ended", "stopped"].includes(news.at); seen.push(news.at))
    news = await client.call("wait", { session: "checkout", since: news.version });
  expect(news.at).toBe("ended");
  await apart();
  expect(readFileSync(started.log, "utf8")).toContain("Round 1: 3 gaps");
  const looks: readonly (readonly [string, object, readonly string[], string | null])[] = [
    ["status", {}, ["status"], null],
    ["gaps", { all: true }, ["gap", "list", "--all"], "gaps"],
    ["gaps", { gap: "GAP-TODO-001" }, ["gap", "show", "GAP-TODO-001"], null],
    ["conflicts", { all: true }, ["conflicts", "--all"], "conflicts"],
    ["decisions", {}, ["decisions"], "decisions"],
    ["why", { file: "checkout_v1.md", line: 5 }, ["why", "checkout_v1.md:5"], null],
    ["disputes", {}, ["dispute", "list"], "disputes"],
    ["answer", { question: "Q1", option: "input" }, ["answer", "Q1", "input"], null],
    ["pause", {}, ["pause"], null],
    ["roll_back", { rounds: 1 }, ["rollback", "--rounds", "1"], null],
    ["dispute_withdraw", { dispute: "nobody" }, ["dispute", "withdraw", "nobody"], null],
  ];
  for (const [tool, args, words, list] of looks) {
    const said = await client.call(tool, args);
    const printed = documentOf(await world.run([...words, "--json"]));
    expect(list === null ? said : said[list], tool).toEqual(printed);
  }
  const ledger = await client.call("ledger", { all: true });
  expect(ledger.issues.length).toBeGreaterThan(0);
  expect((await client.call("ledger")).issues.every(({ state }: { state: string }) => state === "OPEN")).toBe(
    true,
  );
});

test("given a run under way, then nobody starts a second one, and `wait` returns when its time is up", async () => {
  const world = newWorld();
  copyCheckout(world);
  const begun = join(world.root, "begun");
  const line = "BLOCKED_NEEDS_INPUT: GAP-TODO-001 - who asks";
  const agent = installHeldClaude(world, line, `touch '${begun}'`);
  const { client, apart } = serve(world);
  await client.initialize();
  const started = await client.call("refine_start", {
    ...{ spec: "checkout.md", engineer: "claude", reviewer: PLAYERS.reviewer },
  });
  expect(started).toMatchObject({ session: "checkout", ended: null });
  await until("the agent is at work, and nothing more is recorded", () => existsSync(begun));
  expect(await client.call("resume")).toMatchObject({ error: { code: "session-held" } });
  const { version } = await client.call("wait", { seconds: 0 });
  expect(await client.call("wait", { seconds: 0, since: version })).toMatchObject({
    at: "nothing",
    attended: true,
  });
  expect(await client.call("pause")).toMatchObject({ session: "checkout", state: "PAUSED" });
  const paused = await client.call("wait", { since: version });
  expect(paused).toMatchObject({ at: "news", state: "PAUSED" });
  agent.letGo();
  await apart();
  expect(await client.call("wait", { since: paused.version })).toMatchObject({
    attended: false,
    state: "PAUSED",
    at: "question",
  });
});

test("given a run that ends at once for a reason of its own, then the caller is told the reason", async () => {
  const world = await endedCheckout();
  const { client } = serve(world);
  await client.initialize();
  const printed = documentOf(await world.run(["resume", "checkout", "--json"]));
  expect(printed).toMatchObject({ error: { code: "ended" } });
  expect(await client.call("resume")).toEqual(printed);
});

test("given a client that can put a form to the user, then the user is asked; given one that cannot, the options are named", async () => {
  const world = await waitingCheckout();
  const asked: unknown[] = [];
  const form = (reply: object) => ({
    capabilities: { elicitation: {} },
    onRequest: (method: string, params: unknown) => {
      asked.push({ method, params });
      return reply;
    },
  });
  const plain = serve(world).client;
  await plain.initialize();
  expect(await plain.call("answer", { question: "Q1" })).toMatchObject({ error: { code: "no-option" } });
  const declined = serve(world, form({ action: "decline" })).client;
  await declined.initialize();
  expect(await declined.call("answer", { question: "Q1" })).toMatchObject({
    error: { code: "not-answered" },
  });
  const wrong = serve(world, form({ action: "accept", content: { option: "frobnicate" } })).client;
  await wrong.initialize();
  expect(await wrong.call("answer", { question: "Q1" })).toMatchObject({ error: { code: "no-option" } });
  const accepted = serve(
    world,
    form({ action: "accept", content: { option: "input", text: "Ten years." } }),
  ).client;
  await accepted.initialize();
  expect(await accepted.call("answer", { question: "Q1" })).toMatchObject({
    question: "Q1",
    option: "input",
  });
  expect(asked).toHaveLength(3);
  expect(asked[0]).toMatchObject({
    method: "elicitation/create",
    params: {
      requestedSchema: { required: ["option"], properties: { option: {}, text: {}, rationale: {} } },
    },
  });
});

test("given questions of a build, then they are listed with those of sessions, and answered as the user said", async () => {
  const { world } = await rejectedWorld();
  const { client } = serve(world, {
    capabilities: { elicitation: {} },
    onRequest: () => ({ action: "accept", content: { option: "overrule", findings: "F1, F2" } }),
  });
  await client.initialize();
  const listed = await client.call("inbox");
  expect(listed).toMatchObject({
    questions: [
      { id: "B1", session: null, task: PAGE },
      { id: "B2", session: null, task: PAGE },
    ],
    awaited: [],
  });
  expect(await client.call("answer", { question: "B1", option: "overrule" })).toMatchObject({
    error: { code: "answer-incomplete", fix: expect.stringContaining("F2 (HIGH: It cannot be printed)") },
  });
  expect(await client.call("answer", { question: "B1", option: "guide", amend: true })).toMatchObject({
    error: { code: "board-question" },
  });
  expect(await client.call("answer", { question: "B1" })).toMatchObject({
    ...{ question: "B1", option: "overrule", session: null, task: PAGE },
    ...{ openQuestions: ["B2"], next: { id: "B2" } },
  });
  const guided = await client.call("answer", { question: "B2", option: "guide", text: "Port 8080." });
  expect(guided).toMatchObject({ question: "B2", openQuestions: [], next: null });
  expect(await client.call("answer", { question: "B2", option: "skip" })).toMatchObject({
    error: { code: "question-closed", message: expect.stringContaining("guide, by human:") },
  });
});

test("given findings to be named with an answer, then they are taken with it", async () => {
  const { world } = await rejectedWorld();
  const { client } = serve(world);
  await client.initialize();
  const said = { question: "B1", option: "overrule", findings: ["F2"] };
  expect(await client.call("answer", said)).toMatchObject({ question: "B1", openQuestions: ["B2"] });
});

test("inside an agent's run questions of a build are read, and not answered", async () => {
  const { world } = await rejectedWorld();
  const { client } = serve(world, { env: { PARLEY_RUN: "0123", PARLEY_ROLE: "coder" } });
  await client.initialize();
  expect(await client.call("inbox")).toMatchObject({ questions: [{ id: "B1" }, { id: "B2" }] });
  const said = { question: "B2", option: "guide", text: "Anything." };
  expect(await client.call("answer", said)).toMatchObject({ error: { code: "inside-run" } });
  const env = { PARLEY_RUN: "0123", PARLEY_ROLE: "coder" };
  for (const line of [
    ["answer", "B2", "skip"],
    ["submit", "coder", "-"],
  ])
    expect(errorOf(await world.run([...line, "--json"], { env })).code).toBe("inside-run");
  expect((await world.run(["inbox"], { env })).code).toBe(7);
});

test("given a gate, then only the very sentence passes it", async () => {
  const world = await gatedWorld();
  const { client } = serve(world);
  await client.initialize();
  const gate = { question: "Q4", option: "acknowledge", rationale: ["GAP-SEC-001=later"] };
  expect(await client.call("answer", { ...gate, phrase: "ok" })).toHaveProperty("error");
  const phrase = "I accept CRITICAL gaps knowing the spec may be unusable";
  expect(await client.call("answer", { ...gate, phrase })).toMatchObject({ question: "Q4" });
});

test("inside an agent's run whatever changes something is refused, and one may look", async () => {
  const world = await askingWorld();
  const { client } = serve(world, { env: { PARLEY_RUN: "0123", PARLEY_ROLE: "engineer" } });
  await client.initialize();
  const before = await client.call("status");
  const attempts: Record<string, object> = {
    refine_start: { spec: "spec.md" },
    resume: {},
    answer: { question: "Q1", option: "force" },
    pause: {},
    roll_back: {},
    dispute_create: { task: "a", reason: "other", position: "p", detail: "d" },
    dispute_log: { task: "a", notes: "n" },
    dispute_resolve: { dispute: "a", decision: "coder" },
    dispute_withdraw: { dispute: "a" },
  };
  expect(Object.keys(attempts)).toEqual(CHANGING);
  for (const [tool, args] of Object.entries(attempts)) {
    const { error } = await client.call(tool, args);
    expect(error, tool).toMatchObject({ code: "inside-run" });
    expect(error.message).toContain(`\`${tool}\` is not for the engineer to do`);
  }
  expect(await client.call("status")).toEqual(before);
  expect((await client.call("inbox")).questions).toHaveLength(3);
});

test("documents are found by their names alone", async () => {
  const world = await endedCheckout();
  const { client } = serve(world);
  await client.initialize();
  const { result: listed } = await client.request("resources/list");
  const uris: string[] = listed.resources.map(({ uri }: { uri: string }) => uri);
  for (const { uri, name } of listed.resources) {
    const { result } = await client.request("resources/read", { uri });
    const path = name.slice("checkout/".length);
    const file = path === "spec.md" ? "checkout_v1.md" : `.parley/sessions/${name}`;
    if (path === "draft.md") expect(result.contents[0].text).toContain("# Checkout");
    else expect(result.contents[0].text, name).toBe(world.read(join(world.project, file)));
  }
  const base = "parley://session/checkout/";
  for (const name of [
    "status.md",
    "decisions.md",
    "summary.md",
    "draft.md",
    "spec.md",
    "round_001/engineer.md",
  ])
    expect(uris).toContain(`${base}${name}`);
  const { result: templates } = await client.request("resources/templates/list");
  expect(templates.resourceTemplates.map(({ name }: { name: string }) => name)).toContain("round document");
  const hostile = [
    ...[
      "../../config.yaml",
      "..%2f..%2fconfig.yaml",
      "%2e%2e/%2e%2e/config.yaml",
      "/etc/passwd",
      "",
      ".",
      "%00",
    ],
    ...[
      "status.md/..",
      "./status.md",
      "status.md?x",
      "status.md#x",
      "STATUS.MD",
      "%",
      "round_001",
      "a".repeat(5_000),
    ],
  ].map((path) => `${base}${path}`);
  const others = [
    "file:///etc/passwd",
    "parley://session/../checkout/status.md",
    "parley://session//status.md",
    "no uri",
  ];
  for (const uri of [...hostile, ...others]) {
    const { error } = await client.request("resources/read", { uri });
    expect(error, uri).toMatchObject({ code: -32602 });
  }
});

test("given paths that lead out of the project, also by a link, then nothing outside is read or written", async () => {
  const world = newWorld();
  copyCheckout(world);
  world.write(join(world.root, "outside.md"), "# Outside\n\nTODO: what?\n");
  symlinkSync(world.root, join(world.project, "link"));
  const { client } = serve(world);
  await client.initialize();
  const attempts = [
    { spec: "../outside.md" },
    { spec: join(world.root, "outside.md") },
    { spec: "link/outside.md" },
    { spec: "checkout.md", ...PLAYERS, out: "link/new/made.md" },
    { spec: "checkout.md", ...PLAYERS, policy: "/etc/passwd" },
    { spec: "checkout.md", engineer: "player:/etc/passwd" },
  ];
  for (const attempt of attempts)
    expect(await client.call("refine_start", attempt)).toMatchObject({ error: { code: "outside-project" } });
  expect(await client.call("inbox")).toMatchObject({ error: { code: "no-project" } });
});
