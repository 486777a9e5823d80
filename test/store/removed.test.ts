// A database that is taken away under those who write to it: they stop, and what they recorded is saved beside it.
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import type { DurableStore, Projection } from "../../src/engine/ports.ts";
import { countCommand, totals } from "../support/counter.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startWorker } from "../support/worker.ts";

interface Place {
  readonly folder: string;
  readonly file: string;
}

function newPlace(): Place {
  const folder = join(temporaryFolder(), ".parley");
  mkdirSync(folder);
  return { folder, file: join(folder, "parley.db") };
}

const open = (file: string) => openSqliteStore({ file, mode: "read-write", projections: [totals] });

async function count(store: DurableStore, n: number): Promise<void> {
  await store.append({
    stream: "counter",
    expectedVersion: n - 1,
    command: countCommand(`c${n}`, "ada"),
    events: [{ type: "Counted", v: 1, data: { by: "ada", total: n } }],
  });
}

const rescuedIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name.startsWith("parley.db.rescued-"));

async function expectWhole(file: string, events: number): Promise<void> {
  const store = await open(file);
  expect(await store.load("counter")).toHaveLength(events);
  expect(await store.integrity()).toEqual([]);
  store.close();
}

const WAYS: { readonly [what: string]: (place: Place) => void } = {
  "removed by name": ({ file }) => rmSync(file),
  "removed with all that belongs to it": ({ folder }) => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
  },
  "removed with its folder": ({ folder }) => rmSync(folder, { recursive: true }),
  "moved away": ({ folder, file }) => renameSync(file, join(folder, "elsewhere.db")),
  "replaced by a copy of itself": ({ folder, file }) => {
    copyFileSync(file, join(folder, "copy.db"));
    renameSync(join(folder, "copy.db"), file);
  },
  "replaced by something else": ({ folder, file }) => {
    writeFileSync(join(folder, "other"), "something else");
    renameSync(join(folder, "other"), file);
  },
  "left without its write-ahead log": ({ file }) => rmSync(`${file}-wal`),
  "left without its shared memory": ({ file }) => rmSync(`${file}-shm`),
};

describe("a database that is", () => {
  it.each(Object.keys(WAYS))(
    "%s: the next append fails, and all that was acknowledged is saved",
    async (way) => {
      const place = newPlace();
      const store = await open(place.file);
      onTestFinished(() => store.close());
      for (let n = 1; n <= 20; n += 1) await count(store, n);
      WAYS[way]?.(place);
      const failure = await count(store, 21).catch((error: unknown) => error);
      const [name = "", ...more] = rescuedIn(place.folder);
      const rescued = join(place.folder, name);
      expect(failure).toMatchObject({
        code: "gone",
        message: expect.stringContaining(`saved in ${rescued}`),
        fix: expect.stringContaining(`mv ${rescued} ${place.file}`),
      });
      // Nothing more is taken, and nothing more is saved.
      await expect(count(store, 21)).rejects.toBe(failure);
      await expect(store.put(new Uint8Array(3))).rejects.toBe(failure);
      expect([more, rescuedIn(place.folder).length]).toEqual([[], 1]);
      await expectWhole(rescued, 20);
    },
  );
});

it("an append that was committed to a file just removed fails, and is in what is saved", async () => {
  const place = newPlace();
  const maker = await totals.load();
  const removing: Projection = {
    ...totals,
    load: async () => ({
      ...maker,
      changes: (step) => {
        if (step.event.version === 3) rmSync(place.file);
        return maker.changes(step);
      },
    }),
  };
  const store = await openSqliteStore({ file: place.file, mode: "read-write", projections: [removing] });
  onTestFinished(() => store.close());
  await count(store, 1);
  await count(store, 2);
  await expect(count(store, 3)).rejects.toMatchObject({ code: "gone" });
  await expectWhole(join(place.folder, rescuedIn(place.folder)[0] ?? ""), 3);
});

it("two writers of a removed database each save it, under names of their own", async () => {
  const place = newPlace();
  const stores = [await open(place.file), await open(place.file)] as const;
  onTestFinished(() => {
    for (const store of stores) store.close();
  });
  await count(stores[0], 1);
  await count(stores[1], 2);
  WAYS["removed with all that belongs to it"]?.(place);
  const outcomes = await Promise.allSettled(stores.map((store) => count(store, 3)));
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const rescued = rescuedIn(place.folder);
  expect(rescued).toHaveLength(2);
  for (const name of rescued) await expectWhole(join(place.folder, name), 2);
});

it("a process that cannot save it says so, and writes nothing more", async () => {
  const place = newPlace();
  const store = await open(place.file);
  onTestFinished(() => store.close());
  await count(store, 1);
  rmSync(place.folder, { recursive: true });
  writeFileSync(place.folder, "a file where the folder was");
  await expect(count(store, 2)).rejects.toMatchObject({
    code: "gone",
    message: expect.stringContaining("could not be saved"),
  });
});

it("one who ends leaves the write-ahead log of the database that took the place alone", async () => {
  const place = newPlace();
  const worker = startWorker(["hold", place.file, "60000"]);
  await worker.next();
  WAYS["removed with all that belongs to it"]?.(place);
  const store = await open(place.file);
  onTestFinished(() => store.close());
  await count(store, 1);
  worker.process.stdin?.end("append\n");
  expect(await worker.next()).toMatchObject({ failure: "gone" });
  expect(await worker.ended).toBe(0);
  expect(existsSync(`${place.file}-wal`)).toBe(true);
  await count(store, 2);
  await expectWhole(place.file, 2);
});
