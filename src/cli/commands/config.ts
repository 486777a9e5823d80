// `parley config`: the settings, looked at and changed.

import { noHome } from "../../app/config/config-files.ts";
import { type Failure, isFailure, usageFailure } from "../../app/failure.ts";
import { noProject } from "../../app/project.ts";
import type { ConfigFile, ConfigFiles, ShownConfig } from "../../app/wire/config.ts";
import { type AskTerminal, askTerminal } from "../ask/ask-terminal.ts";
import {
  type Answer,
  type CommandGroup,
  command,
  flagOption,
  type Request,
  textArgument,
} from "../command.ts";
import { columnFor, type Line, paintText } from "../text.ts";

const KEY = {
  name: "KEY",
  summary: "A setting, such as refine.maxRounds.",
  required: true,
  completion: "config-key",
} as const;
const USER = flagOption("--user", "Change your own settings, not the project's.");

const SHOW = command({
  name: "show",
  summary: "Show all settings and where each comes from.",
  arguments: [],
  options: [],
  examples: [{ line: "parley config show --json", does: "the same as {values, origins, files}" }],
  run: async ({ app, quiet }) => {
    const shown = await app.config.show();
    if (isFailure(shown)) return shown;
    const { values, origins, files } = shown;
    const rows = await rowsOf(shown);
    return {
      data: { values, origins, files },
      lines: () =>
        quiet ? rows.map(({ key, value }) => `${key}: ${value}`) : [...table(rows), ...fileLines(files)],
    };
  },
});

interface Row {
  readonly key: string;
  readonly value: string;
  readonly origin: string;
}

async function rowsOf({ values, origins, derived }: ShownConfig): Promise<Row[]> {
  const [{ compareKeys }, { valueOfKey }] = await Promise.all([
    import("../../app/config/key-tree.ts"),
    import("../../app/config/read-config.ts"),
  ]);
  const set = Object.entries(origins).map(([key, origin]) => ({
    key,
    value: inline(valueOfKey(values, key)),
    origin,
  }));
  const unset = derived.map(({ key, from }) => ({ key, value: from, origin: "derived" }));
  return [...set, ...unset].sort((left, right) => compareKeys(left.key, right.key));
}

const VALUE_MAX = 28;

function table(rows: readonly Row[]): Line[] {
  const keys = columnFor(
    rows.map(({ key }) => key),
    40,
  );
  const values = columnFor(
    rows.map(({ value }) => value),
    VALUE_MAX,
  );
  return rows.map(({ key, value, origin }): Line => {
    const quietly = origin === "default" || origin === "derived";
    const cells = `${key.padEnd(keys)}${value.padEnd(values)}`;
    return quietly ? [cells, paintText("dim", origin)] : [cells, paintText("cyan", origin)];
  });
}

function fileLines({ project, user }: ConfigFiles): Line[] {
  const line = (name: string, file: ConfigFiles["project"]): Line => [
    paintText("dim", name.padEnd(9)),
    file === null ? "no project here" : `${file.path}${file.exists ? "" : " (not there)"}`,
  ];
  return ["", line("project", project), line("user", user)];
}

