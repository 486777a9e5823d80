// A session is named by an argument wherever there is an option for it, and both mean the same.
import { expect, test } from "vitest";
import { copyCheckout, endedCheckout, waitingCheckout } from "./checkout-world.ts";
import { documentOf, errorOf, newWorld } from "./world.ts";

interface HelpEntry {
  readonly name: string;
  readonly commands?: readonly HelpEntry[];
  readonly arguments?: readonly { readonly name: string; readonly many: boolean }[];
  readonly options?: readonly { readonly flag: string }[];
}

function leavesOf(entries: readonly HelpEntry[]): readonly HelpEntry[] {
  return entries.flatMap((entry) => (entry.commands === undefined ? [entry] : leavesOf(entry.commands)));
}

test("every command with --session takes SESSION as its last argument, unless that one takes many words", async () => {
  const help = documentOf(await newWorld().run(["--help", "--json"])) as {
    readonly commands: readonly HelpEntry[];
  };
  const withOption = leavesOf(help.commands).filter(({ options }) =>
    options?.some(({ flag }) => flag === "--session"),
  );
  const without = withOption.filter((entry) => entry.arguments?.at(-1)?.name !== "SESSION");
  expect(withOption.length).toBeGreaterThan(20);
  expect(without.filter((entry) => entry.arguments?.at(-1)?.many !== true)).toEqual([]);
  expect(without.map(({ name }) => name)).toEqual(["gap block", "gap split"]);
});

test.each([
  [["gap", "list"]],
  [["gap", "show", "GAP-TODO-001"]],
  [["conflicts", "list"]],
  [["decisions", "list"]],
  [["show", "round", "1"]],
  [["inbox"]],
  [["history"]],
])("%j", async (words) => {
  const world = await waitingCheckout();
  const byArgument = await world.run([...words, "checkout", "--json"]);
  const byOption = await world.run([...words, "--session", "checkout", "--json"]);
  expect(byArgument).toEqual(byOption);
  expect([0, 7]).toContain(byArgument.code);
  const both = await world.run([...words, "checkout", "--session", "other", "--json"]);
  expect([both.code, errorOf(both).code]).toEqual([2, "several-sessions"]);
});

test("status without a name shows the newest, rather one under way", async () => {
  const world = await endedCheckout();
  const refine = async (name: string) => {
    copyCheckout(world, `${name}.md`);
    const [engineer, reviewer] = ["player:players/engineer.yaml", "player:players/reviewer.yaml"];
    return await world.run(["refine", `${name}.md`, "--engineer", engineer, "--reviewer", reviewer]);
  };
  const newest = async () =>
    (documentOf(await world.run(["status", "--json"])) as { session: string }).session;
  expect((await refine("second")).code).toBe(7);
  expect(await newest()).toBe("second");
  expect((await refine("third")).code).toBe(7);
  expect(await newest()).toBe("third");
  await world.run(["abandon", "third", "--yes"]);
  expect(await newest()).toBe("second");
  await world.run(["abandon", "second", "--yes"]);
  expect(await newest()).toBe("checkout");
});
