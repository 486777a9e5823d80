import type { Severity } from "../../core/shared/severity.ts";
import type { BlockNote } from "../../document/markdown/blocks.ts";
import type { Hit } from "../lint-finding.ts";
import type { SpecText } from "../reading/spec-text.ts";

const QUOTE_MAX = 80;

/** What is never closed is hidden from every reader; what is too large only from this one. */
const SEVERITY: Readonly<Record<BlockNote["code"], Severity>> = {
  "fence-left-open": "MEDIUM",
  "comment-left-open": "MEDIUM",
  "piece-too-large": "LOW",
  "piece-too-deep": "LOW",
};

/** Text that no reader sees as text, and that no other rule has looked at. */
export function findUnreadText({ notes, lines, sectionAt }: SpecText): readonly Hit[] {
  return notes.map(({ code, line, message }) => {
    const text = lines[line - 1] ?? "";
    const start = text.length - text.trimStart().length;
    const place = {
      line,
      column: start + 1,
      endColumn: Math.min(text.trimEnd().length, start + QUOTE_MAX) + 1,
    };
    return {
      rule: "unread-text",
      severity: SEVERITY[code],
      place,
      section: sectionAt(line),
      why: `What stands here was not looked at: ${message}.`,
    };
  });
}
