// The first command a person runs: a whole session, offline, in a folder of its own.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRefinement } from "../../src/app/sessions/start-refinement.ts";
import { runAndAsk } from "../../src/cli/run-and-ask.ts";
import { lintSpec } from "../../src/lint/lint-spec.ts";
import { expectQuoted, fencesOf } from "../support/quotes.ts";
import { FakeTerminal, KEYS } from "../support/typing-terminal.ts";
import { contextOf, requestIn } from "./gated-world.ts";
import { documentOf, newWorld, type World } from "./world.ts";

const SHOWN_MS_MAX = 120_000;

/** Marks that stand in a text for what is missing. */
function markedIn(text: string) {
  const marks: readonly string[] = ["gap-entry", "needs-clarification", "todo-marker"];
  return lintSpec({ text, file: "spec.md" }).findings.filter(({ rule }) => marks.includes(rule));
}

interface Demo {
  readonly demo: string;
  readonly end: string;
  readonly spec: string;
  readonly status: { readonly state: string; readonly gaps: readonly { id: string; state: string }[] };
}

/** For a policy of its own: what it says to a conflict, to silence and to a stall. */
const DECIDED = [
  { kind: "conflict", severity: "HIGH", option: "b" },
  { kind: "implicit", option: "convert" },
  { kind: "conflict", severity: "CRITICAL", option: "a" },
  { kind: "divergence", option: "accept" },
];

interface Told {
  readonly type: string;
  readonly data: Record<string, unknown>;
}

async function shown(world: World, ...args: string[]): Promise<Demo> {
  const ended = await world.run(["demo", "--no-input", ...args, "--json"]);
  expect([ended.code, ended.stderr]).toEqual([0, ended.stderr]);
  return documentOf(ended) as Demo;
}

function sessionOf({ demo: folder }: Demo): string {
  return join(folder, ".parley/sessions/checkout");
}

async function conflictsOf({ demo: folder }: Demo): Promise<unknown> {
  return documentOf(await world.run(["conflicts", "--all", "--json", "--cwd", folder]));
}

/** The files of the demo, without its session. */
function demoFolder(own: World) {
  const from = resolve("examples/demo");
  for (const name of ["checkout.md", "engineer.yaml", "reviewer.yaml"]) {
    cpSync(join(from, name), join(own.project, name));
  }
  mkdirSync(join(own.project, ".parley"));
  cpSync(join(from, "config.yaml"), own.projectConfig);
  return {
    folder: own.project,
    agents: { engineer: "player:engineer.yaml", reviewer: "player:reviewer.yaml" },
  };
}

