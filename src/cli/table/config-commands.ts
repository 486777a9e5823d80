import type { CommandGroup } from "../command.ts";

const KEY = {
  name: "KEY",
  summary: "A setting, such as refine.maxRounds.",
  required: true,
  completion: "config-key",
} as const;

export const CONFIG: CommandGroup = {
  name: "config",
  summary: "Look at the settings and change them.",
  details: [
    "The project's .parley/config.yaml lies over your own config.yaml, and that over the defaults.",
    "API keys are never settings: name the environment variable that holds one.",
  ],
  examples: [
    { line: "parley config show", does: "what holds, and why" },
    { line: "parley config set refine.maxRounds 20", does: "change one setting of this project" },
  ],
  commands: [
    {
      name: "show",
      summary: "Show all settings and where each comes from.",
      arguments: [],
      options: [],
      examples: [{ line: "parley config show --json", does: "the same as {values, origins, files}" }],
      load: () => import("../commands/config-show.ts"),
    },
    {
      name: "get",
      summary: "Print one setting.",
      arguments: [KEY],
      options: [],
      examples: [{ line: "parley config get rollback.mode", does: "print the value that holds here" }],
      load: () => import("../commands/config-get.ts"),
    },
    {
      name: "set",
      summary: "Change one setting.",
      details: [
        "The file is checked as a whole before it is written; its comments and order stay.",
        "For a setting that is text, VALUE is taken as it is; any other VALUE is YAML. A VALUE that begins with a dash goes after --.",
      ],
      arguments: [KEY, { name: "VALUE", summary: "The new value.", required: true, completion: "nothing" }],
      options: [{ flag: "--user", summary: "Change your own settings, not the project's." }],
      examples: [
        { line: "parley config set refine.parallelGaps 2", does: "a number" },
        { line: "parley config set limits.session '{usd: 20}'", does: "a whole section" },
        { line: "parley config set --user roles.reviewer codex", does: "for all your projects" },
      ],
      load: () => import("../commands/config-set.ts"),
    },
    {
      name: "unset",
      summary: "Take one setting out of the file.",
      arguments: [KEY],
      options: [{ flag: "--user", summary: "Change your own settings, not the project's." }],
      examples: [{ line: "parley config unset refine.maxRounds", does: "let parley derive it again" }],
      load: () => import("../commands/config-unset.ts"),
    },
    {
      name: "path",
      summary: "Print where the settings are kept.",
      arguments: [],
      options: [
        { flag: "--project", summary: "Only the project's file." },
        { flag: "--user", summary: "Only your own file." },
      ],
      examples: [{ line: '$EDITOR "$(parley config path --project)"', does: "edit the project's settings" }],
      load: () => import("../commands/config-path.ts"),
    },
    {
      name: "validate",
      summary: "Check the settings and name every problem.",
      arguments: [
        {
          name: "FILE",
          summary: "Check this file as if it were the project's.",
          required: false,
          completion: "file",
        },
      ],
      options: [],
      examples: [{ line: "parley config validate", does: "check what holds here" }],
      load: () => import("../commands/config-validate.ts"),
    },
  ],
};
