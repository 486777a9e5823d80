// docs/screens.md is made by this test from the program itself: `npm run docs -- --screens` writes it, and without that it
// is compared. Times, ids and hashes differ from run to run.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentOf, newWorld, type World } from "./world.ts";

const PAGE = "docs/screens.md";
const WIDTHS = [80, 140] as const;
const AGENTS = ["--engineer", "player:engineer.yaml", "--reviewer", "player:reviewer.yaml"];

const FOLDER = mkdtempSync(join(tmpdir(), "parley-test-"));

/** By name and width. */
const screens = new Map<string, string>();

/** What a person says to each kind of question of the demo. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  blocked: ["defer", "--rationale", "The accountants are asked."],
  conflict: ["b", "--rationale", "A parcel that never leaves is cheaper than one that comes back."],
  ending: ["accept"],
  gate: [
    ...["acknowledge", "--phrase", "I acknowledge"],
    ...["--rationale", "Orders are checked by hand until then."],
  ],
};

type Asked = readonly { readonly id: string; readonly kind: string }[];

async function shownBy(world: World, columns: number, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await world.run(args, { columns, cwd: world.project });
  const text = `${stderr}${stdout}`
    .replaceAll(world.root, "~")
    .replaceAll(userInfo().username, "ada")
    .replaceAll(/^\[[^\]\n]+\] /gm, "")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "2026-01-12T14:30:20Z")
    .replaceAll(/\b[0-9a-f]{8}\b/g, "c73a65b8")
    .replaceAll(/\b\d+(?:\.\d)? s\b/g, "1 s");
  return `$ parley ${args.map(shownWord).join(" ")}\n${text.trimEnd()}`;
}

function shownWord(word: string): string {
  return /^[\w:./=-]+$/.test(word) ? word : `"${word}"`;
}

async function playAt(columns: number): Promise<void> {
  const keep = (name: string, text: string): void => void screens.set(`${name}-${columns}`, text);
  const world = newWorld(mkdtempSync(join(FOLDER, "world-")));
  for (const name of ["checkout.md", "engineer.yaml", "reviewer.yaml"])
    cpSync(resolve("examples/demo", name), join(world.project, name));
  world.write(world.projectConfig, readFileSync("examples/demo/config.yaml"));
  keep("lint", await shownBy(world, columns, "lint", "checkout.md"));
  keep("run", await shownBy(world, columns, "refine", "checkout.md", ...AGENTS));
  for (let asked = await openQuestions(world); asked.length > 0; asked = await openQuestions(world)) {
    const [{ id, kind } = { id: "", kind: "" }] = asked;
    if (!screens.has(`question-${kind}-${columns}`))
      keep(`question-${kind}`, await shownBy(world, columns, "inbox"));
    await world.run(["answer", id, ...(ANSWERS[kind] ?? [])], { columns });
    const further = await shownBy(world, columns, "resume");
    if (kind === "blocked" || kind === "gate") keep(`after-${kind}`, further);
    if (kind === "conflict") keep("status", await shownBy(world, columns, "status"));
  }
  await world.run(["plan", "--yes"]);
  keep("board", await shownBy(world, columns, "board"));
}

async function openQuestions(world: World): Promise<Asked> {
  return documentOf(await world.run(["inbox", "--json"])) as Asked;
}

const MARK = /<!-- screen: (\S+) -->\n\n```text\n[\s\S]*?```\n/g;

function withScreens(page: string): string {
  return page.replaceAll(MARK, (_, name: string) => {
    const screen = screens.get(name);
    if (screen === undefined)
      throw new Error(`there is no screen ${name}: ${[...screens.keys()].join(", ")}`);
    return `<!-- screen: ${name} -->\n\n\`\`\`text\n${screen}\n\`\`\`\n`;
  });
}

beforeAll(async () => {
  for (const width of WIDTHS) await playAt(width);
});

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

test("docs/screens.md shows what the program shows", () => {
  const page = readFileSync(PAGE, "utf8");
  const made = withScreens(page);
  if (process.env.PARLEY_SCREENS !== undefined) writeFileSync(PAGE, made);
  else expect(page).toBe(made);
});

test("no line of any screen is wider than its terminal, and no internal name shows", () => {
  for (const [name, screen] of screens) {
    const width = Number(name.split("-").at(-1));
    const [, ...lines] = screen.split("\n");
    expect(
      // A command to be typed is not broken.
      lines.filter((line) => line.length > width && !line.startsWith("    parley ")),
      name,
    ).toEqual([]);
    expect(screen).not.toMatch(/\/engineer\/-\/|\/reviewer\/-\//);
  }
});
