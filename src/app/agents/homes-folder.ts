import { join } from "node:path";

/** Where agents have their private homes: in the runs' own folder, which no version control looks at. */
export function homesFolder(runsDir: string): string {
  return join(runsDir, "homes");
}