/** One for all that only look at it. */
const root = mkdtempSync(join(tmpdir(), "parley-demo-"));
const world = newWorld(root);
let demo: Demo;
let story: string;
beforeAll(async () => {
  const ended = await world.run(["demo", "--no-input", "--json"]);
  demo = documentOf(ended) as Demo;
  story = ended.stderr;
}, SHOWN_MS_MAX);
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("demo", () => {
  test("shows a malformed output and its retry, a blocked gap, conflicts, a stall, an acceptance and the finished spec", async () => {
    expect(demo).toMatchObject({
      demo: join(world.project, "parley-demo"),
      end: "ended",
      spec: join(world.project, "parley-demo", "checkout_v1.md"),
      status: { state: "USER_APPROVED" },
    });
    const history = documentOf(await world.run(["history", "--json", "--cwd", demo.demo])) as readonly Told[];
    const of = (type: string) => history.filter((event) => event.type === type);
    expect(of("OutputJudged")).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ failure: expect.anything() }) }),
    );
    const kinds = of("QuestionAsked").map(({ data }) => (data.question as { kind: string }).kind);
    expect(kinds).toEqual([
      "blocked",
      "conflict",
      "implicit",
      "conflict",
      "divergence",
      "blocked",
      "ending",
      "gate",
    ]);
    expect(of("SpecPublished")).toHaveLength(1);
  });

  test("tells its story as it goes: gaps, texts, issues and decisions, and no states or internal names", () => {
    const heard = [
      "Round 2: GAP-CLARIFY-002 Who may cancel an order, and until when?",
      "proposes for GAP-TODO-001: “An item is reserved when it enters the basket, for 20 minutes.”",
      "HIGH No time limit for cancelling (ISSUE-R1-001 on GAP-CLARIFY-002)",
      "GAP-CLARIFY-002 goes back to the Engineer: 3 issues to settle",
      "not usable: Missing '## Gap Resolution:'",
      "Q1 answered: Defer the gap, by policy.yaml",
      "decided: “Let both tries carry one key",
      "GAP-TODO-003 is accepted",
      "Round 7 done: 1 gap closed, 2 gaps left",
    ];
    for (const words of heard) expect(story).toContain(words);
    expect(story).toMatch(
      /^checkout {2}6 gaps, in parley-demo\nAbout 10 rounds and 21 calls, at most 12 rounds/,
    );
    expect(story).not.toMatch(/→|VALID|IN_PROGRESS|PROPOSED|checkout\/\d/);
  });

  test("what was disagreed with, and what was passed over, is decided, and the next text honours it", async () => {
    expect(await conflictsOf(demo)).toMatchObject([
      {
        issue: "ISSUE-R1-001",
        severity: "HIGH",
        type: "Explicit DISAGREE",
        state: "decided",
        outcome: "DECISION-R2-001",
      },
      {
        issue: "ISSUE-R5-002",
        severity: "CRITICAL",
        type: "Implicit (converted)",
        state: "decided",
        outcome: "DECISION-R6-001",
      },
    ]);
    const honoured = readFileSync(join(sessionOf(demo), "round_007/engineer.md"), "utf8");
    expect(honoured).toContain("same idempotency key, so that no customer is charged twice");
    expect(readFileSync(join(sessionOf(demo), "decisions.md"), "utf8")).toContain(
      "**Chosen Option:** A (Reviewer)",
    );
  });

  test("the finished spec has each text in its place, and nothing of how it came about", async () => {
    const text = readFileSync(demo.spec, "utf8");
    const [body = "", told = ""] = text.split("## Decisions");
    // What was put off keeps its mark where it stands.
    expect(markedIn(body)).toMatchObject([
      { quote: "[NEEDS CLARIFICATION: who decides that an order is fraud, and how fast?]" },
    ]);
    expect(body).not.toMatch(/GAP-|ISSUE-|DECISION-|\bround\b|Confidence|Trade-off|review/i);
    const section = (title: string) => body.split(/^## /m).find((part) => part.startsWith(title));
    expect(section("Basket")).toContain("for 20 minutes. After that it goes back to the shelf, and");
    expect(section("Basket")?.match(/goes back to the shelf/g)).toHaveLength(1);
    expect(section("Basket")).toContain("| Open orders of one customer | 3 |");
    expect(section("Payment")).toContain("The customer pays by card.");
    expect(section("Payment")).toContain("idempotency key");
    expect(section("Cancelling")).toContain("The customer may cancel an order until it is `shipped`");
    expect(section("Receipts")).toContain("kept: The law wants receipts kept for ten years.");
    expect(told).toContain("The law wants receipts kept for ten years.");
    expect(told.split("## Known Limitations")[1]).toContain("ho decides that an order is fraud");
  });

  test("every line of it can be asked about, and says where it comes from", async () => {
    const lines = readFileSync(demo.spec, "utf8").split("\n");
    const why = async (words: string) =>
      documentOf(
        await world.run([
          "why",
          `checkout_v1.md:${lines.findIndex((line) => line.includes(words)) + 1}`,
          "--json",
          "--cwd",
          demo.demo,
        ]),
      );
    expect(await why("How an order is paid")).toMatchObject({ origin: "source", source: { line: 3 } });
    expect(await why("idempotency key")).toMatchObject({
      origin: "resolution",
      gaps: [
        {
          id: "GAP-TODO-003",
          proposal: { round: 7, file: "round_007/engineer.md" },
          issues: [
            { severity: "HIGH", state: "CLOSED" },
            { severity: "CRITICAL", state: "CLOSED" },
          ],
        },
      ],
    });
    expect(await why("kept: The law wants")).toMatchObject({
      origin: "resolution",
      gaps: [{ id: "GAP-TODO-004" }],
      decisions: [{ decision: expect.stringContaining("ten years") }],
    });
    expect(await why("**Input for")).toMatchObject({ origin: "decision", decisions: [{}] });
    expect(await why("[NEEDS CLARIFICATION")).toMatchObject({ origin: "source", source: { line: 19 } });
    expect(await why("**Who decides that")).toMatchObject({
      origin: "limitation",
      gaps: [{ id: "GAP-CLARIFY-001" }],
    });
  });

  test.each<[string, string, string]>([
    ["plain words", "The fraud desk, within one working day.", "ten years"],
    [
      "words that leave something open, and ids",
      "TBD: the desk that GAP-SEC-001 is about",
      "??? [NEEDS CLARIFICATION: how long?]",
    ],
    [
      "several lines, Markdown and fences",
      "# Fraud\n\n- the desk\n- the night shift\n\n```\n~~~~ kept\n````\n## Gap Resolution: GAP-TODO-001",
      "| Kind | Years |\n|---|---|\n| tax | 10 |\n\n<!-- left open",
    ],
    [
      "a comment that is never closed, and letters of any kind",
      "<!-- nobody",
      '10 Jahre (§ 147 AO) — "größte" 🧾',
    ],
  ])("what the person answers stands in the finished spec, in its place: %s", async (_, fraud, receipts) => {
    const own = newWorld();
    demoFolder(own);
    const answers = [
      { kind: "blocked", severity: "HIGH", option: "input", text: fraud },
      { kind: "blocked", option: "input", text: receipts },
      ...DECIDED,
    ];
    own.write(join(own.project, "mine.json"), JSON.stringify({ answers }));
    const players = ["--engineer", "player:engineer.yaml", "--reviewer", "player:reviewer.yaml"];
    const refined = await own.run(["refine", "checkout.md", ...players, "--policy", "mine.json"]);
    expect(refined.code, refined.stderr).toBe(0);
    const text = own.read(join(own.project, "checkout_v1.md"));
    const body = text.slice(0, text.lastIndexOf("\n## Decisions"));
    const place = (title: string) => body.slice(body.indexOf(`\n## ${title}\n`));
    const stand = (title: string, until: string | undefined, words: string) => {
      const rest = place(title);
      const section = until === undefined ? rest : rest.slice(0, rest.indexOf(`\n## ${until}\n`));
      const lines = section.split("\n").map((line) => line.trim());
      for (const line of words.split("\n")) expect(lines.some((one) => one.includes(line))).toBe(true);
    };
    stand("Payment", "Cancelling", fraud);
    stand("Receipts", undefined, receipts);
    expect(markedIn(body)).toEqual([]);
    expect(documentOf(await own.run(["status", "--json"]))).toMatchObject({ state: "COMPLETE" });
  });

  test("what is typed at the prompt stands in the finished spec, line by line", async () => {
    const own = newWorld();
    const { folder, agents } = demoFolder(own);
    const terminal = new FakeTerminal();
    const request = requestIn(contextOf(own));
    const start = { spec: "checkout.md", name: undefined, started: () => undefined, ...agents };
    const running = runAndAsk(
      request,
      (wishes) => startRefinement(request.context, { ...wishes, ...start }),
      { terminal, askAfter: "round" },
    );
    await terminal.on("Q1: your decision?", KEYS.down, KEYS.enter);
    await terminal.on("Your text", "The fraud desk,", KEYS.enter, "within a day.", KEYS.enter, KEYS.enter);
    await terminal.on("Q2: your decision?", KEYS.enter);
    await terminal.on("Why?", "Both are right.", KEYS.enter);
    await terminal.on("On what conditions?", KEYS.enter);
    await terminal.on("Q3: your decision?", KEYS.down, KEYS.down, KEYS.enter);
    await terminal.on("Q4: your decision?", KEYS.down, KEYS.down, KEYS.enter);
    await terminal.on("Q5: your decision?", KEYS.down, KEYS.down, KEYS.enter);
    await terminal.on(
      "Your text",
      "Ask the bank",
      KEYS.enter,
      "before the second try.",
      KEYS.enter,
      KEYS.enter,
    );
    await terminal.on("Why?", KEYS.enter);
    await terminal.on("On what conditions?", KEYS.enter);
    await terminal.on("Q6: your decision?", KEYS.down, KEYS.enter);
    await terminal.on("Your text", "Eleven years", KEYS.enter, KEYS.enter);
    expect(await running).toMatchObject({ exitCode: 0, data: { status: { state: "COMPLETE" } } });
    const text = own.read(join(folder, "checkout_v1.md"));
    expect(text).toContain("how fast:\n\n```text\nThe fraud desk,\nwithin a day.\n```\n");
    expect(text).toContain("kept: Eleven years\n");
    expect(text).toContain("The shop sets that time; it is 30 minutes after payment");
    expect(text).toContain("charged twice:\n\n```text\nAsk the bank\nbefore the second try.\n```\n");
    expect(documentOf(await own.run(["decisions", "--json"]))).toContainEqual(
      expect.objectContaining({ option: "C", rationale: "Both are right.", constraints: null }),
    );
  });

  test("leaves an earlier demo as it is, writes over nothing, and is a project of its own inside another", async () => {
    const other = newWorld();
    await other.run(["init"]);
    mkdirSync(join(other.project, "parley-demo"));
    writeFileSync(join(other.project, "parley-demo", "mine.md"), "mine");
    expect((await shown(other)).demo).toBe(join(other.project, "parley-demo-2"));
    const refused = await other.run(["demo", "--no-input", "--dir", "parley-demo"]);
    expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining("is not empty")]);
    expect(readdirSync(join(other.project, "parley-demo"))).toEqual(["mine.md"]);
    expect(existsSync(join(other.project, "parley-demo-2", ".parley", "parley.db"))).toBe(true);
    expect(documentOf(await other.run(["sessions", "--json"]))).toEqual([]);
  });
});

