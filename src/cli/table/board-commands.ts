// Commands about tasks and sections.
import type { ArgumentSpec, CommandGroup, OptionSpec, TableEntry } from "../command.ts";

const TASK: ArgumentSpec = {
  name: "ID",
  summary: "The task's id, or as much of its beginning as no other has.",
  required: true,
  completion: "nothing",
};

const SECTION: ArgumentSpec = {
  name: "SECTION",
  summary: "Its name, its id, or the beginning of the id.",
  required: true,
  completion: "nothing",
};

function text(flag: string, summary: string, name = "TEXT"): OptionSpec {
  return { flag, summary, value: { name, completion: "nothing" } };
}

const NOTES = text("--notes", "Why; kept in the audit.");
const COMMIT = text("--commit", "The commit that goes with it.", "SHA");
const SOURCE: OptionSpec = {
  flag: "--source",
  summary: "What it is to fulfil, as FILE#heading; both must exist.",
  value: { name: "LINK", completion: "file" },
};
const AFTER: OptionSpec = {
  ...text("--after", "A task that must be done first; may be given several times.", "ID"),
  many: true,
};
const IN_SECTION = text("--section", "Its section, by name or id.", "SECTION");
const DRY_RUN: OptionSpec = { flag: "--dry-run", summary: "Change nothing; show what would come of it." };
const OFF: OptionSpec = { flag: "--off", summary: "No longer pass it over." };
const FIRST: OptionSpec = { flag: "--first", summary: "To the top." };
const LAST: OptionSpec = { flag: "--last", summary: "To the end." };

/** In whose part somebody outside an agent's run acts. */
const ACTOR: readonly OptionSpec[] = [
  text("--as", "Act as coder, reviewer or human (the default); a run's own role comes first.", "ROLE"),
  text("--model", "The model that acts as coder or reviewer, for the audit.", "NAME"),
];

const STATUSES = "pending [ ], in_progress [-], review [o], completed [x], disputed [!], failed [F]";

