import { expect, it } from "vitest";
import { readGuide } from "./read-guide.ts";

it("says what to do, and why", () => {
  expect(
    readGuide(
      "# Guidance\n\n**Guidance:** Check the size first.\n\n- then open\n\n**Why:** Both rejections are about it.",
    ),
  ).toEqual({
    at: "read",
    form: { guidance: "Check the size first.\n\n- then open", why: "Both rejections are about it." },
  });
});

it.each([
  ["no reason", "**Guidance:** x", ["missing-field"]],
  ["nothing", "Do it well.", ["missing-field", "missing-field"]],
  ["two ways", "Guidance: x\n\nGuidance: y\n\nWhy: z", ["repeated"]],
  ["a long one", `Guidance: ${"x".repeat(2_001)}\n\nWhy: z`, ["too-long"]],
])("is refused with %s", (_, text, codes) => {
  const reading = readGuide(text);
  expect(reading.at === "refused" && reading.faults.map((fault) => fault.code)).toEqual(codes);
});
