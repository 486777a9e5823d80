// `parley tasks`: the tasks of a project, one by one and as a checklist.

import type { ChangedTask } from "../../app/board/change-task.ts";
import type { TaskList } from "../../app/board/list-tasks.ts";
import { statusMarker as marker } from "../../app/board/status-named.ts";
import { isFailure } from "../../app/failure.ts";
import type { AuditRow, TaskStory, TaskView } from "../../app/wire/board.ts";
import type { ExportedChecklist, ImportedChecklist } from "../../app/wire/checklist.ts";
import { DRY_RUN, FIRST, LAST, NOTES, OFF } from "../board-options.ts";
import { cutText } from "../columns.ts";
import {
  type CommandGroup,
  command,
  fileOption,
  flagOption,
  type ShownTo,
  textArgument,
  textOption,
} from "../command.ts";
import { taskBuildLines } from "../task-build-lines.ts";
import { taskLine } from "../task-line.ts";
import { besideTerm, formatCount, type Line, labelledLines, paintText, wrapText } from "../text.ts";

const TASK = textArgument("ID", "The task's id, or as much of its beginning as no other has.");
const COMMIT = textOption("--commit", "The commit that goes with it.", "SHA");
const SOURCE = fileOption("--source", "What it is to fulfil, as FILE#heading; both must exist.", "LINK");
const AFTER = {
  ...textOption("--after", "A task that must be done first; may be given several times.", "ID"),
  many: true,
} as const;
const FILES = {
  ...textOption(
    "--files",
    "Where its work is to stay, from the top of the project; may be given several times.",
    "GLOB",
  ),
  many: true,
} as const;
const IN_SECTION = textOption("--section", "Its section, by name or id.", "SECTION");

/** In whose part somebody outside an agent's run acts. */
const ACTOR = [
  textOption("--as", "Act as coder, reviewer or human (the default); a run's own role comes first.", "ROLE"),
  textOption("--model", "The model that acts as coder or reviewer, for the audit.", "NAME"),
] as const;

const STATUSES = "pending [ ], in_progress [-], review [o], completed [x], disputed [!], failed [F]";

const ADD = command({
  name: "add",
  summary: "Add a task, at the end of its section.",
  arguments: [textArgument("TITLE", "What is to be done, in a line.")],
  options: [
    IN_SECTION,
    SOURCE,
    AFTER,
    FILES,
    textOption("--before", "Put it before this task, into its section.", "ID"),
    textOption("--notes", "What else there is to say about it."),
    ...ACTOR,
  ],
  examples: [
    { line: "parley tasks add 'Fix login' --section Accounts", does: "at the end of Accounts" },
    { line: "parley tasks add 'Send receipts' --after a1b2 --after c3d4", does: "once both are done" },
    { line: "parley tasks add 'Draw the cart' --files 'src/cart/**'", does: "a build keeps its work there" },
  ],
  run: ({ app, args, options }) => app.tasks.add({ ...args, ...options }),
  data: ({ task }) => task,
  notices: ({ notices }) => notices,
  lines: ({ task }, { quiet, width }) => (quiet ? [task.id] : [taskLine(task, width)]),
});

const LIST = command({
  name: "list",
  summary: "List tasks, top to bottom.",
  details: ["Without --status, all that are not completed."],
  arguments: [],
  options: [
    textOption("--status", "Only those in this status, or `all`.", "STATUS"),
    textOption("--section", "Only those of this section.", "SECTION"),
  ],
  examples: [
    { line: "parley tasks list --status review", does: "what waits for a review" },
    { line: "parley tasks list --status all --json", does: "every task as data" },
  ],
  run: ({ app, options }) => app.tasks.list(options),
  data: ({ tasks }) => tasks,
  lines: (list, { options, quiet, width }) => {
    if (quiet) return list.tasks.map(({ id }) => id);
    return list.tasks.length === 0 ? emptyListLines(list, options, width) : bySection(list, width);
  },
});

interface Filter {
  readonly status: string | undefined;
  readonly section: string | undefined;
}

