// The scripted agent as a program that can be counted: each run adds a line when it begins and one when it has done
// its work to the file that PARLEY_TEST_RUNS names.
import { appendFileSync } from "node:fs";
import { runPlayerProgram } from "../../src/adapters/agent-player/player-program.ts";

const [file = ""] = process.argv.slice(2);
const { PARLEY_TEST_RUNS: log = "", PARLEY_KEY: key = "" } = process.env;
const note = (what: string): void => appendFileSync(log, `${what} ${key} ${process.pid}\n`);

note("began");
process.exitCode = await runPlayerProgram({
  file,
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
});
note("done");
