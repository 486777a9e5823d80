// Every start of the built program by a test is counted, and there may be only so many: a command runs in the process of
// its test where its claim does not need another. CONTRIBUTING.md says which claims do.
import { chmodSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const STARTS_MAX = 100;
/** How parley starts a scripted agent: such starts belong to a run that was counted, or to a claim about run folders. */
const PLAYER = "__player";
const LOG_FILE = resolve("test/.build/starts.log");

/** What tests start as parley: a line is noted, and then it is the built program. */
export const COUNTED_PROGRAM_FILE = resolve("test/.build/parley.mjs");

export function makeCountedProgram(): void {
  const program = [
    'import { appendFileSync } from "node:fs";',
    `appendFileSync(${JSON.stringify(LOG_FILE)}, process.argv.slice(2).join(" ").replaceAll("\\n", " ") + "\\n");`,
    `await import(${JSON.stringify(resolve("dist/parley.js"))});`,
  ];
  writeFileSync(COUNTED_PROGRAM_FILE, `${program.join("\n")}\n`);
  // What the program looks for beside itself.
  for (const name of ["demo", "demo-build"])
    cpSync(resolve("examples", name), resolve("test/.build", name), { recursive: true });
  writeFileSync(LOG_FILE, "");
  // Some tests start it as another user.
  chmodSync(LOG_FILE, 0o666);
}

/** Runs once around the tests. */
export default function countStarts(): () => void {
  return () => {
    const lines = readFileSync(LOG_FILE, "utf8").split("\n").filter(Boolean);
    const starts = lines.filter((line) => !line.startsWith(PLAYER));
    const players = lines.length - starts.length;
    console.info(
      `${starts.length} starts of the built program (at most ${STARTS_MAX}), ${players} of its players`,
    );
    if (starts.length <= STARTS_MAX) return;
    process.exitCode = 1;
    console.error(starts.toSorted().join("\n"));
  };
}
