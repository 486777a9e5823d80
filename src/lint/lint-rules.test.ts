import { expect, it } from "vitest";
import { quotes } from "../../test/support/lint-quotes.ts";
import { LINT_RULES } from "./lint-rules.ts";

it.each(LINT_RULES)(
  "$id finds something in its example, and nothing in its counter-example",
  ({ id, hit, nonHit }) => {
    expect(quotes(id, hit)).not.toEqual([]);
    expect(quotes(id, nonHit)).toEqual([]);
  },
);

it.each(LINT_RULES)("$id has a category that gap ids allow", ({ category }) => {
  expect(category).toMatch(/^[A-Z]{2,10}$/);
});
