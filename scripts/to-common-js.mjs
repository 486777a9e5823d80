// The program as CommonJS modules: Node loads those at once, and has to get its loader of ES modules ready for others,
// which takes as long as a quarter of its own start. esbuild cuts chunks of ES modules only, so each is converted when it is cut.
import { promises, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";

const URL_BANNER = 'const __moduleUrl=require("node:url").pathToFileURL(__filename).href;';

/** Every file of the folder that is JavaScript, in its place. */
export async function toCommonJs(folder, { target, minifySyntax, minifyWhitespace }) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".js"));
  for (const file of files.map((name) => join(folder, name))) {
    const text = readFileSync(file, "utf8");
    const banner = `"use strict";${text.includes("import.meta.url") ? URL_BANNER : ""}`;
    const { code } = await transform(text, {
      ...{ format: "cjs", platform: "node", target, minifySyntax, minifyWhitespace, banner },
      define: { "import.meta.url": "__moduleUrl" },
      // Not a loader of ES modules for what is none.
      supported: { "dynamic-import": false },
    });
    writeFileSync(file, withEachRequiredOnce(code));
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
}

/** A file has an import for each of the modules that were joined in another. */
function withEachRequiredOnce(code) {
  const known = new Map();
  return code.replace(/\b(import_\w+)=(require\("[^"]+"\))/g, (whole, name, required) => {
    const first = known.get(required);
    if (first === undefined) known.set(required, name);
    return first === undefined ? whole : `${name}=${first}`;
  });
}

/** Node's promises of files come with its streams and its line reader, and whoever only looks at a list calls none of them. */
export const LAZY_BUILTINS = {
  name: "lazy-builtins",
  setup({ onResolve, onLoad }) {
    const name = "node:fs/promises";
    onResolve({ filter: new RegExp(`^${name}$`) }, () => ({
      path: name,
      namespace: "lazy",
      sideEffects: false,
    }));
    onLoad({ filter: /.*/, namespace: "lazy" }, () => {
      const functions = Object.keys(promises).filter((key) => typeof promises[key] === "function");
      const lines = functions.map((key) => `export const ${key} = (...given) => promises.${key}(...given);`);
      return {
        contents: [
          'import { promises } from "node:fs";',
          'export { constants } from "node:fs";',
          ...lines,
        ].join("\n"),
      };
    });
  },
};
