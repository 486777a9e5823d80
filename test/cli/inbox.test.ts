import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { copyCheckout } from "./checkout-world.ts";
import { askingWorld, GATED_AGENTS } from "./gated-world.ts";
import { documentOf, errorOf, newProject, newWorld } from "./world.ts";

describe("parley inbox", () => {
  test("given nothing open, then it says so and exits with 0", async () => {
    const world = await newProject();
    expect(await world.run(["inbox"])).toMatchObject({ code: 0, stdout: "nothing waits for you\n" });
    expect(await world.run(["inbox", "--quiet"])).toMatchObject({ code: 0, stdout: "" });
    expect(documentOf(await world.run(["inbox", "--json"]))).toEqual([]);
    expect((await newWorld().run(["inbox"])).code).toBe(4);
  });

  test("given questions in two sessions, then all are listed oldest first, and one session alone on request", async () => {
    const world = await askingWorld();
    copyCheckout(world, "a-checkout.md");
    const players = [
      "--engineer",
      "player:players/engineer.yaml",
      "--reviewer",
      "player:players/reviewer.yaml",
    ];
    await world.run(["refine", "a-checkout.md", ...players, "--quiet"]);
    await world.run(["refine", "spec.md", ...GATED_AGENTS, "--name", "Again", "--quiet"]);

    const all = await world.run(["inbox", "--json"]);
    expect(all).toMatchObject({ code: 7, stderr: "" });
    const names = (documentOf(all) as { session: string; id: string }[]).map(
      ({ session, id }) => `${session} ${id}`,
    );
    expect(names).toEqual([
      "spec Q1",
      "spec Q2",
      "spec Q3",
      "a-checkout Q1",
      "again Q1",
      "again Q2",
      "again Q3",
    ]);
    const one = documentOf(await world.run(["inbox", "--session", "a-ch", "--json"])) as object[];
    expect(one.map((question) => Object.keys(question))).toEqual([
      [
        "id",
        "session",
        "kind",
        "why",
        "evidence",
        "options",
        "recommended",
        "blocks",
        "continues",
        "askedAt",
      ],
    ]);
    expect(one[0]).toMatchObject({
      id: "Q1",
      session: "a-checkout",
      kind: "blocked",
      blocks: ["GAP-TODO-002"],
    });
    const unknown = await world.run(["inbox", "--session", "nope", "--json"]);
    expect([unknown.code, errorOf(unknown).code]).toEqual([4, "no-session"]);

    await world.run(["answer", "Q1", "defer", "--rationale", "later", "--session", "a-checkout"]);
    expect((await world.run(["inbox", "--session", "a-checkout"])).code).toBe(0);
    expect((await world.run(["inbox"])).code).toBe(7);
  });

  test("given an open question, then a person reads everything about it, in lines that fit", async () => {
    const world = await askingWorld();
    const { code, stdout } = await world.run(["inbox"]);
    expect(code).toBe(7);
    expect(stdout).toMatch(/^Q2 blocked {2}spec, since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/m);
    expect(stdout.match(/who the users are/g), "it is said once").toHaveLength(1);
    expect(stdout).toContain("GAP-SEC-002 (HIGH): What it does when two ask for opposite things");
    expect(stdout).toContain("│ Attempt 3: the same\n");
    expect(stdout).not.toContain("Suggested: none");
    expect(stdout).toContain("input         Provide the missing information. [needs text] Your text");
    expect(stdout).toContain("held up:      GAP-SEC-001");
    expect(stdout).toContain("not held up:  all other gaps");
    expect(stdout).toContain("answer: parley answer Q2 OPTION --session spec");
    expect(stdout).toContain("as in:  parley answer Q2 input --session spec --text TEXT");
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });
});

test("given a document that a person is to write, then inbox and status name it, and it waits", async () => {
  const world = newWorld();
  world.write(join(world.project, "spec.md"), "# A spec\n\n## Flow\n\nTODO: what happens when it fails?\n");
  const roles = ["--engineer", "human", "--reviewer", "human"];
  await world.run(["refine", "spec.md", ...roles, "--survey", "false", "--no-input"]);
  const { code, stdout } = await world.run(["inbox"]);
  expect(code).toBe(7);
  expect(stdout).toMatch(/^a document is awaited: round 1 engineer, GAP-FLOW-001\n {2}write in: \.parley\//);
  const tooLong = stdout.split("\n").filter((line) => line.length > 80);
  expect(tooLong).toEqual([expect.stringMatching(/^ {4}parley submit engineer \S+ --session spec$/)]);
  expect((await world.run(["inbox", "--session", "spec", "--quiet"])).code).toBe(7);
  expect(documentOf(await world.run(["inbox", "--json"]))).toEqual([]);
  expect((await world.run(["status", "--session", "spec"])).stdout).toContain(
    "a document is awaited: round 1",
  );
  expect(documentOf(await world.run(["status", "--json"]))).toMatchObject({
    awaited: [{ role: "engineer" }],
  });
  const two = await world.run(["status", "spec", "--session", "other", "--json"]);
  expect([two.code, errorOf(two).code]).toEqual([2, "several-sessions"]);
  await world.run(["abandon", "--yes"]);
  expect(await world.run(["inbox"])).toMatchObject({ code: 0, stdout: "nothing waits for you\n" });
});

describe("parley answer without an option", () => {
  test("given no terminal, then the options are named and nothing is answered", async () => {
    const world = await askingWorld();
    const ended = await world.run(["answer", "q2", "--json"]);
    expect(ended.code).toBe(2);
    expect(errorOf(ended)).toMatchObject({
      code: "no-option",
      message: expect.stringContaining("input (Provide the missing information), defer (Defer the gap)"),
    });
    const unknown = await world.run(["answer", "Q9", "--json"]);
    expect([unknown.code, errorOf(unknown).code]).toEqual([4, "no-question"]);
    expect((documentOf(await world.run(["inbox", "--json"])) as object[]).length).toBe(3);
  });
});
