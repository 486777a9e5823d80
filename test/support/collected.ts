// A database that was closed keeps its files open until the last of its statements is collected, which the end of a
// process does by itself. Whoever copies or replaces such files after a command in this process waits for that here.
import { readdirSync, readlinkSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const TURNS_MAX = 100;

export async function collected(folder: string): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let turns = 0; turns < TURNS_MAX; turns += 1) {
    collect();
    await turn();
    if (!hasOpenFiles(folder)) return;
  }
  throw new Error(`something below ${folder} is still open`);
}

function hasOpenFiles(folder: string): boolean {
  if (process.platform !== "linux") return false;
  return readdirSync("/proc/self/fd").some((number) => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`).startsWith(`${folder}/`);
    } catch {
      return false;
    }
  });
}
