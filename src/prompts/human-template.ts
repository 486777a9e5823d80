// What a person who takes a turn finds in the file to fill in: a comment that says what is wanted, and the headings of
// the document. What is not filled in is not said: an untouched form does not pass the gate.
import { type Role, roleTitle } from "../core/refinement/role.ts";
import { RETRIES_MAX } from "../core/refinement/validation/failure-type.ts";
import { assertNever } from "../core/shared/assert-never.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { type IssueId, makeIssueId } from "../core/shared/issue-id.ts";
import type { Severity } from "../core/shared/severity.ts";
import { oneLine } from "../document/render/free-lines.ts";
import { shownText } from "./shown-text.ts";
import { withoutHalf } from "./without-half.ts";

export interface HandwrittenTask {
  readonly role: Role;
  readonly round: number;
  /** The Engineer's assigned gaps, or the proposals under review. */
  readonly gaps: readonly {
    readonly gap: GapId;
    readonly title: string;
    readonly severity: Severity;
  }[];
  /** Open issues on those gaps. */
  readonly openIssues: readonly IssueId[];
  /** What the user said for this turn. */
  readonly guidance: readonly string[];
  /** Why the last document of this turn did not pass; `null` for the first. */
  readonly failure: HandwrittenFailure | null;
  /** Where the whole prompt stands. */
  readonly prompt: string;
  /** The lines that go on later. */
  readonly commands: { readonly resume: string; readonly submit: string };
}

export interface HandwrittenFailure {
  /** 1 or 2. */
  readonly retry: number;
  readonly because: string;
  readonly message: string;
  readonly line: number | null;
}

/** The comment at the top begins with these words, and is taken off again by them. */
const OPENING = "<!-- parley:";
const CLOSING = "-->";

const TITLE_CHARS_MAX = 160;
const MESSAGE_CHARS_MAX = 1_000;
const GUIDANCE_CHARS_MAX = 1_000;

/** The whole file; `text` stands in place of the form where there is something to go on from. */
export function handwrittenSheet(task: HandwrittenTask, text: string | null): string {
  return `${taskComment(task)}\n\n${text ?? formOf(task)}`;
}

