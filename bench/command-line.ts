import { execFileSync } from "node:child_process";
import { type Measured, ratioOf } from "./ratio.ts";

const RUNS = 41;

/** DESIGN's budgets for starting the program, against an empty Node. */
export async function* commandLine(): AsyncIterable<Measured> {
  const node = (...args: string[]) => {
    execFileSync(process.execPath, args, { stdio: "ignore" });
  };
  const emptyNode = () => node("-e", "0");
  yield {
    what: "parley --version",
    against: "node -e 0",
    ratio: await ratioOf(RUNS, () => node("dist/parley.js", "--version"), emptyNode),
    budget: 1.3,
  };
}
