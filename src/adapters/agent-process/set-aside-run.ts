import { randomUUID } from "node:crypto";
import { rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { RunFolder } from "./run-folder.ts";

/** Keeps a run folder that is not what it should be under a name that no launch has, and tells which. */
export async function setAsideRun({ path }: Pick<RunFolder, "path">): Promise<string> {
  const name = `set-aside-${basename(path)}-${randomUUID()}`;
  await rename(path, join(dirname(path), name));
  return name;
}
