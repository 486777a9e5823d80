// What stubs that speak the Agent Client Protocol share: messages on both streams, a JSON document a line.
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";

const waiting = new Map();
let lastId = 0;

export function send(message) {
  rawLine(JSON.stringify({ jsonrpc: "2.0", ...message }));
}

export function rawLine(text) {
  const all = Buffer.from(`${text}\n`);
  for (let from = 0; from < all.length; ) {
    try {
      from += writeSync(1, all, from);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

export const update = (sessionId, sessionUpdate, more) =>
  send({ method: "session/update", params: { sessionId, update: { sessionUpdate, ...more } } });

export const chunk = (sessionId, text, kind = "agent_message_chunk") =>
  update(sessionId, kind, { content: { type: "text", text } });

/** Asks the client, and gives its answer or its error. */
export function ask(method, params) {
  lastId += 1;
  const id = `stub-${lastId}`;
  send({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

export const refusal = (code, message, data) => ({ error: { code, message, data } });

/** Answers every request by its method; an object with `error` in it is an error. */
export function serve(handlers) {
  createInterface({ input: process.stdin })
    .on("line", async (text) => {
      const { id, method, params, result, error } = JSON.parse(text);
      if (method === undefined) {
        waiting.get(id)?.({ result, error });
        waiting.delete(id);
        return;
      }
      const answer = await handlers[method]?.(params ?? {});
      if (id === undefined || answer === null) return;
      if (answer === undefined) send({ id, error: { code: -32601, message: `no ${method}` } });
      else send("error" in answer ? { id, error: answer.error } : { id, result: answer });
    })
    .on("close", () => handlers.closed?.());
}
