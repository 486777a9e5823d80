// Who is left of a run: every process that parley starts an agent with, and all it starts in turn, carries its mark.
import { readdirSync, readFileSync } from "node:fs";

/** `null` where environments of other processes cannot be read. */
export function strayProcesses(runIds: readonly string[]): readonly string[] | null {
  if (process.platform !== "linux") return null;
  const marks = new Set(runIds.map((id) => `PARLEY_RUN=${id}`));
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) =>
      textOf(`/proc/${pid}/environ`)
        .split("\0")
        .some((entry) => marks.has(entry)),
    )
    .map((pid) => `${pid} ${textOf(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim()}`);
}

/** What the processes of these runs find in their environments now. */
export function environmentsOf(runIds: readonly string[]): string {
  const marks = runIds.map((id) => `PARLEY_RUN=${id}`);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => textOf(`/proc/${pid}/environ`))
    .filter((text) => marks.some((mark) => text.split("\0").includes(mark)))
    .join("\n");
}

/** A process may end while we look. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
