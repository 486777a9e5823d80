import type { RuleId } from "../../src/lint/lint-rules.ts";
import { lintSpec } from "../../src/lint/lint-spec.ts";

/** What a rule finds in a text, as the words it points at. */
export function quotes(rule: RuleId, text: string): readonly string[] {
  return lintSpec({ text, file: "spec.md", knownFiles: (path) => path === "docs/there.md" })
    .findings.filter((finding) => finding.rule === rule)
    .map(({ quote }) => quote);
}
