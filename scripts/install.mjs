// Installs the locked dependencies when they are missing or older than the lock file, so that
// `npm test` and `npm run bench` are complete commands in a fresh clone.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";

const installed = "node_modules/.package-lock.json";
const fresh = existsSync(installed) && statSync(installed).mtimeMs >= statSync("package-lock.json").mtimeMs;
if (!fresh) {
  const npm = spawnSync("npm", ["ci"], { stdio: "inherit" });
  process.exit(npm.status ?? 1);
}
