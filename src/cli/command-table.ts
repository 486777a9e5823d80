// Every command, as data. The parser, the help, the completion scripts and `--help --json` are made from it.
import type { OptionSpec, Program, TableEntry } from "./command.ts";
import { AGENTS } from "./table/agents-commands.ts";
import { BOARD_COMMANDS } from "./table/board-commands.ts";
import { CONFIG } from "./table/config-commands.ts";
import { DISPUTE } from "./table/dispute-commands.ts";
import { GAP } from "./table/gap-commands.ts";
import { LOOKING_COMMANDS } from "./table/looking-commands.ts";
import { RUNNING_COMMANDS } from "./table/running-commands.ts";

const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { flag: "--json", summary: "Print exactly one JSON document on stdout." },
  { flag: "--quiet", short: "-q", summary: "Print only what was asked for." },
  { flag: "--no-input", summary: "Never ask anything." },
  {
    flag: "--cwd",
    short: "-C",
    summary: "Work as if started in DIR.",
    value: { name: "DIR", completion: "folder" },
  },
  { flag: "--help", short: "-h", summary: "Explain a command." },
  { flag: "--version", short: "-V", summary: "Print the version." },
];

const COMMANDS: readonly TableEntry[] = [
  ...RUNNING_COMMANDS,
  GAP,
  ...LOOKING_COMMANDS,
  ...BOARD_COMMANDS,
  DISPUTE,
  {
    name: "lint",
    summary: "Find the gaps of a spec, without any model.",
    details: [
      "Lists what a builder would have to make up: marked gaps, open questions, empty sections, references to nothing, requirements that hang on a vague word, state machines with holes. Each finding says why it matters and what would settle it.",
      "A comment `<!-- parley-ignore RULE -->` before a line or at its end silences a rule there.",
    ],
    arguments: [
      { name: "SPEC", summary: "Markdown files.", required: false, many: true, completion: "file" },
    ],
    options: [
      {
        flag: "--fail-on",
        summary: "Exit with 1 if a finding is at least this grave.",
        value: { name: "SEVERITY", completion: "nothing" },
      },
      { flag: "--sarif", summary: "Print SARIF 2.1.0, for code scanning." },
      {
        flag: "--explain",
        summary: "Explain a rule, or `all` of them.",
        value: { name: "RULE", completion: "nothing" },
      },
    ],
    examples: [
      { line: "parley lint spec.md", does: "the gaps of a spec" },
      { line: "parley lint docs/*.md --fail-on HIGH", does: "in a build" },
      { line: "parley lint --explain vague-requirement", does: "what a rule is about" },
    ],
    load: () => import("./commands/lint.ts"),
  },
  {
    name: "inspect",
    summary: "Show what parley reads in an agent's document.",
    details: [
      "Reads the document as a refinement would: resolutions, issues, verdict, answers, disagreements, new gaps, each with its line, and a note wherever the form deviates from the one asked for.",
    ],
    arguments: [
      {
        name: "FILE",
        summary: "An engineer's or a reviewer's document.",
        required: true,
        completion: "file",
      },
    ],
    options: [
      {
        flag: "--role",
        summary: "engineer or reviewer; by default what the document looks like.",
        value: { name: "ROLE", completion: "nothing" },
      },
    ],
    examples: [
      { line: "parley inspect reviewer.md", does: "issues, verdict, lines" },
      { line: "parley inspect notes.md --role engineer --json", does: "the same as data" },
    ],
    load: () => import("./commands/inspect.ts"),
  },
  {
    name: "init",
    summary: "Make this folder a parley project.",
    details: [
      "Creates the .parley folder with a commented config.yaml and the database. What is there already is left as it is, so running it again is safe.",
    ],
    arguments: [],
    options: [{ flag: "--nested", summary: "Also inside another project." }],
    examples: [{ line: "parley init", does: "create what is missing" }],
    load: () => import("./commands/init.ts"),
  },
  CONFIG,
  {
    name: "trust",
    summary: "Agree to what a project's settings would have run or contacted.",
    details: [
      "Settings of a project may name programs, model servers, hooks and webhooks, and the project may be a stranger's. Before the first of them is run or contacted you are asked, once for each content; without a terminal the command is refused (exit 5). What you set yourself with `parley config set` is yours, and so are your own settings; claude, codex and the others that parley knows by name need nothing.",
      "It is kept among your own files, by the project's folder and what its settings say. Exits with 5 while there is something that you have not agreed to.",
    ],
    arguments: [],
    options: [
      { flag: "--yes", summary: "Agree, without being asked." },
      { flag: "--list", summary: "List the projects whose settings you have agreed to." },
      { flag: "--revoke", summary: "Take back what you have agreed to for this project." },
    ],
    examples: [
      { line: "parley trust", does: "see what it is, and agree" },
      { line: "parley trust --yes", does: "agree in a script" },
      { line: "parley trust --revoke", does: "be asked again" },
    ],
    load: () => import("./commands/trust.ts"),
  },
  AGENTS,
  {
    name: "doctor",
    summary: "Check that everything parley needs is in place.",
    details: [
      "Looks, and changes nothing; SQLite may lay its own -wal and -shm files beside the database. Exits with 1 only if something has failed.",
    ],
    arguments: [],
    options: [],
    examples: [{ line: "parley doctor --quiet", does: "only what needs attention" }],
    load: () => import("./commands/doctor.ts"),
  },
  {
    name: "backup",
    summary: "Copy the project's database, also while it is in use.",
    arguments: [
      {
        name: "FILE",
        summary: "Where to; by default a dated file in .parley/backups. Never overwrites.",
        required: false,
        completion: "file",
      },
    ],
    options: [],
    examples: [{ line: "parley backup ~/safe/parley.db", does: "copy to a file of your choice" }],
    load: () => import("./commands/backup.ts"),
  },
  {
    name: "completion",
    summary: "Print a script that completes commands in your shell.",
    arguments: [{ name: "SHELL", summary: "bash or zsh.", required: true, choices: ["bash", "zsh"] }],
    options: [],
    examples: [
      { line: 'eval "$(parley completion bash)"', does: "in ~/.bashrc" },
      { line: 'eval "$(parley completion zsh)"', does: "in ~/.zshrc, after compinit" },
    ],
    load: () => import("./commands/completion.ts"),
  },
  {
    name: "help",
    summary: "Explain a command.",
    arguments: [
      {
        name: "COMMAND",
        summary: "The command, such as `config set`.",
        required: false,
        many: true,
        completion: "command",
      },
    ],
    options: [],
    examples: [{ line: "parley help config set", does: "the same as parley config set --help" }],
    load: () => import("./commands/help.ts"),
  },
];

export const PROGRAM: Program = {
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
  commands: COMMANDS,
};
