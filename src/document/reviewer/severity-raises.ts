import type { SeverityRaise } from "../../core/documents/reviewer-document.ts";
import { wordsOf } from "../reading/dress.ts";
import { onlyGap } from "../reading/gap-mentions.ts";
import { severityOfWord } from "../reading/severity-words.ts";
import type { StatedLine } from "./statements.ts";

const RAISING: ReadonlySet<string> = new Set(
  "raise raised raising raises upgrade upgraded upgrading elevate elevated elevating increase increased escalate escalated bump bumped promote promoted".split(
    " ",
  ),
);
const REFUSALS: ReadonlySet<string> = new Set(
  "not never no don't shouldn't without if whether could would might".split(" "),
);

export function severityRaises(lines: readonly StatedLine[]): readonly SeverityRaise[] {
  return lines.map(severityRaiseIn).filter((raise) => raise !== null);
}

/** A line that names one gap and says that its severity is raised: the severity after `to` counts. */
function severityRaiseIn({ text, line }: StatedLine): SeverityRaise | null {
  const gap = onlyGap(text);
  if (gap === null) return null;
  const words = wordsOf(text);
  const at = words.findIndex((word) => RAISING.has(word));
  if (at < 0 || words.slice(Math.max(0, at - REFUSAL_REACH), at).some((word) => REFUSALS.has(word)))
    return null;
  if (!words.includes("severity") && !words.includes("priority") && !text.includes("→")) return null;
  const to = words.findIndex(
    (word, index) =>
      index > at && (word === "to" || word === "as") && severityOfWord(words[index + 1] ?? "") !== null,
  );
  const severity = to < 0 ? null : severityOfWord(words[to + 1] ?? "");
  return severity === null ? null : { gap, to: severity, line };
}

const REFUSAL_REACH = 4;
