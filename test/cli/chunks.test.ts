// The program as it is built: many files, of which a command loads only what it needs.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const CHUNKS = "dist/chunks";
const files = readdirSync(CHUNKS).filter((file) => file.endsWith(".js"));

it("given any of its files, then all that it imports is there", () => {
  const load = `for (const file of process.argv.slice(1)) require(file); process.stdout.write("loaded");`;
  const paths = files.map((file) => join(process.cwd(), CHUNKS, file));
  const said = execFileSync(process.execPath, ["-e", load, "--", ...paths]);
  expect(said.toString()).toBe("loaded");
});

it("given any of its files, then what it loads on demand is there", () => {
  const wanted = files.flatMap((file) =>
    requiredBy(file).flatMap(({ name, onDemand }) => (onDemand ? [name] : [])),
  );
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter((name) => !files.includes(name))).toEqual([]);
});

it("no file waits for itself: whichever is loaded first, its imports are ready before it", () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path, file].join(" → "));
    if (path.includes(file) || done.has(file)) return;
    for (const needed of importedBy(file)) visit(needed, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

/** Before what is always loaded together was joined, these were 18 to 42. */
const LOADED_MAX = 5;

it.each([
  ["status", "sessions", "look-at-session"],
  ["sessions", "sessions", "list-sessions"],
  ["tasks list", "tasks", "list-tasks"],
  ["dispute list", "dispute", "disputes-look"],
])("%s loads few files", (_, ...modules) => {
  const loaded = new Set(files.filter((file) => ["main", ...modules].includes(moduleOf(file))));
  // What a noun and its use case have to themselves is one file.
  expect([...loaded].map(moduleOf)).toEqual(expect.arrayContaining(["main", modules[0]]));
  for (const file of loaded) for (const needed of importedBy(file)) loaded.add(needed);
  expect(loaded.size).toBeLessThanOrEqual(LOADED_MAX);
});

function moduleOf(file: string): string {
  return file.replace(/-[A-Z0-9]{8}\.js$/, "");
}

function importedBy(file: string): readonly string[] {
  return requiredBy(file).flatMap(({ name, onDemand }) => (onDemand ? [] : [name]));
}

function requiredBy(file: string): readonly { readonly name: string; readonly onDemand: boolean }[] {
  const text = readFileSync(join(CHUNKS, file), "utf8");
  const found = text.matchAll(/(\.then\(\(\)=>(?:\w+\()?)?\brequire\("\.\/([\w-]+\.js)"\)/g);
  return [...found].map(([, onDemand, name = ""]) => ({ name, onDemand: onDemand !== undefined }));
}
