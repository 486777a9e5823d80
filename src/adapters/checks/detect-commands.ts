// What a folder seems to be built and tested with, by the files that the tools themselves read.
import { CHECK_STEPS, type CheckStep } from "../../core/build/work-facts.ts";
import type { DetectedCommands } from "../../engine/build-ports.ts";
import { readInside } from "../shared/read-inside.ts";

type FoundCommands = { readonly [step in CheckStep]?: string } & { readonly because: string };
/** The text of a file that is there. */
type Reader = (path: string) => Promise<string | null>;

const TEXT_BYTES_MAX = 1024 * 1024;

/** The first that names a step has it. */
export async function detectCommands(folder: string): Promise<DetectedCommands> {
  const read: Reader = async (path) => {
    const file = await readInside({ root: folder, path, bytesMax: TEXT_BYTES_MAX });
    return file.at === "bytes" ? new TextDecoder().decode(file.bytes) : null;
  };
  const found: FoundCommands[] = [];
  for (const detect of [byPackageJson, byCargo, byGo, byPython, byMakefile]) {
    const commands = await detect(read);
    if (commands !== null) found.push(commands);
  }
  const first = (step: CheckStep): FoundCommands | undefined => found.find((one) => one[step] !== undefined);
  const used = new Set(CHECK_STEPS.map(first).filter((one) => one !== undefined));
  return {
    setup: first("setup")?.setup ?? null,
    build: first("build")?.build ?? null,
    test: first("test")?.test ?? null,
    because: [...used].map(({ because }) => because),
  };
}

/** The first of the files that is there. */
async function firstOf(read: Reader, paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if ((await read(path)) !== null) return path;
  return null;
}

const LOCK_FILES: { readonly [file: string]: readonly [program: string, setup: string] } = {
  "pnpm-lock.yaml": ["pnpm", "pnpm install --frozen-lockfile"],
  "yarn.lock": ["yarn", "yarn install --frozen-lockfile"],
  "package-lock.json": ["npm", "npm ci"],
  "npm-shrinkwrap.json": ["npm", "npm ci"],
};

/** What `npm init` writes where there are no tests. */
const NO_TESTS = "no test specified";

async function byPackageJson(read: Reader): Promise<FoundCommands | null> {
  const manifest = recordIn(await read("package.json"));
  if (manifest === null) return null;
  const lock = await firstOf(read, Object.keys(LOCK_FILES));
  const needs = ["dependencies", "devDependencies"].some(
    (name) => Object.keys(recordOf(manifest[name])).length > 0,
  );
  const [program, locked] = (lock === null ? undefined : LOCK_FILES[lock]) ?? ["npm", null];
  const setup = locked ?? (needs ? "npm install --no-package-lock" : null);
  const scripts = recordOf(manifest.scripts);
  const test = typeof scripts.test === "string" && !scripts.test.includes(NO_TESTS);
  return {
    ...(setup === null
      ? {}
      : {
          setup:
            program === "yarn" && (await read(".yarnrc.yml")) !== null ? "yarn install --immutable" : setup,
        }),
    ...(typeof scripts.build === "string" ? { build: `${program} run build` } : {}),
    ...(test ? { test: `${program} test` } : {}),
    because: lock === null ? "package.json" : `package.json and ${lock}`,
  };
}

function recordIn(json: string | null): Readonly<Record<string, unknown>> | null {
  try {
    return json === null ? null : recordOf(JSON.parse(json));
  } catch {
    return null;
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

async function byCargo(read: Reader): Promise<FoundCommands | null> {
  const isCrate = (await read("Cargo.toml")) !== null;
  return isCrate ? { build: "cargo build", test: "cargo test", because: "Cargo.toml" } : null;
}

async function byGo(read: Reader): Promise<FoundCommands | null> {
  const isModule = (await read("go.mod")) !== null;
  // Without -v it does not say how many tests ran.
  return isModule ? { build: "go build ./...", test: "go test -v ./...", because: "go.mod" } : null;
}

const PYTEST_FILES = ["pytest.ini", "conftest.py", "tests/conftest.py", "test/conftest.py"];
const PYTHON_FILES = [
  "pyproject.toml",
  "setup.cfg",
  "tox.ini",
  "setup.py",
  "requirements.txt",
  "requirements-dev.txt",
];
const PYTHON_LOCKS: { readonly [file: string]: readonly [setup: string, prefix: string] } = {
  "uv.lock": ["uv sync", "uv run "],
  "poetry.lock": ["poetry install", "poetry run "],
};

/** Its tools have no one way to say what the tests are; without a lock file, what they need is there or is not. */
async function byPython(read: Reader): Promise<FoundCommands | null> {
  const config = await firstOf(read, [...PYTHON_FILES, ...PYTEST_FILES]);
  if (config === null) return null;
  const texts = await Promise.all(PYTHON_FILES.map(read));
  const named = texts.some((text) => text !== null && /\bpytest\b/.test(text));
  const usesPytest = named || (await firstOf(read, PYTEST_FILES)) !== null;
  const lock = await firstOf(read, Object.keys(PYTHON_LOCKS));
  const [setup, prefix] = (lock === null ? undefined : PYTHON_LOCKS[lock]) ?? [null, ""];
  const isPackage = (await firstOf(read, ["tests/__init__.py", "test/__init__.py"])) !== null;
  const test = usesPytest ? "-m pytest" : isPackage ? "-m unittest discover" : null;
  return {
    ...(setup === null ? {} : { setup }),
    ...(test === null ? {} : { test: `${prefix}${prefix === "" ? "python3" : "python"} ${test}` }),
    because: lock === null ? config : `${config} and ${lock}`,
  };
}

const TARGET = /^([a-z]{1,20}) ?:(?![=:])/gm;

/** A target of its own, as somebody would type it. */
async function byMakefile(read: Reader): Promise<FoundCommands | null> {
  const name = await firstOf(read, ["GNUmakefile", "makefile", "Makefile"]);
  if (name === null) return null;
  const targets = new Set([...((await read(name)) ?? "").matchAll(TARGET)].map(([, target]) => target));
  const test = ["test", "check"].find((target) => targets.has(target));
  return {
    ...(targets.has("build") ? { build: "make build" } : {}),
    ...(test === undefined ? {} : { test: `make ${test}` }),
    because: name,
  };
}
