// Builds the simulation as a program, and runs it.
import { execFile } from "node:child_process";
import { build } from "esbuild";
import type { Replays } from "./replayed.ts";

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
const PROGRAM = "test/.build/simulation.mjs";
const STDOUT_MAX = 64 * 1024 * 1024;

/** Builds the simulation; tells where it is. */
export async function buildSimulation(): Promise<string> {
  await build({
    entryPoints: ["test/sim/sim-program.ts"],
    outfile: PROGRAM,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: ["@photostructure/sqlite"],
    logLevel: "error",
  });
  return PROGRAM;
}

export async function simulate(program: string, seeds: readonly number[]): Promise<Simulated> {
  const args = [...SPARING, program, ...seeds.map(String)];
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
