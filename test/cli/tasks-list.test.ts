// The list of tasks as a person reads it.
import { expect, test } from "vitest";
import { type Ended, newProject, type World } from "./world.ts";

const words = ({ stdout, stderr }: Ended): string => `${stdout}${stderr}`.replaceAll(/\s+/g, " ");
const list = async (world: World, ...more: string[]): Promise<string> =>
  words(await world.run(["tasks", "list", ...more]));

test("given no task yet, then it says so and how to add one", async () => {
  const world = await newProject();
  for (const more of [[], ["--status", "all"], ["--status", "review"]]) {
    const said = await list(world, ...more);
    expect(said).toContain("There is no task yet.");
    expect(said).toContain("parley tasks add");
    expect(said).toContain("parley tasks import");
  }
});

test("given tasks, of which none matches, then it says which filter left them out", async () => {
  const world = await newProject();
  await world.run(["sections", "add", "Payment"]);
  const { stdout } = await world.run(["tasks", "add", "Log in", "-q"]);
  expect(await list(world, "--status", "review")).toContain("No task matches --status review.");
  expect(await list(world, "--section", "payment")).toContain("No task matches --section payment.");
  expect(await list(world, "--status", "[o]", "--section", "Payment")).toContain(
    "No task matches --status [o] --section Payment.",
  );
  await world.run(["tasks", "update", stdout.trim(), "--status", "completed"]);
  const completed = await list(world);
  expect(completed).toContain("Every task is completed.");
  expect(completed).toContain("parley tasks list --status all");
});

test("a section that is skipped is marked", async () => {
  const world = await newProject();
  await world.run(["sections", "add", "Payment"]);
  await world.run(["sections", "add", "Login"]);
  await world.run(["tasks", "add", "Pay", "--section", "Payment"]);
  await world.run(["tasks", "add", "Log in", "--section", "Login"]);
  await world.run(["sections", "skip", "Payment"]);
  const { stdout } = await world.run(["tasks", "list"]);
  expect(stdout).toMatch(/^Payment {2}skipped$/m);
  expect(stdout).toMatch(/^Login$/m);
});