function emptyListLines({ isEmpty }: TaskList, { status, section }: Filter, width: number): readonly Line[] {
  if (isEmpty) {
    return [
      "There is no task yet.",
      [paintText("dim", "add one: "), "parley tasks add TITLE, or parley tasks import FILE"],
    ];
  }
  const filters = [
    ...(status === undefined ? [] : [`--status ${status}`]),
    ...(section === undefined ? [] : [`--section ${section}`]),
  ];
  const matched = filters.length === 0 ? "Every task is completed." : `No task matches ${filters.join(" ")}.`;
  const left = status === undefined && section !== undefined ? " Completed ones are left out." : "";
  const hint: readonly Line[] =
    status === undefined ? [[paintText("dim", "see all: "), "parley tasks list --status all"]] : [];
  return [...wrapText(`${matched}${left}`, width), ...hint];
}

const SKIPPED = "  skipped";

function bySection({ tasks, skippedSections }: TaskList, width: number): readonly Line[] {
  const lines: Line[] = [];
  let section: string | null = null;
  for (const task of tasks) {
    if (task.section !== null && task.sectionId !== section) {
      if (lines.length > 0) lines.push("");
      const aside = skippedSections.has(task.sectionId ?? "") ? SKIPPED : "";
      const name = cutText(task.section, width - aside.length);
      lines.push([paintText("cyan", name), paintText("dim", aside)]);
    }
    section = task.sectionId;
    lines.push(taskLine(task, width));
  }
  return lines;
}

const SHOW = command({
  name: "show",
  summary: "Tell all there is about a task, and what builds did with it.",
  arguments: [TASK],
  options: [],
  examples: [{ line: "parley tasks show a1b2", does: "status, foundations, rounds, findings, commit" }],
  run: ({ app, args }) => app.tasks.show(args.id),
  lines: (task, { quiet, width }) => (quiet ? [taskLine(task, width)] : viewLines(task, width)),
});

const LABEL_COLUMN = 12;

function viewLines(task: TaskStory, width: number): readonly Line[] {
  const row = labelledLines({ term: LABEL_COLUMN, width });
  const taskSummary = ({ id, status, title }: { id: string; status: string; title: string }): string =>
    `${id} ${marker(status)} ${title}`;
  return [
    taskLine(task, width),
    ...row("status", statusText(task)),
    ...row("section", task.section),
    ...row("source", task.sourceFile),
    ...row("files", task.files.join("\n")),
    ...row("after", task.foundations.map(taskSummary).join("\n")),
    ...row("waits for", task.waitsFor.join(", ")),
    ...row("holds up", task.dependents.map(taskSummary).join("\n")),
    ...row("dispute", task.dispute),
    ...row("disputes", task.disputes.filter((id) => id !== task.dispute).join(", ")),
    ...row("rejections", task.rejectionCount === 0 ? null : String(task.rejectionCount)),
    ...task.feedback.flatMap(({ role, text, at }) => row("feedback", `${role}, ${at}: ${text}`)),
    ...(task.build === null ? [] : taskBuildLines(task.build, row)),
    ...row("notes", task.notes),
    ...row("added", `${task.createdAt} by ${task.createdBy}`),
    ...row("changed", task.updatedAt === task.createdAt ? null : task.updatedAt),
  ];
}

function statusText({ status, skipped, passedOver }: TaskView): string {
  const over = skipped ? ", skipped" : passedOver ? ", skipped with its section" : "";
  return `${status} ${marker(status)}${over}`;
}

/** How a command tells that it has changed one task. */
const CHANGED = {
  data: ({ task }: ChangedTask) => task,
  notices: ({ notices }: ChangedTask) => notices,
  lines: (changed: ChangedTask, { quiet, width }: ShownTo) => (quiet ? [] : changedLines(changed, width)),
};

