// `npm run bench [-- --json]`: bundles the suites and runs them.
import { build } from "esbuild";

const outfile = "bench/.build/main.mjs";
await build({
  entryPoints: ["bench/main.ts"],
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external: ["@photostructure/sqlite"],
});
await import(new URL(`../${outfile}`, import.meta.url).href);
