// A person plays roles of a build: what is laid out for them, and what they wrote so far.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { awaitedWork } from "../../src/app/build/awaited-work.ts";
import { workInbox } from "../../src/app/build/work-inbox.ts";
import { disputeIdFromHex } from "../../src/core/board/board-id.ts";
import { submitBuildDocument } from "../../src/engine/build-call.ts";
import type { HumanInbox } from "../../src/engine/ports.ts";
import { withoutTask } from "../../src/prompts/human-template.ts";
import { approveAfter, coderDocument, rejectDocument } from "../support/build-documents.ts";
import { ADA, BuildHere, type PlannedTask, taskIdAt } from "../support/build-here.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ID = taskIdAt(0);
const ONE: readonly PlannedTask[] = [{ title: "A page" }];

/** A build whose coder and reviewer are people. */
async function handBuild() {
  const root = temporaryFolder();
  const project = { root, folder: join(root, ".parley") };
  mkdirSync(project.folder);
  const inbox: HumanInbox = {
    layOut: async (task) =>
      await workInbox({ ...project, store: build.store }, await build.engine()).layOut(task),
  };
  const settings = { agents: { coder: "human", reviewer: "human" } };
  const build = await BuildHere.of({ tasks: ONE, agents: {}, settings, inbox });
  const awaited = async () => {
    const [only, ...others] = awaitedWork(project, await build.board());
    if (only === undefined || others.length > 0) throw new Error("there is not one document awaited");
    return only;
  };
  const handIn = async (text: string) => {
    const board = await build.engine();
    const { key } = await awaited();
    const call = board.state.build.calls.find((one) => one.key === key);
    if (call === undefined) throw new Error(`${key} is not under way`);
    await submitBuildDocument(board, call, { text, by: ADA, id: `hand-in ${key}` });
  };
  const change = (text: string) => build.repository.worktrees.get(ID)?.files.set("src/page.ts", text);
  await build.run();
  return { build, project, awaited, handIn, change };
}

test("the form and the task lie in the run's folder, and the form names the worktree", async () => {
  const { awaited, project } = await handBuild();
  const coder = await awaited();
  expect(coder).toMatchObject({
    ...{ session: null, task: { id: ID, title: "A page" }, role: "coder", round: 1, lane: null, attempt: 1 },
    worktree: join(project.folder, "worktrees", ID),
  });
  const sheet = readFileSync(coder.file, "utf8");
  expect(sheet).toContain(`The worktree is ${join(project.folder, "worktrees", ID)}`);
  expect(sheet).toContain(`  Hand it in when it is done:\n    parley submit coder --task ${ID}\n`);
  expect(sheet).toContain("and this goes on:\n    parley build\n");
  expect(readFileSync(coder.prompt, "utf8")).toContain("A page");
});

test("a document that is not in its form is laid out anew, with what is wrong with it", async () => {
  const { build, awaited, handIn } = await handBuild();
  const text = "# Work\n\nIt is done.\n";
  await handIn(text);
  await build.run();
  const again = await awaited();
  expect(again).toMatchObject({ role: "coder", attempt: 2 });
  const sheet = readFileSync(again.file, "utf8");
  expect(sheet).toContain("This is attempt 2 of 3; after the last, the user is asked how to go on.");
  expect(withoutTask(sheet)).toBe(text);
});

test("after red checks the former text is in the form, with the command that failed", async () => {
  const { build, awaited, handIn, change } = await handBuild();
  change("NO-TEST");
  const text = coderDocument();
  await handIn(text);
  await build.run();
  const again = await awaited();
  expect(again).toMatchObject({ role: "coder", round: 1, attempt: 2 });
  const sheet = readFileSync(again.file, "utf8");
  expect(sheet).toContain("Build or tests failed on the work");
  expect(sheet).toMatch(/^ {2}\w+ \(.+\): failed, exit code 1$/m);
  expect(withoutTask(sheet)).toBe(text);
});

test("earlier findings and what the user said stand in the forms of both", async () => {
  const { build, awaited, handIn, change } = await handBuild();
  change("one");
  await handIn(coderDocument());
  await build.run();
  await handIn(rejectDocument());
  await build.run();
  change("two");
  await handIn(coderDocument({ F1: "FIXED | src/page.ts" }));
  await build.run();
  await handIn(
    rejectDocument({ title: "It is too loud", place: "src/page.ts:2", fates: ["| F1 | FIXED | |"] }),
  );
  const [question] = (await build.board()).questions;
  if (question === undefined) throw new Error("nothing is asked");
  const answer = {
    question: question.id,
    option: "guide",
    text: "Whisper.",
    findings: [],
    by: ADA.actor,
  } as const;
  await build.do({
    type: "AnswerBoardQuestion",
    answer,
    document: null,
    dispute: disputeIdFromHex("dddddddd"),
  });
  await build.run();
  const sheet = readFileSync((await awaited()).file, "utf8");
  expect(sheet).toContain("From the user: Whisper.");
  expect(sheet).toContain("| F2 |  |  |\n");
  expect(sheet).not.toContain("| F1 |");
  change("three");
  await handIn(coderDocument({ F2: "FIXED | src/page.ts" }));
  await build.run();
  expect(readFileSync((await awaited()).file, "utf8")).toContain("| F2 |  |  |\n");
  await handIn(approveAfter("F2"));
  expect((await build.run()).end).toEqual({ at: "done" });
});

test("what was written for a launch that was let go is kept for the next", async () => {
  const { build, awaited } = await handBuild();
  const { file, key } = await awaited();
  writeFileSync(file, `${readFileSync(file, "utf8")}\nHalf a word`);
  const finish = { outcome: "cancelled", usage: null, elapsedMs: 0, evidence: [] } as const;
  await build.do({
    ...{ type: "FinishCall", key, ...finish, usage: { inputTokens: 0, outputTokens: 0, usd: null } },
    ...{ document: null, dispute: disputeIdFromHex("dddddddd") },
  });
  await build.run();
  const next = await awaited();
  expect(next.key).not.toBe(key);
  expect(readFileSync(next.file, "utf8")).toContain("Half a word");
});
