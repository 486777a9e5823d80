// Every command, as data. The parser, the help, the completion scripts and `--help --json` are made from it.
import type { CommandGroup, OptionSpec, Program, TableEntry } from "./command.ts";

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

const KEY = {
  name: "KEY",
  summary: "A setting, such as refine.maxRounds.",
  required: true,
  completion: "config-key",
} as const;

const CONFIG: CommandGroup = {
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
      load: () => import("./commands/config-show.ts"),
    },
    {
      name: "get",
      summary: "Print one setting.",
      arguments: [KEY],
      options: [],
      examples: [{ line: "parley config get rollback.mode", does: "print the value that holds here" }],
      load: () => import("./commands/config-get.ts"),
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
      load: () => import("./commands/config-set.ts"),
    },
    {
      name: "unset",
      summary: "Take one setting out of the file.",
      arguments: [KEY],
      options: [{ flag: "--user", summary: "Change your own settings, not the project's." }],
      examples: [{ line: "parley config unset refine.maxRounds", does: "let parley derive it again" }],
      load: () => import("./commands/config-unset.ts"),
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
      load: () => import("./commands/config-path.ts"),
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
      load: () => import("./commands/config-validate.ts"),
    },
  ],
};

const SESSION_ARGUMENT = {
  name: "SESSION",
  summary: "Its name, or the beginning of it; by default the only one under way.",
  required: false,
  completion: "nothing",
} as const;

const SESSION_OPTION: OptionSpec = {
  flag: "--session",
  summary: "Which session; by default the only one under way.",
  value: { name: "SESSION", completion: "nothing" },
};

const RUN_OPTIONS: readonly OptionSpec[] = [
  {
    flag: "--engineer",
    summary: "Who proposes, whatever was chosen before.",
    value: { name: "AGENT", completion: "file" },
  },
  {
    flag: "--reviewer",
    summary: "Who reviews, whatever was chosen before.",
    value: { name: "AGENT", completion: "file" },
  },
  {
    flag: "--until",
    summary: "Stop after a `round`, or go on until it is `done` (the default) or somebody has to answer.",
    value: { name: "WHEN", completion: "nothing" },
  },
  {
    flag: "--policy",
    summary: "Answer questions by the rules in FILE; a question that none fits stays open.",
    value: { name: "FILE", completion: "file" },
  },
];

const GAP_ARGUMENT = {
  name: "GAP",
  summary: "Its id, such as GAP-FLOW-007, or the beginning of it.",
  required: true,
  completion: "nothing",
} as const;

const REASON_OPTION: OptionSpec = {
  flag: "--reason",
  summary: "Why. It is recorded as a decision.",
  value: { name: "TEXT", completion: "nothing" },
};

