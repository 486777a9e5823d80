import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { type HookState, readHookStates, writeHookStates } from "./hook-file.ts";

const position = fc.nat();
const state: fc.Arbitrary<HookState> = fc.record({
  position,
  attempt: fc.option(fc.record({ position, number: fc.nat({ max: 2 }) })),
  last: fc.option(fc.record({ at: fc.string(), position, failure: fc.option(fc.string()) })),
  seenAt: fc.string(),
});

test("what is written is read", async () => {
  const folder = temporaryFolder();
  const id = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 16, maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(fc.dictionary(id, state), async (states) => {
      const written = new Map(Object.entries(states));
      await writeHookStates({ folder }, written);
      expect(await readHookStates({ folder })).toEqual(written);
    }),
    { numRuns: 30 },
  );
});

test.each(["", "{", "[]", '{"shape":2,"hooks":{}}', '{"shape":1,"hooks":{"a":{"position":-1}}}', "null"])(
  "a file that says %j is as good as none",
  async (text) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "logs"));
    writeFileSync(join(folder, "logs/hooks.json"), text);
    expect(await readHookStates({ folder })).toEqual(new Map());
  },
);
