import { usageFailure } from "../../app/failure.ts";
// `parley dispute`: what coder and reviewer do not agree on.

import type { ChangedDispute } from "../../app/board/disputes-change.ts";
import type { DisputeList } from "../../app/board/disputes-look.ts";
import { statusMarker } from "../../app/board/status-named.ts";
import type { DisputeView, StaleReport, WholeDispute } from "../../app/wire/dispute.ts";
import { cutText, padText } from "../columns.ts";
import {
  type CommandGroup,
  command,
  flagOption,
  type ShownTo,
  textArgument,
  textOption,
} from "../command.ts";
import { columnFor, formatCount, type Line, labelledLines, paintText, wrapText } from "../text.ts";

const TASK = textArgument("TASK", "The id of the task, or the beginning of it.");
const DISPUTE_ID = textArgument("ID", "The id of the dispute, or the beginning of it.");
const REASON = textOption(
  "--reason",
  "architecture_disagreement, specification_ambiguity, specification_interpretation, guideline_conflict, security_concern, scope_disagreement, or other with --detail.",
  "REASON",
);
const POSITION = textOption("--position", "What that side holds.");
const AS = textOption("--as", "For whom you speak: coder, reviewer, or human, the default.", "ROLE");
const MODEL = textOption("--model", "The model that speaks, with --as coder or reviewer.", "MODEL");
const DETAIL = textOption("--detail", "What else there is to say about it.");

/** What every command that changes one dispute tells of it. */
const CHANGED = {
  data: ({ dispute }: ChangedDispute) => dispute,
  notices: ({ notices }: ChangedDispute) => notices,
};

const CREATE = command({
  name: "create",
  summary: "Raise a dispute about a task in review, or sent back.",
  details: [
    "Inside an agent's run it is raised by that run's role. A person's own position goes to the detail.",
  ],
  arguments: [TASK],
  options: [REASON, POSITION, AS, MODEL, DETAIL],
  examples: [
    {
      line: "parley dispute create a1b2 --reason other --position 'Not asked for.'",
      does: "the task becomes [!]",
    },
  ],
  run: ({ app, args, options }) => app.disputes.create({ ...args, ...options }),
  ...CHANGED,
  lines: (changed, about) => changedLines(changed, "is open", about),
});

const LOG = command({
  name: "log",
  summary: "Note a minor disagreement; the task stays as it is.",
  details: ["It is resolved from the start, as the coder had it."],
  arguments: [TASK],
  options: [
    flagOption("--minor", "Needed: a major one is raised with `create`."),
    textOption("--notes", "What was not agreed on."),
    REASON,
    AS,
    MODEL,
    DETAIL,
  ],
  examples: [
    { line: "parley dispute log a1b2 --minor --notes 'Names in snake_case.'", does: "for the record" },
  ],
  run: async ({ app, args, options }) => {
    if (!options.minor) {
      return usageFailure(
        "minor",
        "only minor disputes are merely logged: --minor is needed",
        "add --minor, or raise a major one with `parley dispute create`",
      );
    }
    return await app.disputes.logMinor({ ...args, ...options });
  },
  ...CHANGED,
  lines: (changed, about) => changedLines(changed, "is on record, as the coder had it", about),
});

const GIVE_POSITION = command({
  name: "position",
  summary: "Add what the other side holds, once.",
  arguments: [DISPUTE_ID],
  options: [POSITION, AS, MODEL],
  examples: [
    {
      line: "parley dispute position d1e2 --as coder --position 'It is masked.'",
      does: "the coder's side of it",
    },
  ],
  run: ({ app, args, options }) => app.disputes.givePosition({ ...options, dispute: args.id }),
  ...CHANGED,
  lines: (changed, about) => changedLines(changed, "has that position now", about),
});

const LIST = command({
  name: "list",
  summary: "List disputes, those that wait for a decision first.",
  arguments: [],
  options: [
    textOption("--status", "open, resolved, withdrawn, or all, the default.", "STATUS"),
    flagOption("--stale", "Only those that have been open for longer than disputes.timeoutDays."),
  ],
  examples: [
    { line: "parley dispute list --stale", does: "what has waited too long" },
    { line: "parley dispute list --json", does: "all of them as data" },
  ],
  run: ({ app, options }) => app.disputes.list(options),
  data: ({ disputes }) => disputes,
  lines: (list, { options, quiet, width }) => {
    const { disputes, timeoutDays } = list;
    if (quiet) return disputes.map(({ id }) => id);
    if (disputes.length === 0) return [noneOf(list, options.status)];
    return timeoutDays === null ? table(disputes, width) : staleLines(disputes, timeoutDays, width);
  },
});

const ID_COLUMN = 10;
const TITLE_MAX = 40;
/** Less of a title tells nothing. */
const TITLE_MIN = 16;
const STATUS_MAX = 20;

