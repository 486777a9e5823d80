// Every regular expression of the shipped sources with its place: literals as they are written, and those that
// `new RegExp` builds, which are only known once their modules have run.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import ts from "typescript";

/** @typedef {{ file: string, line: number, source: string, flags: string }} Pattern */
/** @typedef {{ file: string, line: number, message: string }} Fault */

/** The patterns under `root`/src, and the places whose patterns cannot be known beforehand. */
export async function collectPatterns(root = ".") {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => join("src", file))
    .sort();
  const read = files.map((file) => readSource(file, readFileSync(join(root, file), "utf8")));
  const built = read.filter((source) => source.building.length > 0);
  const made = built.length === 0 ? new Map() : await madeOnLoading(root, built);
  const faults = [];
  const patterns = read.flatMap(({ literals }) => literals);
  for (const { file, building } of built) {
    for (const site of building) {
      const here = made.get(placeOf(file, site)) ?? [];
      patterns.push(...here.map((pattern) => ({ file, line: site.line, ...pattern })));
      const message = unknowable(site, here.length > 0, read);
      if (message !== null) faults.push({ file, line: site.line, message });
    }
  }
  return { patterns, faults };
}

function readSource(file, text) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const lineOf = (node) => tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const literals = [];
  const building = [];
  const uses = [];
  const visit = (node, within) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { text: written } = node;
      const end = written.lastIndexOf("/");
      literals.push({
        file,
        line: lineOf(node),
        source: written.slice(1, end),
        flags: written.slice(end + 1),
      });
    }
    if (isBuilding(node)) {
      building.push({
        line: lineOf(node),
        start: node.expression.getStart(),
        end: node.expression.end,
        within,
      });
    }
    if (ts.isIdentifier(node) && !isDeclaredName(node)) uses.push({ name: node.text, within });
    const inside = ts.isFunctionLike(node) ? (node.name?.getText() ?? "") : within;
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(tree, null);
  return { file, text, literals, building, uses };
}

function isBuilding(node) {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp";
}

/** Where a name is introduced rather than used. */
function isDeclaredName(node) {
  const { parent } = node;
  return parent.name === node || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent);
}

/** A pattern of a function is known if that function is only called while modules are loaded. */
function unknowable({ within }, wasMade, read) {
  if (!wasMade)
    return "is built when the program runs, so that nothing can be said of its time: use a literal";
  const late = within === null ? null : laterUse(within, read, new Set());
  return late === null
    ? null
    : `is built by ${within || "a nameless function"}, which ${late} uses when the program runs`;
}

/** The function that uses this one other than on loading; one that is only used on loading itself does not count. */
function laterUse(name, read, asked) {
  if (asked.has(name)) return null;
  asked.add(name);
  for (const { file, uses } of read) {
    for (const use of uses) {
      if (use.name !== name || use.within === null) continue;
      const isCalledOnLoading =
        use.within !== "" &&
        read.some((other) => other.uses.some((one) => one.name === use.within && one.within === null));
      if (!isCalledOnLoading || laterUse(use.within, read, asked) !== null)
        return `${use.within || "a nameless function"} in ${file}`;
    }
  }
  return null;
}

const placeOf = (file, { start }) => `${file}:${start}`;

const ACCOUNT = "patternKeptAccountOf";

/** What each `new RegExp` made while its modules were loaded: they run with a RegExp that keeps account. */
async function madeOnLoading(root, sources) {
  const made = new Map();
  const byPath = new Map(sources.map((source) => [resolve(root, source.file), source]));
  const { outputFiles } = await build({
    stdin: {
      contents: sources.map(({ file }) => `import ${JSON.stringify(`./${file}`)};`).join("\n"),
      resolveDir: resolve(root),
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    logLevel: "silent",
    plugins: [
      {
        name: "account",
        setup: (plugin) => plugin.onLoad({ filter: /\.ts$/ }, ({ path }) => accounted(byPath.get(path))),
      },
    ],
  });
  globalThis[ACCOUNT] = class extends RegExp {
    constructor(place, source, flags) {
      super(source, flags);
      made.set(place, [...(made.get(place) ?? []), { source: this.source, flags: this.flags }]);
    }
  };
  try {
    await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
  } finally {
    delete globalThis[ACCOUNT];
  }
  return made;

  function accounted(source) {
    if (source === undefined) return undefined;
    let { text } = source;
    for (const site of [...source.building].sort((a, b) => b.start - a.start)) {
      const open = text.indexOf("(", site.end) + 1;
      const place = JSON.stringify(placeOf(source.file, site));
      text = `${text.slice(0, site.start)}globalThis.${ACCOUNT}(${place}, ${text.slice(open)}`;
    }
    return { contents: text, loader: "ts" };
  }
}
