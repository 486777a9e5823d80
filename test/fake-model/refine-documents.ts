// Documents of a session that takes two rounds: what the Engineer first leaves out, the Reviewer misses, and it is
// put right.
import { assertNever } from "../../src/core/shared/assert-never.ts";
import { surveyText } from "../support/survey-text.ts";
import { type TaskInPrompt, taskInPrompt } from "./task-in-prompt.ts";
import type { Asked } from "./wire.ts";

/** The document that a prompt asks for; a word for prompts that ask for none. */
export function documentFor({ prompt, system }: Pick<Asked, "prompt" | "system">): string {
  const task = taskInPrompt(`${system}\n${prompt}`);
  if (task === null) return "ok";
  switch (task.role) {
    case "engineer":
      return engineerDocument(task);
    case "reviewer":
      return task.round === 1 ? objection(task) : approval(task);
    case "final":
      return READY;
    case "survey":
      return survey(task, prompt);
    default:
      return assertNever(task.role);
  }
}

/** The file that a prompt names for its document. */
export function documentNameFor({ prompt, system }: Pick<Asked, "prompt" | "system">): string {
  return taskInPrompt(`${system}\n${prompt}`)?.document ?? "answer.md";
}

/** What nothing marks, and a survey finds. */
const HOLE = {
  title: "Where are failures logged, and for how long?",
  passage: "Failures are logged.",
  text: "Failures are logged in one file a day. Each file is kept for thirty days.",
};

/** A section for a spec in which the survey is to find something. */
export const HOLLOW_SECTION = `\n## Logging\n\n${HOLE.passage}\n`;

function survey({ sections }: TaskInPrompt, prompt: string): string {
  const place = sections.find((path) => path.endsWith("Logging"));
  if (place === undefined || !prompt.includes(HOLE.passage)) return surveyText([], sections);
  const complete = sections.filter((path) => path !== place);
  return surveyText([{ ...HOLE, place, severity: "HIGH" }], complete);
}

function isSurveyed(gap: string): boolean {
  return gap.startsWith("GAP-SURVEY-");
}

const FIRST = {
  solution:
    "A call that fails is sent again one second later. The caller does not have to do anything for it, and the answer that comes back at last is handed on as if it had been the first.",
  text: "A call that fails is sent again one second later.",
};

const REVISED = {
  solution:
    "A call that fails is sent again one second later, at most three times. There is now an upper limit on the retries: after the third failed retry the caller gets the error E42 and nothing is sent any more, so that retries end.",
  text: "A call that fails is sent again one second later, at most three times. After the third failed retry the caller gets the error E42.",
};

function engineerDocument({ gaps, openIssues }: TaskInPrompt): string {
  const revised = openIssues.length === 0 ? FIRST : REVISED;
  const wordsOf = (gap: string) =>
    isSurveyed(gap)
      ? {
          solution: `${HOLE.text} That is long enough to look into what a customer reports a month later, and short enough that nobody has to ask for more room on a disk.`,
          target: 'Replaces passage: "Failures are logged."\n\n',
          text: HOLE.text,
        }
      : { ...revised, target: "" };
  const resolutions = gaps
    .map((gap) => ({ gap, words: wordsOf(gap) }))
    .map(
      ({ gap, words }) => `## Gap Resolution: ${gap}

**Confidence:** HIGH

### Proposed Solution

${words.solution}

### Spec Text

${words.target}\`\`\`\`markdown
${words.text}
\`\`\`\`

Drops: None.

### Examples

- The first call times out after five seconds; it is sent again and succeeds, and the caller sees one answer.
- The network is down for ten seconds; the caller is told at the end.

### Trade-offs

- A failure is told later than it happens; telling it at once was decided against, as most failures pass.

### New Gaps Introduced

None.
`,
    );
  const rows = openIssues.map(
    (issue) => `| ${issue} | ADDRESSED | the text names the limit, three, and E42 after it |`,
  );
  const responses =
    rows.length === 0 ? "None.\n" : ["| Issue | Status | Where |", "|---|---|---|", ...rows, ""].join("\n");
  return ["# Engineer\n", ...resolutions, "### Responses\n", responses].join("\n");
}

function objection({ gaps, round }: TaskInPrompt): string {
  const marked = gaps.filter((gap) => !isSurveyed(gap));
  const issues = marked.map(
    (gap, index) => `### ISSUE-R${round}-${String(index + 1).padStart(3, "0")}: No upper limit on the retries

- **Severity:** HIGH
- **Gap:** ${gap}
- **Location:** Proposed Solution
- **Impact:** a call that never succeeds is sent again for ever
- **Suggestion:** name an upper limit on the retries and the error the caller gets after it
`,
  );
  return [
    "# Review\n",
    `**Gaps:** ${gaps.join(", ")}\n`,
    "## Issues\n",
    ...issues,
    verdict(gaps, (gap) => (isSurveyed(gap) ? "APPROVED" : "NEEDS_REVISION")),
  ].join("\n");
}

function approval({ gaps, openIssues }: TaskInPrompt): string {
  const prior = openIssues.map((issue) => `| ${issue} | RESOLVED |`);
  const priorTable = ["## Prior Issues\n", `| Issue | Status |\n| ----- | ------ |\n${prior.join("\n")}\n`];
  return [
    "# Review\n",
    `**Gaps:** ${gaps.join(", ")}\n`,
    "NO_ISSUES_FOUND\n",
    "## Scope Examined\n",
    "- the solution, its limit and its error\n- the examples, each against the text that enters the specification\n",
    ...(prior.length === 0 ? [] : priorTable),
    verdict(gaps, () => "APPROVED"),
  ].join("\n");
}

function verdict(gaps: readonly string[], wordFor: (gap: string) => string): string {
  const rows = gaps.map((gap) => `| ${gap} | ${wordFor(gap)} |`).join("\n");
  const words = gaps.map(wordFor);
  const word = words.find((one) => one !== "APPROVED") ?? "APPROVED";
  return `## Verdict by Gap\n\n| Gap | Verdict |\n| --- | ------- |\n${rows}\n\n## Verdict: ${word}\n`;
}

const READY = `# Final Review

**Verdict:** READY_FOR_TERMINATION

## Blockers

None.
`;
