// `## DISAGREE: ISSUE-R2-001`, and how else a title says it.
import { undressed } from "../reading/dress.ts";
import { leadingIssueIds } from "./issue-run.ts";
import { withoutNumber } from "./section-names.ts";

const LEAD =
  /^(?:(?:i|we) (?:respectfully |still |strongly )?)?disagree(?:ment|ments|s)?(?: (?:with|on|about|re|regarding|over))?(?![a-z])[\s:–—-]*/i;
const LAST = /[:–—(-]\s?(?:we )?disagree(?:d|ment)?\)?$/i;

/** The issues a title disagrees with, as written; placeholders such as `ISSUE-R{N}-{XXX}` are none. */
export function disagreedIds(text: string): readonly string[] {
  const bare = withoutNumber(undressed(text));
  const lead = LEAD.exec(bare);
  if (lead !== null) return leadingIssueIds(bare.slice(lead[0].length), "counted").ids;
  return LAST.test(bare) ? leadingIssueIds(bare, "any").ids : [];
}

export function isDisagreeTitle(text: string): boolean {
  return disagreedIds(text).length > 0;
}

/** `## DISAGREE` in capitals, about nothing that has an id. */
export function isDisagreeWithoutId(text: string): boolean {
  return /^DISAGREE\s?(?::|$)/.test(withoutNumber(undressed(text))) && !isDisagreeTitle(text);
}

/** `DISAGREE: <id>` and nothing else. */
export function isPlainDisagree(text: string): boolean {
  return /^DISAGREE: \S+$/.test(text);
}
