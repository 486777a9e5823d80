// The documents must stay true.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderKeyTable } from "../src/app/config/key-table.ts";
import { COMMAND_NAMES } from "../src/cli/program.ts";
import { BOARD_QUESTION_OPTIONS } from "../src/core/build/board-question.ts";
import {
  AUDIT_TABLE,
  BOARD_QUESTIONS_TABLE,
  DISPUTES_TABLE,
  SECTIONS_TABLE,
  TASKS_TABLE,
} from "../src/engine/board-tables.ts";
import { LINT_RULES } from "../src/lint/lint-rules.ts";

const readme = readFileSync("README.md", "utf8");

it("the README's table of settings is the schema's (npm run docs)", () => {
  expect(readme).toContain(renderKeyTable());
});

it("the README lists every rule of the linter in its own words", () => {
  for (const { id, summary } of LINT_RULES)
    expect(readme).toContain(`| \`${id}\` | ${summary.replaceAll("|", "\\|")} |`);
});

it("the README has every column of the board's tables, in their order", () => {
  const tables = [TASKS_TABLE, SECTIONS_TABLE, DISPUTES_TABLE, AUDIT_TABLE, BOARD_QUESTIONS_TABLE];
  for (const { table, columns } of tables)
    expect(readme).toContain(`| \`${table}\` | \`${Object.keys(columns).join(", ")}\` |`);
});

it("the README names every command", () => {
  for (const name of COMMAND_NAMES) {
    if (name !== "help") expect(readme).toContain(`\`parley ${name}`);
  }
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
