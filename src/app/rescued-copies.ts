// Copies that were saved when the database was taken away under somebody who wrote to it.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { recoveryAdvice } from "../adapters/store-sqlite/file-guard.ts";
import type { Project } from "./project.ts";

/** Their paths, the oldest first. */
export async function rescuedCopies({ folder, database }: Project): Promise<readonly string[]> {
  const start = `${basename(database)}.rescued-`;
  const names = await readdir(folder).catch(() => []);
  const rescued = names.filter((name) => name.startsWith(start) && !name.includes(".partial-"));
  return rescued.sort().map((name) => join(folder, name));
}

interface LostDatabase {
  readonly message: string;
  readonly fix: string;
}

/** There is a copy, and no database; `null` where it stands in its place, or nothing was saved. */
export async function lostDatabase(project: Project): Promise<LostDatabase | null> {
  if (existsSync(project.database)) return null;
  const saved = (await rescuedCopies(project)).at(-1);
  if (saved === undefined) return null;
  return {
    message: `the database is gone, and ${saved} was saved when it was removed or replaced`,
    fix: recoveryAdvice(saved, project.database),
  };
}
