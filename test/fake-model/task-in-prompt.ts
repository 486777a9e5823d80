// What a prompt of parley's asks for, as far as a scripted agent needs to know it.

export interface TaskInPrompt {
  readonly role: "engineer" | "reviewer" | "final" | "survey";
  readonly round: number;
  /** Those that a survey has to speak of, by heading path. */
  readonly sections: readonly string[];
  readonly gaps: readonly string[];
  readonly openIssues: readonly string[];
  readonly document: string;
}

/** Words that every prompt of parley's has and nothing else that an agent asks. */
export const IN_EVERY_PROMPT = "# Where to write it";

const ROLE = /^You are the (Engineer|Reviewer)( in the final pass)?\b/m;
const SURVEYOR = "You are about to implement the specification below";
const TASK = /^# Your task\n([\s\S]*?)(?=^# |(?![\s\S]))/gm;
const ROUND = /^Round (\d+)\./m;
const GAP_ITEM = /^- (GAP-[A-Z]{2,10}-\d{3}[a-z]?):/gm;
const SECTION_ITEM = /^- `([^`\n]+)`$/gm;
const OPEN_ISSUE = /^- (ISSUE-R\d{1,2}-\d{3}) \(\w+, raised in round \d+\)/gm;
const DOCUMENT = /^Write one Markdown document to the file (\S+) in the current directory/m;

const ANSWERED: Record<TaskInPrompt["role"], string> = {
  engineer: "engineer.md",
  reviewer: "reviewer.md",
  final: "final_review.md",
  survey: "survey.md",
};

/** `null` where the prompt is none of parley's. */
export function taskInPrompt(prompt: string): TaskInPrompt | null {
  const name = roleInPrompt(prompt);
  const task = [...prompt.matchAll(TASK)].at(-1)?.[1];
  if (name === null || task === undefined) return null;
  // A role that only reads is told no file: its answer is the document.
  const [, document = ANSWERED[name]] = DOCUMENT.exec(prompt) ?? [];
  return {
    role: name,
    round: Number(ROUND.exec(task)?.[1] ?? 0),
    sections: name === "survey" ? firstGroups(task, SECTION_ITEM) : [],
    gaps: firstGroups(task, GAP_ITEM),
    openIssues: firstGroups(prompt, OPEN_ISSUE),
    document,
  };
}

function roleInPrompt(prompt: string): TaskInPrompt["role"] | null {
  if (prompt.includes(SURVEYOR)) return "survey";
  const role = ROLE.exec(prompt);
  if (role === null) return null;
  if (role[2] !== undefined) return "final";
  return role[1] === "Engineer" ? "engineer" : "reviewer";
}

function firstGroups(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, group]) => group ?? ""))];
}

/** What `parley agents test` asks for: one line, in a file or as the answer. */
export interface TrialInPrompt {
  readonly document: string | null;
  readonly line: string;
}

const TRIAL = /^(?:Write the file (\S+) in the current directory|Give this one line)\b[^\n]*\n\n([^\n]+)/m;

export function trialInPrompt(prompt: string): TrialInPrompt | null {
  const [, document = null, line] = TRIAL.exec(prompt) ?? [];
  return line === undefined ? null : { document, line };
}
