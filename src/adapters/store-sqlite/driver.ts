// The driver, loaded as the CommonJS module that it also is: Node has that ready a good deal sooner.
import { createRequire } from "node:module";
import type * as Driver from "@photostructure/sqlite";

export const { DatabaseSync, backup } = createRequire(import.meta.url)(
  "@photostructure/sqlite",
) as typeof Driver;
