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
  "unread-text",
  "bad-ignore",
] as const;

export type RuleId = (typeof RULE_IDS)[number];

export function parseRuleId(text: string): RuleId | null {
  return RULE_IDS.find((id) => id === text) ?? null;
}
