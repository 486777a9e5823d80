// Runs once before the tests: builds parley itself and the programs that tests start as real processes.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { makeCountedProgram } from "./real-starts.ts";

export default async function buildPrograms(): Promise<void> {
  execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
  const folder = "test/programs";
  await build({
    entryPoints: readdirSync(folder).map((file) => join(folder, file)),
    outdir: "test/.build",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: ["@photostructure/sqlite"],
    // Bundled CommonJS packages ask for node's own modules through require.
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
  });
  makeCountedProgram();
}
