// What a person who takes a turn finds in the file to fill in: a comment that says what is wanted, and the headings of
// the document. What is not filled in is not said: an untouched form does not pass the gate.
import type { Gap } from "../core/refinement/gap.ts";
import { isAboutGaps, type Role, roleTitle } from "../core/refinement/role.ts";
import { RETRIES_MAX } from "../core/refinement/validation/judgement.ts";
import { assertNever } from "../core/shared/assert-never.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { type IssueId, makeIssueId } from "../core/shared/issue-id.ts";
import { oneLine } from "../document/render/free-text.ts";
import { withoutHalf } from "./cut-text.ts";
import { shownText } from "./shown-text.ts";

export interface HandwrittenTask {
  readonly role: Role;
  readonly round: number;
  /** The Engineer's assigned gaps, or the proposals under review. */
  readonly gaps: readonly Gap[];
  /** Gaps that one text resolves stand together; where this is not said, each has its own. */
  readonly passages?: readonly (readonly GapId[])[];
  /** What was taken from earlier documents of the turn. */
  readonly taken?: readonly GapId[];
  /** What was written on a gap before, where it is to be mended. */
  readonly former?: ReadonlyMap<GapId, string>;
  /** The gaps are accepted; only remarks on them are to be met. */
  readonly remarks?: boolean;
  /** Open issues on those gaps; those that the user asks about. */
  readonly openIssues: readonly IssueId[];
  /** What the Reviewer has to answer. */
  readonly disagreements?: readonly IssueId[];
  /** What is open on accepted texts, and the Final Review has to say something of. */
  readonly openRemarks?: readonly IssueId[];
  /** What is to be judged: the parts of the prompt about the proposals and the issues on them. */
  readonly underReview?: readonly string[];
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
export const OPENING = "<!-- parley:";
export const CLOSING = "-->";

const TITLE_CHARS_MAX = 160;
const MESSAGE_CHARS_MAX = 1_000;
const GUIDANCE_CHARS_MAX = 1_000;
const REVIEWED_CHARS_MAX = 40_000;

/** The whole file; `text` stands in place of the form where there is something to go on from. */
export function handwrittenSheet(task: HandwrittenTask, text: string | null): string {
  return `${taskComment(task)}\n\n${text ?? formOf(task)}`;
}

function taskComment(task: HandwrittenTask): string {
  const { role, round, prompt, commands } = task;
  const where = isAboutGaps(role) ? `, round ${round}` : "";
  const blocks = [
    failureLines(task),
    taskLines(task),
    task.guidance.map((text) => `For this turn: ${shortenLine(text, GUIDANCE_CHARS_MAX)}`),
    FORM_LINES[role],
    reviewedLines(task),
    [`${WHOLE_TASK[role]} is in ${prompt}.`],
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
    .map((lines) => lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n"));
  return [`${OPENING} your turn as ${roleTitle(role)}${where}`, body.join("\n\n"), CLOSING].join("\n");
}

/** What the person judges stands in the same file: nobody should have to open a second one to see it. */
function reviewedLines({ underReview = [], prompt }: HandwrittenTask): readonly string[] {
  if (underReview.length === 0) return [];
  const text = withinComment(underReview.map((part) => part.trim()).join("\n\n"));
  const shown =
    text.length <= REVIEWED_CHARS_MAX
      ? text
      : `${withoutHalf(text.slice(0, REVIEWED_CHARS_MAX))}…\n(the rest is in ${prompt})`;
  return ["What you review:", "", ...shown.split("\n").map((line) => (line === "" ? "" : `  ${line}`))];
}

function failureLines({ failure, taken = [] }: HandwrittenTask): readonly string[] {
  const done =
    taken.length === 0 ? [] : [`Taken from what you wrote: ${taken.join(", ")}. Write only the gaps below.`];
  if (failure === null) return done;
  const { retry, because, message, line } = failure;
  const said = `${because}: ${shortenLine(message, MESSAGE_CHARS_MAX)}`;
  if (taken.length > 0)
    return [
      ...done,
      `What is left: ${said}`,
      `What you wrote on it, if anything, is below. This is retry ${retry} of ${RETRIES_MAX}.`,
    ];
  const where = line === null ? "" : ` (line ${line} of the text below)`;
  return [
    `The last document did not pass: ${said}${where}`,
    `Your text is below; fix it there. This is retry ${retry} of ${RETRIES_MAX}.`,
  ];
}

const SURVEY_TASK = "Read the whole specification and list what an implementer would have to guess.";

const TASKS: Record<Role, string> = {
  engineer: "Resolve these gaps:",
  "answer-issue": "Answer these issues, and nothing else:",
  reviewer: "Review the proposals for these gaps:",
  draft: "Draft a way out of a conflict between the Engineer and the Reviewer, as option C.",
  final: "Read the whole specification and say whether it can be implemented as it stands.",
  survey: SURVEY_TASK,
  "second-survey": SURVEY_TASK,
};

function taskLines(task: HandwrittenTask): readonly string[] {
  const { role, gaps, openIssues, disagreements = [], remarks = false } = task;
  const listed = gaps.map(
    ({ id, title, severity }) => `  ${id} (${severity.level}): ${shortenLine(title, TITLE_CHARS_MAX)}`,
  );
  if (role === "answer-issue") return [TASKS[role], ...openIssues.map((issue) => `  ${issue}`)];
  const verb = role === "engineer" ? "Answer" : "Say what became of";
  const issues = openIssues.length === 0 ? [] : [`${verb} each open issue: ${openIssues.join(", ")}.`];
  const disputed =
    disagreements.length === 0 ? [] : [`The Engineer disagrees with: ${disagreements.join(", ")}.`];
  const wanted = remarks && role === "engineer" ? "Meet the remarks on these gaps:" : TASKS[role];
  return [wanted, ...(isAboutGaps(role) ? listed : []), ...issues, ...disputed];
}

const SURVEY_LINES: readonly string[] = [
  "One section for each gap, its title a question; Severity is CRITICAL, HIGH, MEDIUM",
  "or LOW, Place a heading path, Passage words of the specification or None. A section",
  "without a gap gets a line under Sections found complete. If there is no gap at all,",
  "write NO_GAPS_FOUND in place of them.",
];

const FORM_LINES: Record<Role, readonly string[]> = {
  engineer: [
    "Confidence is HIGH, MEDIUM or LOW. What stands in the fence under Spec Text takes",
    "the place of the whole passage that the task shows; a line before the fence names",
    "another place: Replaces: or After: with a heading path, or Replaces passage: with",
    "quoted words. Drops: names what of the old passage is gone on purpose, or None.",
    "A response is ADDRESSED, PARTLY, DISAGREE or DEFERRED; a DISAGREE row needs a",
    "block at the end, whose form stands in the task. Take out the section of a gap",
    "that you leave open, or write BLOCKED_NEEDS_INPUT: with its id and what you need",
    "to know.",
  ],
  "answer-issue": [
    "A row for each issue: ADDRESSED, PARTLY or DISAGREE, and where or why. For each",
    "DISAGREE row a block: the concern in the Reviewer's words, and what it rests on,",
    "path:line with quoted words or judgement. Take the block out where there is none.",
  ],
  reviewer: [
    "One section for each issue; Severity is CRITICAL, HIGH, MEDIUM or LOW. If there",
    "is none, write NO_ISSUES_FOUND in place of the issues, and under Scope Examined",
    "what you looked at; if only earlier issues are open, take the issues out and give",
    "those their status. Earlier issues are RESOLVED, PARTIALLY_RESOLVED, UNRESOLVED",
    "or DEFERRED. A disagreement is answered by WITHDRAW, which closes the issue, or",
    "STAND, and why. A verdict is one of these words alone: APPROVED,",
    "APPROVED_WITH_NOTES, NEEDS_REVISION.",
  ],
  draft: [
    "Text is what the specification should provide for, Trade-off what it costs. What",
    "becomes of each side's point is KEPT, PARTLY or DROPPED, the word alone. Values",
    "names the numbers, limits and defaults that it sets, or says None.",
  ],
  final: [
    "The verdict is one word alone: READY_FOR_TERMINATION, with None. in place of the",
    "blocker, or NOT_READY, with every blocker: Severity is CRITICAL, HIGH, MEDIUM or",
    "LOW, Gap the id it comes from, or -. Sections has a row for each section:",
    "COMPLETE, or what is left to guess. A remark, where there are any, is SETTLED or",
    "OPEN, with what is left, or -.",
  ],
  survey: SURVEY_LINES,
  "second-survey": SURVEY_LINES,
};

const WHOLE_TASK: Record<Role, string> = {
  engineer: "The whole task",
  "answer-issue": "The whole task, with the issues,",
  reviewer: "The whole task, with the proposals,",
  draft: "The whole task, with both positions,",
  final: "The whole task, with the specification,",
  survey: "The whole task, with the specification,",
  "second-survey": "The whole task, with the specification,",
};

/** On one line, and unable to close the comment it stands in. */
export function shortenLine(text: string, charsMax: number): string {
  const line = withinComment(oneLine(shownText(text)));
  return line.length <= charsMax ? line : `${withoutHalf(line.slice(0, charsMax - 1))}…`;
}

/** What would close the comment does not. */
function withinComment(text: string): string {
  return text.replaceAll(/--(!?)>/g, "-- $1>");
}

/** The headings and labels of the document, with the ids of the task filled in. */
export function formOf(task: TemplateFacts & Pick<HandwrittenTask, "role">): string {
  switch (task.role) {
    case "engineer":
      return engineerForm(task);
    case "answer-issue":
      return answerForm(task);
    case "reviewer":
      return reviewerForm(task);
    case "draft":
      return DRAFT_FORM;
    case "final":
      return finalForm(task);
    case "survey":
    case "second-survey":
      return SURVEY_FORM;
    default:
      return assertNever(task.role);
  }
}

type TemplateFacts = Pick<
  HandwrittenTask,
  "round" | "gaps" | "passages" | "openIssues" | "disagreements" | "openRemarks" | "former"
>;

/** The rows of `### Responses`, to be filled in. */
function responsesForm(issues: readonly IssueId[]): string {
  const rows = issues.map((issue) => `| ${issue} |  |  |\n`).join("");
  const table = `| Issue | Status | Where |\n| ----- | ------ | ----- |\n${rows}`;
  return `### Responses\n\n${rows === "" ? "None.\n" : table}`;
}

function answerForm({ openIssues }: TemplateFacts): string {
  const block = `## DISAGREE:

**Reviewer Concern:**

**Engineer Position:**

**Rationale:**

**Alternative Approach (if any):**

**Rests on:**
`;
  return ["# Answers\n", responsesForm(openIssues), block].join("\n");
}

function engineerForm({ gaps, passages, openIssues, former }: TemplateFacts): string {
  const sections = passages ?? gaps.map(({ id }) => [id]);
  const forms = sections.map((together) => {
    const text = together.flatMap((gap) => former?.get(gap) ?? [])[0];
    return text === undefined ? resolutionForm(together) : `${text}\n`;
  });
  // What was written for several passages at once stands there once.
  const resolutions = [...new Set(forms)];
  // What was written on the last gap has the responses in it.
  if (resolutions.some((text) => /^### Responses$/m.test(text)))
    return ["# Engineer\n", ...resolutions].join("\n");
  return ["# Engineer\n", ...resolutions, responsesForm(openIssues)].join("\n");
}

function resolutionForm(together: readonly GapId[]): string {
  return `## Gap Resolution: ${together.join(", ")}

**Confidence:**

### Proposed Solution

### Spec Text

\`\`\`\`markdown

\`\`\`\`

Drops:

### Examples

### Trade-offs

### New Gaps Introduced

None.
`;
}

function reviewerForm({ round, gaps, openIssues, disagreements = [] }: TemplateFacts): string {
  const ids = gaps.map(({ id }) => id);
  const first = makeIssueId({ round, number: 1 }) ?? `ISSUE-R${round}-001`;
  const rows = (cells: readonly string[]): string => cells.map((cell) => `| ${cell} |  |\n`).join("");
  const prior =
    openIssues.length === 0
      ? []
      : [`## Prior Issues\n\n| Issue | Status |\n| ----- | ------ |\n${rows(openIssues)}`];
  const disputed =
    disagreements.length === 0
      ? []
      : [
          `### Disagreements\n\n| Issue | Answer | Why |\n| ----- | ------ | --- |\n${disagreements.map((one) => `| ${one} |  |  |\n`).join("")}`,
        ];
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
    ...disputed,
    "## Scope Examined\n",
    `## Verdict by Gap\n\n| Gap | Verdict |\n| --- | ------- |\n${rows(ids)}`,
    "## Verdict:\n",
  ].join("\n");
}

const DRAFT_FORM = `## Option C

**Text:**

**Trade-off:**

**Reviewer's concern:**

**Engineer's constraint:**

**Values:**
`;

const FINAL_FORM = `# Final Review

**Verdict:**

## Blockers

### Blocker 1:

- **Severity:**
- **Gap:** -
- **Location:**
- **Detail:**

## Sections

| Section | Answer |
| ------- | ------ |
|  |  |
`;

function finalForm({ openRemarks = [] }: TemplateFacts): string {
  if (openRemarks.length === 0) return FINAL_FORM;
  const rows = openRemarks.map((issue) => `| ${issue} |  |  |\n`).join("");
  return `${FINAL_FORM}
## Open Remarks

| Remark | Status | What is left |
| ------ | ------ | ------------ |
${rows}`;
}

const SURVEY_FORM = `# Survey

## Gaps

### 1.

- **Severity:**
- **Place:**
- **Passage:**
- **Why it matters:**
- **What would settle it:**
- **Blocked By:** None.

## Sections found complete
`;

/** A line of the form that has still to be filled in, or to be taken out. */
interface Stub {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** A label or a title without anything after it, a row with an empty cell. */
const STUB = /^(?:(?:- )?\*\*[^*]+:\*\*|#{1,6} .*[:.]|\|.*\| {2}\|)$/;
/** What may stay empty. */
const OPTIONAL = "**Alternative Approach (if any):**";
const FORM_LINE = /^(?:#{1,6} |(?:- )?\*\*[^*]+:\*\*|\|)/;

/** The first stub of the form that was left in a document; `null` where none was. */
export function findStub(task: TemplateFacts & Pick<HandwrittenTask, "role">, text: string): Stub | null {
  const stubs = new Set(
    formOf(task)
      .split("\n")
      .filter((line) => STUB.test(line) && line !== OPTIONAL),
  );
  const lines = linesOutsideFences(text);
  const at = lines.findIndex((line, index) => {
    if (!stubs.has(line)) return false;
    const next = lines.slice(index + 1).find((after) => after !== "");
    return line.startsWith("|") || next === undefined || FORM_LINE.test(next);
  });
  return at < 0 ? null : { line: at + 1, text: lines[at] ?? "" };
}

/** Each in its place; in the place of what stands in a fence, a word. */
function linesOutsideFences(text: string): readonly string[] {
  let fence: string | null = null;
  return text.split("\n").map((written) => {
    const line = written.trimEnd();
    const [mark = null] = /^(?:`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === null) {
      fence = mark;
      return mark === null ? line : "fence";
    }
    if (mark !== null && line === mark && mark.startsWith(fence)) fence = null;
    return "fence";
  });
}

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

/** The run whose task the comment at the top of a form names; `null` where there is none. */
export function runNamedIn(file: string): string | null {
  const text = file.replace(/^\uFEFF?\s*/, "");
  const end = text.indexOf(CLOSING);
  if (!text.startsWith(OPENING) || end < 0) return null;
  return TASK_OF_RUN.exec(text.slice(0, end))?.[1] ?? null;
}

const TASK_OF_RUN = /\/([0-9a-f]{16})\/prompt\.md/;
