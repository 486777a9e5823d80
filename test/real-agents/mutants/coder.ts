// Protections of a worktree and of who looks at it. Their rows call the adapter itself.
import { CODE_REVIEWER_CASE, CODER_CASE, CODER_RESUME_CASE, CODER_SHELL_CASE } from "../cases.ts";
import { CODER_PROMPT } from "../coder-place.ts";
import { REAL_AGENTS, type RealAgentName } from "../pinned-agents.ts";
import { CLI, locksOf, type Mutant } from "./mutant.ts";

const starting = locksOf(`${CLI}/cli-agent.ts`);
const claude = locksOf(`${CLI}/claude.ts`);
const codex = locksOf(`${CLI}/codex.ts`);
const gemini = locksOf(`${CLI}/gemini.ts`);
const opencode = locksOf(`${CLI}/opencode.ts`);

interface ShellForAll {
  /** As the agent calls it. */
  readonly shell: string;
  readonly locks: Mutant["locks"];
}

const SHELL_FOR_ALL: Readonly<Partial<Record<RealAgentName, ShellForAll>>> = {
  claude: {
    shell: "'Bash'",
    locks: [claude.with("input.worktree?.shell === true;", "input.worktree !== null;")],
  },
  gemini: {
    shell: "'run_shell_command'",
    locks: [gemini.with("worktree?.shell === true ? [", "worktree !== null ? [")],
  },
  opencode: {
    shell: "'bash'",
    locks: [
      opencode.with("(worktree?.shell === true ? {", "(worktree !== null ? {"),
      opencode.with("name === SHELL && worktree?.shell === true", "name === SHELL && worktree !== null"),
    ],
  },
};

const OPENCODE_RULES = 'const WORKTREE_FILES = { "*": "allow", "../*": "deny", "/*": "deny", ';

export const CODER_MUTANTS: readonly Mutant[] = [
  ...REAL_AGENTS.map(
    (agent): Mutant => ({
      ...{ agent, row: CODE_REVIEWER_CASE, name: "the reviewer is started as one who writes" },
      shows: "trespassed",
      locks: [starting.with("access: request.access", 'access: "write"')],
    }),
  ),
  ...(["claude", "codex", "gemini"] as const).map(
    (agent): Mutant => ({
      ...{ agent, row: CODER_RESUME_CASE, name: "no conversation is gone on with" },
      shows: CODER_PROMPT.trim(),
      locks: [starting.with("resume: readSessionRef(request.resume)?.id ?? null", "resume: null")],
    }),
  ),
  ...REAL_AGENTS.flatMap((agent): readonly Mutant[] => {
    const held = SHELL_FOR_ALL[agent];
    if (held === undefined) return [];
    const { shell, locks } = held;
    const name = "a shell, whatever build.shell says";
    return [
      { agent, row: CODER_CASE, name, shows: shell, locks },
      { agent, row: CODER_SHELL_CASE, name, shows: "it ran a command", locks },
    ];
  }),
  {
    ...{ agent: "codex", row: CODER_SHELL_CASE, name: "who needs a shell to look is started without one" },
    shows: "to be 'refused'",
    locks: [starting.with("shell === false && cli.looksByShell", "shell === false && cli.program === null")],
  },
  {
    agent: "claude",
    row: CODER_CASE,
    name: "no --setting-sources, no --safe-mode, no --strict-mcp-config",
    shows: "planted-project",
    locks: [
      claude.without('"--setting-sources", "", '),
      claude.without('    ...["--safe-mode", "--strict-mcp-config"],\n'),
    ],
  },
  {
    ...{ agent: "codex", row: CODER_CASE, name: "no GIT_DIR" },
    shows: "planted-",
    locks: [codex.without("    ...(worktree === null ? {} : { GIT_DIR: NO_REPOSITORY }),\n")],
  },
  {
    ...{ agent: "codex", row: CODER_CASE, name: "no project_doc_max_bytes" },
    shows: "planted-",
    locks: [codex.without('    "project_doc_max_bytes=0",\n')],
  },
  {
    ...{ agent: "codex", row: CODER_CASE, name: "no sandbox at all" },
    shows: "secret-of",
    locks: [
      codex.with(
        "const profile = permissionProfile(input);",
        "const profile = ['sandbox_mode=\"danger-full-access\"'];",
      ),
    ],
  },
  {
    ...{ agent: "gemini", row: CODER_CASE, name: "the worktree is trusted, its .env counts" },
    shows: "planted-",
    locks: [
      gemini.without('      ...(input.worktree === null ? {} : { GEMINI_CLI_TRUST_WORKSPACE: "false" }),\n'),
      gemini.without("      ...(worktree === null ? {} : { folderTrust: { enabled: false } }),\n"),
      gemini.without("    ...(worktree === null ? {} : { advanced: { ignoreLocalEnv: true } }),\n"),
      gemini.with(
        'return ["--approval-mode", "default"];',
        'return ["--approval-mode", "auto_edit", "--skip-trust"];',
      ),
    ],
  },
  {
    ...{ agent: "opencode", row: CODER_CASE, name: "no rule against git's own .git" },
    shows: "git's own is as it was",
    locks: [opencode.with('".git": "deny", ".git/*": "deny" };', "};")],
  },
  {
    ...{ agent: "opencode", row: CODER_CASE, name: "no rule for the disk around, and leave to go outside" },
    shows: "secret-of",
    locks: [
      opencode.with(OPENCODE_RULES, 'const WORKTREE_FILES = { "*": "allow", '),
      opencode.with('external_directory: "deny"', 'external_directory: "allow"'),
    ],
  },
];
