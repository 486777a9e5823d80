// What programs read of rounds that are undone, pinned.
import { expect, test } from "vitest";
import { waitingCheckout } from "../cli/checkout-world.ts";
import { documentOf, type World } from "../cli/world.ts";

async function pinned(world: World, args: readonly string[]) {
  const ended = await world.run([...args, "--json"]);
  const text = JSON.stringify(documentOf(ended))
    .replaceAll(world.root, "<world>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>");
  return { code: ended.code, document: JSON.parse(text) };
}

test("given a session whose last round is undone, then each document has its shape", async () => {
  const world = await waitingCheckout();
  await world.run(["answer", "Q1", "input", "--text", "Ten years, by law"]);
  for (const args of [
    ["rollback", "--targets"],
    ["rollback", "--ask-this-time"],
    ["rollback", "--auto-again"],
    ["rollback", "--mode", "INTERACTIVE", "--reason", "too abstract"],
    ["rollback"],
    ["answer", "Q2", "skip"],
    ["rollback", "--retry", "narrow", "--reason", "too abstract"],
    ["decisions", "recover", "--all"],
    ["rollback", "--to", "9"],
  ])
    expect(await pinned(world, args)).toMatchSnapshot(args.join(" "));
});
