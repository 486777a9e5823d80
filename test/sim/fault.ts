// A fault planted in the sources, to see that it is found.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Plugin } from "esbuild";

/** A wrong line in place of a right one. */
export interface Fault {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A fault that finds nothing to replace is no fault: the sources have moved on without it. */
export function withFault(text: string, { file, from, to }: Fault): string {
  if (text.split(from).length !== 2) throw new Error(`${file} does not say once: ${from}`);
  return text.replace(from, () => to);
}

export function planting(faults: readonly Fault[]): Plugin {
  return {
    name: "planted-faults",
    setup(bundle) {
      bundle.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const file = relative(process.cwd(), path);
        const planted = faults.filter((fault) => fault.file === file);
        if (planted.length === 0) return undefined;
        return { loader: "ts", contents: planted.reduce(withFault, readFileSync(path, "utf8")) };
      });
    },
  };
}
