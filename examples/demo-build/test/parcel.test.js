import { test } from "node:test";

test("the library loads", async () => {
  await import("../src/parcel.js");
});
