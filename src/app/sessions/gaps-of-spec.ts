import { enterGap, type Gap } from "../../core/refinement/gap.ts";
import type { LintFinding } from "../../lint/lint-finding.ts";
import { lintSpec } from "../../lint/lint-spec.ts";
import { isClosed } from "../../lint/rules/gap-facts.ts";

const TITLE_CHARS_MAX = 120;

/** What the linter finds in a spec, as the gaps a session starts with; entries marked as closed are not among them. */
export function gapsOfSpec(text: string, file: string): readonly Gap[] {
  const { findings } = lintSpec({ text, file });
  return findings.filter(({ state }) => state === null || !isClosed(state)).map(gapOf);
}

function gapOf(finding: LintFinding): Gap {
  const { gap, severity, line, headingPath, why, settle, note } = finding;
  return enterGap({
    id: gap,
    title: titleOf(finding),
    description: [why, settle, note ?? ""].filter((part) => part !== "").join(" "),
    stated: severity,
    origin: { from: "source", line, heading: headingPath.at(-1) ?? null },
    blockedBy: [],
    round: 0,
  });
}

/** The author's own words, without the mark. */
function titleOf({ quote, gap, why }: LintFinding): string {
  const words = quote
    .replaceAll(gap, "")
    .replaceAll(/[*_`[\]|#<>!-]+/g, " ")
    .replace(/^\s*(?:TODO|TBD|FIXME|NEEDS CLARIFICATION)?\s*(?:\([^)]*\))?\s*[:—–]?/i, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const title = words.length < 3 ? why : words;
  return title.length <= TITLE_CHARS_MAX ? title : `${title.slice(0, TITLE_CHARS_MAX - 1)}…`;
}
