import { createServer } from "node:net";
import { expect, test } from "vitest";
import { networkTrouble } from "./network-trouble.ts";

/** A port that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("given a server that is not running, then it is said that the connection was refused, and where", async () => {
  const port = await closedPort();
  const error: unknown = await fetch(`http://127.0.0.1:${port}/v1`).catch((thrown: unknown) => thrown);
  const why = `the connection to 127.0.0.1 port ${port} was refused: nothing listens there (ECONNREFUSED)`;
  expect(networkTrouble(error)).toEqual({ kind: "broke", why });
});

test("given several addresses that all refuse, then it is said, too", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED ::1:9"), {
    code: "ECONNREFUSED",
    address: "::1",
    port: 9,
  });
  const error = new TypeError("fetch failed", { cause: new AggregateError([refused]) });
  expect(networkTrouble(error).why).toBe(
    "the connection to ::1 port 9 was refused: nothing listens there (ECONNREFUSED)",
  );
});
