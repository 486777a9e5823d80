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
  ["## Open issues\n\n- Move it\n\n  https://example.org/issues/7\n- Keep it", ["Keep it"]],
  ["## Open questions / rough edges\n\n- The icon is accepted as it is.\n- Who pays?", ["Who pays?"]],
  ["## Open decisions\n\n### D1\n\n- One?\n\n#### Way A\n\n- Costs nothing", ["One?"]],
  ["## Open questions\n\n- May guests pay? No.\n- Who pays? Yes-men.\n", ["Who pays? Yes-men."]],
  ["## Open questions\n\nMay guests pay?\n\nA: they may.\n", []],
  ["## Edge Cases\n\n- What if it is offline?\n- What if it is full? It waits.", ["What if it is offline?"]],
  ["### Edge cases\n\n- What if it is full?\n  - It waits.\n- It is empty: nothing happens.", []],
  ["Text. OPEN QUESTION: may guests pay? Perhaps.", ["OPEN QUESTION: may guests pay?"]],
  ["- **Open question (fees)**: whether guests pay", ["Open question (fees)**: whether guests pay"]],
  ["- Open question: fuel. No.\n- It was left as an open question: who pays?", []],
  ["## Open questions\n\n- There are none.\n- No unresolved questions.\n", []],
  ["## Open questions\n\n- None.\n", []],
  ["## Open questions\n\nNone at present.", []],
  ["## Resolved open questions\n\n- A?", []],
  ["## Open questions, answered\n\n- A?", []],
  ["## Opening hours\n\n- Nine to five", []],
  ["## Open questions\n\n> - quoted?\n\n```\n- code?\n```", []],
])("open questions of %j", (text, found) => {
  expect(quotes("open-question", text)).toEqual(found);
});
