import { expect, test } from "vitest";
import { processIdsIn } from "./process-ids.ts";

test.each<[string, string, readonly string[]]>([
  ["words", "As GAP-FLOW-007 and ISSUE-R2-001 say.", ["GAP-FLOW-007", "ISSUE-R2-001"]],
  ["inline code", "As `GAP-FLOW-007` says.", []],
  ["a fence", "```\nGAP-FLOW-007\n```\nDECISION-R1-001", ["DECISION-R1-001"]],
  [
    "a fence with shorter ones inside",
    "`````text\n```\n````\nGAP-FLOW-007\n`````\nGAP-FLOW-008",
    ["GAP-FLOW-008"],
  ],
  ["a fence in a list", "- so:\n\n  ```\n  GAP-FLOW-007\n  ```\n", []],
  ["a fence that is left open", "```\nGAP-FLOW-007", []],
])("ids of the process outside of code: %s", (_, text, ids) => {
  expect(processIdsIn(text)).toEqual(ids);
});
