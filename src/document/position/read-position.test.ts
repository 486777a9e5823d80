import { expect, it } from "vitest";
import { readPosition } from "./read-position.ts";

it("is what stands after its label, and nothing of what is quoted elsewhere", () => {
  const text = "# Position\n\n> Position: theirs\n\n**Position:** The limit is inclusive.\n\n> up to 10 MB\n";
  expect(readPosition(text)).toEqual({
    at: "read",
    form: { position: "The limit is inclusive.\n\n> up to 10 MB" },
  });
  expect(readPosition("## Position\n\nThe limit is inclusive.")).toMatchObject({
    form: { position: "The limit is inclusive." },
  });
});

it.each([
  ["none", "The limit is inclusive.", "missing-field"],
  ["one that says nothing", "Position: None.", "missing-field"],
  ["two", "Position: x\n\nPosition: y", "repeated"],
  ["one in code", "`Position: x`", "missing-field"],
  ["a long one", `Position: ${"x".repeat(4_001)}`, "too-long"],
])("is refused with %s", (_, text, code) => {
  const reading = readPosition(text);
  expect(reading.at === "refused" && reading.faults.map((fault) => fault.code)).toEqual([code]);
});
