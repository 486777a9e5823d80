import { type DurableStore, StoreFailure } from "../../engine/ports.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome } from "../failure.ts";
import { type OpenProject, openProject, type Project, requireProject } from "../project.ts";
import { ProjectStores } from "../project-stores.ts";
import { lostDatabase } from "../rescued-copies.ts";

type Use<Result> = (project: OpenProject) => Outcome<Result>;

/**
 * The project one stands in, open for as long as `use` takes, and longer where the caller holds stores. One that an older
 * parley made is brought up to date where a reader finds that it must be, and read again.
 */
export async function withProject<Result>(
  context: CommandContext,
  mode: "read-write" | "read-only",
  use: Use<Result>,
): Outcome<Result> {
  const found = await requireProject(context);
  if (isFailure(found)) return found;
  if (mode === "read-write") return await withWritableProject(context, found, use);
  try {
    return await reading(context, found, use);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    if (error.code === "older") return await readingOlder(context, found, use);
    const lost = error.code === "missing" ? await lostDatabase(found) : null;
    throw lost === null ? error : new StoreFailure({ code: "missing", place: found.database, ...lost });
  }
}

/** Brought up to date first; where nobody may write, in a copy that is gone afterwards. */
async function readingOlder<Result>(
  context: CommandContext,
  found: Project,
  use: Use<Result>,
): Outcome<Result> {
  try {
    return await withWritableProject(context, found, use);
  } catch (error) {
    if (!(error instanceof StoreFailure) || error.code !== "read-only") throw error;
  }
  const { store } = await openProject(found, "private-copy");
  try {
    return await use({ ...found, store });
  } finally {
    store.close();
  }
}

/** Only what is open to be written to is held: a reader may read a copy, and leaves no file behind once it is closed. */
async function reading<Result>(
  { stores }: CommandContext,
  found: Project,
  use: Use<Result>,
): Outcome<Result> {
  const open = async () => (await openProject(found, "read-only")).store;
  if (stores?.holds(found.database))
    return await stores.use(found.database, open, (store) => use({ ...found, store }));
  const store = await open();
  try {
    return await use({ ...found, store });
  } finally {
    store.close();
  }
}

/** Opens a project to write to it; what was written may set hooks off. */
export async function withWritableProject<Result>(
  context: CommandContext,
  found: Project,
  use: Use<Result>,
): Outcome<Result> {
  const { warn, stores = new ProjectStores() } = context;
  let result: Result | Failure;
  try {
    result = await stores.use(
      found.database,
      () => openToWrite(context, found),
      (store) => use({ ...found, store, ...(warn === undefined ? {} : { warn }) }),
    );
  } finally {
    if (context.stores === undefined) stores.close();
  }
  const { runOrScheduleHooks } = await import("../hooks/run-hooks.ts");
  await runOrScheduleHooks(context, found);
  return result;
}

async function openToWrite({ warn }: CommandContext, found: Project): Promise<DurableStore> {
  const lost = await lostDatabase(found);
  if (lost !== null) warn?.(`${lost.message}; this begins another one; ${lost.fix}`);
  // Whoever only reads does not load this.
  const { renewGitignore } = await import("../project-files.ts");
  await renewGitignore(found);
  const { store } = await openProject(found, "read-write");
  try {
    const doubt = await store.doubt();
    if (doubt !== null) warn?.(`${doubt.message}; ${doubt.fix}`);
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}
