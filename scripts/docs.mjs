// `npm run docs`: writes the table of settings, made from their schema, into the README.
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const { outputFiles } = await build({
  entryPoints: ["src/app/config/key-table.ts"],
  bundle: true,
  format: "esm",
  platform: "node",
  write: false,
});
const code = Buffer.from(outputFiles[0].contents).toString("base64");
const { renderKeyTable } = await import(`data:text/javascript;base64,${code}`);

const [begin, end] = [
  "<!-- config-table: made by `npm run docs` from the schema -->",
  "<!-- /config-table -->",
];
const readme = readFileSync("README.md", "utf8");
const [before, rest] = readme.split(begin);
const [, after] = rest.split(end);
writeFileSync("README.md", `${before}${begin}\n${renderKeyTable()}${end}${after}`);
