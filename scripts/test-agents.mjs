// `npm run test:agents [-- claude | codex | --page | --mutants]`: bundles what tries the real agents, and runs it.
import { build } from "esbuild";

const outfile = "test/.build/test-agents.mjs";
await build({
  entryPoints: ["test/real-agents/main.ts"],
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external: ["esbuild"],
});
await import(new URL(`../${outfile}`, import.meta.url).href);
