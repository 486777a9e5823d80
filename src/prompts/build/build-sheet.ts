// What a person who plays a role of the build loop finds in the file to fill in. An untouched form is refused.
import type { FindingId } from "../../core/shared/finding-id.ts";
import { CLOSING, OPENING, shortenLine } from "../human-template.ts";
import type { FormRetryFacts, TaskBrief } from "./build-facts.ts";
import type { BuildForm } from "./form-retry.ts";

export interface BuildSheet {
  readonly form: BuildForm;
  readonly task: Pick<TaskBrief, "id" | "title">;
  /** Open findings, each of which needs a row. */
  readonly open: readonly FindingId[];
  readonly guidance: readonly string[];
  /** The last document was not in the form; `null` for the first. */
  readonly failure: FormRetryFacts | null;
  /** Where the work is; `null` where it is only spoken of. */
  readonly worktree: string | null;
  /** Where the whole prompt stands. */
  readonly prompt: string;
  /** The lines that go on later. */
  readonly commands: { readonly resume: string; readonly submit: string };
}

const TITLE_CHARS_MAX = 160;
const GUIDANCE_CHARS_MAX = 1_000;
const FAULT_CHARS_MAX = 1_000;

/** The whole file; `text` stands in place of the form where there is something to go on from. */
export function buildSheet(sheet: BuildSheet, text: string | null): string {
  return `${sheetComment(sheet)}\n\n${text ?? buildForm(sheet)}`;
}

function sheetComment(sheet: BuildSheet): string {
  const { form, task, guidance, failure, worktree, prompt, commands } = sheet;
  const blocks = [
    failure === null
      ? []
      : [
          `The last document could not be taken; this is attempt ${failure.attempt} of ${failure.of}. Your text is below.`,
          ...failure.faults.map(({ line, message }) =>
            shortenLine(line === null ? message : `Line ${line} of it: ${message}`, FAULT_CHARS_MAX),
          ),
        ],
    [
      `${TASKS[form]} ${task.id} "${shortenLine(task.title, TITLE_CHARS_MAX)}"`,
      ...(worktree === null ? [] : [`The worktree is ${worktree}`]),
    ],
    guidance.map((said) => `From the user: ${shortenLine(said, GUIDANCE_CHARS_MAX)}`),
    FORM_LINES[form],
    [`The whole task is in ${prompt}.`],
    [
      "Save and close to hand the document in. Close without a change to do it later:",
      "what stands here is kept, and one of these goes on:",
      `  ${commands.resume}`,
      `  ${commands.submit}`,
    ],
    ["This comment is no part of the document."],
  ];
  const body = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `  ${line}`).join("\n"));
  return [`${OPENING} your turn as ${ROLES[form]}`, body.join("\n\n"), CLOSING].join("\n");
}

const ROLES: Record<BuildForm, string> = {
  coder: "Coder",
  reviewer: "Reviewer",
  position: "one side of a dispute",
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
    "Summary says what you did. A finding is FIXED, with where, or DISAGREE, with why.",
    "Where nothing has to be changed, write No change needed: and why, in place of the",
    "summary; where something is missing that you cannot supply, BLOCKED_NEEDS_INPUT:",
    "and what. A dispute is Verdict: DISPUTE, Reason:, Position:; its form stands in the",
    "task.",
  ],
  reviewer: [
    "The verdict is APPROVE, REJECT or DISPUTE, the word alone. One section for each new",
    "finding; Severity is CRITICAL, HIGH, MEDIUM or LOW. With APPROVE take the section",
    "out. Earlier findings are FIXED, OPEN or WITHDRAWN, and OPEN says why. DISPUTE needs",
    "Reason: and Position:; their form stands in the task.",
  ],
  position: ["What you hold, and why, for somebody who has read neither code nor reviews."],
  guide: ["Guidance is what the coder should do; Why is what speaks for it."],
};

/** The headings and labels of the document, with the findings filled in. */
export function buildForm({ form, open }: Pick<BuildSheet, "form" | "open">): string {
  return FORMS[form](open);
}

const FORMS: Record<BuildForm, (open: readonly FindingId[]) => string> = {
  coder: (open) => ["# Work\n\n## Summary\n", ...rowsForm("Findings", "Where", open)].join("\n"),
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
    ].join("\n"),
  position: () => "# Answer\n\n**Position:**\n",
  guide: () => "# Draft\n\n**Guidance:**\n\n**Why:**\n",
};

function rowsForm(title: string, column: string, open: readonly FindingId[]): readonly string[] {
  if (open.length === 0) return [];
  const rows = open.map((finding) => `| ${finding} |  |  |\n`).join("");
  return [
    `## ${title}\n\n| Finding | Status | ${column} |\n| ------- | ------ | ${"-".repeat(column.length)} |\n${rows}`,
  ];
}
