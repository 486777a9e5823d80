// Commands that move a session.
import type { TableEntry } from "../command.ts";
import { RUN_OPTIONS, SESSION_ARGUMENT, SESSION_OPTION } from "./session-options.ts";

export const RUNNING_COMMANDS: readonly TableEntry[] = [
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
    load: () => import("../commands/demo.ts"),
  },
  {
    name: "refine",
    summary: "Close the gaps of a spec: two agents argue, you decide what is left.",
    details: [
      "Finds the gaps of SPEC and starts a session. First the Reviewer, unless it is a script, surveys the whole text as somebody who must build it and cannot ask; what it finds beside the marks that lint sees is put to you, and taken as it is where nobody is there. `--survey false` leaves that out, as does `refine.survey`. Then an Engineer proposes, a Reviewer criticises, parley validates every document, counts what is open and asks when something only you can decide comes up. Its documents are in .parley/sessions/SESSION.",
      "Runs until the session ends (exit 0) or only answers are missing (exit 7: see `parley status`, answer with `parley answer`, go on with `parley resume`). Ctrl-C once waits for the agents at work, twice stops them; nothing is lost by either.",
      "An agent is claude, codex, a model API, human (you), or player:FILE (a script): see `parley agents list`. Where none is named, what is found on this machine plays, two different ones if there are two, and the first lines say so.",
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
      {
        flag: "--survey",
        summary:
          "Whether the whole spec is read for holes first: `true`, `false`, or `both` for a second opinion by the Engineer's agent; by default as `refine.survey` says.",
        value: { name: "WHICH", completion: "nothing" },
      },
      ...RUN_OPTIONS,
    ],
    endsItself: true,
    examples: [
      { line: "parley refine spec.md", does: "with the agents set, or found here" },
      { line: "parley refine spec.md --engineer claude --reviewer codex", does: "with these" },
      {
        line: "parley refine spec.md --engineer player:e.yaml --reviewer player:r.yaml",
        does: "with scripted agents, offline",
      },
      { line: "parley refine spec.md --survey false", does: "only what is marked" },
      { line: "parley refine spec.md --until round --policy answers.yaml", does: "one round, unattended" },
    ],
    load: () => import("../commands/refine.ts"),
  },
  {
    name: "survey",
    summary: "List the holes of a spec that nothing marks, as a reader who must build it finds them.",
    details: [
      "The Reviewer reads SPEC once and lists what an implementer would have to guess; with `refine.survey both` the Engineer's agent is asked too, on its own. What they find is checked (form, places) and joined with what lint sees. Nothing is worked on yet: `parley resume` goes on from here, after your word on the list.",
      "Exits with 0 once there is an inventory, with 1 where no survey passed its gate.",
    ],
    arguments: [{ name: "SPEC", summary: "A Markdown file.", required: true, completion: "file" }],
    options: [
      {
        flag: "--name",
        summary: "The session's name; by default that of the file.",
        value: { name: "NAME", completion: "nothing" },
      },
      ...RUN_OPTIONS.filter(({ flag }) => flag === "--engineer" || flag === "--reviewer"),
    ],
    endsItself: true,
    examples: [
      { line: "parley survey spec.md", does: "by the Reviewer of the settings" },
      { line: "parley survey spec.md --json", does: "the inventory as data" },
    ],
    load: () => import("../commands/survey.ts"),
  },
  {
    name: "resume",
    summary: "Go on with a session that was paused, stopped, or broke off.",
    details: [
      "Agents that finished while parley was away are harvested, not run again. Limits that were loosened in the settings hold from now on.",
    ],
    arguments: [SESSION_ARGUMENT],
    options: [
      SESSION_OPTION,
      {
        flag: "--out",
        summary: "Where the finished spec goes, as long as it is not written.",
        value: { name: "FILE", completion: "file" },
      },
      ...RUN_OPTIONS,
    ],
    endsItself: true,
    examples: [
      { line: "parley resume checkout", does: "go on where it stood" },
      { line: "parley resume --out loans_done.md", does: "put the finished spec there" },
    ],
    load: () => import("../commands/resume.ts"),
  },
  {
    name: "status",
    summary: "Show where a session stands.",
    details: ["Exits with 0 also when answers are missing. The whole story is in the session's status.md."],
    arguments: [SESSION_ARGUMENT],
    options: [SESSION_OPTION],
    examples: [{ line: "parley status --json", does: "gaps, open questions, what was spent" }],
    load: () => import("../commands/status.ts"),
  },
  {
    name: "inbox",
    summary: "List everything that waits for you, and answer the questions.",
    details: [
      "Oldest first, over all sessions of the project, then the documents that you are to write. In a terminal you are then asked, one question at a time; any of them can be left for later. Exits with 0 when nothing waits, with 7 when something does.",
      "--json lists the questions alone; the documents are under `awaited` in `parley status --json`.",
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
    load: () => import("../commands/inbox.ts"),
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
    load: () => import("../commands/answer.ts"),
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
        summary: "engineer, reviewer, survey, second-survey or final.",
        required: true,
        choices: ["engineer", "reviewer", "survey", "second-survey", "final"],
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
    load: () => import("../commands/submit.ts"),
  },
  {
    name: "pause",
    summary: "Pause a session after its running agents finish.",
    details: ["What runs is still taken in; a runner elsewhere stops once its agents are back."],
    arguments: [SESSION_ARGUMENT],
    options: [SESSION_OPTION],
    examples: [{ line: "parley pause checkout", does: "until `parley resume checkout`" }],
    load: () => import("../commands/pause.ts"),
  },
  {
    name: "accept",
    summary: "End a session with what is there.",
    details: [
      "As GOOD_ENOUGH where nothing grave is left, else as USER_APPROVED. What is left must be acknowledged first: in a terminal you are asked, one question after the other; elsewhere the first is printed, the exit code is 7, and `parley answer` asks the next until the session has ended. Where nothing is open any more it says so: such a session completes by itself.",
    ],
    arguments: [],
    options: [SESSION_OPTION],
    examples: [{ line: "parley accept --session checkout", does: "acknowledge what is left, and end" }],
    load: () => import("../commands/accept.ts"),
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
    load: () => import("../commands/abandon.ts"),
  },
];
