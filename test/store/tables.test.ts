// Tables are made from the log: whoever changes one without it is found.
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { execute } from "../../src/engine/execute.ts";
import { countCommand, counter, totals } from "../support/counter.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

it.each([
  ["changed", "update totals set total = total + 1 where rowid = 2", "is not what the log makes of it"],
  ["taken away", "delete from totals where rowid = 2", "is missing"],
])("given a row that was %s, then it is found", async (_, sql, said) => {
  const file = join(temporaryFolder(), "parley.db");
  const store = await openSqliteStore({ file, mode: "read-write", projections: [totals] });
  for (let n = 0; n < 3; n += 1)
    await execute({
      log: store,
      fold: counter,
      stream: "counter",
      decide: (_, state) => ({ decided: counter.decide({ by: "ada", upTo: 99 }, state), blobs: [] }),
      stored: () => countCommand(`c${n}`, "ada"),
    });
  expect(await store.integrity()).toEqual([]);
  const other = new DatabaseSync(file);
  other.exec(sql);
  other.close();
  expect(await store.integrity()).toMatchObject([
    { check: "tables", message: expect.stringContaining(said) },
  ]);
  store.close();
});