const UPDATE = command({
  name: "update",
  summary: "Change the status, title, source, foundations, files or notes of a task.",
  details: ["All that is asked for is tried first: where one thing is refused, nothing changes."],
  arguments: [TASK],
  options: [
    textOption("--status", `${STATUSES}.`, "STATUS"),
    textOption("--title", "A new title."),
    { ...SOURCE, summary: `${SOURCE.summary} '' takes it away.` },
    { ...AFTER, summary: "What must be done first, in place of what it was; '' for nothing." },
    { ...FILES, summary: "Where its work is to stay, in place of what it was; '' for anywhere." },
    textOption("--notes", "With --status why, for the audit; else the task's own notes, '' for none."),
    COMMIT,
    ...ACTOR,
  ],
  examples: [
    { line: "parley tasks update a1b2 --status review", does: "hand it in" },
    { line: "parley tasks update a1b2 --after ''", does: "let it wait for nothing" },
    { line: "parley tasks update a1b2 --files ''", does: "let its work go anywhere" },
  ],
  run: ({ app, args, options }) => {
    const given = (words: readonly string[]) => (words.length === 0 ? null : words);
    const { after, files } = options;
    return app.tasks.update({ ...options, task: args.id, after: given(after), files: given(files) });
  },
  ...CHANGED,
});

const APPROVE = command({
  name: "approve",
  summary: "Approve a task in review.",
  arguments: [TASK],
  options: [NOTES, COMMIT, ...ACTOR],
  examples: [{ line: "parley tasks approve a1b2 --notes 'well tested'", does: "review [o] → completed [x]" }],
  run: ({ app, args, options }) => app.tasks.approve({ ...options, task: args.id }),
  ...CHANGED,
});

const REJECT = command({
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
  run: ({ app, args, options }) => app.tasks.reject({ ...options, task: args.id }),
  ...CHANGED,
});

const SKIP = command({
  name: "skip",
  summary: "Pass a task over, whatever its status.",
  details: ["It keeps its status, and nothing waits for it."],
  arguments: [TASK],
  options: [OFF, NOTES],
  examples: [
    { line: "parley tasks skip a1b2 --notes 'not in this release'", does: "leave it out" },
    { line: "parley tasks skip a1b2 --off", does: "take it up again" },
  ],
  run: ({ app, args, options: { off, notes } }) => app.tasks.skip({ task: args.id, skipped: !off, notes }),
  ...CHANGED,
});

const MOVE = command({
  name: "move",
  summary: "Move a task to another place.",
  arguments: [TASK],
  options: [
    { ...IN_SECTION, summary: "To the end of this section; '' is above all sections." },
    textOption("--before", "Before this task, into its section.", "ID"),
    textOption("--after-task", "Behind this task, into its section.", "ID"),
    FIRST,
    LAST,
  ],
  examples: [
    { line: "parley tasks move a1b2 --before c3d4", does: "above another" },
    { line: "parley tasks move a1b2 --section Payment --first", does: "to the top of a section" },
  ],
  run: ({ app, args, options }) => app.tasks.move({ ...options, task: args.id }),
  ...CHANGED,
});

const REMOVE = command({
  name: "remove",
  summary: "Take a task off the board.",
  details: [
    "Refused while other tasks come after it or a dispute about it is open. Its audit stays. The next export takes its line out of the checklist it stands in, and an import does not bring it back.",
  ],
  arguments: [TASK],
  options: [NOTES],
  examples: [{ line: "parley tasks remove a1b2 --notes 'a duplicate'", does: "for good" }],
  run: async ({ app, args, options, quiet, report }) => {
    const changed = await app.tasks.remove({ ...options, task: args.id });
    if (isFailure(changed)) return changed;
    const { task, notices } = changed;
    for (const notice of notices) report(notice);
    const audit = `removed; its audit stays: parley tasks audit ${task.id}`;
    return {
      data: task,
      lines: (width) => (quiet ? [] : [taskLine(task, width), [paintText("dim", audit)]]),
    };
  },
});

function changedLines({ task, events }: ChangedTask, width: number): readonly Line[] {
  if (events.length === 0)
    return [taskLine(task, width), [paintText("dim", "nothing changed: it is so already")]];
  const moves = events.flatMap((event): Line[] => {
    if (event.type !== "StatusChanged") return [];
    const { from, to, rejections, because } = event.data;
    const count = because === "rejected" ? `, rejection ${rejections}` : "";
    return [`${from} ${marker(from)} → ${to} ${marker(to)}${count}`];
  });
  return [taskLine(task, width), ...moves];
}

