// Every rule in words, for people: `--explain RULE` and the help texts of other formats are made from this table.
import type { Severity } from "../core/shared/severity.ts";

/** In the order of findings at one place; a mark hides what stands inside it, so marks come first. */
export const RULE_IDS = [
  "gap-entry",
  "needs-clarification",
  "todo-marker",
  "open-question",
  "placeholder",
  "missing-section",
  "missing-requirement",
  "missing-file",
  "state-unreachable",
  "state-dead-end",
  "state-ambiguous",
  "state-undefined",
  "empty-section",
  "vague-requirement",
  "vague-statement",
  "unread-text",
  "bad-ignore",
] as const;

export type RuleId = (typeof RULE_IDS)[number];

export function parseRuleId(text: string): RuleId | null {
  return RULE_IDS.find((id) => id === text) ?? null;
}

export interface LintRule {
  readonly id: RuleId;
  readonly summary: string;
  readonly why: string;
  readonly settle: string;
  readonly severity: Severity;
  /** Of the gaps it proposes, where the headings do not tell a better one. */
  readonly category: string;
  readonly categoryFromHeading: boolean;
  /** Unless `lint.rules` says otherwise; what is too often not worth raising is off. */
  readonly onByDefault: boolean;
  /** A small document in which it finds something, and one in which it does not. */
  readonly hit: string;
  readonly nonHit: string;
}

type RuleText = Omit<LintRule, "id">;

