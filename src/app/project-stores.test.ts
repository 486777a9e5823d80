import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { makeApp } from "./app.ts";
import { isFailure } from "./failure.ts";
import { openProject, type Project, projectAt } from "./project.ts";
import { ProjectStores } from "./project-stores.ts";

const NEW_TASK = {
  section: undefined,
  source: undefined,
  after: [],
  files: [],
  notes: undefined,
  before: undefined,
};

/** A caller that holds its stores over many calls, as a server does. */
async function caller() {
  const cwd = temporaryFolder();
  const never = new AbortController().signal;
  const stores = new ProjectStores();
  onTestFinished(() => stores.close());
  const app = makeApp({
    ...{ cwd, env: { HOME: cwd }, now: new Date(), cancel: never, cancelNow: never, stores },
    background: { soon: () => undefined },
  });
  await app.project.init({ nested: true });
  const project = projectAt(cwd);
  const add = (title: string) => app.tasks.add({ ...NEW_TASK, title, as: undefined, model: undefined });
  return { app, stores, project, add, titles: () => titlesOf(app) };
}

async function titlesOf(app: ReturnType<typeof makeApp>): Promise<readonly string[]> {
  const listed = await app.tasks.list({ status: undefined, section: undefined });
  if (isFailure(listed)) throw new Error(listed.message);
  return listed.tasks.map(({ title }) => title);
}

test("given a caller of many use cases, then what it wrote to stays open until it closes it", async () => {
  const { stores, project, add, titles } = await caller();
  await add("One");
  expect(stores.holds(project.database)).toBe(true);
  await Promise.all([add("Two"), add("Three")]);
  expect([...(await titles())].sort()).toEqual(["One", "Three", "Two"]);
  expect(stores.holds(project.database)).toBe(true);
  stores.close();
  expect(stores.holds(project.database)).toBe(false);
});

test("given a caller that only reads, then nothing is held, and no file is left behind", async () => {
  const { stores, project, titles } = await caller();
  const before = readdirSync(project.folder);
  expect(await titles()).toEqual([]);
  expect(stores.holds(project.database)).toBe(false);
  expect(readdirSync(project.folder)).toEqual(before);
});

test("given another database in its place between two calls, then the next call sees that one", async () => {
  const { app, project, add, titles } = await caller();
  await add("One");
  const copy = join(project.folder, "copy.db");
  await app.project.backUp(copy);
  await add("Two");
  expect(await titles()).toEqual(["One", "Two"]);
  for (const end of ["", "-wal", "-shm"]) rmSync(`${project.database}${end}`, { force: true });
  renameSync(copy, project.database);
  expect(await titles()).toEqual(["One"]);
});

/** Tells how often it was opened, and what of it is closed. */
function countedStore(project: Project) {
  const count = { opened: 0, closed: 0 };
  const open = async () => {
    const { store } = await openProject(project, "read-write");
    count.opened += 1;
    const close = (): void => {
      count.closed += 1;
      store.close();
    };
    return { ...store, close };
  };
  return { count, open };
}

test("given calls at once, then one opens for all, and the last closes what was closed meanwhile", async () => {
  const { stores, project } = await caller();
  const { count, open } = countedStore(project);
  const goOn = new AbortController();
  const told = new Promise<void>((done) => goOn.signal.addEventListener("abort", () => done()));
  const waiting = stores.use(project.database, open, async (store) => {
    await told;
    return await store.doubt();
  });
  await stores.use(project.database, open, (store) => store.doubt());
  stores.close();
  expect(count).toEqual({ opened: 1, closed: 0 });
  goOn.abort();
  expect(await waiting).toBeNull();
  expect(count).toEqual({ opened: 1, closed: 1 });
});

test("given a call that a store has failed, then the next one opens it anew", async () => {
  const { stores, project } = await caller();
  const { count, open } = countedStore(project);
  const failing = stores.use(project.database, open, () => Promise.reject(new Error("the disk is gone")));
  await expect(failing).rejects.toThrow("the disk is gone");
  expect(count).toEqual({ opened: 1, closed: 1 });
  expect(await stores.use(project.database, open, (store) => store.doubt())).toBeNull();
  expect(count).toEqual({ opened: 2, closed: 1 });
});
