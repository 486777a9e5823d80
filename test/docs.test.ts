// The documents must stay true.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { knownKeys } from "../src/app/config/key-tree.ts";
import { HOOK_EVENTS } from "../src/app/hooks/hook.ts";
import { findSubject, isCommand } from "../src/cli/command.ts";
import { EXIT_CODE_WORDS } from "../src/cli/exit-codes.ts";
import { wholeHelp } from "../src/cli/help.ts";
import { parseArguments } from "../src/cli/parse-arguments.ts";
import { COMMAND_NAMES, loadProgram } from "../src/cli/program.ts";
import { BOARD_QUESTION_OPTIONS } from "../src/core/build/board-question.ts";
import { QUESTION_OPTIONS } from "../src/core/refinement/questions/question-kinds.ts";
import {
  AUDIT_TABLE,
  BOARD_QUESTIONS_TABLE,
  DISPUTES_TABLE,
  SECTIONS_TABLE,
  TASKS_TABLE,
} from "../src/engine/board-tables.ts";
import { LINT_RULES } from "../src/lint/lint-rules.ts";

const readme = readFileSync("README.md", "utf8");

const { docsParts, putParts } = (await import(resolve("scripts/docs-parts.mjs"))) as {
  docsParts(code: object): Record<string, Record<string, string>>;
  putParts(text: string, parts: Record<string, string>): string;
};

it("commands, settings and rules stand in docs/ as the code has them (npm run docs)", async () => {
  const parts = docsParts({
    keys: knownKeys(),
    rules: LINT_RULES,
    help: wholeHelp(await loadProgram(), "").data,
    exitCodeWords: EXIT_CODE_WORDS,
  });
  expect(Object.keys(parts)).toEqual(["docs/commands.md", "docs/configuration.md", "docs/lint.md"]);
  for (const [file, made] of Object.entries(parts)) {
    const text = readFileSync(file, "utf8");
    expect(putParts(text, made)).toBe(text);
  }
});

it("every text of the program stands in docs/texts.md, and nothing else (npm run docs -- --texts)", async () => {
  const { textsPage, TEXTS_PAGE } = (await import(resolve("scripts/collect-texts.mjs"))) as {
    textsPage(): string;
    readonly TEXTS_PAGE: string;
  };
  const [made, told] = [textsPage(), readFileSync(TEXTS_PAGE, "utf8")].map((page) => page.split("\n"));
  expect(made?.filter((line) => !told?.includes(line))).toEqual([]);
  expect(told).toEqual(made);
});

it("every setting has a type, a default and a meaning", () => {
  const [, settings = ""] = readFileSync("docs/configuration.md", "utf8").split("\n## All settings\n");
  const rows = settings.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows).toHaveLength(knownKeys().length);
  for (const row of rows) {
    const cells = row.split(/(?<!\\)\|/).slice(1, -1);
    expect(cells.filter((cell) => cell.trim() !== "")).toHaveLength(4);
  }
  expect(rows).toContain(
    "| `refine.parallelGaps` | a whole number from 1 to 4 | `1` | Engineer runs at once for independent gaps of a round. |",
  );
  expect(rows.some((row) => row.startsWith("| `agents.<name>.kind` | one of claude, codex,"))).toBe(true);
  expect(rows.some((row) => row.startsWith("| `hooks[].on` |"))).toBe(true);
});

it("docs/tables.md has every column of the board's tables, in their order", () => {
  const text = readFileSync("docs/tables.md", "utf8");
  const tables = [TASKS_TABLE, SECTIONS_TABLE, DISPUTES_TABLE, AUDIT_TABLE, BOARD_QUESTIONS_TABLE];
  for (const { table, columns } of tables)
    expect(text).toContain(`| \`${table}\` | \`${Object.keys(columns).join(", ")}\` |`);
});

/** Words as a shell would take them; a comment is none. */
function wordsOf(line: string): string[] {
  const bare = line.replace(/(?:^|\s)# .*$/, "");
  return [...bare.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, word]) => single ?? double ?? word ?? "",
  );
}

const PAGES = ["README.md", ...readdirSync("docs").map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith(".md"),
);

