import type { CommandGroup, OptionSpec } from "../command.ts";

const TASK_ARGUMENT = {
  name: "TASK",
  summary: "The id of the task, or the beginning of it.",
  required: true,
  completion: "nothing",
} as const;

const DISPUTE_ARGUMENT = {
  name: "ID",
  summary: "The id of the dispute, or the beginning of it.",
  required: true,
  completion: "nothing",
} as const;

function text(flag: string, summary: string, name = "TEXT"): OptionSpec {
  return { flag, summary, value: { name, completion: "nothing" } };
}

const REASON = text(
  "--reason",
  "architecture_disagreement, specification_ambiguity, specification_interpretation, guideline_conflict, security_concern, scope_disagreement, or other with --detail.",
  "REASON",
);
const POSITION = text("--position", "What that side holds.");
const AS = text("--as", "For whom you speak: coder, reviewer, or human, the default.", "ROLE");
const MODEL = text("--model", "The model that speaks, with --as coder or reviewer.", "MODEL");
const DETAIL = text("--detail", "What else there is to say about it.");

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
  commands: [
    {
      name: "create",
      summary: "Raise a dispute about a task in review, or sent back.",
      details: [
        "Inside an agent's run it is raised by that run's role. A person's own position goes to the detail.",
      ],
      arguments: [TASK_ARGUMENT],
      options: [REASON, POSITION, AS, MODEL, DETAIL],
      examples: [
        {
          line: "parley dispute create a1b2 --reason other --position 'Not asked for.'",
          does: "the task becomes [!]",
        },
      ],
      load: () => import("../commands/dispute-create.ts"),
    },
    {
      name: "log",
      summary: "Note a minor disagreement; the task stays as it is.",
      details: ["It is resolved from the start, as the coder had it."],
      arguments: [TASK_ARGUMENT],
      options: [
        { flag: "--minor", summary: "Needed: a major one is raised with `create`." },
        text("--notes", "What was not agreed on."),
        REASON,
        AS,
        MODEL,
        DETAIL,
      ],
      examples: [
        { line: "parley dispute log a1b2 --minor --notes 'Names in snake_case.'", does: "for the record" },
      ],
      load: () => import("../commands/dispute-log.ts"),
    },
    {
      name: "position",
      summary: "Add what the other side holds, once.",
      arguments: [DISPUTE_ARGUMENT],
      options: [POSITION, AS, MODEL],
      examples: [
        {
          line: "parley dispute position d1e2 --as coder --position 'It is masked.'",
          does: "the coder's side of it",
        },
      ],
      load: () => import("../commands/dispute-position.ts"),
    },
    {
      name: "list",
      summary: "List disputes, those that wait for a decision first.",
      arguments: [],
      options: [
        text("--status", "open, resolved, withdrawn, or all, the default.", "STATUS"),
        { flag: "--stale", summary: "Only those that have been open for longer than disputes.timeoutDays." },
      ],
      examples: [
        { line: "parley dispute list --stale", does: "what has waited too long" },
        { line: "parley dispute list --json", does: "all of them as data" },
      ],
      load: () => import("../commands/dispute-list.ts"),
    },
    {
      name: "show",
      summary: "Tell all there is about a dispute.",
      arguments: [DISPUTE_ARGUMENT],
      options: [],
      examples: [{ line: "parley dispute show d1e2", does: "reason, positions, decision" }],
      load: () => import("../commands/dispute-show.ts"),
    },
    {
      name: "resolve",
      summary: "Decide a dispute.",
      details: [
        "coder: the task is completed [x]. reviewer or custom: it is in progress [-] again, and the notes, which are needed then, tell the coder what to do.",
      ],
      arguments: [DISPUTE_ARGUMENT],
      options: [
        text("--decision", "coder, reviewer or custom.", "DECISION"),
        text("--notes", "Why, or what is to be done."),
      ],
      examples: [
        { line: "parley dispute resolve d1e2 --decision coder --notes 'Good enough.'", does: "[!] → [x]" },
        { line: "parley dispute resolve d1e2 --decision reviewer --notes 'Mask it.'", does: "[!] → [-]" },
      ],
      load: () => import("../commands/dispute-resolve.ts"),
    },
    {
      name: "withdraw",
      summary: "Take a dispute back; the task is where it was before.",
      arguments: [DISPUTE_ARGUMENT],
      options: [text("--notes", "Why.")],
      examples: [{ line: "parley dispute withdraw d1e2", does: "as if nobody had raised it, but on record" }],
      load: () => import("../commands/dispute-withdraw.ts"),
    },
    {
      name: "alert",
      summary: "Report what has been open for too long, each dispute once.",
      details: [
        "To .parley/logs/disputes.log, or also to disputes.webhookUrl, as disputes.alertOnStale says. Exits with 1 if the webhook could not be told; the next alert tells it.",
      ],
      arguments: [],
      options: [],
      examples: [{ line: "parley dispute alert --quiet", does: "from cron" }],
      load: () => import("../commands/dispute-alert.ts"),
    },
  ],
};
