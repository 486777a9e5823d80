// Things by their id, as plain JSON that is never changed in place. A board may hold a hundred thousand tasks and is
// folded an event at a time, so a change copies a few small arrays on the way to its place instead of the whole.
import { type BoardId, ID_DIGITS } from "./board-id.ts";

export interface Identified {
  readonly id: BoardId;
}

export interface IdMap<Value extends Identified> {
  readonly size: number;
  readonly root: Node<Value>;
}

/** A leaf holds values; a branch holds a node for each digit at its depth. */
type Node<Value> = readonly Value[] | Branch<Value>;
export interface Branch<Value> {
  readonly below: readonly (Node<Value> | null)[];
}

/** The leaves of a branch by their digits, without its branches. */
type Leaves<Value> = readonly (readonly Value[] | null)[];

/** A map as it is kept: the leaves of each branch are a part that lies elsewhere. */
export interface PackedIdMap<Value extends Identified> {
  readonly size: number;
  readonly root: readonly Value[] | PackedBranch;
}

export interface PackedBranch {
  /** The name of its leaves. */
  readonly part?: string;
  /** Its branches by their digits. */
  readonly below?: { readonly [digit: number]: PackedBranch };
}

const FAN_OUT = 16;
const LEAF_VALUES_MAX = 16;

export const EMPTY_ID_MAP: IdMap<never> = { size: 0, root: [] };

export function getById<Value extends Identified>(map: IdMap<Value>, id: Value["id"]): Value | null {
  let node: Node<Value> | null = map.root;
  for (let depth = 0; node !== null && isBranch(node); depth += 1)
    node = node.below[digitAt(id, depth)] ?? null;
  return node?.find((value) => value.id === id) ?? null;
}

/** With the value under its id, be it new or in place of another. */
export function putById<Value extends Identified>(map: IdMap<Value>, value: Value): IdMap<Value> {
  const size = getById(map, value.id) === null ? map.size + 1 : map.size;
  return { size, root: put(map.root, value, 0) };
}

export function removeById<Value extends Identified>(map: IdMap<Value>, id: Value["id"]): IdMap<Value> {
  return getById(map, id) === null ? map : { size: map.size - 1, root: removeFromNode(map.root, id, 0) };
}

/** In no order that means anything. */
export function* valuesOf<Value extends Identified>(map: IdMap<Value>): Generator<Value> {
  yield* valuesIn(map.root);
}

/** All whose id begins so: what a person may have meant by a shortened id. */
export function* valuesByPrefix<Value extends Identified>(
  map: IdMap<Value>,
  prefix: string,
): Generator<Value> {
  if (!/^[0-9a-f]*$/.test(prefix)) return;
  const node = nodeAt(map.root, prefix);
  if (node === null) return;
  for (const value of valuesIn(node)) if (value.id.startsWith(prefix)) yield value;
}

/** The branch of all whose id begins so, or the leaf that they are in. */
function nodeAt<Value>(root: Node<Value>, prefix: string): Node<Value> | null {
  let node: Node<Value> | null = root;
  for (let depth = 0; node !== null && isBranch(node) && depth < prefix.length; depth += 1)
    node = node.below[digitAt(prefix, depth)] ?? null;
  return node;
}

/** Of each value that is not the very same in both maps: what it was and what it is, `null` where it is not there. */
export function* changedValues<Value extends Identified>(
  before: IdMap<Value>,
  after: IdMap<Value>,
): Generator<readonly [Value | null, Value | null]> {
  yield* changedInNode(before.root, after.root);
}

interface Packing {
  /** How it was kept before: it is not looked into. */
  find(branch: Branch<unknown>): PackedBranch | null;
  /** Tells the name under which leaves are kept. */
  keep(leaves: Leaves<unknown>): string;
}

export function packIdMap<Value extends Identified>(
  { size, root }: IdMap<Value>,
  packing: Packing,
): PackedIdMap<Value> {
  return { size, root: isBranch(root) ? packBranch(root, packing) : root };
}

function packBranch(branch: Branch<unknown>, packing: Packing): PackedBranch {
  const known = packing.find(branch);
  if (known !== null) return known;
  const below: Record<number, PackedBranch> = {};
  for (const [digit, child] of branch.below.entries())
    if (child !== null && isBranch(child)) below[digit] = packBranch(child, packing);
  const leaves = branch.below.map((child) => (child === null || isBranch(child) ? null : child));
  return {
    ...(leaves.every((leaf) => leaf === null) ? {} : { part: packing.keep(leaves) }),
    ...(Object.keys(below).length === 0 ? {} : { below }),
  };
}