function taskComment(task: HandwrittenTask): string {
  const { role, round, prompt, commands } = task;
  const where = role === "final" ? "" : `, round ${round}`;
  const blocks = [
    failureLines(task),
    taskLines(task),
    task.guidance.map((text) => `For this turn: ${shortened(text, GUIDANCE_CHARS_MAX)}`),
    FORM_LINES[role],
    [`${WHOLE[role]} is in ${prompt}.`],
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
  return [`${OPENING} your turn as ${roleTitle(role)}${where}`, body.join("\n\n"), CLOSING].join("\n");
}

function failureLines({ failure }: HandwrittenTask): readonly string[] {
  if (failure === null) return [];
  const { retry, because, message, line } = failure;
  const where = line === null ? "" : ` (line ${line} of the text below)`;
  return [
    `The last document did not pass: ${because}: ${shortened(message, MESSAGE_CHARS_MAX)}${where}`,
    `It stands below; mend it there. This is retry ${retry} of ${RETRIES_MAX}.`,
  ];
}

const TASKS: Record<Role, string> = {
  engineer: "Resolve these gaps:",
  reviewer: "Review the proposals for these gaps:",
  final: "Read the whole specification and say whether it can be implemented as it stands.",
};

function taskLines({ role, gaps, openIssues }: HandwrittenTask): readonly string[] {
  const listed = gaps.map(
    ({ gap, title, severity }) => `  ${gap} (${severity}): ${shortened(title, TITLE_CHARS_MAX)}`,
  );
  const verb = role === "engineer" ? "Answer" : "Say what became of";
  const issues = openIssues.length === 0 ? [] : [`${verb} each open issue: ${openIssues.join(", ")}.`];
  return [TASKS[role], ...(role === "final" ? [] : listed), ...issues];
}

const FORM_LINES: Record<Role, readonly string[]> = {
  engineer: [
    "Confidence is HIGH, MEDIUM or LOW. What stands in the fence under Spec Text",
    "enters the specification as it is. Take out the section of a gap that you leave",
    "open, or write BLOCKED_NEEDS_INPUT: with its id and what you need to know.",
  ],
  reviewer: [
    "One section for each issue; Severity is CRITICAL, HIGH, MEDIUM or LOW. If there",
    "is none, write NO_ISSUES_FOUND in place of the issues, and under Scope Examined",
    "what you looked at; else take that section out. Verdicts are APPROVED,",
    "APPROVED_WITH_NOTES and NEEDS_REVISION; earlier issues are RESOLVED,",
    "PARTIALLY_RESOLVED, UNRESOLVED or DEFERRED.",
  ],
  final: [
    "The verdict is READY_FOR_TERMINATION, with None. in place of the blocker, or",
    "NOT_READY, with every blocker: Severity is CRITICAL, HIGH, MEDIUM or LOW, Gap the",
    "id it comes from, or -.",
  ],
};

const WHOLE: Record<Role, string> = {
  engineer: "The whole task",
  reviewer: "The whole task, with the proposals,",
  final: "The whole task, with the specification,",
};

/** On one line, and unable to close the comment it stands in. */
function shortened(text: string, charsMax: number): string {
  const line = oneLine(shownText(text)).replaceAll(/--(!?)>/g, "-- $1>");
  return line.length <= charsMax ? line : `${withoutHalf(line.slice(0, charsMax - 1))}…`;
}

/** The headings and labels of the document, with the ids of the task filled in. */
export function formOf(task: Pick<HandwrittenTask, "role" | "round" | "gaps" | "openIssues">): string {
  switch (task.role) {
    case "engineer":
      return engineerForm(task);
    case "reviewer":
      return reviewerForm(task);
    case "final":
      return FINAL_FORM;
    default:
      return assertNever(task.role);
  }
}

type Form = Pick<HandwrittenTask, "round" | "gaps" | "openIssues">;

function engineerForm({ gaps, openIssues }: Form): string {
  const resolutions = gaps.map(
    ({ gap }) => `## Gap Resolution: ${gap}

**Confidence:**

### Proposed Solution

### Spec Text

\`\`\`\`markdown

\`\`\`\`

### Examples

### Trade-offs

### New Gaps Introduced

None.
`,
  );
  const answers = openIssues.map((issue) => `## Response to ${issue}\n\n**Status:**\n`);
  return ["# Engineer\n", ...resolutions, ...answers].join("\n");
}

function reviewerForm({ round, gaps, openIssues }: Form): string {
  const ids = gaps.map(({ gap }) => gap);
  const first = makeIssueId({ round, number: 1 }) ?? `ISSUE-R${round}-001`;
  const rows = (cells: readonly string[]): string => cells.map((cell) => `| ${cell} |  |\n`).join("");
  const prior =
    openIssues.length === 0
      ? []
      : [`## Prior Issues\n\n| Issue | Status |\n| ----- | ------ |\n${rows(openIssues)}`];
  const issue = `### ${first}:

- **Severity:**
- **Gap:** ${ids[0] ?? ""}
- **Location:**
- **Impact:**
- **Suggestion:**
`;
  return [
    `# Review\n\n**Gaps:** ${ids.join(", ")}\n`,
    `## Issues\n\n${issue}`,
    ...prior,
    "## Scope Examined\n",
    `## Verdict by Gap\n\n| Gap | Verdict |\n| --- | ------- |\n${rows(ids)}`,
    "## Verdict:\n",
  ].join("\n");
}

const FINAL_FORM = `# Final Review

**Verdict:**

## Blockers

### Blocker 1:

- **Severity:**
- **Gap:** -
- **Location:**
- **Detail:**
`;

/**
 * What the person wrote, without our comment; `null` where that was damaged so that nobody can tell where it ends.
 * A comment of the person's own stays: whoever reads the document leaves comments out.
 */
export function withoutTask(file: string): string | null {
  const text = file.replace(/^\uFEFF?\s*/, "");
  if (!text.startsWith(OPENING)) return file;
  const end = text.indexOf(CLOSING, OPENING.length);
  // No line of ours begins with a heading's mark: one within the comment is the person's, and so is all that follows.
  if (end < 0 || /\n#/.test(text.slice(0, end))) return null;
  return text.slice(end + CLOSING.length).replace(/^\s*\n/, "");
}
