import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runFolderAt } from "./run-folder.ts";

/** More than are under way at once, many times over; each costs two looks at the disk. */
const RUNS_MAX = 2_000;

/** The run whose agent had one of these pids and that has not come to its end yet; `null` where there is none. */
export async function liveRunOf(runsDir: string, pids: readonly number[]): Promise<string | null> {
  const names = await readdir(runsDir).catch(() => []);
  for (const name of names.slice(0, RUNS_MAX)) {
    const run = runFolderAt(join(runsDir, name), name);
    const pid = Number(await readFile(run.agentPid, "utf8").catch(() => ""));
    if (pids.includes(pid) && (await readFile(run.exit).catch(() => null)) === null) return name;
  }
  return null;
}