interface Unpacking<Value> {
  /** The leaves of that name, of the branch of all whose id begins so. */
  read(part: string, prefix: string): Leaves<Value>;
  note(branch: Branch<Value>, packed: PackedBranch): void;
}

/** A part is read when somebody first looks into its branch. */
export function unpackIdMap<Value extends Identified>(
  { size, root }: PackedIdMap<Value>,
  unpacking: Unpacking<Value>,
): IdMap<Value> {
  return { size, root: isPackedBranch(root) ? unpackBranch(root, "", unpacking) : root };
}

function unpackBranch<Value>(
  packed: PackedBranch,
  prefix: string,
  unpacking: Unpacking<Value>,
): Branch<Value> {
  const branches = Array.from({ length: FAN_OUT }, (_, digit) => {
    const child = packed.below?.[digit];
    return child === undefined ? null : unpackBranch(child, `${prefix}${digit.toString(FAN_OUT)}`, unpacking);
  });
  const { part } = packed;
  let below: Branch<Value>["below"] | null = part === undefined ? branches : null;
  const branch: Branch<Value> = {
    get below() {
      if (below !== null || part === undefined) return below ?? branches;
      const leaves = unpacking.read(part, prefix);
      below = branches.map((child, digit) => child ?? leaves[digit] ?? null);
      return below;
    },
  };
  unpacking.note(branch, packed);
  return branch;
}

function isPackedBranch(node: PackedIdMap<Identified>["root"]): node is PackedBranch {
  return !Array.isArray(node);
}

export function* partNames({ root }: PackedIdMap<Identified>): Generator<string> {
  if (isPackedBranch(root)) yield* partNamesIn(root);
}

function* partNamesIn({ part, below = {} }: PackedBranch): Generator<string> {
  if (part !== undefined) yield part;
  for (const child of Object.values(below)) yield* partNamesIn(child);
}

/** Those of the branch of all whose id begins so. */
export function leavesAt<Value extends Identified>({ root }: IdMap<Value>, prefix: string): Leaves<Value> {
  const node = nodeAt(root, prefix);
  if (node === null || !isBranch(node)) throw new Error(`there is no branch ${prefix}`);
  return node.below.map((child) => (child === null || isBranch(child) ? null : child));
}

function* changedInNode<Value extends Identified>(
  before: Node<Value> | null,
  after: Node<Value> | null,
): Generator<readonly [Value | null, Value | null]> {
  if (before === after) return;
  if (before !== null && after !== null && isBranch(before) && isBranch(after)) {
    for (let digit = 0; digit < FAN_OUT; digit += 1)
      yield* changedInNode(before.below[digit] ?? null, after.below[digit] ?? null);
    return;
  }
  const [was, is] = [byId(before), byId(after)];
  for (const [id, value] of was) if (is.get(id) !== value) yield [value, is.get(id) ?? null];
  for (const [id, value] of is) if (!was.has(id)) yield [null, value];
}

function byId<Value extends Identified>(node: Node<Value> | null): Map<string, Value> {
  return new Map(node === null ? [] : [...valuesIn(node)].map((value) => [value.id, value]));
}

function isBranch<Value>(node: Node<Value>): node is Branch<Value> {
  return !Array.isArray(node);
}

function digitAt(id: string, depth: number): number {
  return Number.parseInt(id.charAt(depth), FAN_OUT);
}

function put<Value extends Identified>(node: Node<Value>, value: Value, depth: number): Node<Value> {
  if (isBranch(node)) {
    const digit = digitAt(value.id, depth);
    return { below: node.below.with(digit, put(node.below[digit] ?? [], value, depth + 1)) };
  }
  const at = node.findIndex(({ id }) => id === value.id);
  if (at >= 0) return node.with(at, value);
  const full = node.length >= LEAF_VALUES_MAX && depth < ID_DIGITS;
  return full
    ? [...node, value].reduce<Node<Value>>((parted, one) => put(parted, one, depth), emptyBranch())
    : [...node, value];
}

function emptyBranch<Value>(): Branch<Value> {
  return { below: Array.from({ length: FAN_OUT }, () => null) };
}

function removeFromNode<Value extends Identified>(node: Node<Value>, id: string, depth: number): Node<Value> {
  if (!isBranch(node)) return node.filter((value) => value.id !== id);
  const digit = digitAt(id, depth);
  return { below: node.below.with(digit, removeFromNode(node.below[digit] ?? [], id, depth + 1)) };
}

function* valuesIn<Value>(node: Node<Value>): Generator<Value> {
  if (!isBranch(node)) yield* node;
  else for (const child of node.below) if (child !== null) yield* valuesIn(child);
}
