// What a person who plays a role of the build loop finds in the file to fill in. An untouched form is refused.
import { DISPUTE_REASONS, type DisputeSide } from "../../core/board/dispute.ts";
import type { FindingId } from "../../core/shared/finding-id.ts";
import { CLOSING, OPENING, shortenLine } from "../human-template.ts";
import type { FormRetryFacts, TaskBrief } from "./build-facts.ts";
import type { BuildForm } from "./form-retry.ts";

export interface BuildSheet {
  readonly form: BuildForm;
  readonly task: Pick<TaskBrief, "id" | "title">;
  /** Whose position it is; `null` where it is none. */
  readonly side: DisputeSide | null;
  /** Whether a dispute can be raised now. */
  readonly mayDispute: boolean;
  /** Open findings, each of which needs a row. */
  readonly open: readonly FindingId[];
  readonly guidance: readonly string[];
  /** Why the last document did not end the turn; `null` for the first. */
  readonly back: SheetReturn | null;
  /** Where the work is; `null` where it is only spoken of. */
  readonly worktree: string | null;
  /** Where the whole prompt stands. */
  readonly prompt: string;
  /** The lines that go on later. */
  readonly commands: { readonly resume: string; readonly submit: string };
}

export interface SheetReturn extends FormRetryFacts {
  readonly because: "form" | "red" | "alarms" | "unchanged";
}

const TITLE_CHARS_MAX = 160;
const GUIDANCE_CHARS_MAX = 1_000;
const FAULT_CHARS_MAX = 1_000;

/** The whole file; `text` stands in place of the form where there is something to go on from. */
export function buildSheet(sheet: BuildSheet, text: string | null): string {
  const comment = (linesAbove: number): string => sheetComment(sheet, { isKept: text !== null, linesAbove });
  // Lines are counted from the top of the file: what they are called changes nothing in how many the comment has.
  const linesAbove = comment(0).split("\n").length + 1;
  return `${comment(linesAbove)}\n\n${text ?? buildForm(sheet)}`;
}

interface SheetText {
  /** It is the former one. */
  readonly isKept: boolean;
  readonly linesAbove: number;
}

function sheetComment(sheet: BuildSheet, kept: SheetText): string {
  const { form, task, side, guidance, worktree, prompt, commands } = sheet;
  const blocks = [
    returnLines(sheet, kept),
    [
      `${side === null ? TASKS[form] : `Give the ${SIDES[side]}'s position in the dispute about this task:`} ${task.id} "${shortenLine(task.title, TITLE_CHARS_MAX)}"`,
      ...(worktree === null ? [] : [`The worktree is ${worktree}`]),
    ],
    guidance.map((said) => `From the user: ${shortenLine(said, GUIDANCE_CHARS_MAX)}`),
    [...FORM_LINES[form], ...disputeLines(sheet)],
    [`The whole task is in ${prompt}.`],
    [
      "Hand it in when it is done:",
      `  ${commands.submit}`,
      "In an editor that parley has opened, save and close instead. Close without a change to",
      "do it later: what stands here is kept, and this goes on:",
      `  ${commands.resume}`,
    ],
    ["This comment is no part of the document."],
  ];
  const body = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `  ${line}`).join("\n"));
  const whose = side === null ? `your turn as ${ROLES[form]}` : `your turn: the ${SIDES[side]}'s position`;
  return [`${OPENING} ${whose}`, body.join("\n\n"), CLOSING].join("\n");
}

function returnLines({ form, back }: BuildSheet, { isKept, linesAbove }: SheetText): readonly string[] {
  if (back === null) return [];
  const { because, attempt, of, faults } = back;
  const code = form === "coder" && because === "form" ? " The code may still be changed, too." : "";
  return [
    RETURNS[because],
    ...faults.map(({ line, message }) =>
      shortenLine(line === null ? message : `Line ${line + linesAbove}: ${message}`, FAULT_CHARS_MAX),
    ),
    `This is attempt ${attempt} of ${of}; after the last, the user is asked how to go on.`,
    ...(isKept ? [`The former text is below. Mend it there: the document is to be whole again.${code}`] : []),
  ];
}

