import { expect, it } from "vitest";
import { quotes } from "../../../test/support/lint-quotes.ts";

it.each([
  ["[NEEDS CLARIFICATION: how long?]", ["[NEEDS CLARIFICATION: how long?]"]],
  ["Kept [Needs clarification] for now.", ["[Needs clarification]"]],
  ["A [NEEDS CLARIFICATION: is [x] meant?] b.", ["[NEEDS CLARIFICATION: is [x] meant?]"]],
  ["A [NEEDS CLARIFICATION: over\ntwo lines] b.", ["[NEEDS CLARIFICATION: over"]],
  ["| a | [NEEDS CLARIFICATION: b] |\n|---|---|\n| c | d |", ["[NEEDS CLARIFICATION: b]"]],
  ["The form `[NEEDS CLARIFICATION: x]` is code.", []],
  ["> [NEEDS CLARIFICATION: quoted]", []],
  ["<!-- [NEEDS CLARIFICATION: x] -->", []],
  ["- [x] No [NEEDS CLARIFICATION] left\n- [ ] No [NEEDS CLARIFICATION] left", []],
  ["1. **Mark**: Use [NEEDS CLARIFICATION: your question] for any assumption", []],
  ["Marked [NEEDS CLARIFICATION: specific question].", []],
  ["No [NEEDS CLARIFICATION] markers remain; each [NEEDS CLARIFICATION] was answered", []],
  ["It must use [NEEDS CLARIFICATION: which store?]", ["[NEEDS CLARIFICATION: which store?]"]],
  ["- [ ] Kept for [NEEDS CLARIFICATION: how long?] days", ["[NEEDS CLARIFICATION: how long?]"]],
])("clarifications in %j", (text, found) => {
  expect(quotes("needs-clarification", text)).toEqual(found);
});

it.each([
  ["The limit is TBD.", ["TBD"]],
  ["TODO write this", ["TODO"]],
  ["- **TODO**: write this", ["TODO"]],
  ["Left open (FIXME).", ["FIXME"]],
  ["The port is ???.", ["???"]],
  ["XXX: check this", ["XXX"]],
  ["| Limit |\n|---|\n| TBA |", ["TBA"]],
  ["The format is still to be defined.", ["is still to be defined"]],
  ["The format (to be decided) follows.", ["(to be decided)"]],
  ["The number of retries is\nstill to be determined.", ["still to be determined"]],
  ["Trial length: to be decided. Two weeks are suggested.", ["to be decided"]],
  ["| A | B |\n|---|---|\n| x | To be discussed |", ["To be discussed"]],
  ["- still to be finalised", ["still to be finalised"]],
  ["The owner remains to be confirmed.", ["remains to be confirmed"]],
  ["A TODO list has entries.", []],
  ["It writes a brief TBD placeholder.", []],
  ["---\nreleased: # FIXME\n---\n\nx", []],
  ["## To be discussed\n\nThe plan is to be discussed with all. Rules to be decided by vote: none.", []],
  ["Every TODO is reported, so are “TBD” and 'FIXME'.", []],
  ["It finds TODO, TBD and FIXME; also TODO/TBD/???/open questions.", []],
  ["TODO tests are skipped.", []],
  ["`TODO` and ```TBD``` are code.", []],
  ["```\nTODO\n```", []],
  ["    TODO: indented code", []],
  ["The fields to be defined by the server; what is to be decided by the user.", []],
  ["GAP-XXX and TODO-123 and todo", []],
  ["Really???", []],
])("marks in %j", (text, found) => {
  expect(quotes("todo-marker", text)).toEqual(found);
});
