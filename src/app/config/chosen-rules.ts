import { RULE_IDS, type RuleId } from "../../lint/lint-rules.ts";
import type { Config } from "./schema.ts";

/** The rules of the linter that are on. */
export function chosenRules({ lint }: Config): readonly RuleId[] {
  return RULE_IDS.filter((id) => lint.rules[id]);
}
