// A build of few tasks, one after the other, with agents that say what each test has them say.
import { expect, test } from "vitest";
import { APPROVE, approveAfter, coderDocument, rejectDocument } from "../support/build-documents.ts";
import { BuildHere, type BuildScript, taskIdAt } from "../support/build-here.ts";

const writes: BuildScript = ({ call, files }) => {
  files.set(`src/${call.subject.id}.ts`, `export const round = ${call.round};\n`);
  return coderDocument();
};

test("an approved task lands once, and leaves nothing behind", async () => {
  const build = await BuildHere.of({
    tasks: [{ title: "Add a page" }],
    agents: { coder: writes, reviewer: () => APPROVE },
  });
  const { end } = await build.run();
  expect(end).toEqual({ at: "done" });
  const { status } = await build.task(0);
  expect(status).toBe("completed");
  const { repository } = build;
  const [landed = "", first] = repository.history();
  expect(repository.history()).toHaveLength(2);
  expect(repository.targetFiles().get(`src/${taskIdAt(0)}.ts`)).toBe("export const round = 1;\n");
  expect(repository.message(landed)).toContain(`Add a page (${taskIdAt(0)})`);
  expect(first).toBe(repository.refs.get("refs/heads/main"));
  expect(await build.events("TaskLanded")).toMatchObject([{ commit: landed, basis: "approved" }]);
  expect([...repository.worktrees]).toEqual([]);
  expect([...repository.refs.keys()].filter((ref) => ref.startsWith("refs/heads/"))).toEqual([
    "refs/heads/main",
  ]);
});

test("what a review rejects goes back to the coder with its findings, and lands once it is approved", async () => {
  const build = await BuildHere.of({
    tasks: [{ title: "Add a page" }],
    agents: {
      coder: (stage) => {
        writes(stage);
        return stage.call.round === 1 ? coderDocument() : coderDocument({ F1: "FIXED | src/page.ts" });
      },
      reviewer: ({ call }) => (call.round === 1 ? rejectDocument() : approveAfter("F1")),
    },
  });
  expect((await build.run()).end).toEqual({ at: "done" });
  expect(await build.task(0)).toMatchObject({ status: "completed", rejectionCount: 1 });
  expect(build.repository.targetFiles().get(`src/${taskIdAt(0)}.ts`)).toBe("export const round = 2;\n");
  expect(build.began.map((key) => key.replace(/^task\/\w+\//, ""))).toEqual([
    "1.1/coder/-/1/1",
    "1.1/reviewer/-/1/1",
    "2.1/coder/-/1/1",
    "2.1/reviewer/-/1/1",
  ]);
});