const RULES: Readonly<Record<RuleId, RuleText>> = {
  "gap-entry": {
    summary: "A gap the document lists itself",
    why: "The author knows that something is missing here and has given it an id.",
    settle: "Write what the gap asks for, and mark it as resolved.",
    severity: "MEDIUM",
    category: "GAP",
    categoryFromHeading: false,
    onByDefault: true,
    hit: "## GAP-AUTH-001: Who may delete a list?\n\nSeverity: HIGH\n",
    nonHit: "Deleting is left to owners until GAP-AUTH-001 is settled.\n",
  },
  "needs-clarification": {
    summary: "A place marked as needing clarification",
    why: "The text asks a question instead of answering it, so it cannot be built from.",
    settle: "Answer the question in the text and remove the mark.",
    severity: "HIGH",
    category: "CLARIFY",
    categoryFromHeading: true,
    onByDefault: true,
    hit: "Accounts are kept for [NEEDS CLARIFICATION: how long?] after closing.\n",
    nonHit: "Accounts are kept for 30 days. The mark `[NEEDS CLARIFICATION: …]` asks a question.\n",
  },
  "todo-marker": {
    summary: "TODO, TBD, FIXME, XXX, ??? or “still to be decided”",
    why: "Something was put off here, and whoever builds it will have to make it up.",
    settle: "Write what is missing, or say that it is out of scope.",
    severity: "MEDIUM",
    category: "TODO",
    categoryFromHeading: true,
    onByDefault: true,
    hit: "The upload limit is TBD.\n",
    nonHit: "A TODO list holds at most 500 entries; the linter reports TODO, TBD and FIXME.\n",
  },
  "open-question": {
    summary: "An entry of a list of open questions",
    why: "The document says itself that this is undecided.",
    settle: "Decide it, write the decision where it belongs, and take the entry off the list.",
    severity: "MEDIUM",
    category: "QUESTION",
    categoryFromHeading: false,
    onByDefault: true,
    hit: "## Open questions\n\n- Does a guest see prices?\n",
    nonHit: "## Open questions\n\n- [x] Does a guest see prices? Answer: no.\n",
  },
  placeholder: {
    summary: "A blank of a template that nobody filled in",
    why: "The words that would carry the meaning are missing.",
    settle: "Fill in the blank, or delete the sentence.",
    severity: "MEDIUM",
    category: "BLANK",
    categoryFromHeading: true,
    onByDefault: true,
    hit: "Reports go to <insert address here> within ___ hours.\n",
    nonHit: "Call `parley lint <file>`; a line break is written <br>.\n",
  },
  "missing-section": {
    summary: "A reference to a section that does not exist",
    why: "A reader cannot follow the reference, so whatever it was to say is missing.",
    settle: "Write the section, or correct the reference.",
    severity: "MEDIUM",
    category: "REF",
    categoryFromHeading: false,
    onByDefault: true,
    hit: "# 1 Scope\n\nLimits are in Section 3.\n\n# 2 Limits\n\nTen.\n",
    nonHit:
      "# 1 Scope\n\nLimits are in Section 2; the date format is that of RFC 3339, Section 5.6.\n\n# 2 Limits\n\nTen.\n",
  },
  "missing-requirement": {
    summary: "A requirement id that is cited but defined nowhere",
    why: "Whoever builds or tests this will look for the requirement and find nothing.",
    settle: "Add the requirement, or correct the id.",
    severity: "HIGH",
    category: "REF",
    categoryFromHeading: false,
    onByDefault: false,
    hit: "- **FR-001**: Lists can be shared.\n- **FR-002**: A shared list follows FR-009.\n",
    nonHit: "- **FR-001**: Lists can be shared.\n- **FR-002**: A shared list follows FR-001.\n",
  },
  "missing-file": {
    summary: "A link to a file that is not there",
    why: "What the file was to say is missing.",
    settle: "Add the file, or correct the link.",
    severity: "MEDIUM",
    category: "REF",
    categoryFromHeading: false,
    onByDefault: true,
    hit: "The wire format is in [its own file](missing/format.md).\n",
    nonHit: "The wire format is on [a page](https://example.org/format.md).\n",
  },
  "state-unreachable": {
    summary: "A state that no transition leads to",
    why: "Either a transition is missing, or the state is.",
    settle: "Add the transition that leads there, or remove the state.",
    severity: "MEDIUM",
    category: "STATE",
    categoryFromHeading: false,
    onByDefault: true,
    hit: "```mermaid\nstateDiagram-v2\n  [*] --> Draft\n  Draft --> [*] : discard\n  Paused --> Draft : resume\n```\n",
    nonHit: "```mermaid\nstateDiagram-v2\n  [*] --> Draft\n  Draft --> [*] : discard\n```\n",
  },
  "state-dead-end": {
    summary: "A state that nothing leads out of, and that is not said to be an end",
    why: "Whatever gets there stays there for ever, which is rarely meant.",
    settle: "Add the way out, or say that the state is final.",
    severity: "HIGH",
    category: "STATE",
    categoryFromHeading: false,
    onByDefault: true,
    hit: "```mermaid\nstateDiagram-v2\n  [*] --> Draft\n  Draft --> Waiting : submit\n```\n",
    nonHit:
      "```mermaid\nstateDiagram-v2\n  [*] --> Draft\n  Draft --> Waiting : submit\n  Waiting --> [*] : approve\n```\n",
  },
  "state-ambiguous": {
    summary: "One trigger that leads from one state to two",
    why: "Nothing tells which way to take, so two implementations will differ.",
    settle: "Give each way a guard, or a trigger of its own.",
    severity: "HIGH",
    category: "STATE",
    categoryFromHeading: false,
    onByDefault: true,
    hit: "```mermaid\nstateDiagram-v2\n  [*] --> A\n  A --> B : submit\n  A --> C : submit\n  B --> [*]\n  C --> [*]\n```\n",
    nonHit:
      "```mermaid\nstateDiagram-v2\n  [*] --> A\n  A --> B : submit [complete]\n  A --> C : submit [else]\n  B --> [*]\n  C --> [*]\n```\n",
  },
  "state-undefined": {
    summary: "A state that is used but missing from the document's list of states",
    why: "The list says which states there are, and the transitions say otherwise.",
    settle: "Add the state to the list with its meaning, or use the one that is meant.",
    severity: "MEDIUM",
    category: "STATE",
    categoryFromHeading: false,
    onByDefault: true,
    hit: "States: Draft, Sent\n\n```mermaid\nstateDiagram-v2\n  [*] --> Draft\n  Draft --> Sent : send\n  Sent --> Lost : lose\n  Lost --> [*]\n```\n",
    nonHit:
      "States: Draft, Sent\n\n```mermaid\nstateDiagram-v2\n  [*] --> Draft\n  Draft --> Sent : send\n  Sent --> [*]\n```\n",
  },
  "empty-section": {
    summary: "A heading with nothing under it",
    why: "The heading promises something that was never written.",
    settle: "Write the section, or remove its heading.",
    severity: "MEDIUM",
    category: "EMPTY",
    categoryFromHeading: true,
    onByDefault: true,
    hit: "# Plan\n\n## Backups\n\n## Restore\n\nFrom the last backup.\n",
    nonHit: "# Plan\n\n## Backups\n\n### Nightly\n\nAt 02:00 UTC.\n",
  },
  "vague-requirement": {
    summary: "A requirement whose meaning hangs on a vague word",
    why: "Two readers build two different things, and no test can tell which is right.",
    settle: "Say it so that a test could fail: a number, a list, a rule.",
    severity: "MEDIUM",
    category: "VAGUE",
    categoryFromHeading: true,
    onByDefault: true,
    hit: "The search must answer quickly.\n",
    nonHit: "The search must answer quickly: 95 % of queries within 200 ms.\n",
  },
  "vague-statement": {
    summary: "A “should” in prose whose meaning hangs on a vague word",
    why: "Two readers build two different things, and no test can tell which is right.",
    settle: "Say it so that a test could fail: a number, a list, a rule.",
    severity: "LOW",
    category: "VAGUE",
    categoryFromHeading: true,
    onByDefault: false,
    hit: "An unknown name should fail with a helpful message.\n",
    nonHit: "Should this prove useful, it can be extended. Contributors should write helpful messages.\n",
  },
  "unread-text": {
    summary: "Text that could not be read",
    why: "A fence or comment that is never closed swallows what follows, for every reader.",
    settle: "Close it, or break the text into paragraphs.",
    severity: "MEDIUM",
    category: "FORMAT",
    categoryFromHeading: false,
    onByDefault: true,
    hit: "Before.\n\n```json\n{ }\n\nAfter.\n",
    nonHit: "Before.\n\n```json\n{ }\n```\n\nAfter.\n",
  },
  "bad-ignore": {
    summary: "A parley-ignore comment that ignores nothing",
    why: "The comment does not do what its author meant it to.",
    settle: "Name a rule: `<!-- parley-ignore RULE -->`.",
    severity: "LOW",
    category: "FORMAT",
    categoryFromHeading: false,
    onByDefault: true,
    hit: "The limit is TBD. <!-- parley-ignore todo-maker -->\n",
    nonHit: "The limit is TBD. <!-- parley-ignore todo-marker: the sales team decides in May -->\n",
  },
};

