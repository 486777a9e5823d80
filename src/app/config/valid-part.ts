// What holds of a settings file that is wrong in places, so that its other mistakes can be told in one go.
import { checkValue } from "./check-value.ts";
import type { KeyPath } from "./key-tree.ts";
import type { Problem } from "./problem.ts";
import { isPlainMap, type RawConfig, valueAt } from "./raw-config.ts";

/** What is taken out may leave something that lacks it, which then goes as well, up to a whole section. */
const PASSES_MAX = 6;

interface ValidPart {
  readonly value: RawConfig;
  /** What was taken out. */
  readonly without: readonly KeyPath[];
}

export function validPart(value: unknown, problems: readonly Problem[]): ValidPart | null {
  const without: KeyPath[] = [];
  let rest = value;
  let wrong = problems.map(({ path }) => path);
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const out = wrong.map((path) => takenOut(rest, path));
    if (out.some((path) => path.length === 0)) return null;
    rest = out.reduce(lacking, rest);
    without.push(...out);
    const checked = checkValue(rest);
    if (checked.at === "valid") return { value: checked.value, without };
    wrong = checked.problems.map(({ path }) => path);
  }
  return null;
}

/** A list goes as a whole; where a key is missing, what lacks it goes. */
function takenOut(value: unknown, path: KeyPath): KeyPath {
  const list = path.findIndex((_, length) => Array.isArray(valueAt(value, path.slice(0, length))));
  if (list >= 0) return path.slice(0, list);
  return valueAt(value, path) === undefined ? path.slice(0, -1) : path;
}

function lacking(value: unknown, [key, ...below]: KeyPath): unknown {
  if (!isPlainMap(value) || key === undefined) return value;
  const { [key]: inner, ...others } = value;
  return below.length === 0 ? others : { ...others, [key]: lacking(inner, below) };
}

const WHO_PLAYS = ["roles", "agents", "api"];

/** Whether a rule may only seem broken because of what was taken out at `path`. */
export function mayComeFrom([section = "", name]: KeyPath, problem: Problem, values: RawConfig): boolean {
  const [place = "", about] = problem.path;
  if (!WHO_PLAYS.includes(section)) return place === section;
  if (!WHO_PLAYS.includes(place)) return false;
  return (
    name === undefined || (place === "agents" && about === name) || valueAt(values, problem.path) === name
  );
}
