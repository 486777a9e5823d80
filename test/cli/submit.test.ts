import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { responses } from "../support/disagreement-texts.ts";
import { objection, resolution } from "../support/session-world.ts";
import { documentOf, type Ended, errorOf, newWorld, type World } from "./world.ts";

const GAP = "GAP-FLOW-001";
const ROLES = ["--engineer", "human", "--reviewer", "human", "--survey", "false"];

interface Awaited {
  readonly role: string;
  readonly file: string;
  readonly prompt: string;
  readonly attempt: number;
}

/** A session that waits for a person in the Engineer's place. */
async function waiting(): Promise<{ world: World; awaited: Awaited }> {
  const world = newWorld();
  world.write(join(world.project, "spec.md"), "# A spec\n\n## Flow\n\nTODO: what happens when it fails?\n");
  world.write(join(world.project, "mine.md"), resolution([GAP]));
  const ended = await world.run(["refine", "spec.md", ...ROLES, "--json"]);
  expect(ended.code).toBe(7);
  const { awaited } = documentOf(ended) as { awaited: readonly [Awaited] };
  return { world, awaited: awaited[0] };
}

function submitInput(world: World, input: string | Uint8Array): Promise<Ended> {
  return world.run(["submit", "engineer", "-", "--json"], { input });
}

