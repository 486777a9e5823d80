// An answer is looked for in what would enter the specification: words around a text that stays as it was answer nothing.
import { expect, it } from "vitest";
import { detectInReview } from "../../src/document/detect/detect-in-review.ts";
import { disagreeBlock } from "../support/disagreement-texts.ts";
import { objection, resolution } from "../support/session-world.ts";

const GAP = "GAP-FLOW-001";
const ISSUE = "ISSUE-R1-001";
const review = objection(GAP, { severity: "CRITICAL" });
const before = resolution([GAP]);

function found(added: string, after = before) {
  const [finding] = detectInReview({ review, before, after: `${after}\n${added}\n` }).findings;
  return finding;
}

it.each([
  ["refuses it by its id", `We will not do ${ISSUE}: name a limit. Nonsense.`],
  ["refuses it in its words", "We refuse to name a limit on retries."],
  ["repeats it", `The reviewer wrote in ${ISSUE} that we should name a limit.`],
  ["leaves it to somebody", "Someone should name a limit on retries later."],
  ["argues in a fence", `~~~\n${disagreeBlock({ issue: ISSUE })}\n~~~`],
])("given a document that %s, and the same text, then it is flagged", (_, added) => {
  expect(found(added)).toMatchObject({ issueId: ISSUE, heuristics: expect.arrayContaining(["H4"]) });
  expect(found(added)?.label).not.toContain("ADDRESSED");
});

const ROW = `### Responses\n\n| Issue | Status | Where |\n|---|---|---|\n| ${ISSUE} | ADDRESSED | limit of three |`;

it("given a row that claims to meet it, and the same text, then the place is called unchanged, and nothing dismissed", () => {
  expect(found(ROW)).toMatchObject({ label: "IGNORED", heuristics: ["H4"] });
});

it("given the same row, and another text that meets it, then it is answered", () => {
  const after = before.replace(
    "The caller retries three times, one second apart",
    "The number of retries has a limit: after three retries the caller gives up for good, one second apart",
  );
  expect(after).not.toBe(before);
  expect(found(ROW, after)).toMatchObject({ label: "ADDRESSED_WITH_ID", heuristics: [] });
});
