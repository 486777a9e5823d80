import { HITS_MAX } from "../../core/shared/bounds.ts";
import { groupedDigits } from "../../core/shared/grouped-digits.ts";
import type { Severity } from "../../core/shared/severity.ts";
import type { BlockNote } from "../../document/markdown/blocks.ts";
import type { PartText } from "../../document/spec/spec-text.ts";
import { GAP_TITLE } from "../gap-title.ts";
import type { Hit } from "../lint-finding.ts";
import { subjectIn } from "../subject.ts";

const QUOTE_MAX = 80;

/** What is never closed is hidden from every reader; what is too large only from this one. */
const FAULTS: Readonly<Record<BlockNote["code"], { readonly severity: Severity; readonly title: string }>> = {
  "fence-left-open": { severity: "MEDIUM", title: "A code fence is never closed" },
  "comment-left-open": { severity: "MEDIUM", title: "A comment is never closed" },
  "piece-too-large": { severity: "LOW", title: "A block of text is too large to be read" },
  "given-up": { severity: "MEDIUM", title: "The spec has more pieces than are read" },
  "piece-too-deep": { severity: "LOW", title: "A list is nested too deeply to be read" },
};

/** So much was found that a rule may have looked no further; `hits` in the order of their places. */
export function noteBrokenOff(hits: readonly Hit[]): readonly Hit[] {
  const last = hits.at(-1);
  if (hits.length < HITS_MAX || last === undefined || last.rule === "unread-text") return [];
  const hit: Hit = {
    rule: "unread-text",
    severity: "LOW",
    place: last.place,
    section: last.section,
    title: GAP_TITLE["unread-text"]("The spec has more open places than are looked for"),
    subject: "more open places than are looked for",
    why: `After ${groupedDigits(HITS_MAX)} findings there may be more that nobody has looked for.`,
  };
  return [hit];
}

/** Text that no reader sees as text, and that no other rule has looked at. */
export function findUnreadText({ notes, lines, sectionAt }: PartText): readonly Hit[] {
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
      severity: FAULTS[code].severity,
      place,
      section: sectionAt(line),
      title: GAP_TITLE["unread-text"](FAULTS[code].title),
      subject: subjectIn(sectionAt(line), `${code} ${text.slice(place.column - 1, place.endColumn - 1)}`),
      why: `What stands here was not looked at: ${message}.`,
    };
  });
}
