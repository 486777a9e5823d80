// What a document says about its states outside of the machines: which there are, and which are ends.
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import type { SpecPart } from "../../document/spec/spec-parts.ts";
import type { PartText, Passage } from "../../document/spec/spec-text.ts";
import { type StateKey, stateKey } from "./machine.ts";
import { isTransitionTable, stateNamesIn } from "./transition-table.ts";

const STATES_TITLE =
  /^[\d.\s§)]{0,12}(?:(?:the|all|list of|known|possible|\p{L}+)\s){0,3}(?:states|statuses)$/iu;
const STATES_LABEL =
  /^\s{0,12}(?:the |its |all )?(?:possible )?(?:states|statuses)(?: are)?\s{0,4}:\s{0,4}(\S[^.\n]{0,500})/i;
const STATE_COLUMN = /^(?:state|status)(?: name)?$/i;

/** Each list of states that the document gives. */
export function stateLists(parts: readonly SpecPart[]): readonly ReadonlySet<StateKey>[] {
  return [itemLists, tableLists, labelledLists]
    .flatMap((listsIn) => parts.flatMap(({ spec }) => listsIn(spec)))
    .filter((list) => list.size > 0);
}

type Lists = readonly ReadonlySet<StateKey>[];

const itemLists = memoizeWeak(({ passages }: PartText): Lists => {
  const lists = new Map<object, Set<StateKey>>();
  for (const passage of passages) {
    if (passage.kind !== "item" || passage.depth > 0 || !STATES_TITLE.test(passage.section.title)) continue;
    const list = lists.get(passage.section) ?? new Set<StateKey>();
    lists.set(passage.section, list);
    const [name = ""] = passage.shown.split(/\s[—–-]\s|[:(.,]/, 1);
    list.add(stateKey(name));
  }
  return [...lists.values()];
});

const tableLists = memoizeWeak(
  ({ tables }: PartText): Lists =>
    tables
      .filter((table) => STATE_COLUMN.test(table.header[0]?.shown.trim() ?? "") && !isTransitionTable(table))
      .map(({ rows }) => new Set(rows.flatMap(([first]) => stateNamesIn(first?.shown ?? "")))),
);

const labelledLists = memoizeWeak(
  ({ passages }: PartText): Lists =>
    passages.flatMap(({ shown, kind }) => {
      const listed = kind === "paragraph" || kind === "item" ? STATES_LABEL.exec(shown)?.[1] : undefined;
      return listed === undefined ? [] : [new Set(stateNamesIn(listed))];
    }),
);

const SAYS_END = /\b(?:final|terminal|end state|end states|absorbing|ends here|ends the)\b/i;
const WORDS_PER_NAME_MAX = 4;

/** Every word, and every few words in a row, of the passages that speak of ends. */
export const namesSaidToEnd = memoizeWeak(({ passages, tables }: PartText): ReadonlySet<StateKey> => {
  const names = new Set<StateKey>();
  for (const { shown, section, kind } of passages) {
    if (kind === "cell" || kind === "header") continue;
    if (SAYS_END.test(shown) || SAYS_END.test(section.title)) addNames(names, shown);
  }
  for (const { header, rows } of tables) {
    const ends = header.findIndex(({ shown }) => SAYS_END.test(shown));
    for (const row of rows) {
      const said =
        ends >= 0 ? /^(?:yes|true|x|✓|✔|✅)/i.test(row[ends]?.shown.trim() ?? "") : row.some(saysEnd);
      if (said) addNames(names, row[0]?.shown ?? "");
    }
  }
  return names;
});

function saysEnd({ shown }: Passage): boolean {
  return SAYS_END.test(shown);
}

function addNames(names: Set<StateKey>, text: string): void {
  const words = text
    .split(/[^\p{L}\p{N}_]+/u)
    .map(stateKey)
    .filter((word) => word !== "");
  for (const index of words.keys()) {
    for (let count = 1; count <= WORDS_PER_NAME_MAX; count++)
      names.add(words.slice(index, index + count).join(""));
  }
}
