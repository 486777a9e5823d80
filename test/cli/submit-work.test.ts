import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeApp } from "../../src/app/app.ts";
import type { WritingStep } from "../../src/app/sessions/write-by-hand.ts";
import type { AwaitedWork } from "../../src/app/wire/awaited.ts";
import { withoutTask } from "../../src/prompts/human-template.ts";
import { editorProgram } from "../agents/by-hand.ts";
import {
  APPROVE,
  coderDocument,
  disputeDocument,
  GUIDE,
  POSITION,
  rejectDocument,
} from "../support/build-documents.ts";
import { type BuildHere, type BuildScript, taskIdAt } from "../support/build-here.ts";
import { handBuiltWorld, PAGE, STUBBORN } from "./build-project.ts";
import { contextOf } from "./gated-world.ts";
import { documentOf, type Ended, errorOf, type World } from "./world.ts";

async function awaitedIn(world: World): Promise<readonly AwaitedWork[]> {
  const app = makeApp(contextOf(world));
  const listed = await app.questions.list("board");
  if ("failed" in listed) throw new Error(listed.message);
  return listed.awaited as readonly AwaitedWork[];
}

async function refused(world: World, ...args: readonly string[]) {
  const ended = await world.run(["submit", ...args, "--json"]);
  return [ended.code, errorOf(ended).code];
}

/** What the coder has done so far. */
function work(build: BuildHere, text: string): void {
  build.repository.worktrees.get(taskIdAt(0))?.files.set("src/page.ts", text);
}

/** The person has coded, and is awaited as the reviewer. */
async function reviewedWorld() {
  const { world, build } = await handBuiltWorld();
  work(build, "one");
  world.write(join(world.project, "mine.md"), coderDocument());
  expect((await world.run(["submit", "coder", "mine.md"])).code).toBe(0);
  await build.run();
  return { world, build };
}

