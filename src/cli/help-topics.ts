// What `parley help TOPIC` tells: what goes over several commands, in a few sentences. The documents in docs/ have the rest.

export interface HelpTopic {
  /** One word, or two with a dash. */
  readonly name: string;
  readonly summary: string;
  readonly text: readonly string[];
  /** What to type, and what that does. */
  readonly commands: readonly { readonly line: string; readonly does: string }[];
}

/** In the order of the help. */
export const HELP_TOPICS: readonly HelpTopic[] = [
  {
    name: "questions",
    summary: "How you are asked, and how to answer.",
    text: [
      "Questions of a session are called Q1, Q2 and so on, those of a build B1, B2. At a terminal you are asked once a run cannot go on without an answer. Any question can be left for later, and answered from anywhere, also while the run goes on; the first answer counts.",
      "A question offers options by name. Some take words of yours: --text or --file for an answer, --rationale for a reason.",
    ],
    commands: [
      { line: "parley inbox", does: "everything that waits for you, one after the other" },
      { line: "parley answer Q2", does: "be asked one question" },
      { line: "parley answer Q2 b --rationale 'it fails fast'", does: "answer it in a script" },
    ],
  },
  {
    name: "policies",
    summary: "How a run answers questions while you are away.",
    text: [
      "--policy FILE answers questions by rules that you write. The first rule that fits wins; a question that none fits stays open and waits for you. Each answer is recorded as the policy's.",
    ],
    commands: [
      { line: "parley refine spec.md --policy policy.yaml", does: "answer by rules" },
      { line: "parley refine spec.md --no-input", does: "ask nothing; exit code 7 where something waits" },
    ],
  },
  {
    name: "undo",
    summary: "How to take something back.",
    text: [
      "An answer can be given again as long as nothing was built on it. Rounds can be undone and done again; what was spent stays spent. A session that has ended stays as it is: a fork begins a new one from its past. Tasks land as one commit each, and git takes a commit back.",
    ],
    commands: [
      { line: "parley answer --amend Q2 defer", does: "give an answer otherwise" },
      { line: "parley gap reopen GAP-FLOW-007 --reason 'too short'", does: "take up a gap again" },
      { line: "parley rollback", does: "undo the last round" },
      { line: "parley fork checkout --at 2", does: "go on from the end of round 2" },
    ],
  },
  {
    name: "configuration",
    summary: "Where settings are kept, and how to change them.",
    text: [
      "The project's .parley/config.yaml lies over your own config.yaml, and that over the defaults. API keys are never settings: they stay in the environment, and a setting names the variable.",
    ],
    commands: [
      { line: "parley config show", does: "what holds, and where it comes from" },
      { line: "parley config edit", does: "open it in your editor, checked before it holds" },
      { line: "parley config set roles.engineer claude", does: "change one setting" },
    ],
  },
  {
    name: "roles",
    summary: "Who plays which role.",
    text: [
      "The Engineer proposes, the Reviewer criticises; of a build, a coder writes and a reviewer judges. Each can be an agent that is installed (claude, codex, gemini, opencode), a model server, or you: human. Use different models for the two sides: they find more than one.",
    ],
    commands: [
      { line: "parley agents list", does: "who could play, and why others cannot" },
      { line: "parley refine spec.md --engineer claude --reviewer codex", does: "for this session" },
      { line: "parley config set roles.reviewer human", does: "review yourself, from now on" },
    ],
  },
  {
    name: "building",
    summary: "How a finished spec becomes commits.",
    text: [
      "plan turns the spec into tasks. build has each written in a git worktree of its own, built, tested and reviewed; what is approved lands on the default branch of the remote, one commit a task. Your own work tree stays as it is.",
    ],
    commands: [
      { line: "parley plan checkout", does: "tasks from a finished spec, in your editor" },
      { line: "parley build --once", does: "one task" },
      { line: "parley board", does: "where the tasks stand" },
      { line: "parley why --commit SHA", does: "the decision behind a commit" },
    ],
  },
  {
    name: "exit-codes",
    summary: "What the end of a command means to a script.",
    text: [],
    commands: [{ line: "parley inbox --no-input; echo $?", does: "7: something waits for you" }],
  },
];

/** By its name; two words may have a blank between them. */
export function findTopic(words: readonly string[]): HelpTopic | undefined {
  return HELP_TOPICS.find(({ name }) => name === words.join("-").toLowerCase());
}
