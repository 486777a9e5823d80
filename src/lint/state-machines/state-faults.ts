// What is wrong with the machines of a document. States of one name count as one wherever they stand, so that a
// diagram of a part is not blamed for what another shows.
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import { moveDown, type SpecPart } from "../../document/spec/spec-parts.ts";
import type { PartText } from "../../document/spec/spec-text.ts";
import { GAP_TITLE } from "../gap-title.ts";
import type { Hit } from "../lint-finding.ts";
import type { Machine, State, StateKey, Transition } from "./machine.ts";
import { mermaidMachines } from "./mermaid.ts";
import { namesSaidToEnd, stateLists } from "./state-lists.ts";
import { tableMachines } from "./transition-table.ts";

const drawnIn = memoizeWeak((spec: PartText) => mermaidMachines(spec).filter(hasTransitions));
const tabledIn = memoizeWeak((spec: PartText) => tableMachines(spec).filter(hasTransitions));

function hasTransitions({ transitions, starts }: Machine): boolean {
  return transitions.length + starts.size > 0;
}

export function findStateFaults(parts: readonly SpecPart[]): readonly Hit[] {
  const placed = [drawnIn, tabledIn].flatMap((machinesIn) =>
    parts.flatMap(({ spec, before }) => machinesIn(spec).map((machine) => ({ machine, before }))),
  );
  if (placed.length === 0) return [];
  const machines = placed.map(({ machine }) => machine);
  const reached = reachedStates(machines);
  const left = new Set(machines.flatMap(({ transitions }) => transitions.map(({ from }) => from)));
  const ended = new Set(parts.flatMap(({ spec }) => [...namesSaidToEnd(spec)]));
  const lists = stateLists(parts).slice(0, LISTS_MAX);
  const told = new Set<string>();
  return placed
    .flatMap(({ machine, before }) =>
      [
        ...(machine.hasEdges ? findUnreachable(machine, reached) : []),
        ...(machine.hasEdges ? deadEnds(machine, { reached, left, ended }) : []),
        ...findAmbiguous(machine),
        ...undefinedStates(machine, lists),
      ].map((hit) => moveDown(hit, before)),
    )
    .filter(({ rule, subject }) => isNew(told, `${rule} ${subject}`));
}

/** A fault is told of once, though two machines show it. */
function isNew(told: Set<string>, fault: string): boolean {
  if (told.has(fault)) return false;
  told.add(fault);
  return true;
}

function reachedStates(machines: readonly Machine[]): ReadonlySet<StateKey> {
  const leads = new Map<StateKey, StateKey[]>();
  const waiting: StateKey[] = [];
  for (const machine of machines) {
    for (const { from, to } of [...machine.transitions, ...nesting(machine)]) {
      const targets = leads.get(from);
      if (targets === undefined) leads.set(from, [to]);
      else targets.push(to);
    }
    // Without a start of its own a diagram starts with what it names first.
    const [first] = machine.states.keys();
    if (machine.starts.size === 0 && first !== undefined) waiting.push(first);
    for (const start of machine.starts) waiting.push(start);
  }
  const reached = new Set(waiting);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const to of leads.get(next) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      waiting.push(to);
    }
  }
  return reached;
}

type StateEdge = Pick<Transition, "from" | "to">;

/** Who is inside a state is in it; who comes to one without a start of its own may come to any inside. */
function nesting({ states, transitions }: Machine): readonly StateEdge[] {
  const haveStart = new Set(
    transitions.filter(({ from, to }) => states.get(to)?.parent === from).map(({ from }) => from),
  );
  return [...states.values()].flatMap(({ key, parent }) => {
    if (parent === null) return [];
    const out = { from: key, to: parent };
    return haveStart.has(parent) ? [out] : [out, { from: parent, to: key }];
  });
}

function findUnreachable({ states, section }: Machine, reached: ReadonlySet<StateKey>): readonly Hit[] {
  return [...states.values()]
    .filter(({ key }) => !reached.has(key))
    .map(({ key, name, place }) => ({
      rule: "state-unreachable",
      place,
      section,
      title: GAP_TITLE["state-unreachable"](name),
      subject: key,
      why: `No sequence of transitions leads from the start to “${name}”.`,
    }));
}

