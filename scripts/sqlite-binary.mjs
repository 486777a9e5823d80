// Takes the place of what the SQLite driver finds its binary with, which looks through folders and loads three files for
// it. Bundled into the program, so `__dirname` is a folder of it. What does not stand where npm puts it is left to the driver's own way.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

const DRIVER = "@photostructure/sqlite";

export default function loadBinary() {
  const { platform, arch } = process;
  const libc = platform === "linux" && existsSync("/etc/alpine-release") ? "musl" : "glibc";
  const built = join("prebuilds", `${platform}-${arch}`, `@photostructure+sqlite.${libc}.node`);
  const folder = folderOfDriver();
  const file = folder === null ? null : join(folder, built);
  // A binary that was compiled on this machine comes first.
  if (file === null || existsSync(join(folder, "build")) || !existsSync(file)) return searchBinary();
  const binary = { exports: {} };
  process.dlopen(binary, file);
  return binary.exports;
}

function folderOfDriver() {
  for (let above = __dirname; ; above = dirname(above)) {
    const folder = join(above, "node_modules", DRIVER);
    if (existsSync(folder)) return folder;
    if (above === dirname(above)) return null;
  }
}

function searchBinary() {
  const { createRequire } = process.getBuiltinModule("node:module");
  const about = createRequire(__filename).resolve(`${DRIVER}/package.json`);
  return createRequire(about)("node-gyp-build")(dirname(about));
}
