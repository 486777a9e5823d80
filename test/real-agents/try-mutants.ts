// Takes a protection away, builds parley without it, and runs the row that must notice: it has to turn red, and to say why.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import * as z from "zod";
import { planting } from "../sim/fault.ts";
import type { MutantLine } from "./mutant-log.ts";
import { locksHash, type Mutant } from "./mutants/mutant.ts";
import { isAcpAgent } from "./pinned-agents.ts";
import { REAL_RUN_VARIABLE, type RealRun } from "./real-run.ts";
import { LOCKS_VARIABLE } from "./without-locks.ts";

const REQUIRE =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);\n';

export interface MutantTrial {
  readonly run: RealRun;
  /** What to put before a command. */
  readonly prefix: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export async function tryMutant(mutant: Mutant, { run, prefix, env }: MutantTrial): Promise<MutantLine> {
  await buildMutant(mutant);
  const folder = mkdtempSync(join(tmpdir(), "parley-mutant-"));
  const report = join(folder, "report.json");
  const [program = "", ...args] = [...prefix, process.execPath, ...vitestArgs(mutant, report)];
  const mutated: RealRun = { ...run, parley: resolve(folderOf(mutant), "parley.js"), wanted: [mutant.agent] };
  spawnSync(program, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...{ ...process.env, ...env },
      [REAL_RUN_VARIABLE]: JSON.stringify(mutated),
      [LOCKS_VARIABLE]: JSON.stringify(mutant.locks),
    },
  });
  const said = failureIn(readFileSync(report, "utf8"));
  rmSync(folder, { recursive: true });
  const { agent, row, name } = mutant;
  const became = said === null ? "green" : said.includes(mutant.shows) ? "red" : "red for another reason";
  return { agent, row, mutant: name, locks: locksHash(mutant), became, said: excerpt(said ?? "", mutant) };
}

const SAID_CHARS_MAX = 400;

/** The words that show it, and what stands before and behind them. */
function excerpt(said: string, { shows }: Mutant): string {
  const from = Math.max(0, said.indexOf(shows) - SAID_CHARS_MAX / 2);
  return said.slice(from, from + SAID_CHARS_MAX);
}

/** Where this machine has its files, and where in ours it failed, is nobody's concern. */
function withoutPaths(said: string): string {
  const [first = ""] = said.split(/\n\s+at /);
  return first.replaceAll(/(?<![\w.~])(?:\/[\w.@+-]+){2,}/g, "…");
}

function vitestArgs({ agent, row }: Mutant, report: string): readonly string[] {
  return [
    ...["node_modules/vitest/vitest.mjs", "run", "--config", "test/real-agents/vitest.config.ts"],
    ...[
      ...(isAcpAgent(agent) ? ["acp.real"] : ["agents.real", "coder.real"]),
      "--testNamePattern",
      `^real ${agent} '?${quoted(row)}'?$`,
    ],
    ...["--reporter=json", `--outputFile=${report}`],
  ];
}

function quoted(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** One for each agent, so that several may be tried at once. */
function folderOf({ agent }: Mutant): string {
  return `test/.build/mutant-${agent}`;
}

async function buildMutant(mutant: Mutant): Promise<void> {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  await build({
    entryPoints: { parley: "src/cli/parley.ts", "work-thread": "src/app/work/work-thread.ts" },
    outdir: folderOf(mutant),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: ["@photostructure/sqlite"],
    chunkNames: "chunks/[name]-[hash]",
    define: {
      PARLEY_VERSION: JSON.stringify(version),
      PARLEY_WORK_THREAD: JSON.stringify("../work-thread.js"),
    },
    banner: { js: REQUIRE },
    logLevel: "error",
    plugins: [planting(mutant.locks)],
  });
}

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ status: z.string(), failureMessages: z.array(z.string()).catch([]) }),
      ),
    }),
  ),
});

/** What the row said; `null` where it was content. A row that was not found is a bug. */
function failureIn(report: string): string | null {
  const results = reportSchema.parse(JSON.parse(report)).testResults.flatMap((file) => file.assertionResults);
  const played = results.filter(({ status }) => status === "passed" || status === "failed");
  const [row] = played;
  if (row === undefined || played.length > 1)
    throw new Error(`${played.length} rows were played in place of one`);
  return row.status === "failed" ? withoutPaths(row.failureMessages.join("\n")) : null;
}
