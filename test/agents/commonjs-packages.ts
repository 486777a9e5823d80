// Imported before anything else by programs that bundle a CommonJS package: such a package asks for node's own modules
// through `require`, which an ES module does not have.
import { createRequire } from "node:module";

Object.assign(globalThis, { require: createRequire(import.meta.url) });