export const LINT_RULES: readonly LintRule[] = RULE_IDS.map(lintRule);

export const ALL_RULES: ReadonlySet<RuleId> = new Set(RULE_IDS);
export const DEFAULT_RULES: ReadonlySet<RuleId> = new Set(RULE_IDS.filter((id) => RULES[id].onByDefault));

export function lintRule(id: RuleId): LintRule {
  return { id, ...RULES[id] };
}

/**
 * Where the text belongs that settles a finding:
 * `block`: in place of the block that the mark stands in;
 * `named`: something is absent, so its place has to be named;
 * `entry`: elsewhere, and the entry that lists the gap goes.
 */
export type FindingTarget = "block" | "named" | "entry";

/** Where a rule does not say otherwise of one of its findings. */
export const FINDING_TARGET: Readonly<Record<RuleId, FindingTarget>> = {
  "gap-entry": "entry",
  "needs-clarification": "block",
  "todo-marker": "block",
  "open-question": "entry",
  placeholder: "block",
  "missing-section": "named",
  "missing-requirement": "named",
  "missing-file": "named",
  "state-unreachable": "named",
  "state-dead-end": "named",
  "state-ambiguous": "block",
  "state-undefined": "named",
  "empty-section": "block",
  "vague-requirement": "block",
  "vague-statement": "block",
  "unread-text": "block",
  "bad-ignore": "block",
};
