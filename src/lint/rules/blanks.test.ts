import { expect, it } from "vitest";
import { quotes } from "../../../test/support/lint-quotes.ts";

it.each([
  ["Mail <insert address> today.", ["<insert address>"]],
  ["<describe the retention here>", ["<describe the retention here>"]],
  ["By [your company], 2026.", ["[your company]"]],
  ["Within ___ days.", ["___"]],
  ["Within \\_\\_\\_ days.", ["_\\_\\_"]],
  ["Within XX ms.", ["XX"]],
  ["Lorem ipsum dolor sit amet.", ["Lorem ipsum"]],
  ["Mail &lt;insert address&gt; today.", []],
  ["Run `parley lint <your file>`.", []],
  ["A <br> and <details> and <https://example.org/add>.", []],
  ["GET /users/<id> and <T>", []],
  ["[your company](https://example.org) and [a][describe options]", []],
  ['It says "Retry will: [describe changes]".', []],
  ["snake___case and ________________", ["________________"]],
  ["With states [specify, plan, done].", []],
  ["The suffix +NNNms is shown.", []],
])("blanks in %j", (text, found) => {
  expect(quotes("placeholder", text)).toEqual(found);
});
