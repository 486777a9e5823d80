import type { SourceOrigin } from "../core/refinement/gap.ts";
import { markedBlock } from "../document/edits/marked-block.ts";
import type { SpecLayout } from "../document/edits/spec-layout.ts";
import type { LintFinding } from "./lint-finding.ts";

/** What a gap remembers of the finding it was made from. */
export function originOfFinding(layout: SpecLayout, finding: LintFinding): SourceOrigin {
  const { line, headingPath, rule, subject, target, offset, endOffset } = finding;
  const mark = { from: offset, to: endOffset };
  const entry = rule === "gap-entry" && target === "entry";
  return {
    from: "source",
    line,
    heading: headingPath.at(-1) ?? null,
    path: headingPath,
    rule,
    subject,
    answer: target,
    mark,
    block: markedBlock(layout, mark, { entry }).span,
  };
}
