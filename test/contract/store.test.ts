import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { openMemoryStore } from "../support/memory-store.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { storeContract } from "./store-contract.ts";

storeContract("memory", async (projections) => openMemoryStore(projections));

storeContract("sqlite", async (projections) => {
  const file = join(temporaryFolder(), "parley.db");
  const store = await openSqliteStore({ file, mode: "read-write", projections });
  onTestFinished(() => store.close());
  return store;
});
