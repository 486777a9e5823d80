// Runs simulated worlds one after the other: `node program SEED...`. What it finds goes to stdout, a line of JSON for
// each world that fails and one for all of them; with `first-fault` it stops at the first that fails.
import { runWorld } from "./world.ts";

const FIRST_FAULT = "first-fault";
const stopsEarly = process.argv.includes(FIRST_FAULT);
const seeds = process.argv.slice(2).filter((arg) => arg !== FIRST_FAULT);

const crashes: Record<string, number> = {};
const rests: Record<string, number> = {};
let worlds = 0;
let events = 0;
for (const seed of seeds.map(Number)) {
  const report = await runWorld(seed);
  worlds += 1;
  events += report.events.length;
  rests[report.rest] = (rests[report.rest] ?? 0) + 1;
  for (const crash of report.crashes) crashes[crash] = (crashes[crash] ?? 0) + 1;
  if (report.faults.length === 0) continue;
  const { engineer, reviewer, user } = report.drawn;
  const about = { seed, faults: report.faults, crashes: report.crashes, engineer, reviewer, user };
  process.stdout.write(`${JSON.stringify(about)}\n`);
  if (stopsEarly) break;
}
process.stdout.write(`${JSON.stringify({ worlds, events, rests, crashes })}\n`);