describe("submit", () => {
  test("hands in a file, says that it passed, and what is to be written next", async () => {
    const { world, awaited } = await waiting();
    expect(readFileSync(awaited.file, "utf8")).toContain("your turn as Engineer");
    expect(readFileSync(awaited.prompt, "utf8")).toContain(GAP);
    const ended = await world.run(["submit", "engineer", "mine.md"]);
    expect([ended.code, ended.stderr]).toEqual([0, ""]);
    expect(ended.stdout).toContain("the engineer's document passed validation\n");
    expect(ended.stdout).toMatch(
      /a document is awaited: round 1 reviewer, GAP-FLOW-001\n.*write in: \.parley\/runs\/\w+\/view\/reviewer\.md/,
    );
    const history = documentOf(await world.run(["history", "--json"])) as { type: string; actor: string }[];
    expect(history.find(({ type }) => type === "AgentCallFinished")?.actor).toMatch(/^human:./);
    expect((await world.run(["replay"])).code).toBe(0);
  });

  test("lays out the proposal and what was said of it before in the Reviewer's file", async () => {
    const { world } = await waiting();
    const { awaited: first } = documentOf(await world.run(["submit", "engineer", "mine.md", "--json"])) as {
      awaited: readonly [Awaited];
    };
    const proposed = "The caller retries three times, one second apart, in case 1.";
    expect(readFileSync(join(world.project, "mine.md"), "utf8")).toContain(proposed);
    const sheet = readFileSync(first[0].file, "utf8");
    expect(sheet.slice(0, sheet.indexOf("-->"))).toContain(proposed);
    world.write(join(world.project, "review.md"), objection(GAP));
    expect((await world.run(["submit", "reviewer", "review.md", "--json"])).code).toBe(0);
    expect((await world.run(["resume", "--no-input", "--json"])).code).toBe(7);
    const answered = `${resolution([GAP], { text: "It retries three times." })}\n${responses({ "ISSUE-R1-001": "ADDRESSED | three" })}`;
    world.write(join(world.project, "mine.md"), answered);
    const again = documentOf(await world.run(["submit", "engineer", "mine.md", "--json"])) as {
      awaited: readonly [Awaited];
    };
    const second = readFileSync(again.awaited[0].file, "utf8");
    expect(second.slice(0, second.indexOf("-->"))).toContain("No limit on retries");
  });

  test("refuses a form with a stub left in it, with the line, and no attempt is used up", async () => {
    const { world, awaited } = await waiting();
    const filled = readFileSync(awaited.file, "utf8").replace(
      "### Proposed Solution\n",
      "### Proposed Solution\n\nIt retries three times.\n",
    );
    world.write(awaited.file, filled);
    const line = filled.split("\n").indexOf("**Confidence:**") + 1;
    const ended = await world.run(["submit", "engineer", "--json"]);
    expect([ended.code, errorOf(ended)]).toMatchObject([
      5,
      { code: "form-unfinished", message: `line ${line} of the form is not filled in: **Confidence:**` },
    ]);
    const still = documentOf(await world.run(["status", "--json"])) as { awaited: readonly [Awaited] };
    expect(still.awaited[0]).toMatchObject({ file: awaited.file, attempt: 1 });
  });

  test("says that a document is not awaited any more because its round was undone", async () => {
    const { world } = await waiting();
    expect((await world.run(["rollback", "--retry", "same"])).code).toBe(0);
    const ended = await world.run(["submit", "engineer", "mine.md", "--json"]);
    expect([ended.code, errorOf(ended)]).toMatchObject([
      5,
      {
        code: "not-awaited",
        message: "the document of the Engineer is not awaited any more: its round was rolled back",
        fix: "go on with `parley resume spec`",
      },
    ]);
  });

  test("refuses a text that was written for a task that was laid out anew since", async () => {
    const { world, awaited } = await waiting();
    const old = readFileSync(awaited.file, "utf8");
    world.write(awaited.file, `${old}\n${resolution([GAP])}`);
    world.write(join(world.project, "copy.md"), `${old}\n${resolution([GAP])}`);
    expect((await world.run(["rollback", "--retry", "same"])).code).toBe(0);
    const again = await world.run(["resume", "--no-input", "--json"]);
    const [now] = (documentOf(again) as { awaited: readonly [Awaited] }).awaited;
    expect(now.file).not.toBe(awaited.file);
    for (const file of [awaited.file, "copy.md"]) {
      const ended = await world.run(["submit", "engineer", file, "--json"]);
      expect([ended.code, errorOf(ended)]).toMatchObject([5, { code: "other-task" }]);
    }
    expect((await world.run(["submit", "engineer", "mine.md", "--json"])).code).toBe(0);
  });

  test("says which part of a document passed, and what is still awaited", async () => {
    const world = newWorld();
    const spec =
      "# A spec\n\n## Flow\n\nTODO: what happens when it fails?\n\n## Pause\n\nTODO: how long is it?\n";
    world.write(join(world.project, "spec.md"), spec);
    const { awaited } = documentOf(await world.run(["refine", "spec.md", ...ROLES, "--json"])) as {
      awaited: readonly [{ gaps: readonly [string, string] }];
    };
    const [one, two] = awaited[0].gaps;
    world.write(join(world.project, "mine.md"), `${resolution([one])}\nUNCERTAINTY: ${two} - which pause?\n`);
    const ended = await world.run(["submit", "engineer", "mine.md"]);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain(`a part of the engineer's document passed validation: ${one}\n`);
    expect(ended.stdout).toContain("the rest is still awaited:\n");
    expect(ended.stdout).toContain(`a document is awaited: round 1 engineer, ${two}, attempt 2\n`);
  });

  test("reads its input for -, and what stands in the form without a file", async () => {
    const { world, awaited } = await waiting();
    const failing = await submitInput(world, `## Gap Resolution: ${GAP}\n\nIt retries.\n`);
    expect(failing.code).toBe(1);
    const failed = documentOf(failing) as { awaited: readonly [Awaited] };
    expect(failed).toMatchObject({
      accepted: false,
      retry: true,
      failure: { type: "WRONG_FORMAT" },
      awaited: [{ role: "engineer", attempt: 2 }],
    });
    const [again] = failed.awaited;
    expect(again.file).not.toBe(awaited.file);
    const sheet = readFileSync(again.file, "utf8");
    world.write(again.file, `${sheet.slice(0, sheet.indexOf("-->") + 3)}\n\n${resolution([GAP])}`);
    const ended = await world.run(["submit", "engineer", "--json"]);
    expect([ended.code, documentOf(ended)]).toMatchObject([0, { accepted: true, failure: null }]);
  });

  test("refuses what is no document, and where nobody waits", async () => {
    const { world } = await waiting();
    const refused = async (args: readonly string[], code: number, word: string) => {
      const ended = await world.run(["submit", ...args, "--json"]);
      expect([ended.code, errorOf(ended).code], args.join(" ")).toEqual([code, word]);
    };
    world.write(join(world.project, "empty.md"), "\n");
    world.write(join(world.project, "bytes.md"), new Uint8Array([1, 0, 255, 254]));
    await refused(["engineer"], 5, "nothing-new");
    await refused(["engineer", "empty.md"], 5, "nothing-new");
    await refused(["engineer", "bytes.md"], 5, "binary");
    await refused(["engineer", "none.md"], 4, "no-file");
    await refused(["reviewer", "mine.md"], 5, "not-awaited");
    await refused(["engineer", "mine.md", "--session", "other"], 4, "no-session");
    expect((await world.run(["submit", "painter", "mine.md"])).code).toBe(2);
    await refused(["coder", "mine.md"], 5, "not-awaited");
    await refused(["engineer", "mine.md", "--task", "a0"], 2, "role");
    await refused(["coder", "mine.md", "--session", "spec"], 2, "role");
    const large = await submitInput(world, "x".repeat(2 * 1024 * 1024 + 1));
    expect([large.code, errorOf(large).code]).toEqual([5, "too-large"]);
    const bytes = await submitInput(world, new Uint8Array([0x61, 0xff]));
    expect([bytes.code, errorOf(bytes).code]).toEqual([5, "binary"]);
  });

  test("from several processes at once takes one document, and tells the others", async () => {
    const { world } = await waiting();
    const names = Array.from({ length: 4 }, (_, n) => `mine-${n}.md`);
    for (const [n, name] of names.entries())
      world.write(join(world.project, name), resolution([GAP], { text: `The caller retries ${n} times.` }));
    const ended = await Promise.all(names.map((name) => world.start(["submit", "engineer", name, "--json"])));
    expect(ended.map(({ code }) => code).sort()).toEqual([0, 5, 5, 5]);
    for (const one of ended.filter(({ code }) => code === 5)) expect(errorOf(one).code).toBe("not-awaited");
  });
});

test("given a revision round, then the forms of both roles have a row for every open issue", async () => {
  const { world } = await waiting();
  await world.run(["submit", "engineer", "mine.md"]);
  const remark = objection(GAP, { id: "ISSUE-R1-002", title: "No pause", severity: "MEDIUM" });
  world.write(join(world.project, "review.md"), `${objection(GAP)}\n${remark}`);
  await world.run(["submit", "reviewer", "review.md"]);
  const sheetIn = (ended: Ended): string => {
    const { awaited } = documentOf(ended) as { awaited: readonly [Awaited] };
    return readFileSync(awaited[0].file, "utf8");
  };
  const revision = sheetIn(await world.run(["resume", "--json"]));
  expect(revision).toContain("| ISSUE-R1-001 |  |  |\n| ISSUE-R1-002 |  |  |\n");
  world.write(join(world.project, "mine.md"), resolution([GAP], { text: "It waits." }));
  const review = sheetIn(await world.run(["submit", "engineer", "mine.md", "--json"]));
  expect(review).toContain("| ISSUE-R1-001 |  |\n| ISSUE-R1-002 |  |\n");
});
