import { assertNever } from "../../core/shared/assert-never.ts";
import type { AgentSettings, CliAgentSettings } from "./agent-settings.ts";
import type { CliKind } from "./known-agents.ts";

const OF_PROGRAMS = [
  "each role has a session and a folder of its own; they share documents and nothing else",
  "your files are out of its folder: where refine.readProject lets it read them it gets a copy, and a run that changes the copy is thrown away",
  "the run of a role that only reads and leaves a file in its folder is thrown away, too: its answer is its document",
  "that folder is all that is checked: parley does not contain a program that ignores its own flags",
  "whatever it started is ended with it (on macOS: as far as it stayed in its process group)",
  "keys, and whatever the variables hold that its settings name, are taken out of its documents, its words and its logs",
];

const BY_KIND: Record<CliKind, readonly string[]> = {
  claude: [
    "your settings, hooks, memories and MCP servers stay out (--safe-mode, --strict-mcp-config)",
    "nobody is asked for permissions: what its tools do not allow is refused, and a role that only reads has no tool that writes",
  ],
  codex: [
    "your settings, rules and MCP servers stay out (--ignore-user-config, --ignore-rules)",
    "its own sandbox: a role that only reads may write nothing, the Engineer only its folder",
    "that sandbox does not stop reading: it can read whatever you can on this machine, also the project, other runs and other roles' homes",
  ],
};

/** What keeps an agent to its work. */
export function isolationWords(settings: AgentSettings): readonly string[] {
  switch (settings.how) {
    case "program":
      return [...BY_KIND[settings.kind], loginWords(settings), ...OF_PROGRAMS];
    case "api":
      return [
        "it gets the prompt and nothing else; with refine.readProject also tools that list, read and search the project's files, within bounds",
        "keys are taken out of its documents, its words and its logs",
      ];
    case "player":
      return [
        "a script of yours, run as a program in a folder of its own; nothing leaves this machine",
        ...OF_PROGRAMS.slice(-2),
      ];
    case "person":
      return ["you write in an editor; parley lays out the form and checks what you hand in"];
    case "foreign":
      return [];
    default:
      return assertNever(settings);
  }
}

function loginWords({ kind, api }: CliAgentSettings): string {
  return api === null
    ? `it uses the login that ${kind} has on this machine`
    : `it has a private home by session and role, where it keeps its conversation as it was, and the key in ${api.keyEnv} for ${api.name}`;
}
