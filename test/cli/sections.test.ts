// The commands about sections, with the real program.
import { expect, test } from "vitest";
import { documentOf, type Ended, newProject, type World } from "./world.ts";

const words = ({ stdout, stderr }: Ended): string => `${stdout}${stderr}`.replaceAll(/\s+/g, " ");

async function json(world: World, args: readonly string[]): Promise<unknown> {
  const ended = await world.run([...args, "--json"]);
  expect(ended.code).toBe(0);
  return documentOf(ended);
}

async function names(world: World): Promise<readonly string[]> {
  return ((await json(world, ["sections", "list"])) as { name: string }[]).map(({ name }) => name);
}

async function three(): Promise<World> {
  const world = await newProject();
  for (const name of ["Accounts", "Payment", "Receipts"]) await world.run(["sections", "add", name]);
  return world;
}

test("sections are added, renamed, moved, skipped and, where they are empty, removed", async () => {
  const world = await three();
  expect(await names(world)).toEqual(["Accounts", "Payment", "Receipts"]);
  const [first] = (await json(world, ["sections", "list"])) as { id: string }[];
  expect(await json(world, ["sections", "rename", "payment", "Check out"])).toMatchObject({
    name: "Check out",
  });
  await json(world, ["sections", "move", "receipts", "--first"]);
  await json(world, ["sections", "move", first?.id.slice(0, 8) ?? "", "--after", "check out"]);
  expect(await names(world)).toEqual(["Receipts", "Check out", "Accounts"]);
  await json(world, ["sections", "move", "accounts", "--before", "receipts"]);
  await json(world, ["sections", "move", "receipts", "--last"]);
  expect(await names(world)).toEqual(["Accounts", "Check out", "Receipts"]);
  expect(await json(world, ["sections", "skip", "receipts"])).toMatchObject({ skipped: true });
  await world.run(["tasks", "add", "Print", "--section", "receipts"]);
  const [task] = (await json(world, ["tasks", "list"])) as { id: string }[];
  expect(await json(world, ["tasks", "show", task?.id ?? ""])).toMatchObject({
    passedOver: true,
    skipped: false,
  });
  expect(words(await world.run(["board"]))).toContain("next nothing");
  expect(await json(world, ["sections", "skip", "receipts", "--off"])).toMatchObject({ skipped: false });
  expect(words(await world.run(["sections", "list"]))).toContain("Receipts 0/1");
  await json(world, ["sections", "remove", "accounts"]);
  expect(await names(world)).toEqual(["Check out", "Receipts"]);
});

test("given a section that is renamed, then an export says which heading it changed", async () => {
  const world = await newProject();
  await world.run(["sections", "add", "Payment"]);
  await world.run(["tasks", "add", "Pay", "--section", "Payment"]);
  await world.run(["tasks", "export", "TODO.md"]);
  await json(world, ["sections", "rename", "payment", "Check out"]);
  const told = words(await world.run(["tasks", "export", "TODO.md"]));
  expect(told).toContain('TODO.md:1 the heading "Payment" is "Check out" now, as on the board');
  expect(told).not.toContain("left alone");
});

test.each<[string, readonly string[], number, string]>([
  ["a taken name", ["sections", "add", "payment"], 5, 'there is a section "Payment" already'],
  ["a blank name", ["sections", "add", ""], 2, "the name of a section is one line"],
  ["an unknown one", ["sections", "rename", "Paymnet", "x"], 4, 'did you mean "Payment"?'],
  ["no place", ["sections", "move", "Payment"], 2, "say one place"],
  ["two places", ["sections", "move", "Payment", "--first", "--last"], 2, "say one place"],
  ["one that has tasks", ["sections", "remove", "Accounts"], 5, "has 1 task"],
])("what cannot be: %s", async (_, args, code, said) => {
  const world = await three();
  await world.run(["tasks", "add", "Sign up", "--section", "Accounts"]);
  const ended = await world.run(args);
  expect([ended.code, words(ended)]).toEqual([code, expect.stringContaining(said)]);
  expect(await names(world)).toEqual(["Accounts", "Payment", "Receipts"]);
});
