// The commands by name, each with where it is. Only those that a command line names are loaded; the help and the shells'
// completion load them all.
import type { OptionSpec, Program, TableEntry } from "./command.ts";
import { flagOption } from "./command.ts";

const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  flagOption("--json", "Print exactly one JSON document on stdout."),
  { flag: "--quiet", short: "-q", summary: "Print only what was asked for." },
  flagOption("--no-input", "Never ask anything."),
  {
    flag: "--cwd",
    short: "-C",
    summary: "Work as if started in DIR.",
    value: { name: "DIR", completion: "folder" },
  },
  { flag: "--help", short: "-h", summary: "Explain a command." },
  { flag: "--version", short: "-V", summary: "Print the version." },
];

/** In the order of the help. */
const COMMANDS: Readonly<Record<string, () => Promise<TableEntry>>> = {
  demo: async () => (await import("./commands/demo.ts")).DEMO,
  refine: async () => (await import("./commands/refine.ts")).REFINE,
  survey: async () => (await import("./commands/refine.ts")).SURVEY,
  resume: async () => (await import("./commands/refine.ts")).RESUME,
  fork: async () => (await import("./commands/forks.ts")).FORK,
  status: async () => (await import("./commands/sessions.ts")).STATUS,
  inbox: async () => (await import("./commands/inbox.ts")).INBOX,
  answer: async () => (await import("./commands/inbox.ts")).ANSWER,
  conflicts: async () => (await import("./commands/conflicts.ts")).CONFLICTS,
  decisions: async () => (await import("./commands/decisions.ts")).DECISIONS,
  submit: async () => (await import("./commands/inbox.ts")).SUBMIT,
  pause: async () => (await import("./commands/sessions.ts")).PAUSE,
  accept: async () => (await import("./commands/endings.ts")).ACCEPT,
  abandon: async () => (await import("./commands/endings.ts")).ABANDON,
  gap: async () => (await import("./commands/gap.ts")).GAP,
  rollback: async () => (await import("./commands/rollback.ts")).ROLLBACK,
  archive: async () => (await import("./commands/archive.ts")).ARCHIVE,
  show: async () => (await import("./commands/records.ts")).SHOW,
  export: async () => (await import("./commands/records.ts")).EXPORT,
  open: async () => (await import("./commands/records.ts")).OPEN,
  why: async () => (await import("./commands/why.ts")).WHY,
  sessions: async () => (await import("./commands/sessions.ts")).SESSIONS,
  usage: async () => (await import("./commands/records.ts")).USAGE,
  detectors: async () => (await import("./commands/detectors.ts")).DETECTORS,
  diff: async () => (await import("./commands/forks.ts")).DIFF,
  history: async () => (await import("./commands/records.ts")).HISTORY,
  prompt: async () => (await import("./commands/records.ts")).PROMPT,
  replay: async () => (await import("./commands/records.ts")).REPLAY,
  board: async () => (await import("./commands/board.ts")).BOARD,
  tasks: async () => (await import("./commands/tasks.ts")).TASKS,
  sections: async () => (await import("./commands/sections.ts")).SECTIONS,
  plan: async () => (await import("./commands/plan.ts")).PLAN,
  build: async () => (await import("./commands/build.ts")).BUILD,
  dispute: async () => (await import("./commands/dispute.ts")).DISPUTE,
  lint: async () => (await import("./commands/specs.ts")).LINT,
  inspect: async () => (await import("./commands/specs.ts")).INSPECT,
  detect: async () => (await import("./commands/detect.ts")).DETECT,
  init: async () => (await import("./commands/project.ts")).INIT,
  config: async () => (await import("./commands/config.ts")).CONFIG,
  trust: async () => (await import("./commands/trust.ts")).TRUST,
  agents: async () => (await import("./commands/agents.ts")).AGENTS,
  doctor: async () => (await import("./commands/project.ts")).DOCTOR,
  backup: async () => (await import("./commands/project.ts")).BACKUP,
  mcp: async () => (await import("./commands/mcp.ts")).MCP,
  completion: async () => (await import("./commands/help.ts")).COMPLETION,
  help: async () => (await import("./commands/help.ts")).HELP,
};

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

/** The program with the commands of these names. */
export async function loadProgram(names: readonly string[] = COMMAND_NAMES): Promise<Program> {
  const loaders = COMMAND_NAMES.filter((name) => names.includes(name)).flatMap(
    (name) => COMMANDS[name] ?? [],
  );
  return {
    name: "parley",
    summary: "Turns a half-written spec into one you can build from.",
    details: [
      "Two AI agents argue out every gap, deterministic code mediates between them, and you decide what is left.",
    ],
    examples: [
      { line: "parley lint spec.md", does: "see what a spec leaves open" },
      { line: "parley refine spec.md", does: "have it argued out" },
      { line: "parley init", does: "make this folder a project" },
      { line: "parley doctor", does: "see whether everything is in place" },
      { line: "parley config set roles.engineer claude", does: "choose who proposes" },
    ],
    options: GLOBAL_OPTIONS,
    commands: await Promise.all(loaders.map((load) => load())),
  };
}