const IMPORT = command({
  name: "import",
  summary: "Take the items of a Markdown checklist in.",
  details: [
    "Headings become sections, `- [ ]` items tasks, with the six markers and what stands below them as notes. What is a task already stays as the board has it; with --update, markers that were changed by hand in the file since it was last read or written are taken, as far as a person may make that move, and titles of lines that carry the task's id. A line is known by the comment that export has put there; without one, where it stands and reads as it did, or where it alone has the title that one task had in this file; else it is new. A line whose task was removed is not added again. Lines that were not understood are listed.",
  ],
  arguments: [{ name: "FILE", summary: "A Markdown file.", required: true, completion: "file" }],
  options: [flagOption("--update", "Also take what was changed by hand in lines of known tasks."), DRY_RUN],
  examples: [
    { line: "parley tasks import TODO.md", does: "what is new in it becomes tasks" },
    { line: "parley tasks import TODO.md --update", does: "boxes ticked by hand count, too" },
  ],
  run: async ({ app, args, options, quiet, report }) => {
    const imported = await app.tasks.import({ ...args, ...options });
    if (isFailure(imported)) return imported;
    const { checklist, notices } = imported;
    for (const notice of notices) report(notice);
    return {
      data: checklist,
      lines: (width) =>
        quiet ? checklist.added.flatMap(({ id }) => id ?? []) : importLines(checklist, width),
    };
  },
});

function importLines(imported: ImportedChecklist, width: number): readonly Line[] {
  const { file, dryRun, sections, added, known, updated, unread } = imported;
  const verb = dryRun ? "would be added" : "added";
  const taken = updated.length === 0 ? "" : `, ${updated.length} ${dryRun ? "would be " : ""}updated`;
  const summary = `${formatCount(added.length, "task")} ${verb}, ${formatCount(sections.length, "section")} new, ${known} known already${taken}`;
  const at = (line: number, said: string): Line => [paintText("dim", `${file}:${line} `), said];
  return [
    ...wrapText(summary, width),
    ...knownLines(imported).map(({ line, said }) => at(line, said)),
    ...(unread.length === 0
      ? []
      : [[paintText("yellow", `not understood: ${formatCount(unread.length, "line")}`)]]),
    ...unread.map(({ line, message }) => at(line, message)),
  ];
}

interface LineNote {
  readonly line: number;
  readonly said: string;
}

/** What is to be told of lines that were tasks already, or were once. */
function knownLines(imported: ImportedChecklist): readonly LineNote[] {
  const { updated, refused, differing, retitled, removed } = imported;
  return [
    ...updated.map(({ line, task, status, title }) => {
      const moved = status === null ? [] : [`${marker(status.from)} → ${marker(status.to)}`];
      const renamed = title === null ? [] : [`"${title.from}" → "${title.to}"`];
      return { line, said: [task, ...moved, ...renamed].join(" ") };
    }),
    ...refused.map(({ line, there, reason }) => {
      return { line, said: `${marker(there)} was not taken: ${reason}` };
    }),
    ...differing.map(({ line, task, there, board, byHand }) => {
      const [ours, theirs] = [marker(board), marker(there)];
      const said = `${task} is ${ours} on the board, ${theirs} there: the board's stands`;
      return { line, said: byHand ? `${said}; --update takes the file's` : `${said}, and export writes it` };
    }),
    ...retitled.map(({ line, task, board }) => {
      const said = `${task} is called "${board}" on the board: the board's stands; --update takes the file's`;
      return { line, said };
    }),
    ...removed.map(({ line, task, title }) => {
      const said = `"${title}" (${task}) was removed from the board and is not added again: \`parley tasks add\` does`;
      return { line, said };
    }),
  ].sort((a, b) => a.line - b.line);
}

