// A process that starts an agent and waits for it, to be killed while it does: agent-starter.mjs RUNS SCRIPT.
import "../agents/commonjs-packages.ts";
import { writeSync } from "node:fs";
import { agentRequest, NEVER, shellAgent } from "../agents/real-agent.ts";

const [runsDir = "", script = ""] = process.argv.slice(2);

/** Synchronously, so that a line that was said is said even if the process dies at once. */
function say(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

say({ ready: true });
say({ result: await shellAgent(runsDir, script).start(agentRequest(), say, NEVER) });
