import { existsSync } from "node:fs";
import type { CommandContext } from "../command-context.ts";
import { archiveRoot } from "../user-folders.ts";

/** At any start: archives in cold storage whose time is up go, once the command has answered. */
export function purgeSoon({ env, now, background }: CommandContext): void {
  const root = archiveRoot(env);
  if (root === null || !existsSync(root)) return;
  background?.soon("archives", async () => {
    const { purgeDue } = await import("./cold-archives.ts");
    await purgeDue(root, { nowMs: now.getTime() });
  });
}
