import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Project } from "./project.ts";

/** What `parley init` puts into a new project: everything commented out, so the defaults hold. */
export const STARTER_CONFIG = `# Settings of this project. Yours for all projects: \`parley config path --user\`.
# See what holds and why: \`parley config show\`. Change it: \`parley config set KEY VALUE\`.
# API keys never go into this file: name the environment variable that holds one.

# Who plays which role: the name of an agent, human, or player:FILE. Without it: what is found on this machine.
# roles:
#   engineer: claude
#   reviewer: codex
#   fallback: { reviewer: [claude] }

# Agents beside claude, codex, anthropic and openai, or these with settings of their own.
# agents:
#   careful:
#     kind: claude
#     model: opus
#   anthropic:
#     model: MODEL

# What models cost, in US dollars for a million tokens, for agents that do not tell it themselves.
# prices:
#   MODEL: { input: 1.25, output: 10, cachedInput: 0.125 }

# What may be spent before parley asks.
# limits:
#   session: { usd: 20, minutes: 240 }

# How a spec is refined; what is left out is derived from the number of gaps.
# refine:
#   parallelGaps: 1

# How the code is built and tested before a review; what is left out is taken from package.json, Makefile and the like.
# build:
#   setup: npm ci
#   command: npm run build
#   testCommand: npm test
`;

export const PROJECT_GITIGNORE = `parley.db*
backups/
runs/
worktrees/
logs/
plans/
pages/
config.edited.yaml
*.lock*
.*.unfinished
`;

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
