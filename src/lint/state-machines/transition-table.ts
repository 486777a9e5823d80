// Tables of transitions: From/To/Trigger or State/Event/Next, under headings that speak of states.
import { placeIn } from "../../document/spec/place.ts";
import type { PartText, Passage, SpecTable } from "../../document/spec/spec-text.ts";
import { type Machine, MachineDraft, type StateKey, stateKey } from "./machine.ts";

const COLUMNS = {
  from: /^(?:from|state|current|source)(?: states?)?$/i,
  to: /^(?:to|next|target|new|resulting|becomes)(?: states?)?$/i,
  trigger: /^(?:trigger|event|input|action|on|command|message|cause)s?$/i,
  guard: /^(?:guards?|conditions?|if|when|provided|unless)$/i,
} as const;
/** Messages and moves of all kinds go from somewhere to somewhere; these words tell that it is about states. */
const SPEAKS_OF_STATES = /\b(?:states?|transitions?|lifecycles?|life cycles?|status|phases?|triggers?)\b/i;

export function tableMachines({ tables, passages }: PartText): readonly Machine[] {
  return tables.flatMap((table) => {
    const machine = machineOf(table, passages[table.passagesBefore - 1]);
    return machine === null ? [] : [machine];
  });
}

export function isTransitionTable({ header }: SpecTable): boolean {
  const titles = header.map(({ shown }) => shown.trim());
  return titles.some((title) => COLUMNS.from.test(title)) && titles.some((title) => COLUMNS.to.test(title));
}

function machineOf(table: SpecTable, before: Passage | undefined): Machine | null {
  const titles = table.header.map(({ shown }) => shown.trim());
  const column = (named: RegExp) => titles.findIndex((title) => named.test(title));
  const at = {
    from: column(COLUMNS.from),
    to: column(COLUMNS.to),
    trigger: column(COLUMNS.trigger),
    guard: column(COLUMNS.guard),
  };
  if (at.from < 0 || at.to < 0 || at.trigger < 0) return null;
  const said = [
    ...titles,
    ...table.section.path,
    before?.kind === "paragraph" ? before.text.slice(-LEAD_IN_MAX) : "",
  ];
  if (!said.some((words) => SPEAKS_OF_STATES.test(words))) return null;
  const draft = new MachineDraft();
  draft.hasEdges = true;
  for (const row of table.rows) readRow(draft, row, at);
  const left = new Set(draft.transitions.map(({ from }) => from));
  if (!draft.transitions.some(({ to }) => left.has(to)) && !draft.leavesAny) return null;
  return draft.machine(table.section);
}

const LEAD_IN_MAX = 200;

interface ColumnsAt {
  readonly from: number;
  readonly to: number;
  readonly trigger: number;
  readonly guard: number;
}

const ANY = /^(?:\*|any|all|every)\b|^\*$/i;
const START = /^(?:\[\*\]|start|none|initial|—|–|-|\(?(?:new|start|none)\)?)$/i;
const END = /^(?:\[\*\]|end|\(end\))$/i;
const UNCHANGED = /^(?:|—|–|-|same|unchanged|no change|stays?|n\/a|ignored?|none|\(same\)|\(unchanged\))$/i;

function readRow(draft: MachineDraft, row: readonly Passage[], at: ColumnsAt): void {
  const [from, to, trigger] = [row[at.from], row[at.to], row[at.trigger]];
  if (from === undefined || to === undefined) return;
  const isAny = ANY.test(from.shown.trim());
  const isStart = START.test(from.shown.trim());
  const sources = isAny || isStart ? [] : statesIn(draft, from);
  const isEnd = END.test(to.shown.trim());
  const targets = isEnd || UNCHANGED.test(to.shown.trim()) ? [] : statesIn(draft, to);
  // Without a start of its own a table starts where its first row does.
  const [first] = isStart ? targets : sources;
  if (first !== undefined && (isStart || draft.starts.size === 0)) draft.starts.add(first);
  if (isAny) {
    draft.leavesAny = true;
    for (const target of targets) draft.starts.add(target);
  }
  if (isEnd) endAt(draft, sources);
  const words = trigger?.shown.trim() ?? "";
  const guarded = at.guard >= 0 && (row[at.guard]?.shown.trim() ?? "") !== "";
  const place = trigger === undefined || words === "" ? null : placeIn(trigger, 0, trigger.shown.length);
  for (const source of sources) {
    for (const target of targets.length === 0 && !isEnd ? [source] : targets) {
      draft.transitions.push({
        from: source,
        to: target,
        trigger: words === "" ? null : words,
        guarded: guarded || /\[|\b(?:if|when|unless)\b/i.test(words),
        place,
      });
    }
  }
}

function endAt(draft: MachineDraft, sources: readonly StateKey[]): void {
  draft.marksEnds = true;
  for (const source of sources) {
    const state = draft.states.get(source);
    if (state !== undefined) state.isFinal = true;
  }
}

const NAME_WORDS_MAX = 5;
/** "the state before", "previous state": some other state is meant, and not named. */
const DESCRIBED_STATE =
  /^(?:the|an?|its)\s|^(?:\p{Ll}{1,20}\s){1,4}states?$|^states?(?:\s\p{Ll}{1,20}){1,4}$/u;
const STATES_PER_CELL_MAX = 20;

/** The states a cell names; a cell of prose names none. */
function statesIn(draft: MachineDraft, cell: Passage): readonly StateKey[] {
  const keys: StateKey[] = [];
  const names = [...cell.shown.matchAll(/[^,/;|]+/g)].flatMap(({ 0: part, index }) =>
    [...part.matchAll(/(?:(?!\s(?:or|and)\s).)+/g)].map((match) => ({
      written: match[0],
      start: index + match.index,
    })),
  );
  for (const { written, start } of names.slice(0, STATES_PER_CELL_MAX)) {
    const bare = written
      .replace(/\([^()]*\)/, "")
      .replace(/^\s*(?:or|and)\s/, (word) => " ".repeat(word.length));
    const name = bare.trim();
    if (name === "" || name.split(/\s+/).length > NAME_WORDS_MAX || DESCRIBED_STATE.test(name)) continue;
    const from = start + written.indexOf(name);
    const state = draft.state(name, placeIn(cell, from, from + name.length));
    if (state === null) continue;
    if (/\((?:[^()]*\b)?(?:final|terminal|end)\b/i.test(written)) state.isFinal = true;
    if (/\((?:[^()]*\b)?(?:initial|start)\b/i.test(written)) draft.starts.add(state.key);
    keys.push(state.key);
  }
  return keys;
}

/** For lists of states elsewhere in the document. */
export function stateNamesIn(text: string): readonly StateKey[] {
  return text
    .split(/[,/;|]|\s(?:or|and)\s/)
    .map((name) => stateKey(name.replace(/\([^()]*\)/, "")))
    .filter((key) => key !== "");
}
