import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { detectCommands } from "./detect-commands.ts";

function folderWith(files: { readonly [path: string]: string }): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const PACKAGE = JSON.stringify({
  scripts: { build: "tsc", test: "vitest run" },
  devDependencies: { vitest: "4" },
});
const NEW_PACKAGE = JSON.stringify({ scripts: { test: 'echo "Error: no test specified" && exit 1' } });

test.each<[string, { readonly [path: string]: string }, readonly (string | null)[], readonly string[]]>([
  ["nothing", {}, [null, null, null], []],
  [
    "npm",
    { "package.json": PACKAGE, "package-lock.json": "{}" },
    ["npm ci", "npm run build", "npm test"],
    ["package.json and package-lock.json"],
  ],
  [
    "npm without a lock",
    { "package.json": PACKAGE },
    ["npm install --no-package-lock", "npm run build", "npm test"],
    ["package.json"],
  ],
  [
    "pnpm",
    { "package.json": PACKAGE, "pnpm-lock.yaml": "" },
    ["pnpm install --frozen-lockfile", "pnpm run build", "pnpm test"],
    ["package.json and pnpm-lock.yaml"],
  ],
  [
    "yarn",
    { "package.json": PACKAGE, "yarn.lock": "" },
    ["yarn install --frozen-lockfile", "yarn run build", "yarn test"],
    ["package.json and yarn.lock"],
  ],
  [
    "a newer yarn",
    { "package.json": PACKAGE, "yarn.lock": "", ".yarnrc.yml": "a: 1\n" },
    ["yarn install --immutable", "yarn run build", "yarn test"],
    ["package.json and yarn.lock"],
  ],
  ["no tests yet", { "package.json": NEW_PACKAGE }, [null, null, null], []],
  ["no JSON", { "package.json": "{" }, [null, null, null], []],
  ["cargo", { "Cargo.toml": "[package]\n" }, [null, "cargo build", "cargo test"], ["Cargo.toml"]],
  ["go", { "go.mod": "module x\n" }, [null, "go build ./...", "go test -v ./..."], ["go.mod"]],
  [
    "pytest",
    { "pyproject.toml": "[tool.pytest.ini_options]\n" },
    [null, null, "python3 -m pytest"],
    ["pyproject.toml"],
  ],
  [
    "uv",
    { "pyproject.toml": 'dependencies = ["pytest"]\n', "uv.lock": "" },
    ["uv sync", null, "uv run python -m pytest"],
    ["pyproject.toml and uv.lock"],
  ],
  [
    "unittest",
    { "setup.py": "", "tests/__init__.py": "" },
    [null, null, "python3 -m unittest discover"],
    ["setup.py"],
  ],
  ["make", { Makefile: "build: x\ntest :\n\techo\n" }, [null, "make build", "make test"], ["Makefile"]],
  ["make without targets of these names", { Makefile: "test := 1\nbuilds:\n" }, [null, null, null], []],
  [
    "several",
    { "package.json": NEW_PACKAGE, "package-lock.json": "{}", Makefile: "check:\n" },
    ["npm ci", null, "make check"],
    ["package.json and package-lock.json", "Makefile"],
  ],
])("given %s", async (_, files, [setup, build, test], because) => {
  expect(await detectCommands(folderWith(files))).toEqual({ setup, build, test, because });
});

test("given a file that is reached through a link, it counts for nothing", async () => {
  const folder = temporaryFolder();
  symlinkSync(join(folderWith({ "package.json": PACKAGE }), "package.json"), join(folder, "package.json"));
  expect(await detectCommands(folder)).toMatchObject({ test: null });
});
