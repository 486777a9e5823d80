import type { CommandGroup } from "../command.ts";

const NAME = {
  name: "NAME",
  summary: "claude, codex, anthropic, openai, an agent of the settings, or player:FILE.",
  required: true,
  completion: "nothing",
} as const;

export const AGENTS: CommandGroup = {
  name: "agents",
  summary: "Look at the agents that can play a role, and try them.",
  details: [
    "An agent is a command line that is installed here (claude, codex), a model API with a key in the environment (anthropic, openai, or an entry of api in the settings), a person, or a script.",
  ],
  examples: [
    { line: "parley agents list", does: "who is there, and why others are not" },
    { line: "parley agents test claude", does: "does it answer?" },
    { line: "parley agents explain codex", does: "what would be started, and how" },
  ],
  commands: [
    {
      name: "list",
      summary: "List the agents, whether they can be used, and the roles they would play.",
      details: [
        "Programs found on PATH are asked for their version, unless a project names them that you have not agreed to (`parley trust`); nothing else is started.",
      ],
      arguments: [],
      options: [],
      examples: [{ line: "parley agents list --json", does: "the same as data" }],
      load: () => import("../commands/agents-list.ts"),
    },
    {
      name: "test",
      summary: "Give an agent one tiny task, just as a session would.",
      details: [
        "Sends a prompt of a few words, twice to a command line (once it is to write a document, once to answer with one), once to an API. That costs as little as a call can, and is not asked about first. It runs in a temporary folder, which is kept only if something goes wrong.",
        "Exits with 0 only if all went well.",
      ],
      arguments: [NAME],
      options: [
        {
          flag: "--timeout",
          summary: "Stop it after so many seconds; by default 120.",
          value: { name: "SECONDS", completion: "nothing" },
        },
      ],
      endsItself: true,
      examples: [
        { line: "parley agents test claude", does: "outcome, time, usage" },
        { line: "parley agents test openai --timeout 30 --json", does: "in a script" },
      ],
      load: () => import("../commands/agents-test.ts"),
    },
    {
      name: "explain",
      summary: "Tell exactly what would be started for an agent, and start nothing.",
      details: [
        "The words of its command line by role, the names of the variables it sees (never what they hold), its folders, its timers, what keeps it to its work, its price, and what parley does after each outcome.",
      ],
      arguments: [NAME],
      options: [],
      examples: [{ line: "parley agents explain claude", does: "before you trust it with anything" }],
      load: () => import("../commands/agents-explain.ts"),
    },
  ],
};
