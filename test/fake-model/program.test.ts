import { join } from "node:path";
import { expect, it } from "vitest";
import { startProgram } from "../support/worker.ts";

it("given the program, then it says its address, answers there, and ends when it is told to", async () => {
  const program = startProgram(process.execPath, [join(process.cwd(), "test/.build/fake-model.mjs")]);
  const { url, pid } = await program.next();
  expect(pid).toBe(program.process.pid);
  const response = await fetch(`${url}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": "fake-engineer" },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "hello" }] }),
  });
  expect(await response.json()).toMatchObject({ type: "message", content: [{ type: "text", text: "ok" }] });

  program.process.kill("SIGTERM");
  expect(await program.ended).toBe(0);
  expect(program.lines).toHaveLength(1);
  await expect(fetch(`${url}/v1/models`)).rejects.toThrow();
});
