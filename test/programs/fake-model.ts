// The fake model as a process of its own, for agents that run where the test does not: fake-model.mjs [PORT]. It says
// its address in one line and ends when it is told to.
import { writeSync } from "node:fs";
import { SCENARIOS } from "../fake-model/scenarios.ts";
import { startFakeModel } from "../fake-model/start-fake-model.ts";

const [port = "0"] = process.argv.slice(2);
const model = await startFakeModel({ scenarios: SCENARIOS, port: Number(port) });
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    model.close();
  });
}
writeSync(1, `${JSON.stringify({ url: model.url, port: model.port, pid: process.pid })}\n`);