const GAP: CommandGroup = {
  name: "gap",
  summary: "Look at the gaps of a session, and change them.",
  details: [
    "A change is recorded as a decision, and later prompts repeat it. What an agent that is at work brings for a gap that was taken from it does not count.",
  ],
  examples: [
    { line: "parley gap list", does: "what is left, gravest first" },
    { line: "parley gap show GAP-FLOW-007", does: "all that was said about a gap" },
    { line: "parley gap defer GAP-FLOW-007 --reason 'not in this release'", does: "leave it for later" },
  ],
  commands: [
    {
      name: "list",
      summary: "List the gaps that are left.",
      arguments: [],
      options: [
        {
          flag: "--state",
          summary: "Only those in this state.",
          value: { name: "STATE", completion: "nothing" },
        },
        { flag: "--all", summary: "Also those that are settled." },
        SESSION_OPTION,
      ],
      examples: [
        { line: "parley gap list --state BLOCKED_EXTERNAL", does: "those that wait for input" },
        { line: "parley gap list --all --json", does: "every gap as data" },
      ],
      load: () => import("./commands/gap-list.ts"),
    },
    {
      name: "show",
      summary: "Tell all there is about a gap.",
      details: [
        "Where it comes from, who set its severity, what it builds on, its proposals and reviews by round, its issues with their fate, decisions and questions.",
      ],
      arguments: [GAP_ARGUMENT],
      options: [SESSION_OPTION],
      examples: [{ line: "parley gap show flow-007", does: "with or without GAP-" }],
      load: () => import("./commands/gap-show.ts"),
    },
    {
      name: "defer",
      summary: "Leave an open gap for later.",
      details: ["It counts half in the open count, and the end of the session names it as a limitation."],
      arguments: [GAP_ARGUMENT],
      options: [REASON_OPTION, SESSION_OPTION],
      examples: [{ line: "parley gap defer GAP-FLOW-007 --reason 'next release'", does: "USER_DEFERRED" }],
      load: () => import("./commands/gap-defer.ts"),
    },
    {
      name: "close",
      summary: "Close an open gap without a solution.",
      arguments: [GAP_ARGUMENT],
      options: [REASON_OPTION, SESSION_OPTION],
      examples: [{ line: "parley gap close GAP-FLOW-007 --reason 'out of scope'", does: "WONT_FIX" }],
      load: () => import("./commands/gap-close.ts"),
    },
    {
      name: "reopen",
      summary: "Take up again what was deferred, closed or accepted.",
      details: ["What has a text is revised and reviewed anew; the reason is in the Engineer's prompt."],
      arguments: [GAP_ARGUMENT],
      options: [REASON_OPTION, SESSION_OPTION],
      examples: [
        { line: "parley gap reopen GAP-FLOW-007 --reason 'the limit is wrong'", does: "back to work" },
      ],
      load: () => import("./commands/gap-reopen.ts"),
    },
    {
      name: "severity",
      summary: "Set how grave a gap is, up or down.",
      details: ["A Reviewer does not change it after that."],
      arguments: [
        GAP_ARGUMENT,
        {
          name: "LEVEL",
          summary: "CRITICAL, HIGH, MEDIUM or LOW.",
          required: true,
          completion: "nothing",
        },
      ],
      options: [REASON_OPTION, SESSION_OPTION],
      examples: [{ line: "parley gap severity GAP-FLOW-007 LOW --reason 'cosmetic'", does: "in your words" }],
      load: () => import("./commands/gap-severity.ts"),
    },
    {
      name: "unblock",
      summary: "Give a blocked gap what it waits for.",
      details: ["The same as answering its question with `input`; the question is closed by it."],
      arguments: [GAP_ARGUMENT],
      options: [
        { flag: "--text", summary: "Your words.", value: { name: "TEXT", completion: "nothing" } },
        { flag: "--file", summary: "Your words, from a file.", value: { name: "FILE", completion: "file" } },
        SESSION_OPTION,
      ],
      examples: [{ line: "parley gap unblock GAP-FLOW-007 --text 'Ten years.'", does: "OPEN again" }],
      load: () => import("./commands/gap-unblock.ts"),
    },
    {
      name: "split",
      summary: "Split an open gap into several.",
      details: [
        "Its parts get letters, its severity, its open issues and what it builds on. They do not count as new gaps.",
      ],
      arguments: [
        GAP_ARGUMENT,
        {
          name: "TITLE",
          summary: "What each part is about; two or more.",
          required: true,
          many: true,
          completion: "nothing",
        },
      ],
      options: [REASON_OPTION, SESSION_OPTION],
      examples: [
        {
          line: "parley gap split GAP-FLOW-007 'When it starts' 'When it ends'",
          does: "GAP-FLOW-007a and GAP-FLOW-007b",
        },
      ],
      load: () => import("./commands/gap-split.ts"),
    },
  ],
};

const SHOW: CommandGroup = {
  name: "show",
  summary: "Show a part of a session to a reader.",
  examples: [{ line: "parley show round 2", does: "what the second round brought" }],
  commands: [
    {
      name: "round",
      summary: "Show a round: roles and attempts, gaps, issues, questions, convergence, files.",
      arguments: [{ name: "N", summary: "Its number.", required: true, completion: "nothing" }],
      options: [SESSION_OPTION],
      examples: [{ line: "parley show round 2 --session checkout", does: "the second round" }],
      load: () => import("./commands/show-round.ts"),
    },
  ],
};

