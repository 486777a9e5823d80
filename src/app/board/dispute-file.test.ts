import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { World } from "../../../test/support/board-world.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { diskFolder } from "../../adapters/files/folder.ts";
import { BOARD_STREAM, type Board } from "../../core/board/board.ts";
import { disputesDocument } from "../../core/board/disputes-document.ts";
import { renderDisputes } from "../../document/disputes/render-disputes.ts";
import { disputesFiles } from "../../engine/board-engine.ts";
import { syncFiles } from "../../engine/sync-files.ts";
import { type OpenProject, openProject, projectAt } from "../project.ts";
import { systemHash, systemUtf8 } from "../sessions/system-ports.ts";

async function place() {
  const root = temporaryFolder();
  mkdirSync(join(root, ".parley"));
  const project = await openProject(projectAt(root), "read-write");
  onTestFinished(() => project.store.close());
  const world = new World();
  world.dispute(world.inReview("Fix login bug"));
  const file = join(root, "dispute.md");
  const rendered = () => renderDisputes(disputesDocument(world.board));
  const read = () => readFileSync(file, "utf8");
  return { project, world, file, rendered, read };
}

/** The names under which edits are kept. */
async function sync({ store, root }: OpenProject, board: Board): Promise<readonly string[]> {
  const { aside } = await syncFiles(
    { cursors: store, folder: diskFolder(root), hash: systemHash, utf8: systemUtf8 },
    {
      stream: BOARD_STREAM,
      version: board.entries,
      files: disputesFiles(board),
      isObsolete: () => false,
      mayReturn: () => false,
      written: new Map(),
      thoroughly: true,
    },
  );
  return aside.map(({ keptAs }) => keptAs);
}

test("it is written, and written again when it was taken away", async () => {
  const { project, world, file, rendered, read } = await place();
  expect(await sync(project, world.board)).toEqual([]);
  expect(read()).toBe(rendered());
  rmSync(file);
  expect(await sync(project, world.board)).toEqual([]);
  expect(read()).toBe(rendered());
});

test("whoever comes late with an earlier board changes nothing", async () => {
  const { project, world, rendered, read } = await place();
  const earlier = world.board;
  world.dispute(world.inReview("Add caching"));
  await sync(project, world.board);
  expect(await sync(project, earlier)).toEqual([]);
  expect(read()).toBe(rendered());
});

test.each(["before the file was written", "after it"])(
  "a writer that was cut off %s is no edit",
  async (when) => {
    const { project, world, file, rendered, read } = await place();
    await sync(project, world.board);
    const sha256 = systemHash.sha256(rendered());
    world.dispute(world.inReview("Add caching"));
    const next = systemHash.sha256(rendered());
    await project.store.setFileCursors(BOARD_STREAM, [
      { path: "dispute.md", sha256, next, version: world.board.entries },
    ]);
    if (when === "after it") writeFileSync(file, rendered());
    world.dispute(world.inReview("Log out"));
    expect(await sync(project, world.board)).toEqual([]);
    expect(read()).toBe(rendered());
    expect(existsSync(`${file}.edited`)).toBe(false);
  },
);

test("an edit is kept beside it, each under a name of its own", async () => {
  const { project, world, file, rendered, read } = await place();
  await sync(project, world.board);
  for (const [text, name] of [
    ["mine\n", "dispute.md.edited"],
    ["mine too\n", "dispute.md.edited-2"],
  ] as const) {
    writeFileSync(file, text);
    expect(await sync(project, world.board)).toEqual([expect.stringContaining(name)]);
    expect(readFileSync(join(project.root, name), "utf8")).toBe(text);
    expect(read()).toBe(rendered());
  }
});
