import type { RuleId } from "./rule-id.ts";

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
  "unread-text": "block",
  "bad-ignore": "block",
};
