// A process that starts an agent and waits for it, to be killed while it does:
// agent-starter.mjs RUNS SCRIPT WALL_MS [INSTANT [WORKTREE]]. Given an instant, it kills itself right there.
import { writeSync } from "node:fs";
import { identifyProcess } from "../../src/adapters/host/process-identity.ts";
import { agentRequest, NEVER, realAgent } from "../agents/real-agent.ts";

const [runsDir = "", script = "", wallMs = "", instant = "", worktree = ""] = process.argv.slice(2);

/** Synchronously, so that a line that was said is said even if the process dies at once. */
function say(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

function at(passed: string): void {
  if (passed === instant) process.kill(process.pid, "SIGKILL");
}

let looksAtTheClock = 0;
const agent = realAgent({
  runsDir,
  argv() {
    at("nothing is there");
    return ["/bin/sh", "-c", script];
  },
  clock: {
    nowMs() {
      looksAtTheClock += 1;
      if (looksAtTheClock === 2) at("the folder is there");
      return Date.now();
    },
  },
  identify(pid) {
    if (pid !== process.pid) {
      say({ wrapper: pid });
      at("the wrapper waits");
    }
    return identifyProcess(pid);
  },
});
say({ ready: true });
const onEvent = (event: object): void => {
  say(event);
  at("the agent runs");
};
const request = agentRequest({ wallMs: Number(wallMs), ...(worktree === "" ? {} : { worktree }) });
say({ result: await agent.start(request, onEvent, NEVER) });
