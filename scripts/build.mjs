// Bundles the command line into dist/: a tiny entry, one for its second thread, everything else in chunks loaded on demand.
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { joinChunks } from "./join-chunks.mjs";
import { LAZY_BUILTINS, toCommonJs } from "./to-common-js.mjs";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const outdir = "dist";

rmSync(outdir, { recursive: true, force: true });
const options = {
  format: "esm",
  platform: "node",
  target: "node20.19",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
};
const { metafile } = await build({
  ...options,
  entryPoints: { parley: "src/cli/parley.ts", "work-thread": "src/app/work/work-thread.ts" },
  outdir,
  bundle: true,
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  define: {
    PARLEY_VERSION: JSON.stringify(version),
    // As the chunks see it, in which all but the entries end up.
    PARLEY_WORK_THREAD: JSON.stringify("../work-thread.js"),
  },
  plugins: [LAZY_BUILTINS],
  alias: { "node-gyp-build": "./scripts/sqlite-binary.mjs" },
  metafile: true,
});
// What a command that only looks is made of: its noun, and its use case.
const often = [
  ["sessions", "sessions/look-at-session"],
  ["sessions", "sessions/list-sessions"],
  ["tasks", "board/list-tasks"],
  ["dispute", "board/disputes-look"],
].map(([noun, useCase]) => [`src/cli/commands/${noun}.ts`, `src/app/${useCase}.ts`]);
await joinChunks(metafile, { always: "src/cli/main.ts", often }, options);
await toCommonJs(outdir, options);
chmodSync(`${outdir}/parley.js`, 0o755);
for (const name of ["demo", "demo-build"])
  cpSync(`examples/${name}`, `${outdir}/${name}`, { recursive: true });
writeFileSync(`${outdir}/THIRD-PARTY-LICENSES.txt`, licencesOf(metafile));

/** The licence texts of every package that went into the bundle. */
function licencesOf({ inputs }) {
  const packages = new Set(
    Object.keys(inputs).flatMap((file) => file.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1] ?? []),
  );
  return [...packages]
    .sort()
    .map((name) => {
      const about = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
      const licence = readdirSync(`node_modules/${name}`).find((file) => /^licen[cs]e/i.test(file));
      const text =
        licence === undefined ? "" : readFileSync(`node_modules/${name}/${licence}`, "utf8").trim();
      return `${name} ${about.version} (${about.license})\n\n${text}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
