// Builds the simulation as a program, with or without a fault planted in the sources, and runs it.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { context, type Plugin } from "esbuild";
import type { Replays } from "./replayed.ts";

/** A wrong line in place of a right one. */
export interface Fault {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface FailedWorld {
  readonly seed: number;
  readonly faults: readonly string[];
}

export interface Simulated {
  readonly failed: readonly FailedWorld[];
  readonly worlds: number;
  readonly events: number;
  readonly rests: Readonly<Record<string, number>>;
  readonly crashes: Readonly<Record<string, number>>;
  readonly replayed: Replays;
}

/** Worlds leave much behind, and the other cores have work of their own. */
const SPARING = ["--max-semi-space-size=64", "--single-threaded-gc"];
const STDOUT_MAX = 64 * 1024 * 1024;

/** As the sources are; tells where it is. */
export async function buildSimulation(): Promise<string> {
  const program = programIn("test/.build", "simulation");
  const builder = await simulationBuilder();
  await builder.build(program, []);
  await builder.dispose();
  return program;
}

export interface SimulationBuilder {
  build(program: string, faults: readonly Fault[]): Promise<void>;
  dispose(): Promise<void>;
}

/** Builds again and again with other faults; a source that is as it was is not read anew. */
export async function simulationBuilder(): Promise<SimulationBuilder> {
  let planted: readonly Fault[] = [];
  const bundle = await context({
    entryPoints: ["test/sim/sim-program.ts"],
    outfile: "simulation.mjs",
    write: false,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: ["@photostructure/sqlite"],
    logLevel: "error",
    plugins: [planting(() => planted)],
  });
  return {
    async build(program, faults) {
      planted = faults;
      const { outputFiles } = await bundle.rebuild();
      for (const { contents } of outputFiles) writeFileSync(program, contents);
    },
    dispose: () => bundle.dispose(),
  };
}

/** A fault that finds nothing to replace is no fault: the sources have moved on without it. */
export function withFault(text: string, { file, from, to }: Fault): string {
  if (text.split(from).length !== 2) throw new Error(`${file} does not say once: ${from}`);
  return text.replace(from, () => to);
}

export function planting(faults: () => readonly Fault[]): Plugin {
  return {
    name: "planted-faults",
    setup(bundle) {
      bundle.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const file = relative(process.cwd(), path);
        const planted = faults().filter((fault) => fault.file === file);
        if (planted.length === 0) return undefined;
        return { loader: "ts", contents: planted.reduce(withFault, readFileSync(path, "utf8")) };
      });
    },
  };
}

export async function simulate(
  program: string,
  seeds: readonly number[],
  more: readonly ("first-fault" | "replay")[] = [],
): Promise<Simulated> {
  const args = [...SPARING, program, ...seeds.map(String), ...more];
  const stdout = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, { maxBuffer: STDOUT_MAX }, (error, out, err) =>
      error === null ? resolve(out) : reject(new Error(`${error.message}\n${err}`)),
    );
  });
  const lines = stdout.trim().split("\n");
  const totals = JSON.parse(lines.at(-1) ?? "{}") as Omit<Simulated, "failed">;
  return { ...totals, failed: lines.slice(0, -1).map((line) => JSON.parse(line) as FailedWorld) };
}

export function seedsFrom(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

export function programIn(folder: string, name: string): string {
  return join(folder, `${name}.mjs`);
}
