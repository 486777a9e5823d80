// `npm run docs`: writes the parts of the documents that are made from the code; with `-- --texts` the page of all texts, with
// `-- --screens` what the program shows.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { TEXTS_PAGE, textsPage } from "./collect-texts.mjs";
import { docsParts, putParts } from "./docs-parts.mjs";

if (process.argv.includes("--texts")) {
  writeFileSync(TEXTS_PAGE, textsPage());
  process.exit();
}

if (process.argv.includes("--screens")) {
  const { status } = spawnSync("npx", ["vitest", "run", "test/cli/screens.test.ts"], {
    stdio: "inherit",
    env: { ...process.env, PARLEY_SCREENS: "write" },
  });
  process.exit(status ?? 1);
}

// Beside the packages, which the bundle leaves where they are.
const outfile = resolve("node_modules/.cache/parley/docs.mjs");
await build({
  stdin: {
    contents: `
      export { knownKeys } from "./src/app/config/key-tree.ts";
      export { loadProgram } from "./src/cli/program.ts";
      export { wholeHelp } from "./src/cli/help.ts";
      export { EXIT_CODE_WORDS } from "./src/cli/exit-codes.ts";
      export { LINT_RULES } from "./src/lint/lint-rules.ts";`,
    resolveDir: ".",
    loader: "ts",
  },
  bundle: true,
  format: "esm",
  platform: "node",
  packages: "external",
  outfile,
  logLevel: "error",
});
const code = await import(pathToFileURL(outfile));
const parts = docsParts({
  keys: code.knownKeys(),
  rules: code.LINT_RULES,
  help: code.wholeHelp(await code.loadProgram(), "").data,
  exitCodeWords: code.EXIT_CODE_WORDS,
});
for (const [file, made] of Object.entries(parts))
  writeFileSync(file, putParts(readFileSync(file, "utf8"), made));