type Disputes = DisputeList["disputes"];

function noneOf({ timeoutDays, isEmpty }: DisputeList, status: string | undefined): string {
  if (timeoutDays !== null)
    return `No dispute has been open for more than ${formatCount(timeoutDays, "day")}.`;
  return isEmpty ? "There is no dispute yet." : `There is no such dispute: none matches --status ${status}.`;
}

function table(disputes: Disputes, width: number): Line[] {
  const statuses = columnFor(["STATUS", ...disputes.map(({ status }) => status)], STATUS_MAX);
  const reasons = disputes.map(({ reason, weight }) => reason.length + minorWord(weight).length);
  const titles = titleColumn(disputes, width - ID_COLUMN - statuses - Math.max(...reasons));
  const head = `${"ID".padEnd(ID_COLUMN)}${"TASK".padEnd(titles)}${"STATUS".padEnd(statuses)}REASON`;
  return [
    [paintText("dim", head)],
    ...disputes.map(
      ({ id, taskTitle, status, reason, weight }): Line => [
        paintText("bold", id.padEnd(ID_COLUMN)),
        titleCell(taskTitle, titles),
        status === "open" ? paintText("yellow", status.padEnd(statuses)) : status.padEnd(statuses),
        reason,
        paintText("dim", minorWord(weight)),
      ],
    ),
  ];
}

function minorWord(weight: string): string {
  return weight === "minor" ? " (minor)" : "";
}

const DAYS_HEAD = "DAYS OPEN";

function staleLines(disputes: Disputes, timeoutDays: number, width: number): Line[] {
  const titles = titleColumn(disputes, width - ID_COLUMN - DAYS_HEAD.length);
  const have = `${formatCount(disputes.length, "dispute")} ${disputes.length === 1 ? "has" : "have"}`;
  return [
    [paintText("yellow", `WARNING: ${have} been open for > ${formatCount(timeoutDays, "day")}`)],
    "",
    [paintText("dim", `${"ID".padEnd(ID_COLUMN)}${"TASK".padEnd(titles)}${DAYS_HEAD}`)],
    ...disputes.map(
      ({ id, taskTitle, daysOpen }): Line => [
        paintText("bold", id.padEnd(ID_COLUMN)),
        titleCell(taskTitle, titles),
        String(daysOpen),
      ],
    ),
    "",
    "Run `parley dispute show <id>` for details.",
  ];
}

/** With the two blanks behind it. */
function titleColumn(disputes: Disputes, room: number): number {
  const most = Math.max(TITLE_MIN, Math.min(TITLE_MAX, room - 2));
  return columnFor(["TASK", ...disputes.map(({ taskTitle }) => cutText(taskTitle, most))], most);
}

function titleCell(title: string, column: number): string {
  return padText(cutText(title, column - 2), column);
}

const SHOW = command({
  name: "show",
  summary: "Tell all there is about a dispute.",
  arguments: [DISPUTE_ID],
  options: [],
  examples: [{ line: "parley dispute show d1e2", does: "reason, positions, decision" }],
  run: ({ app, args }) => app.disputes.show(args.id),
  lines: (dispute, { quiet, width }) => (quiet ? [headline(dispute)] : disputeLines(dispute, width)),
});

const LABEL_COLUMN = 12;

function headline({ id, status, reason, weight }: DisputeView): Line {
  return [paintText("bold", id), `  ${status}  ${reason}${weight === "minor" ? ", minor" : ""}`];
}

function disputeLines(dispute: WholeDispute, width: number): Line[] {
  const row = labelledLines({ term: LABEL_COLUMN, width });
  const { id, status, createdBy, createdAt, raisedBy, files, detail, notes } = dispute;
  return [
    headline(dispute),
    ...row("task", taskWords(dispute)),
    ...row("raised by", `${raisedBy} (${createdBy})`),
    ...row("created", createdAt),
    ...row("files", files.length === 0 ? "none known" : files.join(", ")),
    ...row("detail", detail === notes ? null : detail),
    ...row("coder", positionWords(dispute.coderPosition, dispute.coderModel)),
    ...row("reviewer", positionWords(dispute.reviewerPosition, dispute.reviewerModel)),
    ...row(status === "resolved" ? "resolution" : "status", stateWords(dispute)),
    ...row("notes", notes),
    ...(status === "open"
      ? [[paintText("dim", "decide: "), `parley dispute resolve ${id} --decision coder|reviewer|custom`]]
      : []),
  ];
}

function taskWords({ taskId, taskTitle, taskStatus }: WholeDispute): string {
  return `${taskId} "${taskTitle}", ${taskStatus ?? "removed since"}`;
}