const TASKS: CommandGroup = {
  name: "tasks",
  summary: "Keep the tasks of a project: add, order, review, import and export.",
  details: [
    `A task is ${STATUSES}. Fifteen rejections make it fail; then a person has to restore it with \`update --status\`. Disputes have their own commands.`,
    "Everything is recorded with who did it, and can be read with plain SQL: the tables tasks, sections, disputes and audit in .parley/parley.db.",
  ],
  examples: [
    {
      line: "parley tasks add 'Fix login' --source docs/spec.md#login",
      does: "a task, with what it is to fulfil",
    },
    { line: "parley tasks list", does: "what is not completed, top to bottom" },
    { line: "parley tasks approve a1b2", does: "review [o] → completed [x]" },
    { line: "parley tasks import TODO.md", does: "take a checklist in" },
  ],
  commands: [
    {
      name: "add",
      summary: "Add a task, at the end of its section.",
      arguments: [
        { name: "TITLE", summary: "What is to be done, in a line.", required: true, completion: "nothing" },
      ],
      options: [
        IN_SECTION,
        SOURCE,
        AFTER,
        text("--before", "Put it before this task, into its section.", "ID"),
        text("--notes", "What else there is to say about it."),
        ...ACTOR,
      ],
      examples: [
        { line: "parley tasks add 'Fix login' --section Accounts", does: "at the end of Accounts" },
        { line: "parley tasks add 'Send receipts' --after a1b2 --after c3d4", does: "once both are done" },
      ],
      load: () => import("../commands/tasks-add.ts"),
    },
    {
      name: "list",
      summary: "List tasks, top to bottom.",
      details: ["Without --status, all that are not completed."],
      arguments: [],
      options: [
        text("--status", "Only those in this status, or `all`.", "STATUS"),
        text("--section", "Only those of this section.", "SECTION"),
      ],
      examples: [
        { line: "parley tasks list --status review", does: "what waits for a review" },
        { line: "parley tasks list --status all --json", does: "every task as data" },
      ],
      load: () => import("../commands/tasks-list.ts"),
    },
    {
      name: "show",
      summary: "Tell all there is about a task.",
      arguments: [TASK],
      options: [],
      examples: [{ line: "parley tasks show a1b2", does: "status, source, what it waits for, feedback" }],
      load: () => import("../commands/tasks-show.ts"),
    },
    {
      name: "update",
      summary: "Change the status, title, source, foundations or notes of a task.",
      details: ["All that is asked for is tried first: where one thing is refused, nothing changes."],
      arguments: [TASK],
      options: [
        text("--status", `${STATUSES}.`, "STATUS"),
        text("--title", "A new title."),
        { ...SOURCE, summary: `${SOURCE.summary} '' takes it away.` },
        { ...AFTER, summary: "What must be done first, in place of what it was; '' for nothing." },
        text("--notes", "With --status why, for the audit; else the task's own notes, '' for none."),
        COMMIT,
        ...ACTOR,
      ],
      examples: [
        { line: "parley tasks update a1b2 --status review", does: "hand it in" },
        { line: "parley tasks update a1b2 --after ''", does: "let it wait for nothing" },
      ],
      load: () => import("../commands/tasks-update.ts"),
    },
    {
      name: "approve",
      summary: "Approve a task in review.",
      arguments: [TASK],
      options: [NOTES, COMMIT, ...ACTOR],
      examples: [
        { line: "parley tasks approve a1b2 --notes 'well tested'", does: "review [o] → completed [x]" },
      ],
      load: () => import("../commands/tasks-approve.ts"),
    },
    {
      name: "reject",
      summary: "Send a task in review back, with notes.",
      arguments: [TASK],
      options: [{ ...NOTES, summary: "What has to change. Needed." }, COMMIT, ...ACTOR],
      examples: [
        {
          line: "parley tasks reject a1b2 --notes 'no test for an empty cart'",
          does: "review [o] → in_progress [-]",
        },
      ],
      load: () => import("../commands/tasks-reject.ts"),
    },
    {
      name: "skip",
      summary: "Pass a task over, whatever its status.",
      details: ["It keeps its status, and nothing waits for it."],
      arguments: [TASK],
      options: [OFF, NOTES],
      examples: [
        { line: "parley tasks skip a1b2 --notes 'not in this release'", does: "leave it out" },
        { line: "parley tasks skip a1b2 --off", does: "take it up again" },
      ],
      load: () => import("../commands/tasks-skip.ts"),
    },
    {
      name: "move",
      summary: "Move a task to another place.",
      arguments: [TASK],
      options: [
        { ...IN_SECTION, summary: "To the end of this section; '' is above all sections." },
        text("--before", "Before this task, into its section.", "ID"),
        text("--after-task", "Behind this task, into its section.", "ID"),
        FIRST,
        LAST,
      ],
      examples: [
        { line: "parley tasks move a1b2 --before c3d4", does: "above another" },
        { line: "parley tasks move a1b2 --section Payment --first", does: "to the top of a section" },
      ],
      load: () => import("../commands/tasks-move.ts"),
    },
    {
      name: "remove",
      summary: "Take a task off the board.",
      details: [
        "Refused while other tasks come after it or a dispute about it is open. Its audit stays. The next export takes its line out of the checklist it stands in, and an import does not bring it back.",
      ],
      arguments: [TASK],
      options: [NOTES],
      examples: [{ line: "parley tasks remove a1b2 --notes 'a duplicate'", does: "for good" }],
      load: () => import("../commands/tasks-remove.ts"),
    },
    {
      name: "import",
      summary: "Take the items of a Markdown checklist in.",
      details: [
        "Headings become sections, `- [ ]` items tasks, with the six markers and what stands below them as notes. What is a task already stays as the board has it; with --update, markers that were changed by hand in the file since it was last read or written are taken, as far as a person may make that move, and titles of lines that carry the task's id. A line is known by the comment that export has put at its end; without one, only where it stands and reads as it did, and else it is new. A line whose task was removed is not added again. Lines that were not understood are listed.",
      ],
      arguments: [{ name: "FILE", summary: "A Markdown file.", required: true, completion: "file" }],
      options: [
        { flag: "--update", summary: "Also take what was changed by hand in lines of known tasks." },
        DRY_RUN,
      ],
      examples: [
        { line: "parley tasks import TODO.md", does: "what is new in it becomes tasks" },
        { line: "parley tasks import TODO.md --update", does: "boxes ticked by hand count, too" },
      ],
      load: () => import("../commands/tasks-import.ts"),
    },
    {
      name: "export",
      summary: "Write the board into a Markdown checklist.",
      details: [
        "Markers and titles are brought level, new tasks are appended to the list of their section with their notes, and lines of removed tasks go; every other byte stays as it is. Nothing is moved or numbered anew; where the board has another order or section, it is said. Markers that somebody has changed by hand are written over and named. Once there is something to write, each task's line gets a comment that names it, such as `<!-- parley:a1b2c3d4 -->`, and is known by it from then on.",
        "A task belongs to the file it was imported from, or first exported to; other files get copies.",
      ],
      arguments: [
        { name: "FILE", summary: "A Markdown file, or one to make.", required: true, completion: "file" },
      ],
      options: [DRY_RUN],
      examples: [
        { line: "parley tasks export TODO.md", does: "bring it level" },
        { line: "parley tasks export TODO.md --dry-run", does: "print what it would hold" },
      ],
      load: () => import("../commands/tasks-export.ts"),
    },
    {
      name: "audit",
      summary: "Tell who changed a task, when, how and why.",
      arguments: [
        {
          ...TASK,
          summary: "The task's id, also of one that is gone; without it, everything.",
          required: false,
        },
      ],
      options: [],
      examples: [{ line: "parley tasks audit a1b2", does: "every change, oldest first" }],
      load: () => import("../commands/tasks-audit.ts"),
    },
  ],
};