describe("the documents quote", () => {
  const copy = (): World => {
    const own = newWorld();
    cpSync(demo.demo, own.project, { recursive: true });
    return own;
  };

  test.each(["README.md", "docs/guide.md", "docs/lint.md"])("in %s what commands say", async (file) => {
    const own = copy();
    const cwd = file === "docs/lint.md" ? resolve(".") : own.project;
    const commands = fencesOf(file, "console").flatMap((fence) => fence.split(/^\$ parley /m).slice(1));
    expect(commands.length).toBeGreaterThan(0);
    for (const shown of commands) {
      const [words = "", ...quote] = shown.split("\n");
      const args = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
      const { stdout, stderr } = await own.run(args, { cwd });
      expectQuoted(quote.join("\n"), `${stdout}${stderr}`);
    }
  });

  test("in docs/configuration.md what a mistake in the settings looks like", async () => {
    const own = copy();
    own.write(own.projectConfig, "refine:\n  gapsPerRoun: 4\n");
    const [quote = ""] = fencesOf("docs/configuration.md", "console");
    const [words, ...lines] = quote.split("\n");
    expect(words).toBe("$ parley config validate");
    expectQuoted(lines.join("\n"), (await own.run(["config", "validate"])).stderr);
  });

  test("in the README what is asked about a conflict", async () => {
    const own = copy();
    const [question = ""] = fencesOf("README.md", "text").filter((fence) => fence.startsWith("Q2 conflict"));
    await own.run(["fork", "checkout", "--before", "Q2", "--name", "again"]);
    const { stdout } = await own.run(["inbox", "--no-input"]);
    const [told = ""] = question.split("\n│\n");
    expect(told.split("\n").length).toBeGreaterThan(15);
    expectQuoted(
      told,
      stdout.replaceAll("Q2 conflict  again", "Q2 conflict  checkout").replaceAll("/again/", "/checkout/"),
    );
  });
});

describe("why", () => {
  test.each<[string, string, number, string]>([
    ["no line", "checkout_v1.md", 2, "does not name a line"],
    ["no file", "nothing.md:1", 4, "there is no such file"],
    ["no such line", "checkout_v1.md:999", 4, "there is no line 999"],
    ["the source", "checkout.md:3", 4, "this is the source of the session checkout"],
    ["another file", "policy.yaml:1", 4, "no session of this project wrote this file"],
  ])("%s", async (_, place, code, words) => {
    const ended = await world.run(["why", place, "--cwd", demo.demo]);
    expect([ended.code, ended.stderr.replaceAll(/\s+/g, " ")]).toEqual([
      code,
      expect.stringContaining(words),
    ]);
  });

  test("a file that was edited since: a moved line is known, a new one is not", async () => {
    writeFileSync(demo.spec, `My own line.\n\n${readFileSync(demo.spec, "utf8")}`);
    const why = async (line: number) =>
      documentOf(await world.run(["why", `checkout_v1.md:${line}`, "--json", "--cwd", demo.demo]));
    expect(await why(1)).toMatchObject({ origin: "edited", gaps: [] });
    expect(await why(5)).toMatchObject({ origin: "source", source: { line: 3 } });
  });
});
