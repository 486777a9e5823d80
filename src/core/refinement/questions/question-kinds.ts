// Every kind of question and what may be answered: the one table of both.
interface OptionFacts {
  readonly label: string;
  readonly needs: readonly Need[];
  /** The session ends with it, at once or once what is left is acknowledged. */
  readonly ends?: true;
}

/** A gate's needs follow from its class; the question itself carries them. A phrase is asked for where one applies. */
export const QUESTION_OPTIONS = {
  escalation: {
    skip: { label: "Skip this role in this round", needs: [] },
    reassign: { label: "Choose other gaps for this round", needs: ["gaps"] },
    context: { label: "Add what it may be missing, and try once more", needs: ["text"] },
    narrow: { label: "Try once more with the simplest gap alone", needs: [] },
    pause: { label: "Pause the session", needs: [] },
    rollback: { label: "Undo this round", needs: [] },
  },
  blocked: {
    input: { label: "Provide the missing information", needs: ["text"] },
    defer: { label: "Defer the gap", needs: ["rationale"] },
    other: { label: "Leave it blocked and take another gap", needs: [] },
    "end-round": { label: "Leave it blocked and take no other gap in this round", needs: [] },
  },
  loss: {
    allow: { label: "Let the text lose it", needs: [] },
    revise: { label: "Have the text revised", needs: ["text"] },
    defer: { label: "Defer the gap", needs: ["rationale"] },
  },
  "both-empty": {
    "retry-fresh": { label: "Start the round's work afresh", needs: [] },
    "wont-fix": { label: "Close some gaps as not to be fixed", needs: ["gaps", "rationale", "phrase"] },
    defer: { label: "Defer some gaps", needs: ["gaps", "rationale"] },
    abandon: { label: "Abandon the session", needs: [], ends: true },
    human: { label: "Supply the document yourself", needs: ["text"] },
  },
  divergence: {
    narrow: { label: "Defer some gaps", needs: ["gaps"] },
    accept: { label: "Keep going", needs: [] },
    normal: { label: "Keep going, and warn half as often", needs: [] },
    prioritise: { label: "Take only CRITICAL gaps in the next round", needs: [] },
    pause: { label: "Pause the session", needs: [] },
    force: { label: "Complete with what is there", needs: [], ends: true },
    rollback: { label: "Undo rounds from the one that raised this", needs: [] },
  },
  rollback: {
    same: { label: "Undo it, and try again with the same prompt", needs: [] },
    narrow: { label: "Undo it, and try again with the simplest gap alone", needs: [] },
    context: { label: "Undo it, and try again with what you add", needs: ["text"] },
    several: { label: "Go further back", needs: ["text"] },
    skip: { label: "Undo nothing", needs: [] },
  },
  "root-cause": {
    split: { label: "Undo it, split the gap, and begin with its first part", needs: [] },
    context: { label: "Undo it, and try again with what you add", needs: ["text"] },
    reassign: { label: "Undo it, and take other gaps", needs: ["gaps"] },
    force: { label: "Undo nothing, and go on with the best there is", needs: [] },
    pause: { label: "Undo nothing, and pause the session", needs: [] },
  },
  "rollback-limit": {
    review: { label: "Pause, and write everything down for a human reviewer", needs: [] },
    accept: { label: "Accept what is there", needs: [], ends: true },
    abandon: { label: "Abandon the session", needs: [], ends: true },
    refresh: { label: "Go on, with prompts that start afresh", needs: [] },
  },
  decisions: {
    all: { label: "Take all of them up again", needs: [] },
    some: { label: "Take some of them up again", needs: ["text"] },
    edit: { label: "Take one up again in other words", needs: ["text"] },
    leave: { label: "Leave them", needs: [] },
  },
  archives: {
    keep: { label: "Keep them where they are", needs: [] },
    delete: { label: "Delete them", needs: [] },
    recent: { label: "Keep those of the last seven days", needs: [] },
    cold: { label: "Move them to cold storage, where they are deleted after 30 days", needs: [] },
  },
  "max-rounds": {
    extend: { label: "Extend by five rounds", needs: [] },
    accept: { label: "Accept what is there", needs: [], ends: true },
    abandon: { label: "Abandon the session", needs: [], ends: true },
  },
  ending: {
    reopen: { label: "Take some gaps up again", needs: ["gaps"] },
    "review-again": { label: "Run the Final Review once more", needs: [] },
    accept: { label: "Accept what is there", needs: [], ends: true },
    abandon: { label: "Abandon the session", needs: [], ends: true },
  },
  gate: {
    acknowledge: { label: "Acknowledge what is left", needs: [] },
    back: { label: "Go back and do not end", needs: [] },
  },
  execution: {
    retry: { label: "Launch it again", needs: [] },
    "other-agent": { label: "Use another agent for this role", needs: ["text"] },
    human: { label: "Supply the document yourself", needs: ["text"] },
    pause: { label: "Pause the session", needs: [] },
  },
  repeat: {
    accept: { label: "Accept the proposal as it is", needs: ["rationale"] },
    context: { label: "Add what the Engineer is missing", needs: ["text"] },
    "other-agent": { label: "Let another agent play the Engineer", needs: ["text"] },
    defer: { label: "Defer the gap", needs: ["rationale"] },
  },
  conflict: {
    a: { label: "As the Reviewer suggests", needs: [] },
    b: { label: "As the Engineer holds", needs: [] },
    c: { label: "The synthesis of both", needs: [] },
    d: { label: "Your own way", needs: ["text"] },
  },
  "conflict-batch": {
    a: { label: "As the Reviewer suggests, in all of them", needs: [] },
    b: { label: "As the Engineer holds, in all of them", needs: [] },
    each: { label: "Decide each by itself", needs: [] },
  },
  "disagree-rate": {
    accept: { label: "Accept the disagreements", needs: [] },
    revise: { label: "Have the Engineer reconsider", needs: [] },
    "review-reviewer": { label: "Rate the Reviewer's issues yourself", needs: ["severities"] },
    mediate: { label: "Say what the session is about", needs: ["text"] },
  },
  implicit: {
    request: { label: "Ask the Engineer about this issue", needs: [] },
    convert: { label: "Make it a conflict", needs: [] },
    waive: { label: "Waive the issue", needs: ["rationale"] },
    clarify: { label: "Tell both roles what you want", needs: ["text"] },
    "false-positive": { label: "The flag is wrong", needs: [] },
  },
  survey: {
    start: { label: "Start with these gaps", needs: [] },
    choose: { label: "Change the list first", needs: ["text"] },
    "lint-only": { label: "Work only on what the linter found", needs: [] },
  },
  spend: {
    raise: { label: "Double the limit", needs: [] },
    pause: { label: "Pause the session", needs: [] },
    accept: { label: "Accept what is there", needs: [], ends: true },
    abandon: { label: "Abandon the session", needs: [], ends: true },
  },
} as const satisfies Record<string, Record<string, OptionFacts>>;

export type QuestionKind = keyof typeof QUESTION_OPTIONS;

export const QUESTION_KINDS = Object.keys(QUESTION_OPTIONS) as readonly QuestionKind[];

export type OptionOf<Kind extends QuestionKind> = Extract<keyof (typeof QUESTION_OPTIONS)[Kind], string>;

export type OptionId = { [Kind in QuestionKind]: OptionOf<Kind> }[QuestionKind];

export function optionFacts(kind: QuestionKind, option: string): OptionFacts | null {
  const options: Readonly<Record<string, OptionFacts>> = QUESTION_OPTIONS[kind];
  return Object.hasOwn(options, option) ? (options[option] ?? null) : null;
}

/** What an option may ask for besides being chosen. */
const NEEDS = ["text", "rationale", "gaps", "phrase", "severities"] as const;

export type Need = (typeof NEEDS)[number];
