import { cpSync, existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { installHeldClaude } from "./agent-programs.ts";
import { CHECKOUT_AGENTS, CHECKOUT_POLICY, checkoutWorld } from "./checkout-world.ts";
import { documentOf, errorOf, newWorld, type World } from "./world.ts";

const documents = (world: World, path: string): string =>
  world.read(join(world.project, ".parley/sessions", path));

/** Those that a wrapper has started. */
function agentsAtWork({ project }: World): number {
  const runs = join(project, ".parley/runs");
  if (!existsSync(runs)) return 0;
  return readdirSync(runs).filter((run) => existsSync(join(runs, run, "agent.pid"))).length;
}

describe("refine", () => {
  test("runs a session to its end with scripted agents and a policy", async () => {
    const world = checkoutWorld();
    const ended = await world.run([
      "refine",
      "checkout.md",
      ...CHECKOUT_AGENTS,
      ...CHECKOUT_POLICY,
      "--json",
    ]);
    expect(ended.code).toBe(0);
    expect(documentOf(ended)).toMatchObject({
      end: "ended",
      status: { session: "checkout", state: "COMPLETE", completedRounds: 5, open: 0, questions: [] },
    });
    expect(documents(world, "checkout/summary.md")).toContain("**Type:** COMPLETE");
    expect(documents(world, "checkout/round_001/engineer.attempt-1.md")).toContain("seems fair");
    expect(documents(world, "checkout/source.md")).toBe(world.read(join(world.project, "checkout.md")));
    // A round each is undone from a backup; the newest three are kept.
    expect(
      readdirSync(join(world.project, ".parley/sessions/checkout")).filter((name) =>
        name.startsWith("status_backup"),
      ),
    ).toEqual(["status_backup_round_2.md", "status_backup_round_3.md", "status_backup_round_4.md"]);
  });

  test("finds a script or a policy that cannot be read before the session begins", async () => {
    const world = newWorld();
    cpSync(resolve("test/fixtures/checkout"), join(world.project, "players"), { recursive: true });
    world.write(join(world.project, "spec.md"), "# A spec\n\nTODO: say more.\n");
    world.write(join(world.project, "bad.yaml"), "steps:\n  - on: {purpose: engineer}\n    wrte: x\n");
    world.write(join(world.project, "empty.yaml"), "");
    const reviewer = ["--reviewer", "player:players/reviewer.yaml"];
    const script = await world.run([
      "refine",
      "spec.md",
      "--engineer",
      "player:bad.yaml",
      ...reviewer,
      "--json",
    ]);
    expect([script.code, errorOf(script)]).toMatchObject([
      3,
      { code: "player", place: expect.stringMatching(/bad\.yaml:[23]:\d+$/) },
    ]);
    const engineer = ["--engineer", "player:players/engineer.yaml"];
    const policy = await world.run([
      ...["refine", "spec.md", ...engineer, ...reviewer],
      ...["--policy", "empty.yaml", "--json"],
    ]);
    expect([policy.code, errorOf(policy)]).toMatchObject([3, { code: "policy", place: "empty.yaml:1" }]);
    expect(existsSync(join(world.project, ".parley"))).toBe(false);
  });

  test("waits with exit 7 when only an answer is missing, and goes on after it", async () => {
    const world = checkoutWorld();
    const waiting = await world.run(["refine", "checkout.md", ...CHECKOUT_AGENTS]);
    expect(waiting.code).toBe(7);
    expect(waiting.stdout).toContain("Q1 blocked");
    expect(waiting.stdout).toContain("input         Provide the missing information. [needs text]");

    const incomplete = await world.run(["answer", "Q1", "input"]);
    expect([incomplete.code, incomplete.stderr]).toEqual([5, expect.stringContaining("input needs text")]);
    const answered = await world.run(["answer", "q1", "input", "--text", "Ten years.", "--json"]);
    expect(documentOf(answered)).toMatchObject({
      session: "checkout",
      question: "Q1",
      option: "input",
      openQuestions: [],
    });
    const again = await world.run(["answer", "Q1", "defer", "--rationale", "later"]);
    expect([again.code, again.stderr]).toEqual([5, expect.stringContaining("answered or withdrawn already")]);

    expect((await world.run(["resume"])).code).toBe(0);
    expect(documents(world, "checkout/decisions.md")).toContain("**Decision:** Ten years.");
    const over = await world.run(["resume"]);
    expect([over.code, over.stderr]).toEqual([5, expect.stringContaining("has ended")]);
  });

  test("stops after a round, numbers names that are taken, and lists sessions", async () => {
    const world = checkoutWorld();
    const refine = [
      "refine",
      "checkout.md",
      ...CHECKOUT_AGENTS,
      ...CHECKOUT_POLICY,
      "--until",
      "round",
      "--quiet",
    ];
    expect(await world.run(refine)).toMatchObject({ code: 0, stdout: "", stderr: "" });
    await world.run([...refine, "--name", "Second try!"]);
    await world.run([...refine, "--name", "checkout"]);
    const listed = documentOf(await world.run(["sessions", "--json"])) as {
      session: string;
      round: number;
    }[];
    expect(listed.map(({ session, round }) => [session, round])).toEqual([
      ["checkout", 1],
      ["checkout-2", 1],
      ["second-try", 1],
    ]);
    const unclear = await world.run(["replay"]);
    expect([unclear.code, unclear.stderr]).toEqual([2, expect.stringContaining("3 sessions")]);
    expect((await world.run(["status", "sec", "--json"])).code).toBe(0);
    expect((await world.run(["status", "chekout"])).stderr).toContain("did you mean checkout");
  });

  test("a second time on the same spec says that a session is under way, and offers to go on with it", async () => {
    const world = checkoutWorld();
    const refine = ["refine", "checkout.md", ...CHECKOUT_AGENTS, ...CHECKOUT_POLICY];
    await world.run([...refine, "--until", "round"]);
    const again = await world.run([...refine, "--json"]);
    expect([again.code, errorOf(again)]).toEqual([
      5,
      expect.objectContaining({
        code: "session-under-way",
        message: "a session on this spec is under way: checkout, in round 1",
        fix: expect.stringMatching(/`parley resume checkout`.*`parley refine checkout\.md --name NAME`/),
      }),
    ]);
    expect(documentOf(await world.run(["sessions", "--json"]))).toHaveLength(1);
    expect((await world.run(["resume", ...CHECKOUT_POLICY])).code).toBe(0);
    expect((await world.run([...refine, "--until", "round"])).code).toBe(0);
  });

  const HELD = ["--engineer", "claude", "--reviewer", "player:players/reviewer.yaml"];

  test("says who holds a session that another process runs, and is stopped cleanly by Ctrl-C", async () => {
    const world = checkoutWorld();
    const agent = installHeldClaude(world, "Nothing yet.");
    const first = world.begin(["refine", "checkout.md", ...HELD]);
    await first.says(/ Engineer \(claude\)/);
    const second = await world.run(["resume", "checkout"]);
    expect([second.code, second.stderr]).toEqual([6, expect.stringMatching(/run by\s+process \d+/)]);
    const paused = await world.run(["pause", "checkout", "--json"]);
    expect(documentOf(paused)).toMatchObject({ state: "PAUSED", running: [{ agent: "claude" }] });
    first.interrupt();
    await first.says(/finishing cleanly/);
    agent.letGo();
    const ended = await first.ended;
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain("is paused");

    agent.hold();
    const third = world.begin(["resume", "checkout"]);
    await third.says(/Engineer, attempt 2/);
    third.interrupt();
    await third.says(/finishing cleanly/);
    agent.letGo();
    expect((await third.ended).code).toBe(130);
    const replayed = documentOf(await world.run(["replay", "--json"]));
    expect(replayed).toMatchObject({ at: "identical", session: "checkout" });
  });

  test("picks up an agent that outlived a killed parley, without running it again", async () => {
    const world = checkoutWorld();
    const agent = installHeldClaude(world, "Nothing yet.");
    const first = world.begin(["refine", "checkout.md", ...HELD, "--until", "round"]);
    await first.until("an agent is at work", () => agentsAtWork(world) > 0);
    await first.kill();
    const resumed = await world.runWithPrograms(["resume", "--json"], {
      onStderr: (text) => {
        if (text.includes("is picked up again")) agent.letGo();
      },
    });
    expect(resumed.stderr).toContain("is picked up again");
    const history = documentOf(await world.run(["history", "--json"])) as {
      type: string;
      data: { key?: string };
    }[];
    const keys = history.filter(({ type }) => type === "AgentCallStarted").map(({ data }) => data.key);
    expect(keys).toEqual([
      "checkout/1.0/engineer/-/1/1",
      "checkout/1.0/engineer/-/2/1",
      "checkout/1.0/engineer/-/3/1",
    ]);
    expect(
      readdirSync(join(world.project, ".parley/runs")).filter((name) => !name.startsWith(".")),
    ).toHaveLength(3);
  });

  test("keeps a status.md that somebody edited beside the new one", async () => {
    const world = checkoutWorld();
    await world.run(["refine", "checkout.md", ...CHECKOUT_AGENTS, ...CHECKOUT_POLICY, "--until", "round"]);
    const file = join(world.project, ".parley/sessions/checkout/status.md");
    world.write(file, "my notes\n");
    const resumed = await world.run(["resume", ...CHECKOUT_POLICY, "--until", "round"]);
    expect(resumed.stderr).toContain("status.md had been edited");
    expect(world.read(`${file}.edited`)).toBe("my notes\n");
    expect(world.read(file)).toContain("# Status");
  });

  test("stops at a limit before the next call, and goes on when it is loosened or another agent is named", async () => {
    const world = checkoutWorld();
    await world.run(["init"]);
    await world.run(["config", "set", "limits.session", "{calls: 2}"]);
    const limited = await world.run([
      "refine",
      "checkout.md",
      ...CHECKOUT_AGENTS,
      ...CHECKOUT_POLICY,
      "--json",
    ]);
    expect(limited.code).toBe(7);
    expect(documentOf(limited)).toMatchObject({
      status: { spent: { calls: 2 }, questions: [{ kind: "spend" }] },
    });
    await world.run(["config", "set", "limits.session", "{calls: 40}"]);
    cpSync(join(world.project, "players/reviewer.yaml"), join(world.project, "other.yaml"));
    const resumed = await world.run([
      "resume",
      ...CHECKOUT_POLICY,
      "--reviewer",
      "player:other.yaml",
      "--json",
    ]);
    expect(documentOf(resumed)).toMatchObject({ end: "ended", status: { state: "COMPLETE", questions: [] } });
    expect(resumed.stderr).toContain("(player:other.yaml)");
    expect((await world.run(["history"])).stdout).toContain("Q1 withdrawn: the limit allows more calls");
  });

  test("prints what a role would be told, with the size of each part", async () => {
    const world = checkoutWorld();
    await world.run(["refine", "checkout.md", ...CHECKOUT_AGENTS, ...CHECKOUT_POLICY, "--until", "round"]);
    const prompt = documentOf(await world.run(["prompt", "engineer", "--json"])) as {
      text: string;
      chars: number;
      parts: { chars: number }[];
    };
    expect(prompt.text).toContain("GAP-TODO-001");
    expect(prompt.text).toContain("what happens when the card is declined?");
    expect(prompt.parts.reduce((sum, part) => sum + part.chars, 0)).toBe(prompt.chars);
    const none = await world.run(["prompt", "reviewer"]);
    expect([none.code, none.stderr]).toEqual([5, expect.stringContaining("no call of the reviewer is due")]);
  });

  test("replay names the first decision that another threshold would change", async () => {
    const world = checkoutWorld();
    await world.run(["refine", "checkout.md", ...CHECKOUT_AGENTS, ...CHECKOUT_POLICY]);
    expect((await world.run(["replay"])).stdout).toMatch(/commands decided again, \d+ events identical/);
    const assumed = await world.run(["replay", "--assume", "stallThreshold=1", "--json"]);
    expect(assumed.code).toBe(1);
    expect(documentOf(assumed)).toMatchObject({
      at: "differs",
      difference: {
        command: { type: "Mediate" },
        stored: { type: "ConvergenceChanged" },
        path: "data.state.at",
      },
    });
  });
});

describe("what cannot be refined is said clearly", () => {
  test.each<[string, readonly string[], number, string]>([
    ["no agent", ["checkout.md"], 3, "nobody is chosen to be the engineer"],
    [
      "unknown agent",
      ["checkout.md", "--engineer", "nobody", "--reviewer", "nobody"],
      3,
      "no agent is called nobody",
    ],
    [
      "no player",
      ["checkout.md", "--engineer", "player:x.yaml", "--reviewer", "player:x.yaml"],
      4,
      "no such player file",
    ],
    ["no spec", ["nothing.md", ...CHECKOUT_AGENTS], 4, "no such file"],
    ["a folder", ["players", ...CHECKOUT_AGENTS], 1, "it is a folder"],
    ["empty", ["empty.md", ...CHECKOUT_AGENTS], 5, "this file is empty"],
    ["binary", ["binary.md", ...CHECKOUT_AGENTS], 1, "not a text file"],
    ["no gaps", ["finished.md", ...CHECKOUT_AGENTS], 5, "nothing to refine"],
    ["until", ["checkout.md", ...CHECKOUT_AGENTS, "--until", "sunset"], 2, "--until sunset is not known"],
    ["no policy", ["checkout.md", ...CHECKOUT_AGENTS, "--policy", "nothing.yaml"], 4, "no such policy file"],
    [
      "bad policy",
      ["checkout.md", ...CHECKOUT_AGENTS, "--policy", "bad.yaml"],
      3,
      "has no option frobnicate",
    ],
  ])("%s", async (_, args, code, words) => {
    const world = checkoutWorld();
    world.write(join(world.project, "empty.md"), " \n");
    world.write(join(world.project, "binary.md"), "a\0b");
    world.write(join(world.project, "finished.md"), "# Done\n\nEverything is said.\n");
    world.write(join(world.project, "bad.yaml"), "answers:\n  - kind: blocked\n    option: frobnicate\n");
    const ended = await world.run(["refine", ...args]);
    expect([ended.code, ended.stderr.replaceAll(/\s+/g, " ")]).toEqual([
      code,
      expect.stringContaining(words),
    ]);
    expect(existsSync(join(world.project, ".parley"))).toBe(false);
  });

  test("several that begin at once each get a name of their own", async () => {
    const world = checkoutWorld();
    await world.run(["init"]);
    const all = await Promise.all(
      Array.from({ length: 4 }, () =>
        world.start(["refine", "checkout.md", "--name", "checkout", ...CHECKOUT_AGENTS, "--until", "round"]),
      ),
    );
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const sessions = documentOf(await world.run(["sessions", "--json"])) as readonly { session: string }[];
    expect(sessions.map(({ session }) => session).sort()).toEqual([
      "checkout",
      "checkout-2",
      "checkout-3",
      "checkout-4",
    ]);
  });

  test("looking where nothing is", async () => {
    const world = newWorld();
    expect((await world.run(["sessions"])).code).toBe(4);
    await world.run(["init"]);
    expect(documentOf(await world.run(["sessions", "--json"]))).toEqual([]);
    expect((await world.run(["status"])).stderr).toContain("there is no session yet");
  });
});