const RETURNS: Record<SheetReturn["because"], string> = {
  form: "The last document could not be taken.",
  red: "Build or tests failed on the work, so nobody has reviewed it. Mend it in the worktree.",
  alarms: "The work contains something that may not come in. Take it out of the worktree.",
  unchanged: "Nothing in the worktree was changed.",
};

/** Three to a line: they are long. */
const REASON_LINES = [0, 3, 6].map((from) => `  ${DISPUTE_REASONS.slice(from, from + 3).join(", ")}`);

function disputeLines({ form, mayDispute }: BuildSheet): readonly string[] {
  if (form !== "coder" && form !== "reviewer") return [];
  return mayDispute
    ? [
        "A dispute is Verdict: DISPUTE, Reason: and Position:, each on a line of its own. Reasons:",
        ...REASON_LINES,
      ]
    : ["A dispute cannot be raised yet: no review has rejected the work."];
}

const SIDES: Record<DisputeSide, string> = { coder: "Coder", reviewer: "Reviewer" };

const ROLES: Record<BuildForm, string> = {
  coder: "Coder",
  reviewer: "Reviewer",
  position: "other side of a dispute",
  guide: "Drafter",
};

const TASKS: Record<BuildForm, string> = {
  coder: "Carry out this task, in its worktree:",
  reviewer: "Say whether the work on this task may land:",
  position: "Give the position that is missing in the dispute about this task:",
  guide: "Draft what should be done about this task, which keeps being rejected:",
};

const FORM_LINES: Record<BuildForm, readonly string[]> = {
  coder: [
    "Summary says what you did; Not done, which may stay empty, what you noticed and left.",
    "A finding is FIXED, with where, or DISAGREE, with why; a summary is needed even where",
    "you disagree with all of them. If the task itself needs no change of the code, write",
    "No change needed: and why, in place of the summary; if something is missing that you",
    "cannot supply, BLOCKED_NEEDS_INPUT: and what, in place of everything else.",
  ],
  reviewer: [
    "The verdict is APPROVE, REJECT or DISPUTE, the word alone. One section for each new",
    "finding; Severity is CRITICAL, HIGH, MEDIUM or LOW. An empty finding counts as none.",
    "Earlier findings are FIXED, OPEN or WITHDRAWN, and OPEN says why. Remarks, which may",
    "stay empty, are for what is no finding: plain sentences, without labels such as **Size:**.",
  ],
  position: ["What you hold, and why, for somebody who has read neither code nor reviews."],
  guide: ["Guidance is what the coder should do; Why is what speaks for it."],
};

/** The headings and labels of the document, with the findings filled in. */
export function buildForm({ form, open }: Pick<BuildSheet, "form" | "open">): string {
  return FORMS[form](open);
}

const FORMS: Record<BuildForm, (open: readonly FindingId[]) => string> = {
  coder: (open) =>
    ["# Work\n\n## Summary\n", "## Not done\n", ...rowsForm("Findings", "Where", open)].join("\n"),
  reviewer: (open) =>
    [
      "# Review\n\n**Verdict:**\n",
      `## Findings

### New:

- **Severity:**
- **Place:**
- **Why:**
- **What would settle it:**
`,
      ...rowsForm("Earlier findings", "Why", open),
      "## Remarks\n",
    ].join("\n"),
  position: () => "# Position\n\n**Position:**\n",
  guide: () => "# Guidance\n\n**Guidance:**\n\n**Why:**\n",
};

function rowsForm(title: string, column: string, open: readonly FindingId[]): readonly string[] {
  if (open.length === 0) return [];
  const rows = open.map((finding) => `| ${finding} |  |  |\n`).join("");
  return [
    `## ${title}\n\n| Finding | Status | ${column} |\n| ------- | ------ | ${"-".repeat(column.length)} |\n${rows}`,
  ];
}
