// Runs simulated worlds one after the other: `node program SEED...`. What it finds goes to stdout, a line of JSON for
// each world that fails and one for all of them. Every fourth world is replayed.
import { addReplays, NO_REPLAYS, replayWorld } from "./replayed.ts";
import { runWorld } from "./world.ts";

/** A replay takes as long as half a world. */
const REPLAYED_EACH = 4;

const seeds = process.argv.slice(2).map(Number);

const crashes: Record<string, number> = {};
const rests: Record<string, number> = {};
let worlds = 0;
let events = 0;
let replayed = NO_REPLAYS;
for (const seed of seeds) {
  const report = await runWorld(seed);
  worlds += 1;
  events += report.events.length;
  rests[report.rest] = (rests[report.rest] ?? 0) + 1;
  for (const crash of report.crashes) crashes[crash] = (crashes[crash] ?? 0) + 1;
  const faults = [...report.faults];
  if (worlds % REPLAYED_EACH === 1) {
    const again = await replayWorld(report);
    faults.push(...again.faults);
    replayed = addReplays(replayed, again.replays);
  }
  if (faults.length === 0) continue;
  const { engineer, reviewer, user } = report.drawn;
  const about = { seed, faults, crashes: report.crashes, engineer, reviewer, user };
  process.stdout.write(`${JSON.stringify(about)}\n`);
}
process.stdout.write(`${JSON.stringify({ worlds, events, rests, crashes, replayed })}\n`);
