// The note of the last append: what it sees that the chain cannot, and that it never cries wolf.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { countCommand } from "../support/counter.ts";
import { intoOneFile } from "../support/into-one-file.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startWorker } from "../support/worker.ts";

const open = (file: string) => openSqliteStore({ file, mode: "read-write", projections: [] });

/** Appends, closes, and leaves all of it in the one file. */
async function count(file: string, from: number, to: number, by = "ada"): Promise<void> {
  const store = await open(file);
  for (let n = from; n <= to; n += 1) {
    await store.append({
      stream: "counter",
      expectedVersion: n - 1,
      command: countCommand(`${by}-${n}`, by),
      events: [{ type: "Counted", v: 1, data: { by, total: n } }],
    });
  }
  store.close();
  intoOneFile(file);
}

async function doubtAbout(file: string) {
  const store = await openSqliteStore({ file, mode: "read-only", projections: [] });
  try {
    expect(await store.integrity()).toEqual([]);
    return await store.doubt();
  } finally {
    store.close();
  }
}

const noteOf = (file: string): unknown => JSON.parse(readFileSync(`${file}-head`, "utf8"));

it("is written when a store is closed, and agrees with it", async () => {
  const file = join(temporaryFolder(), "parley.db");
  await count(file, 1, 3);
  const store = await open(file);
  expect(noteOf(file)).toEqual(await store.head());
  expect(await store.doubt()).toBeNull();
  store.close();
});

it("an older copy that is put back is seen, and is not forgotten by going on with it", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "parley.db");
  await count(file, 1, 3);
  copyFileSync(file, join(folder, "older.db"));
  await count(file, 4, 6);
  const note = noteOf(file);
  copyFileSync(join(folder, "older.db"), file);
  expect(await doubtAbout(file)).toMatchObject({
    message: expect.stringContaining("the database ends with event 3, but event 6 was recorded here"),
    fix: expect.stringContaining(`rm ${file}-head`),
  });
  await count(file, 4, 8, "bob");
  expect(noteOf(file)).toEqual(note);
  expect(await doubtAbout(file)).toMatchObject({
    message: expect.stringContaining("event 6 of the database is not the one that was recorded here"),
  });
  rmSync(`${file}-head`);
  expect(await doubtAbout(file)).toBeNull();
  await count(file, 9, 9, "bob");
  expect(noteOf(file)).toMatchObject({ position: 9 });
});

it("an end that was cut off with its part of the chain is seen", async () => {
  const file = join(temporaryFolder(), "parley.db");
  await count(file, 1, 5);
  const db = new DatabaseSync(file);
  db.exec("delete from events where position > 3; delete from chain where position > 3");
  db.exec("delete from commands where first_version > 3");
  db.close();
  expect(await doubtAbout(file)).toMatchObject({ message: expect.stringContaining("ends with event 3") });
});

it.each(["", "{", "[]", '{"position":"x"}', "null"])(
  "a note that reads %j is as good as none",
  async (text) => {
    const file = join(temporaryFolder(), "parley.db");
    await count(file, 1, 2);
    writeFileSync(`${file}-head`, text);
    expect(await doubtAbout(file)).toBeNull();
    await count(file, 3, 3);
    expect(noteOf(file)).toMatchObject({ position: 3 });
  },
);

it("one that cannot be written fails nothing", async () => {
  const file = join(temporaryFolder(), "parley.db");
  mkdirSync(`${file}-head`);
  await count(file, 1, 2);
  expect(await doubtAbout(file)).toBeNull();
});

it("is never ahead of the database while several processes write and are killed", async () => {
  const file = join(temporaryFolder(), "parley.db");
  for (let life = 0; life < 5; life += 1) {
    const workers = [0, 1, 2].map((n) => startWorker(["acknowledge", file, `life${life}-${n}`]));
    for (let n = 0; n < 20; n += 1) await Promise.all(workers.map((worker) => worker.next()));
    const looking = await open(file);
    for (let n = 0; n < 20; n += 1) expect(await looking.doubt()).toBeNull();
    for (const worker of workers) worker.process.kill("SIGKILL");
    for (const worker of workers) expect(await worker.ended).toBe("SIGKILL");
    expect(await looking.doubt()).toBeNull();
    expect(await looking.integrity()).toEqual([]);
    looking.close();
  }
  expect(existsSync(`${file}-head`)).toBe(true);
});
