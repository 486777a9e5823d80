// The rules of the house are only rules if breaking them is seen: each is broken here, in a small house of the same plan.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "./support/temporary-folder.ts";

const CONFIGS = [
  ".dependency-cruiser.cjs",
  "biome.json",
  "scripts",
  "package.json",
  "tsconfig.base.json",
  "tsconfig.pure.json",
  "tsconfig.json",
];

/** A file of each room, and what it imports. */
const ROOMS: { readonly [file: string]: readonly string[] } = {
  "src/core/shared/json.ts": [],
  "src/engine/ports.ts": ["../core/shared/json.ts"],
  "src/engine/execute.ts": ["./ports.ts"],
  "src/adapters/shared/durable-file.ts": ["../../engine/ports.ts"],
  "src/adapters/store-memory/memory-store.ts": ["../../engine/ports.ts", "../shared/durable-file.ts"],
  "src/adapters/store-sqlite/open-store.ts": ["../../engine/ports.ts"],
  "src/app/open-project.ts": [
    "../adapters/store-memory/memory-store.ts",
    "../adapters/store-sqlite/open-store.ts",
    "../engine/execute.ts",
  ],
  "src/mcp/tools.ts": ["../app/open-project.ts"],
  "src/mcp/serve-mcp.ts": ["./tools.ts"],
  "src/cli/commands/mcp.ts": ["../../mcp/serve-mcp.ts"],
  "src/cli/parley.ts": ["../app/open-project.ts", "./commands/mcp.ts"],
};

function importing(...targets: readonly string[]): string {
  const names = targets.map((_, index) => `imported${index}`);
  const imports = targets.map((target, index) => `import * as ${names[index]} from "${target}";\n`);
  return `${imports.join("")}export const it: unknown = [${names.join(", ")}];\n`;
}

/** The small house with some files more. */
function houseWith(files: { readonly [file: string]: string }): string {
  const house = temporaryFolder();
  for (const path of CONFIGS) cpSync(path, join(house, path), { recursive: true });
  symlinkSync(resolve("node_modules"), join(house, "node_modules"));
  const rooms = Object.entries(ROOMS).map(([file, targets]) => [file, importing(...targets)] as const);
  for (const [file, text] of [...rooms, ...Object.entries(files)]) {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), text);
  }
  return house;
}

