import { ALL_RULES, type RuleId } from "../../src/lint/lint-rules.ts";
import { lintSpec } from "../../src/lint/lint-spec.ts";

/** What a rule finds in a text, as the words it points at; also one that is off by default. */
export function quotes(rule: RuleId, text: string): readonly string[] {
  const knownFiles = (path: string) => path === "docs/there.md";
  return lintSpec({ text, file: "spec.md", knownFiles, rules: ALL_RULES })
    .findings.filter((finding) => finding.rule === rule)
    .map(({ quote }) => quote);
}