const EXPORT = command({
  name: "export",
  summary: "Write the board into a Markdown checklist.",
  details: [
    "Markers and titles are synced, new tasks are appended to the list of their section with their notes, and lines of removed tasks go; every other byte stays as it is. Nothing is moved or numbered anew; where the board has another order or section, it is said. Markers that somebody has changed by hand are written over and named; titles and headings stay, and are named. Once there is something to write, each task's line gets a comment that names it, such as `<!-- parley:a1b2c3d4 -->`, and is known by it from then on.",
    "A task belongs to the file it was imported from, or first exported to; other files get copies.",
  ],
  arguments: [
    { name: "FILE", summary: "A Markdown file, or one to make.", required: true, completion: "file" },
  ],
  options: [DRY_RUN],
  examples: [
    { line: "parley tasks export TODO.md", does: "sync it" },
    { line: "parley tasks export TODO.md --dry-run", does: "print what it would hold" },
  ],
  run: async ({ app, args, options, quiet, json, report }) => {
    const exported = await app.tasks.export({ ...args, ...options });
    if (isFailure(exported)) return exported;
    const { checklist, notices } = exported;
    for (const notice of notices) report(notice);
    const { text } = checklist;
    if (text === null) return { data: checklist, lines: () => (quiet ? [] : exportLines(checklist)) };
    if (!json) for (const line of exportLines(checklist)) report(line);
    return { data: checklist, lines: () => text.replace(/\r?\n$/, "").split(/\r?\n/) };
  },
});

function exportLines(exported: ExportedChecklist): readonly Line[] {
  const { file, dryRun, overwritten, notes } = exported;
  const over = dryRun ? "would be written over" : "written over";
  const told = ({ line, message }: (typeof notes)[number]): Line => [
    paintText("dim", `${file}:${line} `),
    message,
  ];
  const replaced = notes.filter(({ code }) => REPLACED.has(code));
  const alone = notes.filter(({ code }) => !REPLACED.has(code));
  return [
    [paintText("bold", file), ` ${outcome(exported)}`],
    ...(overwritten.length === 0
      ? []
      : [
          [
            paintText(
              "yellow",
              `${over}, though changed by hand: ${formatCount(overwritten.length, "marker")}`,
            ),
          ],
        ]),
    ...overwritten.map(({ line, there, board, task }): Line => {
      return [paintText("dim", `${file}:${line} `), `${marker(there)} → ${marker(board)} ${task}`];
    }),
    ...replaced.map(told),
    ...(alone.length === 0 ? [] : [[paintText("dim", `${formatCount(alone.length, "line")} left alone:`)]]),
    ...alone.map(told),
  ];
}

/** The codes of notes on what reads otherwise now. */
const REPLACED: ReadonlySet<string> = new Set(["written-over", "heading-renamed"]);

function outcome({ dryRun, differs, level, changed, added, linked, removed }: ExportedChecklist): string {
  const gone = removed.length === 0 ? "" : `, ${removed.length} removed`;
  const taskSummary = linked.length === 0 ? "" : `, ${linked.length} linked by a comment`;
  if (differs) return `${changed.length} changed, ${added.length} added${gone}${taskSummary}`;
  const stays = dryRun ? "would stay as it is" : "stays as it is";
  if (!level) return `${stays}, and is not as the board is`;
  return dryRun ? stays : "is in sync already";
}

const AUDIT = command({
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
  run: ({ app, args }) => app.tasks.audit(args.id),
  lines: (rows, { quiet, width }) => {
    if (rows.length === 0) return ["Nothing has happened yet."];
    return rows.flatMap((row) => (quiet ? [auditLine(row)] : [auditLine(row), ...notesOf(row, width)]));
  },
});

const INDENT_COLUMN = 4;

function auditLine({ taskId, fromStatus, toStatus, actor, commitSha, createdAt }: AuditRow): Line {
  const commit = commitSha === null ? "" : `  ${commitSha}`;
  const about = taskId === null ? "" : `  ${taskId}`;
  return [
    paintText("dim", createdAt),
    paintText("bold", about),
    `  ${moveText(fromStatus, toStatus)}`,
    `  ${actor}`,
    paintText("dim", commit),
  ];
}

function moveText(from: string | null, to: string | null): string {
  if (from === to) return to === null ? "" : `${to} ${marker(to)}`;
  return [from, to].map((status) => (status === null ? "–" : `${status} ${marker(status)}`)).join(" → ");
}

function notesOf({ notes }: AuditRow, width: number): readonly Line[] {
  if (notes === null) return [];
  const lines = notes.split("\n").filter((line) => line.trim() !== "");
  return lines.flatMap((line) => besideTerm("", line, { term: INDENT_COLUMN, width }));
}

export const TASKS: CommandGroup = {
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
  commands: [ADD, LIST, SHOW, UPDATE, APPROVE, REJECT, SKIP, MOVE, REMOVE, IMPORT, EXPORT, AUDIT],
};