interface StateReach {
  readonly reached: ReadonlySet<StateKey>;
  readonly left: ReadonlySet<StateKey>;
  readonly ended: ReadonlySet<StateKey>;
}

/** Names that say of themselves that they are ends, for machines that mark none. */
const ENDS_BY_NAME =
  /(?:done|closed?|complete|completed|finished|failed|failure|cancell?ed|deleted|removed|rejected|expired|resolved|archived|final|end|ended|terminated|abandoned|success|succeeded|error|aborted|destroyed|dead|exit|refunded|delivered|stopped|revoked|withdrawn|superseded|merged|published|declined|denied)$/;

function deadEnds(machine: Machine, { reached, left, ended }: StateReach): readonly Hit[] {
  if (machine.leavesAny) return [];
  const { states, section } = machine;
  return [...states.values()]
    .filter((state) => reached.has(state.key) && !left.has(state.key) && !state.isFinal && !state.isComposite)
    .filter((state) => machine.marksEnds || !ENDS_BY_NAME.test(state.key))
    .filter((state) => ![state.key, ...state.aliases].some((key) => ended.has(key)))
    .filter((state) => !isLeftFromAround(state, states, left))
    .map(({ key, name, place }) => ({
      rule: "state-dead-end",
      place,
      section,
      title: GAP_TITLE["state-dead-end"](name),
      subject: key,
      why: `Nothing leads out of “${name}”, and nothing says that it is an end.`,
    }));
}

const NESTING_MAX = 32;

function isLeftFromAround(state: State, states: Machine["states"], left: ReadonlySet<StateKey>): boolean {
  let around = state.parent;
  for (let depth = 0; around !== null && depth < NESTING_MAX; depth++) {
    if (left.has(around)) return true;
    around = states.get(around)?.parent ?? null;
  }
  return false;
}

function findAmbiguous({ states, transitions, section }: Machine): readonly Hit[] {
  const byTrigger = new Map<string, Transition>();
  return transitions.flatMap((transition) => {
    const { from, to, trigger, guarded, place } = transition;
    if (trigger === null || guarded || place === null || states.get(from)?.isPassing === true) return [];
    const cause = `${from} ${trigger.toLowerCase().replace(/\s+/g, " ")}`;
    const before = byTrigger.get(cause);
    if (before === undefined) byTrigger.set(cause, transition);
    if (before === undefined || before.to === to) return [];
    const name = (key: StateKey) => states.get(key)?.name ?? key;
    const why = `In “${name(from)}”, “${trigger}” leads to “${name(before.to)}” and to “${name(to)}”, and nothing says which.`;
    const title = GAP_TITLE["state-ambiguous"](name(from), trigger, [name(before.to), name(to)]);
    return [{ rule: "state-ambiguous" as const, place, section, title, subject: `${cause} ${to}`, why }];
  });
}

const LISTED_SHARE_MIN = 0.5;
const LISTS_MAX = 50;

/** A list is this machine's when it has at least half of its states. */
function undefinedStates(
  { states, section }: Machine,
  lists: readonly ReadonlySet<StateKey>[],
): readonly Hit[] {
  const own = [...states.values()].filter(({ isPassing }) => !isPassing);
  const isListed = (list: ReadonlySet<StateKey>, { key, aliases }: State) =>
    [key, ...aliases].some((name) => list.has(name));
  const matching = lists.filter(
    (list) => own.filter((state) => isListed(list, state)).length >= own.length * LISTED_SHARE_MIN,
  );
  if (matching.length === 0) return [];
  return own
    .filter((state) => !matching.some((list) => isListed(list, state)))
    .map(({ key, name, place }) => ({
      rule: "state-undefined",
      place,
      section,
      title: GAP_TITLE["state-undefined"](name),
      subject: key,
      why: `“${name}” is used here, but it is missing from the list of states.`,
    }));
}
