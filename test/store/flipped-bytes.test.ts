import { expect, it } from "vitest";
import { expectAllFound, flipBytes, playedWorld } from "../support/flipping.ts";

it("a flipped byte at 60 places: each one in commands, events and blobs is found, the others are found or harmless", async () => {
  const flipped = await flipBytes(await playedWorld(), 60, 1);
  expect(flipped).toHaveLength(60);
  expectAllFound(flipped);
});