function positionWords(position: string | null, model: string | null): string {
  if (position === null) return "not given";
  return model === null ? position : `(${model}) ${position}`;
}

function stateWords({ status, daysOpen, resolution, resolvedBy, resolvedAt }: WholeDispute): string {
  if (status === "open") return `awaiting human decision for ${formatCount(daysOpen ?? 0, "day")}`;
  return `${(resolution ?? status).toUpperCase()} (${resolvedAt}, ${resolvedBy})`;
}

const RESOLVE = command({
  name: "resolve",
  summary: "Decide a dispute.",
  details: [
    "coder: the task is completed [x]. reviewer or custom: it is in progress [-] again, and the notes, which are needed then, tell the coder what to do.",
  ],
  arguments: [DISPUTE_ID],
  options: [
    textOption("--decision", "coder, reviewer or custom.", "DECISION"),
    textOption("--notes", "Why, or what is to be done."),
  ],
  examples: [
    { line: "parley dispute resolve d1e2 --decision coder --notes 'Good enough.'", does: "[!] → [x]" },
    { line: "parley dispute resolve d1e2 --decision reviewer --notes 'Mask it.'", does: "[!] → [-]" },
  ],
  run: ({ app, args, options }) => app.disputes.resolve({ ...options, dispute: args.id }),
  ...CHANGED,
  lines: (changed, about) => changedLines(changed, `is resolved: ${about.options.decision}`, about),
});

const WITHDRAW = command({
  name: "withdraw",
  summary: "Take a dispute back; the task is where it was before.",
  arguments: [DISPUTE_ID],
  options: [textOption("--notes", "Why.")],
  examples: [{ line: "parley dispute withdraw d1e2", does: "as if nobody had raised it, but on record" }],
  run: ({ app, args, options }) => app.disputes.withdraw({ ...options, dispute: args.id }),
  ...CHANGED,
  lines: (changed, about) => changedLines(changed, "is withdrawn", about),
});

function withMarker(status: string): string {
  return `${status} ${statusMarker(status)}`;
}

function changedLines(
  { dispute, moved }: ChangedDispute,
  done: string,
  { quiet, width }: ShownTo,
): readonly Line[] {
  const { id, taskId, taskTitle, status } = dispute;
  if (quiet) return [id];
  const task = moved === null ? "stays as it is" : `${withMarker(moved.from)} → ${withMarker(moved.to)}`;
  const next: Line[] =
    status === "open" ? [[paintText("dim", "decide: "), `parley dispute resolve ${id} --decision …`]] : [];
  return [
    [paintText("bold", id), ` ${done}`],
    ...wrapText(`${taskId} "${taskTitle}": ${task}`, width),
    ...next,
  ];
}

const ALERT = command({
  name: "alert",
  summary: "Report what has been open for too long, each dispute once.",
  details: [
    "To .parley/logs/disputes.log, or also to disputes.webhookUrl, as disputes.alertOnStale says. Exits with 1 if the webhook could not be told; the next alert tells it.",
  ],
  arguments: [],
  options: [],
  examples: [{ line: "parley dispute alert --quiet", does: "from cron" }],
  run: ({ app }) => app.disputes.alert(),
  data: ({ notices: _, ...report }) => report,
  notices: ({ notices }) => notices,
  lines: (report, { quiet, width }) =>
    quiet ? report.disputes.map(({ id }) => id) : reportLines(report, width),
});

function reportLines({ channel, timeoutDays, disputes }: StaleReport, width: number): Line[] {
  if (channel === "none") return ["Nothing is reported: disputes.alertOnStale is none."];
  if (disputes.length === 0)
    return [`Nothing new has been open for more than ${formatCount(timeoutDays, "day")}.`];
  const where = channel === "log" ? ".parley/logs/disputes.log" : "the webhook";
  return [
    ...disputes.map(({ id, taskTitle, daysOpen }): Line => {
      const age = `  ${formatCount(daysOpen ?? 0, "day")}  `;
      return [paintText("bold", id), age, cutText(taskTitle, width - id.length - age.length, "…")];
    }),
    [paintText("dim", "reported to: "), where],
  ];
}

export const DISPUTE: CommandGroup = {
  name: "dispute",
  summary: "What coder and reviewer do not agree on.",
  details: [
    "A disputed task counts as done and nothing waits for it; both positions are kept until a person decides. dispute.md in the project's root shows them all.",
  ],
  examples: [
    { line: "parley dispute list --status open", does: "what waits for a decision" },
    { line: "parley dispute show d1e2", does: "both positions" },
    { line: "parley dispute resolve d1e2 --decision coder", does: "the code stays as it is" },
  ],
  commands: [CREATE, LOG, GIVE_POSITION, LIST, SHOW, RESOLVE, WITHDRAW, ALERT],
};
