// Runs several commands one after the other in this one process, and notes beside each place what it said.
import { readFileSync, writeFileSync } from "node:fs";
import { runHere } from "../cli/run-here.ts";

const [file = "", program = ""] = process.argv.slice(2);
const attempts = JSON.parse(readFileSync(file, "utf8")) as readonly {
  readonly words: readonly string[];
  readonly place: string;
}[];
for (const { words, place } of attempts) {
  const { code, stdout, stderr } = await runHere(words, { cwd: process.cwd(), env: process.env, program });
  writeFileSync(`${place}.out`, stdout);
  writeFileSync(`${place}.err`, stderr);
  writeFileSync(`${place}.code`, `${code}\n`);
}