describe("the documents of a build", () => {
  test("are listed with the task, the file to write in, and the worktree", async () => {
    const { world } = await handBuiltWorld();
    const { code, stdout } = await world.run(["inbox"]);
    expect(code).toBe(7);
    expect(stdout).toMatch(/^a document is awaited: round 1 coder, [0-9a-f]{8} "A page"$/m);
    expect(stdout).toMatch(/^ {2}write in: \.parley\/runs\/\w+\/view\/coder\.md$/m);
    expect(stdout).toMatch(/^ {2}the work: \.parley\/worktrees\/[0-9a-f]{8}$/m);
    expect(stdout.replaceAll(/\s+/g, " ")).toMatch(
      /hand in: parley submit coder \.parley\/runs\/\w+\/view\/coder\.md --task [0-9a-f]{8}/,
    );
    expect(documentOf(await world.run(["inbox", "--json"]))).toEqual([]);
  });

  test("are handed in from the form, and the build goes on from them", async () => {
    const { world, build } = await handBuiltWorld();
    work(build, "one");
    const [awaited] = await awaitedIn(world);
    const sheet = readFileSync(awaited?.file ?? "", "utf8");
    world.write(awaited?.file ?? "", sheet.replace("## Summary\n", "## Summary\n\nThere is a page.\n"));
    const ended = await world.run(["submit", "coder"]);
    expect([ended.code, ended.stderr]).toEqual([0, ""]);
    expect(ended.stdout).toBe(`the coder's document on ${PAGE.id} is handed in: done\ngo on: parley build\n`);
    await build.run();
    world.write(join(world.project, "review.md"), APPROVE);
    const review = await world.run([
      "submit",
      "reviewer",
      "review.md",
      "--task",
      PAGE.id.slice(0, 3),
      "--json",
    ]);
    expect([review.code, documentOf(review)]).toMatchObject([
      0,
      {
        ...{ session: null, task: PAGE, role: "reviewer", lane: null, accepted: true, failure: null },
        ...{ retry: false, taken: [], state: "active", openQuestions: [], awaited: [] },
      },
    ]);
    expect((await build.run()).end).toEqual({ at: "done" });
    const by = (await build.events("TaskLanded")).length;
    expect([by, (await build.events("CoderReported"))[0]?.by]).toMatchObject([1, { role: "coder" }]);
  });

  test("are laid out anew with the text, line and fault where they are not in their form", async () => {
    const { world } = await handBuiltWorld();
    const text = "# Work\n\n**Verdict:** DISPUTE\n\n**Reason:** none\n";
    world.write(join(world.project, "mine.md"), text);
    const ended = await world.run(["submit", "coder", "mine.md", "--json"]);
    expect([ended.code, documentOf(ended)]).toMatchObject([
      1,
      { accepted: false, retry: true, failure: { type: "form" }, awaited: [{ role: "coder", attempt: 2 }] },
    ]);
    const { failure, awaited } = documentOf(ended) as {
      failure: { message: string };
      awaited: [AwaitedWork];
    };
    expect(failure.message).toMatch(/^Line \d+: /m);
    const sheet = readFileSync(awaited[0].file, "utf8");
    expect(withoutTask(sheet)).toBe(text);
    expect(sheet).toContain("This is attempt 2 of 3");
    expect(await refused(world, "coder")).toEqual([5, "nothing-new"]);
    const shown = await world.run(["submit", "coder", "-"], { input: "# Work\n" });
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain(`the coder's document on ${PAGE.id} did not pass validation\n  form: `);
    expect(shown.stdout).toContain("a retry is open; your text is kept there:\n");
    expect(shown.stdout).not.toContain("parley build\n");
  });

  test("are told the line of the file that was written, with our comment over it, and of the next one", async () => {
    const { world } = await handBuiltWorld();
    const [{ file } = { file: "" }] = await awaitedIn(world);
    const written = `${readFileSync(file, "utf8")}\n**Verdict:** perhaps\n`;
    writeFileSync(file, written);
    const lineOf = (text: string) =>
      text.split("\n").findIndex((line) => line.startsWith("**Verdict:** perhaps")) + 1;
    const { failure, awaited } = documentOf(await world.run(["submit", "coder", "--json"])) as {
      failure: { message: string };
      awaited: [AwaitedWork];
    };
    expect(failure.message).toContain(`Line ${lineOf(written)}: \`perhaps\` is no verdict.`);
    const again = readFileSync(awaited[0].file, "utf8");
    expect(again).toContain(`Line ${lineOf(again)}: \`perhaps\` is no verdict.`);
  });

  test("end in a question where they are not in their form again and again", async () => {
    const { world } = await handBuiltWorld();
    const hand = (input: string) => world.run(["submit", "coder", "-", "--json"], { input });
    await hand("# Work\n\nOne.\n");
    await hand("# Work\n\nTwo.\n");
    expect(documentOf(await hand("# Work\n\nThree.\n"))).toMatchObject({
      ...{ accepted: false, openQuestions: ["B1"], awaited: [] },
    });
    const inbox = await world.run(["inbox"]);
    expect(inbox.stdout).toContain("B1 stuck");
  });

  test("are refused where they are no text, unchanged, of another task, or not awaited", async () => {
    const { world } = await handBuiltWorld();
    world.write(join(world.project, "empty.md"), "\n");
    expect(await refused(world, "coder")).toEqual([5, "nothing-new"]);
    expect(await refused(world, "coder", "empty.md")).toEqual([5, "nothing-new"]);
    expect(await refused(world, "coder", "none.md")).toEqual([4, "no-file"]);
    expect(await refused(world, "coder", "empty.md", "--task", "b0")).toEqual([4, "no-task"]);
    expect(await refused(world, "reviewer", "empty.md", "--task", PAGE.id)).toEqual([5, "not-awaited"]);
    expect(await refused(world, "guide", "empty.md")).toEqual([5, "not-awaited"]);
    const [awaited] = await awaitedIn(world);
    const other = awaited?.file.replace(/[0-9a-f]{16}/, "0123456789abcdef") ?? "";
    world.write(other, coderDocument());
    expect(await refused(world, "coder", other)).toEqual([5, "other-task"]);
  });

  test("are taken once: who comes second is told so", async () => {
    const { world } = await handBuiltWorld();
    world.write(join(world.project, "mine.md"), coderDocument());
    const both = await Promise.all([1, 2].map(() => world.run(["submit", "coder", "mine.md", "--json"])));
    expect(both.map(({ code }) => code).sort()).toEqual([0, 5]);
    const late = both.find(({ code }) => code === 5);
    expect(late === undefined ? null : errorOf(late).code).toBe("not-awaited");
  });

  test("are taken while a build runs, which lays the next form out itself", async () => {
    const second = taskIdAt(1);
    const submitted: Ended[] = [];
    const reviewer: BuildScript = async () => {
      const input = "# Work\n\nHalf of it.\n";
      submitted.push(await world.run(["submit", "coder", "-", "--task", second, "--json"], { input }));
      return APPROVE;
    };
    const { world, build } = await handBuiltWorld({
      tasks: [
        { title: PAGE.title, files: ["src/page.ts"] },
        { title: "A footer", files: ["src/footer.ts"] },
      ],
      agents: { ada: reviewer },
      settings: { agents: { coder: "human", reviewer: "ada" }, parallel: 2 },
    });
    expect((await awaitedIn(world)).map(({ task }) => task.title)).toEqual([PAGE.title, "A footer"]);
    expect(await refused(world, "coder")).toEqual([2, "several-calls"]);
    work(build, "one");
    world.write(join(world.project, "mine.md"), coderDocument());
    expect((await world.run(["submit", "coder", "mine.md", "--task", PAGE.id])).code).toBe(0);
    await build.run();
    expect(submitted.map(({ code, stderr }) => [code, stderr])).toEqual([[1, ""]]);
    const [awaited] = await awaitedIn(world);
    expect(awaited).toMatchObject({ task: { id: second }, attempt: 2 });
    expect(withoutTask(readFileSync(awaited?.file ?? "", "utf8"))).toBe("# Work\n\nHalf of it.\n");
  });

  test("are drafts where a person is the drafter, and bind nobody", async () => {
    const settings = { agents: { coder: "coder", reviewer: "reviewer", drafter: "human" } };
    const { world, build } = await handBuiltWorld({ agents: STUBBORN, settings });
    const [awaited] = await awaitedIn(world);
    expect(awaited).toMatchObject({ role: "guide", lane: "B1", worktree: null });
    expect(await refused(world, "guide")).toEqual([5, "nothing-new"]);
    world.write(join(world.project, "guide.md"), GUIDE);
    expect((await world.run(["submit", "guide", "guide.md"])).code).toBe(0);
    expect(await build.events("GuidanceGiven")).toMatchObject([{ kind: "draft", question: "B1" }]);
  });

  test("are laid out anew, with what was written so far, where an answer changes the task", async () => {
    const reviewer: BuildScript = ({ work: made }) =>
      rejectDocument({
        fates: (made?.findings ?? []).map(({ id }) => `| ${id} | OPEN | It is as it was. |`),
      });
    const settings = { agents: { coder: "human", reviewer: "ada" } };
    const { world, build } = await handBuiltWorld({ agents: { ada: reviewer }, settings });
    for (const [round, rows] of [{}, { F1: "FIXED | src/page.ts" }].entries()) {
      work(build, `round ${round}`);
      world.write(join(world.project, "mine.md"), coderDocument(rows));
      expect((await world.run(["submit", "coder", "mine.md"])).code).toBe(0);
      await build.run();
    }
    const [before] = await awaitedIn(world);
    const file = before?.file ?? "";
    world.write(file, `${readFileSync(file, "utf8")}\nHalf a word`);
    const answered = await world.run(["answer", "B1", "guide", "--text", "Print it in black."]);
    expect(answered.stdout).toContain("The answer changes a task that waits for you. It is laid out anew");
    const [now] = await awaitedIn(world);
    expect(now).toMatchObject({ role: "coder", round: 3, attempt: 1 });
    const sheet = readFileSync(now?.file ?? "", "utf8");
    expect(sheet).toContain("From the user: Print it in black.");
    expect(sheet).toContain("Half a word");
    expect(readFileSync(now?.prompt ?? "", "utf8")).toContain("Print it in black.");
    expect(await refused(world, "coder", file)).toEqual([5, "other-task"]);
    // What was written for the task as it was says nothing to the task as it is.
    expect(await refused(world, "coder")).toEqual([5, "task-changed"]);
    expect(await refused(world, "coder", "mine.md")).toEqual([5, "task-changed"]);
    work(build, "round 3");
    const rows = { F1: "FIXED | src/page.ts", F2: "FIXED | src/page.ts" };
    world.write(join(world.project, "mine.md"), coderDocument(rows));
    expect((await world.run(["submit", "coder", "mine.md"])).code).toBe(0);
  });

  test("say so where the next form cannot be laid out at once, and the build does it", async () => {
    const { world, build } = await reviewedWorld();
    // The prompt shows the work, and the project is no git repository by now.
    delete world.tasks;
    world.write(join(world.project, "review.md"), "# Review\n\nFine.\n");
    const ended = await world.run(["submit", "reviewer", "review.md", "--task", PAGE.id]);
    expect([ended.code, ended.stderr]).toEqual([
      1,
      expect.stringContaining("what is to be written next could not be laid out"),
    ]);
    expect(ended.stdout).toContain("a retry is open: it begins when you go on\ngo on: parley build\n");
    await build.run();
    const [awaited] = await awaitedIn(world);
    expect(awaited).toMatchObject({ role: "reviewer", attempt: 2 });
    expect(withoutTask(readFileSync(awaited?.file ?? "", "utf8"))).toBe("# Review\n\nFine.\n");
  });

  test("are asked for once beside the work: out of its form a position is not taken, and not lost", async () => {
    const { world, build } = await reviewedWorld();
    const dispute = disputeDocument().replace("# Dispute", "# Review");
    world.write(join(world.project, "review.md"), dispute);
    expect((await world.run(["submit", "reviewer", "review.md", "--task", PAGE.id])).code).toBe(0);
    await build.run();
    const [awaited] = await awaitedIn(world);
    expect(awaited).toMatchObject({ role: "position", worktree: null });
    world.write(join(world.project, "position.md"), "# Position\n\nI hold what I hold.\n");
    expect(await refused(world, "position", "position.md")).toEqual([5, "form"]);
    world.write(join(world.project, "position.md"), POSITION);
    expect((await world.run(["submit", "position", "position.md"])).code).toBe(0);
    const [settled] = await build.events("PositionSettled");
    expect(settled?.position).toMatchObject({ at: "given", text: "It is to be read the other way." });
  });
});

test("in a terminal the form opens in the editor, and again where it was not filled in as it should be", async () => {
  const { world, build } = await handBuiltWorld();
  work(build, "one");
  const editor = editorProgram(
    'return text.includes("attempt 2") ? text.replace(/Half\\./, "## Summary\\n\\nIt is done.") : text.replace("## Summary", "Half.")',
  );
  const app = makeApp({ ...contextOf(world), env: { ...world.env, EDITOR: editor } });
  const steps: WritingStep[] = [];
  const handedIn = await app.sessions.writeByHand(await awaitedIn(world), (_, step) => steps.push(step));
  expect([handedIn, steps.map(({ at }) => at)]).toEqual([2, ["opened", "handed-in", "opened", "handed-in"]]);
  expect(steps.at(-1)).toMatchObject({ submitted: { session: null, accepted: true } });
});