it.each(PAGES)("%s shows commands that parley takes", async (page) => {
  const program = await loadProgram();
  const text = readFileSync(page, "utf8");
  const lines = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, body = ""]) => body.split("\n"));
  const calls = lines.flatMap((line) => line.split(/&& |\| |> /)).map(wordsOf);
  const refused = calls
    .filter(([name]) => name === "parley")
    .map(([, ...args]) => parseArguments(program, COMMAND_NAMES, args))
    .filter((parsed) => "failed" in parsed);
  expect(refused).toEqual([]);
  for (const [, inline = ""] of text.matchAll(/`parley ([a-z][^`]*)`/g)) {
    const words = wordsOf(inline);
    const { path, entry } = findSubject(program, words);
    const options = [...program.options, ...(isCommand(entry) ? entry.options : [])];
    const unknown = words.filter(
      (word) => /^--[a-z]/.test(word) && !options.some(({ flag }) => flag === word),
    );
    expect({ inline, isKnown: path.length > 0, unknown }).toEqual({ inline, isKnown: true, unknown: [] });
  }
});

it("docs/guide.md has every question of a session with its options", () => {
  const [, questions = ""] = readFileSync("docs/guide.md", "utf8").split(
    /^## Questions$|^## When the two disagree$/m,
  );
  const rows = [...questions.matchAll(/^\| `([\w-]+)` \| .* \| (`.*) \|$/gm)];
  const told = rows.map(([, kind, options = ""]) => [
    kind,
    options.split(" · ").map((option) => option.match(/^`([\w-]+)`/)?.[1]),
  ]);
  const asked = Object.entries(QUESTION_OPTIONS).map(([kind, options]) => [kind, Object.keys(options)]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(asked));
});

it("docs/hooks.md has every event, and what it shows as YAML is YAML", () => {
  const text = readFileSync("docs/hooks.md", "utf8");
  const [, events = ""] = text.split(/^## Events$|^## Recipes$/m);
  const told = [...events.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names = ""]) => names.split(", "));
  expect(told).toEqual(HOOK_EVENTS.map((event) => `\`${event}\``));
  for (const [, yaml = ""] of text.matchAll(/^```yaml\n(.*?)^```$/gms))
    expect(parse(yaml)).toMatchObject({ hooks: expect.any(Array) });
});

it("docs/build.md has every question of a build with its options, in their order", () => {
  const [, questions = ""] = readFileSync("docs/build.md", "utf8").split(/^## Questions$|^## Landing$/m);
  const rows = questions.matchAll(/^\| (?:`([\w-]+)`)? ?\|.*\| `([\w-]+)` \|/gm);
  const told: [kind: string, options: string[]][] = [];
  for (const [, kind, option = ""] of rows) {
    if (kind !== undefined) told.push([kind, []]);
    told.at(-1)?.[1].push(option);
  }
  const asked = Object.entries(BOARD_QUESTION_OPTIONS).map(([kind, options]) => [kind, Object.keys(options)]);
  expect(told).toEqual(asked);
});

it("the README opens with the two commands, and CI runs exactly the second", () => {
  const [, first, second] = readme.match(/```sh\n(.+)\n(.+)\n```/) ?? [];
  expect(first).toMatch(/^npm ci && npx parley /);
  expect(second?.split("#")[0]?.trim()).toBe("npm test");
  expect(readFileSync(".ci/run", "utf8").split("\n")).toContain("npm test");
});

const architecture = readFileSync("ARCHITECTURE.md", "utf8");

it("every source file that ARCHITECTURE.md names is there", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).map((path) => `/src/${path}`);
  const others = ["test", "scripts"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `/${folder}/${path}`),
  );
  const named = [...architecture.matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, path]) => path);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => ![...sources, ...others].some((file) => file.endsWith(`/${path}`)))).toEqual(
    [],
  );
});

it("a round passes at most 35 files and 10 conversions", () => {
  const rows = [...architecture.matchAll(/^\| (\d+) \| `(src\/[^`]+)` \| (.+) \|$/gm)];
  expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, index) => index + 1));
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(35);
  const conversions = rows.flatMap(([, , , does]) => does?.match(/\*\*[^*]+ → [^*]+\*\*/g) ?? []);
  expect(conversions.length).toBeGreaterThan(0);
  expect(conversions.length).toBeLessThanOrEqual(10);
});
