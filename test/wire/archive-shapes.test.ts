import { expect, test } from "vitest";
import { archivedWorld, settleCold, undo } from "../cli/archive-world.ts";
import { documentOf } from "../cli/world.ts";

test("archives", async () => {
  const world = await archivedWorld();
  await settleCold(world, { session: "checkout", daysAgo: 31 });
  await undo(world, "checkout", 13);
  const lines: readonly (readonly string[])[] = [
    ["list"],
    ["show", "round_013_rolled_back_1"],
    ["show", "round_099_rolled_back_1"],
    ["restore", "round_013_rolled_back_1", "--to", "out"],
    ["restore", "round_013_rolled_back_1", "--to", "out"],
    ["keep", "round_013_rolled_back_1"],
    ["purge", "--dry-run"],
    ["purge"],
  ];
  for (const line of lines) {
    const { code, ...ended } = await world.run(["archive", ...line, "--json"]);
    const text = JSON.stringify(documentOf({ code, ...ended }))
      .replaceAll(world.root, "<world>")
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")
      // Those of archives hang on the library that compresses.
      .replaceAll(/"bytes":\d{3,}/g, '"bytes":"<bytes>"')
      .replaceAll(/\d{4}-\d\d-\d\d_checkout/g, "<day>_checkout");
    expect({ code, document: JSON.parse(text) }).toMatchSnapshot(line.join(" "));
  }
});
