// Protections, each taken away once: which row must turn red, and what it must say. Of no agent a switch is listed that
// makes no difference to any row: it would be no protection.
import { ACP_MUTANTS } from "./mutants/acp.ts";
import { CLAUDE_MUTANTS } from "./mutants/claude.ts";
import { CODER_MUTANTS } from "./mutants/coder.ts";
import { CODEX_MUTANTS } from "./mutants/codex.ts";
import { EVERY_AGENTS_MUTANTS } from "./mutants/every-agent.ts";
import { GEMINI_MUTANTS } from "./mutants/gemini.ts";
import type { Mutant } from "./mutants/mutant.ts";
import { OPENCODE_MUTANTS } from "./mutants/opencode.ts";
import { TRIED_AGENTS } from "./pinned-agents.ts";

const ALL: readonly Mutant[] = [
  ...EVERY_AGENTS_MUTANTS,
  ...CLAUDE_MUTANTS,
  ...CODEX_MUTANTS,
  ...GEMINI_MUTANTS,
  ...OPENCODE_MUTANTS,
  ...ACP_MUTANTS,
  ...CODER_MUTANTS,
];

export const MUTANTS: readonly Mutant[] = TRIED_AGENTS.flatMap((tried) =>
  ALL.filter(({ agent }) => agent === tried),
);
