// A process that asks a model and kills itself at an instant of the answer: api-starter.mjs PROTOCOL URL RUNS INSTANT.
import { writeSync } from "node:fs";
import { apiAgent } from "../../src/adapters/agent-api/api-agent.ts";
import { readableProject } from "../../src/adapters/files/readable-project.ts";
import type { ModelProtocol } from "../../src/adapters/shared/model-protocol.ts";
import type { AgentEvent } from "../../src/engine/ports.ts";
import { agentRequest, NEVER } from "../agents/real-agent.ts";
import { TEST_SEALS } from "../support/seals.ts";

const [protocol = "openai-chat", baseUrl = "", runsDir = "", instant = ""] = process.argv.slice(2);

function at(passed: string): void {
  if (passed === instant) process.kill(process.pid, "SIGKILL");
}

let looksAtTheClock = 0;
const agent = apiAgent({
  ...{ protocol: protocol as ModelProtocol, baseUrl, runsDir, keyEnv: "MODEL_KEY", model: "fake-model" },
  ...{ env: { MODEL_KEY: "fake-it" }, secretNames: [], seals: TEST_SEALS },
  projectAt: (at: string | null) => readableProject(at ?? process.cwd(), process.env),
  clock: {
    nowMs() {
      looksAtTheClock += 1;
      // The first look dates the request, the second the result.
      if (looksAtTheClock === 2) at("the result is being made");
      return Date.now();
    },
  },
});
const onEvent = (event: AgentEvent): void => {
  if (event.at === "said") at("words have come");
  if (event.at === "used") at("the answer is complete");
};
const [prompt = ""] = process.argv.slice(6);
const result = await agent.start(agentRequest({ prompt }), onEvent, NEVER);
at("the result is there");
writeSync(1, `${JSON.stringify({ result })}\n`);