function run(house: string, tool: string, ...args: string[]): { ok: boolean; said: string } {
  const { status, stdout, stderr } = spawnSync(join(house, "node_modules/.bin", tool), args, {
    cwd: house,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  return { ok: status === 0, said: stdout + stderr };
}

const layers = (house: string) => run(house, "depcruise", "--config", ".dependency-cruiser.cjs", "src");
/** By the rules of the pure rooms, which the file is first seen to be among. */
function pureTypes(house: string, file: string): { ok: boolean; said: string } {
  expect(run(house, "tsc", "-p", "tsconfig.pure.json", "--listFilesOnly").said).toContain(file);
  const alone = { extends: "./tsconfig.pure.json", include: [file] };
  writeFileSync(join(house, "tsconfig.alone.json"), JSON.stringify(alone));
  return run(house, "tsc", "-p", "tsconfig.alone.json");
}
const style = (house: string, file: string) => run(house, "biome", "lint", "--vcs-enabled=false", file);

it("a house that keeps to its plan passes, and every source file was looked at", () => {
  const house = houseWith({});
  const { ok, said } = layers(house);
  const cruised = Number(said.match(/(\d+) modules/)?.[1]);
  expect(said).toMatch(/no dependency violations/);
  expect(cruised).toBeGreaterThanOrEqual(Object.keys(ROOMS).length);
  expect(ok).toBe(true);
  expect(pureTypes(house, "src/core/shared/json.ts")).toEqual({ ok: true, said: "" });
});

it("imports against the arrows are refused, and so is a file that nothing uses", () => {
  const planted = [
    ["src/core/shared/to-engine.ts", "../../engine/ports.ts", "core-imports-only-itself"],
    ["src/core/shared/to-node.ts", "node:fs", "pure-rooms-import-no-packages"],
    ["src/engine/to-package.ts", "yaml", "pure-rooms-import-no-packages"],
    ["src/engine/to-adapter.ts", "../adapters/store-memory/memory-store.ts", "engine-imports-only"],
    [
      "src/adapters/store-memory/to-sibling.ts",
      "../store-sqlite/open-store.ts",
      "adapters-do-not-know-their-siblings",
    ],
    [
      "src/adapters/shared/to-adapter.ts",
      "../store-sqlite/open-store.ts",
      "adapters-do-not-know-their-siblings",
    ],
    ["src/adapters/store-memory/to-execute.ts", "../../engine/execute.ts", "adapters-see-only-the-ports"],
    ["src/cli/to-engine.ts", "../engine/ports.ts", "cli-imports-only-app"],
    ["src/mcp/to-engine.ts", "../engine/ports.ts", "mcp-imports-only-app"],
    ["src/mcp/to-cli.ts", "../cli/parley.ts", "mcp-imports-only-app"],
    ["src/cli/to-mcp.ts", "../mcp/serve-mcp.ts", "mcp-has-one-door"],
    ["src/app/to-mcp.ts", "../mcp/tools.ts", "app-imports-only"],
    ["src/app/to-protocol.ts", "@modelcontextprotocol/server", "mcp-protocol-only-in-mcp"],
    ["src/app/wire/to-app.ts", "../open-project.ts", "wire-types-need-only-core"],
    ["src/app/wire/to-code.ts", "../../core/shared/json.ts", "wire-types-are-types-alone"],
    ["src/app/to-test.ts", "./x.test.ts", "nothing-shipped-imports-tests"],
    ["src/app/to-nowhere.ts", "./nowhere.ts", "resolvable"],
    ["src/app/circle-back.ts", "./circle.ts", "no-circles"],
  ] as const;
  const files = planted.map(([file, target]) => [file, importing(target)] as const);
  const house = houseWith({
    ...Object.fromEntries(files),
    "src/app/x.test.ts": "export const x = 0;\n",
    "src/app/circle.ts": importing("./circle-back.ts"),
    "src/core/shared/nothing.ts": "export const nothing = 0;\n",
  });
  const { ok, said } = layers(house);
  expect(ok).toBe(false);
  for (const [file, , rule] of planted) {
    expect(said).toMatch(new RegExp(`error ${rule}[^:]*: ${file}`));
  }
  expect(said).toContain("no-orphans: src/core/shared/nothing.ts");
});

it("what only a machine has does not compile in the core", () => {
  const impure = [
    "process.pid",
    "fetch('')",
    "setTimeout",
    "console.log",
    "new AbortController()",
    "Buffer.from('')",
  ];
  const lines = impure.map((expression, n) => `export const x${n}: unknown = ${expression};\n`);
  const { ok, said } = pureTypes(
    houseWith({ "src/core/shared/planted.ts": lines.join("") }),
    "src/core/shared/planted.ts",
  );
  expect(ok).toBe(false);
  const refusedLines = [...said.matchAll(/^src\/core\/shared\/planted\.ts\((\d+),/gm)].map((match) =>
    Number(match[1]),
  );
  expect(refusedLines).toEqual(impure.map((_, n) => n + 1));
});

it.each([
  "Date.now()",
  "new Date()",
  "Math.random()",
  'Math["random"]()',
  "globalThis.Date.now()",
  "Intl.DateTimeFormat().format()",
  "Reflect.construct(Object, [])",
])("%s is refused in a pure room, and only there", (expression) => {
  const text = `export const it = (): unknown => ${expression};\n`;
  const house = houseWith({
    "src/core/shared/planted.ts": text,
    "src/adapters/planted.ts": text,
    "src/engine/planted.test.ts": text,
  });
  const refused = style(house, "src/core/shared/planted.ts");
  expect(refused.ok).toBe(false);
  expect(refused.said).toMatch(/in the pure rooms|The pure rooms know/);
  expect(style(house, "src/adapters/planted.ts").ok).toBe(true);
  expect(style(house, "src/engine/planted.test.ts").ok).toBe(true);
});
