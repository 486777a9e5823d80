// Loads sources into this process again and again, each time with other faults planted: a module is compiled once, unless
// a fault is in it, and evaluated anew. A bundle and a process for each would take three times as long.
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { compileFunction } from "node:vm";
import { transformSync } from "esbuild";
import { type Fault, withFault } from "./fault.ts";

type Require = (name: string) => unknown;
type Evaluate = (require: Require, module: { exports: unknown }, exports: unknown) => void;

interface Compiled {
  readonly evaluate: Evaluate;
  readonly imports: readonly string[];
}

export interface SourceLoader<Exports> {
  /** The exports of a module whose graph is made anew. */
  load(faults: readonly Fault[]): Exports;
}

/** What it imports from packages is loaded once, as no fault is there. */
export async function sourceLoader<Exports>(entry: string): Promise<SourceLoader<Exports>> {
  const compiled = new Map<string, Compiled>();
  const packages = new Map<string, unknown>();
  const compiledAsIs = (file: string): Compiled => {
    const known = compiled.get(file) ?? compile(file, readFileSync(file, "utf8"));
    compiled.set(file, known);
    return known;
  };
  for (const file of graphFrom(entry, (next) => compiledAsIs(next).imports))
    for (const name of compiledAsIs(file).imports)
      if (!isFile(name) && !packages.has(name)) packages.set(name, await import(name));

  return {
    load(faults) {
      const loaded = new Map<string, { exports: unknown }>();
      const load = (file: string): unknown => {
        const known = loaded.get(file);
        if (known !== undefined) return known.exports;
        const module = { exports: {} };
        loaded.set(file, module);
        const planted = faults.filter((fault) => fault.file === relative(process.cwd(), file));
        const { evaluate } =
          planted.length === 0
            ? compiledAsIs(file)
            : compile(file, planted.reduce(withFault, readFileSync(file, "utf8")));
        const require: Require = (name) =>
          isFile(name) ? load(join(dirname(file), name)) : packages.get(name);
        evaluate(require, module, module.exports);
        return module.exports;
      };
      return load(entry) as Exports;
    },
  };
}

function graphFrom(entry: string, importsOf: (file: string) => readonly string[]): ReadonlySet<string> {
  const files = new Set([entry]);
  // A set is walked to its end while it grows.
  for (const file of files)
    for (const name of importsOf(file)) if (isFile(name)) files.add(join(dirname(file), name));
  return files;
}

function compile(file: string, source: string): Compiled {
  const { code } = transformSync(source, {
    loader: "ts",
    format: "cjs",
    target: "node20.19",
    platform: "node",
  });
  const evaluate = compileFunction(code, ["require", "module", "exports"], { filename: file }) as Evaluate;
  return { evaluate, imports: [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) => name) };
}

function isFile(name: string): boolean {
  return name.startsWith(".");
}
