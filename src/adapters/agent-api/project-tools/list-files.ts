import type { Found, Sight } from "./sight.ts";
import { isUnder } from "./under.ts";

interface ListArgs {
  readonly under?: string | undefined;
  readonly containing?: string | undefined;
}

const LISTED_MAX = 500;

export function listFiles({ files, clean }: Sight, { under, containing = "" }: ListArgs): Found {
  const paths = files.paths.filter((path) => isUnder(path, under) && path.includes(containing));
  if (paths.length === 0) return { text: "no such files", failed: false };
  const left = paths.length - LISTED_MAX;
  const notes = [
    ...(left > 0 ? [`(${left} more; narrow it down)`] : []),
    ...(files.isCut ? ["(the project has more files than can be listed)"] : []),
  ];
  return { text: clean([...paths.slice(0, LISTED_MAX), ...notes].join("\n")), failed: false };
}
