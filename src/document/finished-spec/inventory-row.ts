// The row of a gap in a table of gaps: what of it is said of the gap, and what of the thing.
import { findGapIds } from "../../core/shared/gap-id.ts";
import { wordsOf } from "../reading/dress.ts";
import { withoutEntryHead } from "./entry-head.ts";
import { entryEnd } from "./mark-stretch.ts";
import { saidSentences, WHOLE_RESTATED_OVERLAP } from "./restating.ts";
import { saysSomething } from "./says-something.ts";
import { sentencesOf } from "./sentences.ts";
import type { Unit } from "./units.ts";

const STATE_COLUMN = /^[*_\s]*(?:id|gap|gap id|severity|status|state|priority|prio|round)[*_\s]*$/i;
const TITLE_COLUMN =
  /^[*_\s]*(?:(?:open )?gaps?|title|name|(?:open )?questions?|description|summary|topic|issue|problem|what)[*_\s]*$/i;
const STATE_VALUE =
  /^[*_`\s]*(?:critical|high|medium|low|open|new|proposed|accepted|resolved|closed|done|pending|blocking|deferred|p\d|yes|no|[-–—])[*_`.\s]*$/i;

/** A column of states that says more than one is a column of facts. */
function isState(header: string, cell: string): boolean {
  const few = wordsOf(cell).length <= STATE_WORDS_MAX;
  return STATE_VALUE.test(cell) || (STATE_COLUMN.test(header) && !TITLE_COLUMN.test(header) && few);
}

/** What stands in the cell of a row that is no gap's any more; `null` where the cell stays. */
export function withoutState(header: string, cell: string): string | null {
  return STATE_COLUMN.test(header) && STATE_VALUE.test(cell) ? "—" : null;
}

const STATE_WORDS_MAX = 3;
/** More words than this speak for themselves. */
const LABELLED_WORDS_MAX = 4;

/** What a row says beside its id, its state and its title, as prose; empty where a text says it again. */
export function factsOfRow(
  header: readonly string[],
  cells: readonly string[],
  units: readonly Unit[],
): string {
  const said = saidSentences(units.map(({ text }) => text));
  const telling = cells.flatMap((written, index) => {
    const name = header[index] ?? "";
    const cell = findGapIds(written)[0]?.start === idStart(written) ? withoutEntryHead(written) : written;
    return isState(name, cell) || !saysSomething(cell) ? [] : [{ name, cell }];
  });
  const title = Math.max(
    0,
    telling.findIndex(({ name }) => TITLE_COLUMN.test(name)),
  );
  const facts = telling.flatMap(({ name, cell }, index) => {
    const words = index === title ? cell.slice(entryEnd(cell, 0)).trim() : cell;
    const kept = sentencesOf(words)
      .map(({ start, end }) => words.slice(start, end))
      .filter(
        (sentence) =>
          saysSomething(sentence) &&
          (index === title || !sentence.endsWith("?")) &&
          !said.takes(sentence, WHOLE_RESTATED_OVERLAP),
      );
    if (kept.length === 0) return [];
    const fact = kept.join(" ").replaceAll("\\|", "|");
    const short = index !== title && fact.split(/\s+/).length <= LABELLED_WORDS_MAX && !/[.!?]$/.test(fact);
    return [
      `${short && saysSomething(name) ? `${name}: ` : ""}${fact}${/[.!?。…]["”’)*_]*$/.test(fact) ? "" : "."}`,
    ];
  });
  return facts.join(" ");
}

/** Where the id of an entry stands, behind its dress. */
function idStart(cell: string): number {
  return /^[*_~[("“`\s]*/.exec(cell)?.[0].length ?? 0;
}
