import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Project } from "./project.ts";
import { PROJECT_GITIGNORE } from "./starter-config.ts";

/**
 * Adds what an older parley did not know it would leave in a project's folder. A line that somebody does not want stays
 * out once it is commented out, and a file that is not there is nobody's business.
 */
export async function renewGitignore({ folder }: Project): Promise<void> {
  const file = join(folder, ".gitignore");
  try {
    const text = await readFile(file, "utf8");
    const missing = PROJECT_GITIGNORE.split("\n").filter((line) => !text.includes(line));
    if (missing.length === 0) return;
    const lineEnd = text === "" || text.endsWith("\n") ? "" : "\n";
    await appendFile(file, `${lineEnd}${missing.join("\n")}\n`);
  } catch (error) {
    // Not there, or not ours to write: what is recorded does not hang on it.
    if (!(error instanceof Error && "syscall" in error)) throw error;
  }
}
