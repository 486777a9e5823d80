// The row of a gap in a table of gaps: what of it is said of the gap, and what of the thing.
import { findGapIds } from "../../core/shared/gap-id.ts";
import { entryEnd } from "./mark-stretch.ts";
import { saidSentences, WHOLE_RESTATED_OVERLAP } from "./restating.ts";
import { saysSomething } from "./says-something.ts";
import { sentencesOf } from "./sentences.ts";
import type { Unit } from "./units.ts";

const STATE_COLUMN = /^[*_\s]*(?:id|gap|gap id|severity|status|state|priority|prio|round)[*_\s]*$/i;
const STATE_VALUE =
  /^[*_`\s]*(?:critical|high|medium|low|open|new|proposed|accepted|resolved|closed|done|pending|blocking|deferred|p\d|yes|no|[-–—])[*_`.\s]*$/i;

function isState(header: string, cell: string): boolean {
  return STATE_COLUMN.test(header) || STATE_VALUE.test(cell);
}

/** What stands in the cell of a row that is no gap's any more; `null` where the cell stays. */
export function withoutState(header: string, cell: string): string | null {
  return STATE_COLUMN.test(header) && STATE_VALUE.test(cell) ? "—" : null;
}

/** More words than this speak for themselves. */
const LABELLED_WORDS_MAX = 4;

/** What a row says beside its id, its state and its title, as prose; empty where a text says it again. */
export function factsOfRow(
  header: readonly string[],
  cells: readonly string[],
  units: readonly Unit[],
): string {
  const said = saidSentences(units.map(({ text }) => text));
  const telling = cells.flatMap((cell, index) => {
    const name = header[index] ?? "";
    return findGapIds(cell).length > 0 || isState(name, cell) || !saysSomething(cell) ? [] : [{ name, cell }];
  });
  const facts = telling.flatMap(({ name, cell }, index) => {
    const words = index === 0 ? cell.slice(entryEnd(cell, 0)).trim() : cell;
    const kept = sentencesOf(words)
      .map(({ start, end }) => words.slice(start, end))
      .filter(
        (sentence) =>
          saysSomething(sentence) &&
          (index === 0 || !sentence.endsWith("?")) &&
          !said.takes(sentence, WHOLE_RESTATED_OVERLAP),
      );
    if (kept.length === 0) return [];
    const fact = kept.join(" ").replaceAll("\\|", "|");
    const short = index > 0 && fact.split(/\s+/).length <= LABELLED_WORDS_MAX && !/[.!?]$/.test(fact);
    return [
      `${short && saysSomething(name) ? `${name}: ` : ""}${fact}${/[.!?。…]["”’)*_]*$/.test(fact) ? "" : "."}`,
    ];
  });
  return facts.join(" ");
}
