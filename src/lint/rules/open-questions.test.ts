import { expect, it } from "vitest";
import { quotes } from "../../../test/support/lint-quotes.ts";

it.each([
  ["## Open questions\n\n- A?\n- B", ["A?", "B"]],
  ["## 7. Open Issues\n\n1. **Who?** The owner.", ["Who?** The owner."]],
  ["## Unresolved\n\n### Storage\n\n- A?", ["A?"]],
  ["## Open questions\n\nDoes it scale?\n\nWe think about it.", ["Does it scale?"]],
  ["**Open questions:**\n\n- A?\n\nText.\n\n- b", ["A?"]],
  [
    "## Open questions\n\n| # | Question | Status |\n|---|---|---|\n| 1 | A? | open |\n| 2 | B? | decided |",
    ["A?"],
  ],
  ["## Open questions\n\n- [ ] A?\n- [x] B?\n- ~~C?~~", ["[ ] A?"]],
  ["## Open questions\n\n- A?\n  - Answer: no.\n- B? Resolved: yes.", []],
  ["## Open questions\n\n- None.\n", []],
  ["## Open questions\n\nNone at present.", []],
  ["## Resolved open questions\n\n- A?", []],
  ["## Open questions, answered\n\n- A?", []],
  ["## Opening hours\n\n- Nine to five", []],
  ["## Open questions\n\n> - quoted?\n\n```\n- code?\n```", []],
])("open questions of %j", (text, found) => {
  expect(quotes("open-question", text)).toEqual(found);
});