/** A setting on one line; a map or list as YAML would write it inside a line. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : `[${value.map(inline).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    return entries.length === 0
      ? "none"
      : `{${entries.map(([key, inner]) => `${key}: ${inline(inner)}`).join(", ")}}`;
  }
  return String(value);
}

const GET = command({
  name: "get",
  summary: "Print one setting.",
  arguments: [KEY],
  options: [],
  examples: [{ line: "parley config get rollback.mode", does: "print the value that holds here" }],
  run: async ({ app, args }) => {
    const found = await app.config.get(args.key);
    if (isFailure(found)) return found;
    const { asYaml } = await import("../../app/config/config-text.ts");
    return { data: found, lines: () => asYaml(found.value) };
  },
});

const SET = command({
  name: "set",
  summary: "Change one setting.",
  details: [
    "The file is checked as a whole before it is written; its comments and order stay.",
    "For a setting that is text, VALUE is taken as it is; any other VALUE is YAML. A VALUE that begins with a dash goes after --.",
  ],
  arguments: [KEY, textArgument("VALUE", "The new value.")],
  options: [USER],
  examples: [
    { line: "parley config set refine.parallelGaps 2", does: "a number" },
    { line: "parley config set limits.session '{usd: 20}'", does: "a whole section" },
    { line: "parley config set --user roles.reviewer codex", does: "for all your projects" },
  ],
  run: ({ app, args, options }) => app.config.change({ ...args, layer: options.user ? "user" : "project" }),
  lines: ({ key, value, file, changed }, { quiet }) =>
    quiet ? [] : [`${key} ${changed ? "is now" : "was already"} ${inline(value)} in ${file}`],
});

const UNSET = command({
  name: "unset",
  summary: "Take one setting out of the file.",
  arguments: [KEY],
  options: [USER],
  examples: [{ line: "parley config unset refine.maxRounds", does: "let parley derive it again" }],
  run: ({ app, args, options }) => app.config.change({ ...args, layer: options.user ? "user" : "project" }),
  lines: ({ key, file }, { quiet }) => (quiet ? [] : [`${key} is no longer set in ${file}`]),
});

const EDIT = command({
  name: "edit",
  summary: "Open the settings in your editor, and check them before they hold.",
  details: [
    "Your editor works on a copy, config.edited.yaml, which takes the file's place once it is valid. If something is wrong you are told where and may go on editing; if you stop, the copy stays, and the next `config edit` goes on with it. The editor is $VISUAL or $EDITOR, else vi or nano.",
  ],
  arguments: [],
  options: [USER],
  endsItself: true,
  examples: [
    { line: "parley config edit", does: "the settings of this project" },
    { line: "parley config edit --user", does: "your own, for all projects" },
  ],
  run: async (request) => {
    const { app, options, report } = request;
    const terminal = askTerminal(request);
    if (terminal === null) return nobodyToEdit();
    return await app.config.edit(options.user ? "user" : "project", {
      onKept: (copy) =>
        report([paintText("yellow", "This is what you typed earlier and did not finish: "), copy]),
      wantsToMend: (failure) => askToMend(failure, request, terminal),
    });
  },
  lines: ({ file, changed }, { quiet }) =>
    quiet ? [] : [changed ? `Saved: ${file}` : `Nothing was changed in ${file}`],
});

async function askToMend(
  { message, problems = [], place, fix }: Failure,
  { context }: Request,
  terminal: AskTerminal,
): Promise<boolean> {
  const { openPrompts } = await import("../ask/prompts.ts");
  const prompts = await openPrompts(terminal, context.cancel);
  const faults = problems.length > 0 ? problems : [{ message, place, fix }];
  for (const fault of faults) prompts.note("red", [fault.place ?? [], fault.message].flat().join(": "));
  const reply = await prompts.one({
    message: "These settings cannot be used yet. Go on editing?",
    choices: [
      { value: "edit", label: "Yes, open the editor again" },
      { value: "stop", label: "No, keep what I typed for later" },
    ],
    first: "edit",
  });
  return reply.at === "given" && reply.value === "edit";
}

function nobodyToEdit(): Failure {
  return usageFailure(
    "no-terminal",
    "an editor needs a terminal, and nobody is at one here",
    "`parley config set KEY VALUE` changes one setting, `parley config path` says where the file is",
  );
}

const PATH = command({
  name: "path",
  summary: "Print where the settings are kept.",
  arguments: [],
  options: [flagOption("--project", "Only the project's file."), flagOption("--user", "Only your own file.")],
  examples: [{ line: "parley config path --project", does: "only the project's" }],
  run: async ({ app, context, options }) => {
    const files = await app.config.files();
    if (options.project && options.user) return conflictingLayers();
    if (options.user) return onlyFile(files.user) ?? noHome();
    if (options.project) return onlyFile(files.project) ?? noProject(context.cwd);
    const lines = [
      fileLine("project", files.project, "no project here"),
      fileLine("user", files.user, "no home folder"),
    ];
    return { data: files, lines: () => lines };
  },
});

function onlyFile(file: ConfigFile | null): Answer | null {
  return file === null ? null : { data: file, lines: () => [file.path] };
}

function conflictingLayers(): Failure {
  const message = "--project and --user exclude each other";
  return usageFailure("bad-arguments", message, "leave both out to see both files");
}

function fileLine(name: string, file: ConfigFile | null, without: string): Line {
  if (file === null) return [paintText("dim", name.padEnd(9)), without];
  return [paintText("dim", name.padEnd(9)), file.path, file.exists ? "" : paintText("dim", " (not there)")];
}

const VALIDATE = command({
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
  run: ({ app, args }) => app.config.validate(args.file),
  lines: ({ files }, { quiet }) => {
    const valid = files.length === 0 ? ["no settings files; the defaults hold"] : files;
    return quiet ? [] : valid.map((path) => [paintText("green", "valid"), `  ${path}`]);
  },
});

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
  commands: [SHOW, GET, SET, UNSET, EDIT, PATH, VALIDATE],
};