const SECTIONS: CommandGroup = {
  name: "sections",
  summary: "Keep the sections that tasks stand in.",
  examples: [
    { line: "parley sections add Payment", does: "a section, below the others" },
    { line: "parley sections list", does: "all of them, with how much is done" },
  ],
  commands: [
    {
      name: "add",
      summary: "Add a section, below the others.",
      arguments: [{ name: "NAME", summary: "What it is called.", required: true, completion: "nothing" }],
      options: [],
      examples: [{ line: "parley sections add Payment", does: "an empty section" }],
      load: () => import("../commands/sections-add.ts"),
    },
    {
      name: "list",
      summary: "List the sections, top to bottom.",
      arguments: [],
      options: [],
      examples: [{ line: "parley sections list --json", does: "as data" }],
      load: () => import("../commands/sections-list.ts"),
    },
    {
      name: "rename",
      summary: "Give a section another name.",
      arguments: [SECTION, { name: "NAME", summary: "The new name.", required: true, completion: "nothing" }],
      options: [],
      examples: [{ line: "parley sections rename Payment Checkout", does: "its tasks stay in it" }],
      load: () => import("../commands/sections-rename.ts"),
    },
    {
      name: "move",
      summary: "Move a section with its tasks.",
      arguments: [SECTION],
      options: [
        text("--before", "Above this section.", "SECTION"),
        text("--after", "Below this section.", "SECTION"),
        FIRST,
        LAST,
      ],
      examples: [{ line: "parley sections move Payment --first", does: "its tasks come first" }],
      load: () => import("../commands/sections-move.ts"),
    },
    {
      name: "skip",
      summary: "Pass over all tasks of a section.",
      arguments: [SECTION],
      options: [OFF, NOTES],
      examples: [{ line: "parley sections skip Payment", does: "until `--off`" }],
      load: () => import("../commands/sections-skip.ts"),
    },
    {
      name: "remove",
      summary: "Take an empty section off the board.",
      arguments: [SECTION],
      options: [],
      examples: [{ line: "parley sections remove Payment", does: "refused while it has tasks" }],
      load: () => import("../commands/sections-remove.ts"),
    },
  ],
};

export const BOARD_COMMANDS: readonly TableEntry[] = [
  {
    name: "board",
    summary: "See the board on one screen: how much is done, what is next and why, what is disputed.",
    arguments: [],
    options: [],
    examples: [{ line: "parley board", does: "counts, sections, next task, disputes" }],
    load: () => import("../commands/board.ts"),
  },
  TASKS,
  SECTIONS,
  {
    name: "plan",
    summary: "Turn a finished spec into sections and tasks.",
    details: [
      "One task for each gap that was settled, and one for each heading under which the author required something, each with its source and what it comes after. In a terminal the plan opens in your editor first; what is left of it when you close it is added. Elsewhere it is printed, and --yes adds it as it is.",
      'The task of a gap has the gap\'s title; where that is a question or a mark such as TODO, it is "Build:" with the heading over the text that settled it, and what was asked in brackets. Planning again knows a task by the gap or heading it came from, whatever its title is now: only what is new is added, and what was removed from the board stays away unless --again is given.',
      "A plan that was edited and not added stays in .parley/plans until you add it with --from or delete it.",
    ],
    arguments: [
      {
        name: "SESSION",
        summary: "Its name, or the beginning of it; by default the only one.",
        required: false,
        completion: "nothing",
      },
    ],
    options: [
      { ...DRY_RUN, summary: "Print the plan; add nothing." },
      { flag: "--yes", summary: "Add the plan as it is, without an editor." },
      { flag: "--again", summary: "Also plan what was removed from the board." },
      {
        flag: "--from",
        summary: "Add the plan as it stands in FILE: one that was printed, and edited.",
        value: { name: "FILE", completion: "file" },
      },
    ],
    endsItself: true,
    examples: [
      { line: "parley plan checkout", does: "edit the plan, then add it" },
      { line: "parley plan checkout --dry-run > plan.md", does: "to edit it at leisure" },
      { line: "parley plan checkout --from plan.md", does: "add what is left of it" },
    ],
    load: () => import("../commands/plan.ts"),
  },
];
