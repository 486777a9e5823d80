import { board } from "./board.ts";
import { commandLine } from "./command-line.ts";
import { eventLog } from "./event-log.ts";
import { longDocuments } from "./long-documents.ts";
import { parsing } from "./parsing.ts";
import { patterns } from "./patterns.ts";
import type { Measured } from "./ratio.ts";
import { refinement } from "./refinement.ts";

const json = process.argv.includes("--json");
const measured: Measured[] = [];
const suites = {
  "command-line": commandLine,
  "event-log": eventLog,
  board,
  parsing,
  patterns,
  "long-documents": longDocuments,
  refinement,
};
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("-"));
for (const [name, suite] of Object.entries(suites)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for await (const result of suite()) {
    measured.push(result);
    if (!json) process.stdout.write(`${line(result)}\n`);
  }
}
const over = measured.filter((result) => result.ratio > result.budget);
if (json) process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
else process.stdout.write(`\n${measured.length} budgets, ${over.length} exceeded\n`);
process.exitCode = over.length === 0 ? 0 : 1;

function line({ what, against, ratio, budget, detail = [] }: Measured): string {
  const verdict = ratio <= budget ? "ok  " : "OVER";
  const said = `${verdict} ${ratio.toFixed(2).padStart(6)} × (budget ${budget.toFixed(2)})  ${what} : ${against}`;
  return [said, ...detail.map((more) => `       ${more}`)].join("\n");
}
