// `dispute.md` where it cannot be written: what was recorded stays recorded, and everybody hears why.
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { trustSettings } from "../support/trust-settings.ts";
import { daysAgo, projectWith } from "./dispute-world.ts";
import { documentOf, type Ended, type World } from "./world.ts";

const NOBODY = 65_534;
const position = ["--reason", "scope_disagreement", "--position", "Not asked for."];
const words = ({ stderr }: Ended): string => stderr.replaceAll(/\s+/g, " ");
const file = (world: World): string => join(world.project, "dispute.md");
const inReview = () => projectWith((board) => ({ task: board.inReview("Fix login bug") }));

interface Row {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly fix?: string;
}

async function doctorRow(world: World, uid?: number): Promise<Row | undefined> {
  const words = ["doctor", "--json"];
  const ended = await (uid === undefined ? world.run(words) : world.start(words, { uid }));
  const rows = documentOf(ended) as readonly Row[];
  return rows.find(({ check }) => check === "dispute.md");
}

async function disputeCount(world: World): Promise<number> {
  return (documentOf(await world.run(["dispute", "list", "--json"])) as readonly unknown[]).length;
}

test("a folder in its place: the dispute is there once, and the next change after that writes it", async () => {
  const { world, task } = await inReview();
  mkdirSync(file(world));
  world.write(world.projectConfig, "hooks:\n  - { on: dispute.opened, run: touch heard }\n");
  trustSettings(world);
  const ended = await world.run(["dispute", "create", task, ...position]);
  expect([ended.code, words(ended)]).toEqual([
    0,
    expect.stringMatching(/dispute\.md could not be written: it is a folder/),
  ]);
  expect(ended.stdout).toContain("is open");
  expect(existsSync(join(world.project, "heard"))).toBe(true);
  expect(await disputeCount(world)).toBe(1);
  for (const line of [
    ["tasks", "add", "Another"],
    ["sections", "add", "Login"],
    ["tasks", "update", task, "--title", "Log in"],
  ]) {
    const later = await world.run([...line, "--json"]);
    expect([later.code, words(later)], line.join(" ")).toEqual([
      0,
      expect.stringContaining("dispute.md could not be written"),
    ]);
    documentOf(later);
  }
  expect(await doctorRow(world)).toMatchObject({
    status: "warn",
    detail: expect.stringContaining(file(world)),
    fix: expect.stringContaining("take it away"),
  });
  rmdirSync(file(world));
  expect(await world.run(["tasks", "add", "One more"])).toMatchObject({ code: 0, stderr: "" });
  expect(world.read(file(world))).toContain("Log in");
  expect(await doctorRow(world)).toBeUndefined();
});

test.skipIf(process.getuid?.() !== 0)("a folder that takes no file: exit 0, and why", async () => {
  const { world, task } = await inReview();
  const own = (place: string): void => {
    chownSync(place, NOBODY, NOBODY);
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      if (entry.isDirectory()) own(join(place, entry.name));
      else chownSync(join(place, entry.name), NOBODY, NOBODY);
    }
  };
  chmodSync(world.root, 0o755);
  own(world.root);
  chmodSync(world.project, 0o555);
  const ended = await world.run(["dispute", "create", task, ...position], { uid: NOBODY });
  expect([ended.code, words(ended)]).toEqual([
    0,
    expect.stringContaining("dispute.md could not be written: permission denied"),
  ]);
  expect(await doctorRow(world, NOBODY)).toMatchObject({
    status: "warn",
    detail: expect.stringContaining("permission denied"),
    fix: expect.stringContaining(world.project),
  });
});

test("doctor tells a view that is behind, gone or edited, and is silent about a level one", async () => {
  const { world, old } = await projectWith((board) => ({
    old: board.dispute(board.inReview("Fix login bug"), { hours: daysAgo(1) }),
  }));
  // Nobody has written it yet: the past of this project was made without the program.
  expect(await doctorRow(world)).toMatchObject({
    status: "warn",
    detail: expect.stringContaining("does not show"),
    fix: expect.stringContaining("next change"),
  });
  await world.run(["dispute", "position", old, "--as", "coder", "--position", "It is done."]);
  expect(await doctorRow(world)).toBeUndefined();
  world.write(file(world), "mine\n");
  expect(await doctorRow(world)).toMatchObject({
    status: "warn",
    detail: expect.stringContaining("edited"),
    fix: expect.stringContaining("dispute.md.edited"),
  });
  rmSync(file(world));
  expect(await doctorRow(world)).toMatchObject({ detail: expect.stringContaining("not there") });
});
