// Whether tasks touch the same files, as far as their globs and earlier work tell.

/** Whether no path can match both lists: a guess would let two tasks meet in one file. */
export function areApart(left: readonly string[], right: readonly string[]): boolean {
  if (left.length === 0 || right.length === 0) return false;
  return left.every((a) => right.every((b) => !mayMeet(a, b)));
}

/** Up to its first pattern a glob is a path as it stands. */
function mayMeet(a: string, b: string): boolean {
  const [left, right] = [literalPart(a), literalPart(b)];
  if (left.whole && right.whole)
    return left.path === right.path || isBelow(left, right) || isBelow(right, left);
  return left.path.startsWith(right.path) ? !right.whole || isBelow(left, right) : meetsShorter(left, right);
}

interface LiteralPart {
  readonly path: string;
  /** There is no pattern in it. */
  readonly whole: boolean;
}

function meetsShorter(left: LiteralPart, right: LiteralPart): boolean {
  return right.path.startsWith(left.path) && (!left.whole || isBelow(right, left));
}

/** A path without a pattern may be that of a folder. */
function isBelow(path: LiteralPart, folder: LiteralPart): boolean {
  return path.path.startsWith(folder.path.endsWith("/") ? folder.path : `${folder.path}/`);
}

/** Where capitals make no difference to the disk, they make none here. */
function literalPart(glob: string): LiteralPart {
  const path = glob.replace(/^(?:\.\/)+/, "").toLowerCase();
  const at = path.search(/[*?[{!\\]/);
  return at < 0 ? { path, whole: true } : { path: path.slice(0, at), whole: false };
}
