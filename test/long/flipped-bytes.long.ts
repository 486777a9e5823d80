import { expect, it } from "vitest";
import { LOG_TABLES } from "../support/flipped-bytes.ts";
import { expectAllFound, type Flipped, flipBytes, playedWorld } from "../support/flipping.ts";

it("a flipped byte at 500 places: each one in commands, events and blobs is found, the others are found or harmless", async () => {
  const flipped = await flipBytes(await playedWorld(), 500, 2);
  expect(flipped).toHaveLength(500);
  const count = (wanted: (one: Flipped) => boolean): number => flipped.filter(wanted).length;
  process.stdout.write(
    `in the log ${count(({ place }) => LOG_TABLES.has(place.table) && place.isUsed)}, ` +
      `found ${count(({ fate }) => fate === "found")}, harmless ${count(({ fate }) => fate === "harmless")}\n`,
  );
  expectAllFound(flipped);
}, 600_000);
