import { expect, it } from "vitest";
import { NewerParley } from "../shared/newer-parley.ts";
import { upcast } from "./project-event.ts";

it.each([
  { type: "DetectorOutcomeRecorded", v: 9 },
  { type: "DetectorRetired", v: 1 },
])("given $type v$v, which this parley does not know, then a newer one is named", (fact) => {
  expect(() => upcast({ ...fact, data: {}, stream: "project" })).toThrow(NewerParley);
});
