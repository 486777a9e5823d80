// Chunks that are loaded together become one file: esbuild makes one for every set of commands that share something, and
// each file costs a start of the program about as much as reading ten kilobytes more.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { build } from "esbuild";

/** What several of the quick commands load goes into the file of all of them if it is no more than this. */
const SMALL_BYTES = 6_000;

/**
 * @param metafile of a build with splitting
 * @param always the module that every command loads
 * @param often commands that are to start quickly, each as the modules that it loads
 * @param options of the build that the files are written with
 */
export async function joinChunks(metafile, { always, often }, options) {
  const chunks = chunksOf(metafile);
  const closures = often.map((modules) =>
    loadedWith(
      modules.map((module) => entryOf(chunks, module)),
      chunks,
    ),
  );
  const first = loadedWith([entryOf(chunks, always)], chunks);
  // Files that the same commands load are always loaded together.
  const groups = new Map([["always", first]]);
  for (const file of new Set(closures.flat())) {
    if (first.includes(file)) continue;
    const users = closures.map((files) => Number(files.includes(file)));
    const nouns = new Set(often.flatMap(([noun], index) => (users[index] === 1 ? [noun] : [])));
    const isSmall = nouns.size > 1 && metafile.outputs[file].bytes < SMALL_BYTES;
    const key = isSmall ? users.map(() => 1).join("") : users.join("");
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  for (const group of groups.values()) if (group.length > 1) await join(group, chunks, options);
}

function chunksOf({ outputs }) {
  const files = Object.entries(outputs).filter(([file]) => file.endsWith(".js"));
  return new Map(
    files.map(([file, { imports, exports, entryPoint }]) => {
      const needs = imports.filter(({ kind, external }) => kind === "import-statement" && external !== true);
      return [file, { needs: needs.map(({ path }) => path), exports, entryPoint }];
    }),
  );
}

function entryOf(chunks, module) {
  for (const [file, { entryPoint }] of chunks) if (entryPoint === module) return file;
  throw new Error(`${module} is no chunk of its own`);
}

/** The files themselves first. */
function loadedWith(files, chunks) {
  const loaded = new Set(files);
  for (const one of loaded) for (const needed of chunks.get(one)?.needs ?? []) loaded.add(needed);
  return [...loaded];
}

/** They go into the first of them, which keeps the names that it exports; those of the others say where they came from. */
async function join(group, chunks, options) {
  const [into] = group;
  const nameOf = (file, name) => (file === into ? name : `from${group.indexOf(file)}_${name}`);
  const exported = (file) => chunks.get(file)?.exports ?? [];
  const contents = group.map(
    (file) =>
      `export {${exported(file).map((name) => `${name} as ${nameOf(file, name)}`)}} from "./${basename(file)}";`,
  );
  const { outputFiles, metafile } = await build({
    ...options,
    stdin: { contents: contents.join("\n"), resolveDir: dirname(into) },
    bundle: true,
    write: false,
    metafile: true,
    plugins: [onlyWithin(group)],
  });
  refuseStrangers(metafile, group);
  const [{ text }] = outputFiles;
  for (const file of chunks.keys()) if (!group.includes(file)) redirect(file, { group, nameOf, exported });
  writeFileSync(into, text);
  for (const file of group.slice(1)) {
    // Whoever loads one of them on demand finds it where it was.
    const names = exported(file).map((name) => `${nameOf(file, name)} as ${name}`);
    writeFileSync(file, `export{${names}}from"./${basename(into)}";\n`);
    if (![...chunks.keys()].some((other) => readFileSync(other, "utf8").includes(basename(file)))) {
      rmSync(file);
      chunks.delete(file);
    } else chunks.get(file).needs = [into];
  }
}

/** What is in two files is there twice when the program runs, each with a state of its own. */
function refuseStrangers({ inputs }, group) {
  const strangers = Object.keys(inputs).filter((file) => file !== "<stdin>" && !group.includes(file));
  if (strangers.length > 0) throw new Error(`joined with ${group[0]} by mistake: ${strangers.join(", ")}`);
}

function onlyWithin(group) {
  const names = new Set(group.map((file) => basename(file)));
  return {
    name: "only-within",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ path, kind }) => {
        const isWithin = path.startsWith("./") && names.has(basename(path));
        return kind === "import-statement" && isWithin ? undefined : { path, external: true };
      });
    },
  };
}

const IMPORT = /\bimport(?:\{([^{}]*)\}from)?"(\.\/(?:chunks\/)?)([\w-]+\.js)"/g;

const IMPORT_ON_DEMAND = /\bimport\("(\.\/(?:chunks\/)?)([\w-]+\.js)"\)/g;

/** An import that is not found here leads to the file that passes things on. */
function redirect(file, { group, nameOf, exported }) {
  const text = readFileSync(file, "utf8");
  const onDemand = text.replace(IMPORT_ON_DEMAND, (whole, folder, from) => {
    const joined = group.find((one) => basename(one) === from);
    if (joined === undefined || joined === group[0]) return whole;
    const names = exported(joined).map((name) => `${name}:all.${nameOf(joined, name)}`);
    return `import("${folder}${basename(group[0])}").then(all=>({${names}}))`;
  });
  const redirected = onDemand.replace(IMPORT, (whole, names, folder, from) => {
    const joined = group.find((one) => basename(one) === from);
    if (joined === undefined || joined === group[0]) return whole;
    if (names === undefined) return `import"${folder}${basename(group[0])}"`;
    const specifiers = names.split(",").map((name) => {
      const [imported, local = imported] = name.split(" as ");
      return `${nameOf(joined, imported)} as ${local}`;
    });
    return `import{${specifiers}}from"${folder}${basename(group[0])}"`;
  });
  if (redirected !== text) writeFileSync(file, redirected);
}
