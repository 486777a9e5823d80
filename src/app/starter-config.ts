/** What `parley init` puts into a new project: everything commented out, so the defaults hold. */
export const STARTER_CONFIG = `# Settings of this project. Yours for all projects: \`parley config path --user\`.
# See what holds and why: \`parley config show\`. Change it: \`parley config set KEY VALUE\`.
# API keys never go into this file: name the environment variable that holds one.

# Who plays which role: the name of an agent, human, or player:FILE.
# roles:
#   engineer: claude
#   reviewer: codex

# Agents beyond claude, codex, gemini and opencode, or with settings of their own.
# agents:
#   careful:
#     kind: claude
#     model: opus

# What may be spent before parley asks.
# limits:
#   session: { usd: 20, minutes: 240 }

# How a spec is refined; what is left out is derived from the number of gaps.
# refine:
#   parallelGaps: 1

# How the code is built and tested before a review.
# build:
#   command: npm run build
#   testCommand: npm test
`;

export const PROJECT_GITIGNORE = `parley.db*
backups/
runs/
logs/
*.lock*
.*.unfinished
`;