const SESSION_COMMANDS: readonly TableEntry[] = [
  {
    name: "demo",
    summary: "See a whole session on a half-written spec, offline, with scripted agents.",
    details: [
      "Makes a folder with a spec, scripts for both roles and answers, and refines the spec there. In a terminal you are asked what only you can decide; otherwise, and with --no-input, the answers that come with it are given.",
    ],
    arguments: [],
    options: [
      {
        flag: "--dir",
        summary: "The folder to make; by default ./parley-demo, or the next that is free.",
        value: { name: "DIR", completion: "folder" },
      },
    ],
    endsItself: true,
    examples: [
      { line: "parley demo", does: "asks you what only you can decide" },
      { line: "parley demo --no-input", does: "answers by itself" },
    ],
    load: () => import("./commands/demo.ts"),
  },
  {
    name: "refine",
    summary: "Close the gaps of a spec: two agents argue, you decide what is left.",
    details: [
      "Finds the gaps of SPEC, as lint does, and starts a session: an Engineer proposes, a Reviewer criticises, parley validates every document, counts what is open and asks when something only you can decide comes up. Its documents are in .parley/sessions/SESSION.",
      "Runs until the session ends (exit 0) or only answers are missing (exit 7: see `parley status`, answer with `parley answer`, go on with `parley resume`). Ctrl-C once waits for the agents at work, twice stops them; nothing is lost by either.",
      "An agent is player:FILE, a script that plays a role.",
    ],
    arguments: [{ name: "SPEC", summary: "A Markdown file.", required: true, completion: "file" }],
    options: [
      {
        flag: "--name",
        summary: "The session's name; by default that of the file.",
        value: { name: "NAME", completion: "nothing" },
      },
      {
        flag: "--out",
        summary: "Where the finished spec goes; by default beside the spec, as SPEC_v1.md and so on.",
        value: { name: "FILE", completion: "file" },
      },
      ...RUN_OPTIONS,
    ],
    endsItself: true,
    examples: [
      { line: "parley refine spec.md", does: "with the agents of the settings" },
      {
        line: "parley refine spec.md --engineer player:e.yaml --reviewer player:r.yaml",
        does: "with scripted agents, offline",
      },
      { line: "parley refine spec.md --until round --policy answers.yaml", does: "one round, unattended" },
    ],
    load: () => import("./commands/refine.ts"),
  },
  {
    name: "resume",
    summary: "Go on with a session that was paused, stopped, or broke off.",
    details: [
      "Agents that finished while parley was away are harvested, not run again. Limits that were loosened in the settings hold from now on.",
    ],
    arguments: [SESSION_ARGUMENT],
    options: RUN_OPTIONS,
    endsItself: true,
    examples: [{ line: "parley resume checkout", does: "go on where it stood" }],
    load: () => import("./commands/resume.ts"),
  },
  {
    name: "status",
    summary: "Show where a session stands.",
    details: ["Exits with 0 also when answers are missing. The whole story is in the session's status.md."],
    arguments: [SESSION_ARGUMENT],
    options: [],
    examples: [{ line: "parley status --json", does: "gaps, open questions, what was spent" }],
    load: () => import("./commands/status.ts"),
  },
  {
    name: "inbox",
    summary: "List every question that waits for you, and answer them.",
    details: [
      "Oldest first, over all sessions of the project. In a terminal you are then asked, one question at a time; any of them can be left for later. Exits with 0 when nothing is open, with 7 when something is.",
    ],
    arguments: [],
    options: [
      {
        flag: "--session",
        summary: "Only the questions of this session.",
        value: { name: "SESSION", completion: "nothing" },
      },
    ],
    examples: [
      { line: "parley inbox", does: "read, and answer" },
      { line: "parley inbox --no-input", does: "only read" },
      { line: "parley inbox --session checkout --json", does: "as data" },
    ],
    load: () => import("./commands/inbox.ts"),
  },
  {
    name: "answer",
    summary: "Answer a question of a session.",
    details: [
      "The first answer wins. What an option needs stands beside it in `parley inbox`.",
      "Without OPTION you are asked in a terminal; elsewhere the options are named, and the command ends with exit code 2.",
      "With `human`, --file names the document you supply in an agent's place; it passes the same validation.",
    ],
    arguments: [
      { name: "QUESTION", summary: "Its number, such as Q3.", required: true, completion: "nothing" },
      {
        name: "OPTION",
        summary: "One of those it offers; by default you are asked.",
        required: false,
        completion: "nothing",
      },
    ],
    options: [
      SESSION_OPTION,
      { flag: "--text", summary: "Your words.", value: { name: "TEXT", completion: "nothing" } },
      { flag: "--file", summary: "Your words, from a file.", value: { name: "FILE", completion: "file" } },
      {
        flag: "--rationale",
        summary: "Why; GAP=TEXT for one gap. May be repeated.",
        value: { name: "TEXT", completion: "nothing" },
        many: true,
      },
      {
        flag: "--gap",
        summary: "A gap that the answer is about. May be repeated.",
        value: { name: "GAP", completion: "nothing" },
        many: true,
      },
      {
        flag: "--phrase",
        summary: "The sentence that a gate asks for, exactly.",
        value: { name: "PHRASE", completion: "nothing" },
      },
    ],
    examples: [
      { line: "parley answer Q2", does: "be asked, in a terminal" },
      { line: "parley answer Q2 input --text 'Prices are in cents.'", does: "unblock a gap" },
      { line: "parley answer Q3 narrow --gap GAP-API-004 --gap GAP-API-007", does: "defer two gaps" },
      {
        line: "parley answer Q5 acknowledge --phrase '…' --rationale GAP-API-004=later",
        does: "pass a gate",
      },
    ],
    load: () => import("./commands/answer.ts"),
  },
  {
    name: "submit",
    summary: "Hand in the document of a role that you play yourself.",
    details: [
      "For roles given to `human`: the run waits (exit 7) and says where the form and the task are. What you hand in passes the same validation as an agent's; exits with 1 if it does not pass, and the form is then laid out again with your text and what is missing.",
      "The first document wins. Works while a runner is at work and without one; then go on with `parley resume`.",
    ],
    arguments: [
      {
        name: "ROLE",
        summary: "engineer, reviewer or final.",
        required: true,
        choices: ["engineer", "reviewer", "final"],
      },
      {
        name: "FILE",
        summary: "Your document; - for the standard input. By default the form that was laid out.",
        required: false,
        completion: "file",
      },
    ],
    options: [
      SESSION_OPTION,
      {
        flag: "--gap",
        summary: "Which of several runs side by side.",
        value: { name: "GAP", completion: "nothing" },
      },
    ],
    examples: [
      { line: "parley submit engineer", does: "what you wrote into the form" },
      { line: "parley submit reviewer review.md --session checkout", does: "a file of your own" },
    ],
    load: () => import("./commands/submit.ts"),
  },
  {
    name: "pause",
    summary: "Let a session start nothing more.",
    details: ["What runs is still taken in; a runner elsewhere stops once its agents are back."],
    arguments: [SESSION_ARGUMENT],
    options: [],
    examples: [{ line: "parley pause checkout", does: "until `parley resume checkout`" }],
    load: () => import("./commands/pause.ts"),
  },
  {
    name: "accept",
    summary: "End a session with what is there.",
    details: [
      "As GOOD_ENOUGH where nothing grave is left, else as USER_APPROVED. What is left must be acknowledged first: the questions are printed, and the exit code is 7 until they are answered. Where nothing is open any more it says so: such a session completes by itself.",
    ],
    arguments: [],
    options: [SESSION_OPTION],
    examples: [
      { line: "parley accept --session checkout", does: "then answer, then parley resume checkout" },
    ],
    load: () => import("./commands/accept.ts"),
  },
  {
    name: "abandon",
    summary: "End a session without a spec. This cannot be undone.",
    details: [
      "Agents at work are stopped. Its documents stay. In a terminal you are asked; elsewhere --yes says so.",
    ],
    arguments: [],
    options: [
      {
        flag: "--reason",
        summary: "Why, for the record.",
        value: { name: "TEXT", completion: "nothing" },
      },
      { flag: "--yes", summary: "Do not ask." },
      SESSION_OPTION,
    ],
    examples: [{ line: "parley abandon --yes --reason 'the project was stopped'", does: "ABANDONED" }],
    load: () => import("./commands/abandon.ts"),
  },
  GAP,
  SHOW,
  {
    name: "export",
    summary: "Write a session to a folder that reads without parley.",
    details: [
      "All documents, the source, an index with links, and the history in words and as data. The folder is written whole or not at all, and never over anything.",
    ],
    arguments: [],
    options: [
      {
        flag: "--to",
        summary: "Where to: empty, or not there yet.",
        value: { name: "DIR", completion: "folder" },
      },
      SESSION_OPTION,
    ],
    examples: [{ line: "parley export --session checkout --to checkout-session", does: "for the archive" }],
    load: () => import("./commands/export.ts"),
  },
  {
    name: "why",
    summary: "Tell where a line of a finished spec comes from.",
    details: [
      "A line is the author's, untouched, or was written for a gap: then its proposal, the review's issues and the decisions on it are named, with their places.",
    ],
    arguments: [
      { name: "FILE:LINE", summary: "A line of a finished spec.", required: true, completion: "file" },
    ],
    options: [],
    examples: [{ line: "parley why checkout_v1.md:42", does: "the gap and the decision behind line 42" }],
    load: () => import("./commands/why.ts"),
  },
  {
    name: "sessions",
    summary: "List the sessions of this project.",
    arguments: [],
    options: [],
    examples: [{ line: "parley sessions", does: "state, round, open gaps, questions" }],
    load: () => import("./commands/sessions.ts"),
  },
  {
    name: "history",
    summary: "Tell what happened in a session, event by event.",
    arguments: [SESSION_ARGUMENT],
    options: [
      { flag: "--last", summary: "Only the newest N events.", value: { name: "N", completion: "nothing" } },
    ],
    examples: [
      { line: "parley history --last 20", does: "the end of the story" },
      { line: "parley history checkout --json", does: "every event with its data" },
    ],
    load: () => import("./commands/history.ts"),
  },
  {
    name: "prompt",
    summary: "Print what a role would be told next, and the size of each part.",
    arguments: [
      { name: "ROLE", summary: "engineer or reviewer.", required: true, choices: ["engineer", "reviewer"] },
    ],
    options: [SESSION_OPTION],
    examples: [{ line: "parley prompt engineer", does: "the prompt, then its sizes" }],
    load: () => import("./commands/prompt.ts"),
  },
  {
    name: "replay",
    summary: "Make every decision of a session again and compare.",
    details: [
      "Reads the stored commands and documents, calls no agent, and compares the events one by one. Exits with 1 and names the first difference if there is one.",
    ],
    arguments: [SESSION_ARGUMENT],
    options: [
      {
        flag: "--assume",
        summary: "What if stallThreshold, divergenceThreshold, gapsPerRound or maxRounds had been N?",
        value: { name: "KEY=N", completion: "nothing" },
      },
    ],
    examples: [
      { line: "parley replay checkout", does: "does the log explain itself?" },
      { line: "parley replay --assume stallThreshold=5", does: "what would differ first" },
    ],
    load: () => import("./commands/replay.ts"),
  },
];

const COMMANDS: readonly TableEntry[] = [
  ...SESSION_COMMANDS,
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
