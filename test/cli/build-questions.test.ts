import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findWork } from "../../src/core/build/evolve-work.ts";
import { approveAfter, coderDocument, rejectDocument } from "../support/build-documents.ts";
import { type BuildHere, type BuildScript, taskIdAt } from "../support/build-here.ts";
import { buildIn, PAGE, rejectedWorld } from "./build-project.ts";
import { copyCheckout } from "./checkout-world.ts";
import { documentOf, errorOf, newProject, type World } from "./world.ts";

async function idsIn(world: World, ...args: readonly string[]): Promise<readonly string[]> {
  const open = documentOf(await world.run(["inbox", "--json", ...args])) as { id: string }[];
  return open.map(({ id }) => id);
}

async function refusal(world: World, args: readonly string[]) {
  const ended = await world.run(["answer", ...args, "--json"]);
  const { code, message, fix } = errorOf(ended);
  return [ended.code, code, `${message}; ${fix}`];
}

async function workOf(build: BuildHere) {
  return findWork(await build.board(), taskIdAt(0));
}

describe("questions of a build", () => {
  test("stand in the inbox among those of sessions, oldest first, and name their task", async () => {
    const { world } = await rejectedWorld();
    copyCheckout(world);
    const players = [
      "--engineer",
      "player:players/engineer.yaml",
      "--reviewer",
      "player:players/reviewer.yaml",
    ];
    await world.run(["refine", "checkout.md", ...players, "--quiet"]);
    expect(await idsIn(world)).toEqual(["B1", "B2", "Q1"]);
    expect(await idsIn(world, "--session", "checkout")).toEqual(["Q1"]);
    const [first] = documentOf(await world.run(["inbox", "--json"])) as [object];
    expect(Object.keys(first)).toEqual([
      ...["id", "session", "task", "kind", "why", "evidence", "options", "recommended", "blocks"],
      ...["continues", "askedAt"],
    ]);
    expect(first).toMatchObject({ id: "B1", session: null, task: PAGE, kind: "rejections" });
  });

  test("are read by a person in lines that fit, with how to answer", async () => {
    const { world } = await rejectedWorld();
    const { code, stdout } = await world.run(["inbox"]);
    expect(code).toBe(7);
    expect(stdout).toMatch(/^B1 rejections {2}build, since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/m);
    expect(stdout.replaceAll(/\n +/g, " ")).toContain(
      `${PAGE.id} "A page": rejected 2 times; the work goes on, and what you say counts from the next call on`,
    );
    expect(stdout).toContain("overrule      Overrule findings: they no longer count. [needs findings]");
    expect(stdout).toContain("answer: parley answer B1 OPTION\n");
    expect(stdout).toContain("as in:  parley answer B1 guide --text TEXT\n");
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("are answered with words, with findings, and from a file", async () => {
    const { world, build } = await rejectedWorld();
    const overruled = await world.run(["answer", "b1", "overrule", "--finding", "f2", "--json"]);
    expect([overruled.code, documentOf(overruled)]).toMatchObject([
      0,
      {
        ...{ session: null, task: PAGE, question: "B1", kind: "rejections", option: "overrule" },
        ...{ amends: null, openQuestions: ["B2"], next: { id: "B2", session: null, task: PAGE } },
      },
    ]);
    expect((await workOf(build))?.findings.map(({ state }) => state)).toEqual(["open", "overruled"]);
    world.write(join(world.project, "words.md"), "Port 8080.\n");
    const guided = await world.run(["answer", "B2", "guide", "--file", "words.md"]);
    expect(guided).toMatchObject({ code: 0, stderr: "" });
    expect(guided.stdout).toMatch(/^B2 answered guide\n[\s\S]*\ngo on: parley build\n$/);
    expect((await workOf(build))?.guidance).toMatchObject([{ kind: "guide", text: "Port 8080.\n".trim() }]);
    expect(await idsIn(world)).toEqual([]);
  });

  test("take an answer that also settles findings", async () => {
    const { world, build } = await rejectedWorld();
    const line = ["answer", "B1", "guide", "--text", "Print it in black.", "--finding", "F1,F2"];
    expect((await world.run(line)).code).toBe(0);
    expect((await workOf(build))?.findings.map(({ state }) => state)).toEqual(["answered", "answered"]);
  });

  test("refuse what does not go with them, and say what does", async () => {
    const { world } = await rejectedWorld();
    const open = "Open: F1 (HIGH: The page has no title), F2 (HIGH: It cannot be printed).";
    const refused = async (args: readonly string[], ...said: readonly (string | number)[]) =>
      expect(await refusal(world, args), args.join(" ")).toEqual([...said]);
    await refused(
      ["B1", "overrule"],
      5,
      "answer-incomplete",
      `overrule needs findings; --finding F… ${open}`,
    );
    await refused(
      ["B1", "overrule", "--finding", "F3"],
      ...[5, "answer-incomplete", `F3 is no open finding of this task; ${open}`],
    );
    await refused(["B1", "overrule", "--finding", "G3"], 2, "finding", "G3 is not a finding's id; as in F2");
    await refused(["B1", "guide"], 5, "answer-incomplete", "guide needs text; --text …");
    await refused(
      ["B1", "merge"],
      2,
      "no-option",
      "B1 (rejections) does not offer merge; it offers guide, overrule, narrow",
    );
    const hint = "leave it out; `parley inbox` shows what each option needs";
    for (const [flag, word] of [
      ["--gap", "GAP-A-001"],
      ["--phrase", "I accept"],
      ["--severity", "ISSUE-R1-001=LOW"],
      ["--constraints", "none"],
    ] as const)
      await refused(["B1", "guide", flag, word], 2, "misplaced", `this answer takes no ${flag}; ${hint}`);
    await refused(
      ["B1", "guide", "--rationale", "so"],
      ...[2, "misplaced", "this answer takes no --rationale; say why in --text"],
    );
    await refused(
      ["B2", "guide", "--finding", "F1"],
      2,
      "misplaced",
      `this answer takes no --finding; ${hint}`,
    );
    await refused(
      ["B1", "guide", "--session", "checkout"],
      2,
      "board-question",
      "B1 is a question of the build, and of no session; leave --session out",
    );
    expect((await refusal(world, ["B1", "guide", "--amend"]))[1]).toBe("board-question");
    expect(await idsIn(world)).toEqual(["B1", "B2"]);
  });

  test("are answered once: who comes second hears who was first", async () => {
    const { world } = await rejectedWorld();
    await world.run(["answer", "B1", "guide", "--text", "Black."]);
    const [code, word, said] = await refusal(world, ["B1", "narrow", "--text", "White."]);
    expect([code, word]).toEqual([5, "question-closed"]);
    expect(said).toMatch(/^B1 has been answered already: guide, by human:.+; open: B2$/);
    expect(await refusal(world, ["B7", "guide"])).toEqual([
      ...[4, "no-question", "the build has asked no question B7; open: B2"],
    ]);
    await world.run(["tasks", "skip", PAGE.id]);
    await world.run(["tasks", "update", PAGE.id, "--status", "completed"]);
    expect((await refusal(world, ["B2", "fail"]))[2]).toMatch(/^B2 is no longer asked: /);
  });

  test("are answered once also by two at the same moment", async () => {
    const { world } = await rejectedWorld();
    const both = await Promise.all(
      ["Black.", "White."].map((text) => world.run(["answer", "B1", "guide", "--text", text, "--json"])),
    );
    expect(both.map(({ code }) => code).sort()).toEqual([0, 5]);
    const second = both.find(({ code }) => code === 5);
    expect(second === undefined ? null : errorOf(second)).toMatchObject({
      ...{ code: "question-closed", fix: "open: B2" },
      message: expect.stringMatching(/^B1 has been answered already: guide, by human:/),
    });
  });

  test("are answered while the build runs, and it goes by the answer from the next call on", async () => {
    const world = await newProject();
    const coder: BuildScript = async ({ call, files }) => {
      files.set("src/page.ts", `round ${call.round}`);
      if (call.round === 3) await world.run(["answer", "B1", "guide", "--text", "Print it in black."]);
      const rows = ["F1", "F2"].slice(0, call.round - 1).map((id) => [id, "FIXED | src/page.ts"]);
      return coderDocument(Object.fromEntries(rows));
    };
    const reviewer: BuildScript = ({ call }) =>
      call.round < 3
        ? rejectDocument({ fates: call.round === 1 ? [] : ["| F1 | OPEN | It is as it was. |"] })
        : approveAfter("F1", "F2");
    const tasks = [{ title: PAGE.title }];
    const build = await buildIn(world, { tasks, agents: { coder, reviewer } });
    expect((await build.run()).end).toEqual({ at: "done" });
    const [last] = [...build.prompts.entries()].filter(([key]) => key.includes("/3.1/reviewer/"));
    expect(last?.[1]).toContain("Print it in black.");
  });

  test("without an option are named with their options where nobody can be asked", async () => {
    const { world } = await rejectedWorld();
    const [code, word, said] = await refusal(world, ["B1"]);
    expect([code, word]).toEqual([2, "no-option"]);
    expect(said).toContain("B1 (rejections) needs an option: guide (Tell coder and reviewer what to do)");
  });

  test("take a finding nowhere else", async () => {
    const world = await newProject();
    copyCheckout(world);
    const players = [
      "--engineer",
      "player:players/engineer.yaml",
      "--reviewer",
      "player:players/reviewer.yaml",
    ];
    await world.run(["refine", "checkout.md", ...players, "--quiet"]);
    expect((await refusal(world, ["Q1", "input", "--text", "Ten.", "--finding", "F1"]))[1]).toBe("misplaced");
  });
});

describe("a call that cannot be made", () => {
  /** Waits with B1: nobody is called as the coder is. */
  async function stoppedWorld() {
    const world = await newProject();
    const build = await buildIn(world, { tasks: [{ title: PAGE.title }], agents: {} });
    await build.run();
    return { world, build };
  }

  test("is answered with a document of one's own, whose form is checked", async () => {
    const { world, build } = await stoppedWorld();
    world.write(join(world.project, "mine.md"), "# Work\n\nIt is done.\n");
    expect((await refusal(world, ["B1", "human", "--file", "mine.md"]))[1]).toBe("document");
    expect(await idsIn(world)).toEqual(["B1"]);
    build.repository.worktrees.get(taskIdAt(0))?.files.set("src/page.ts", "by hand");
    world.write(join(world.project, "mine.md"), coderDocument());
    expect((await world.run(["answer", "B1", "human", "--file", "mine.md"])).code).toBe(0);
    expect((await workOf(build))?.stage.at).toBe("inspect");
  });

  test("takes no other agent that cannot be used, nor a coder without hands", async () => {
    const { world, build } = await stoppedWorld();
    expect((await refusal(world, ["B1", "other-agent", "--text", "nobody"]))[0]).not.toBe(0);
    world.write(world.userConfig, "agents:\n  anthropic:\n    model: m\n");
    const env = { ANTHROPIC_API_KEY: "k" };
    const ended = await world.run(["answer", "B1", "other-agent", "--text", "anthropic", "--json"], { env });
    expect([ended.code, errorOf(ended).code]).toEqual([3, "no-hands"]);
    const human = await world.run(["answer", "B1", "other-agent", "--text", "human"]);
    expect(human).toMatchObject({ code: 0 });
    expect((await build.board()).build.chosen).toEqual({ coder: "human" });
  });
});
