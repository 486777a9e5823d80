// A model that does what a scenario says, on this machine only, in the wire formats that agents speak. The API key
// names the scenario, so that several agents can use one server side by side.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { answerModelCall, type ModelWorld } from "./answer-model-call.ts";
import { keyOf, maskedKey } from "./api-key.ts";
import { CHAT_WIRE } from "./chat-wire.ts";
import { FaultCount } from "./fault-count.ts";
import { GEMINI_WIRE, isGeminiPath } from "./gemini-wire.ts";
import { MESSAGES_WIRE } from "./messages-wire.ts";
import { readBody } from "./read-body.ts";
import { countsOf, type LoggedRequest, RequestLog, type ScenarioCount } from "./request-log.ts";
import { RESPONSES_WIRE } from "./responses-wire.ts";
import type { Scenarios } from "./scenario.ts";
import { sendJson } from "./send.ts";
import type { Wire } from "./wire.ts";

export interface FakeModelOptions {
  readonly scenarios: Scenarios;
  /** Without it, one that is free. */
  readonly port?: number;
}

export interface FakeModel {
  /** Without a slash at its end; the paths begin with /v1. */
  readonly url: string;
  readonly port: number;
  log(): readonly LoggedRequest[];
  counts(): { readonly [scenario: string]: ScenarioCount };
  /** Forgets the log and gives every fault its times back. */
  reset(): void;
  /** Breaks every connection; afterwards nothing listens. */
  close(): Promise<void>;
}

const HOST = "127.0.0.1";

const WIRES: { readonly [path: string]: Wire } = {
  "/v1/messages": MESSAGES_WIRE,
  "/v1/responses": RESPONSES_WIRE,
  "/v1/chat/completions": CHAT_WIRE,
};

export async function startFakeModel({ scenarios, port = 0 }: FakeModelOptions): Promise<FakeModel> {
  const log = new RequestLog();
  const faults = new FaultCount();
  const reset = (): void => {
    log.reset();
    faults.reset();
  };
  const world: World = { scenarios, faults, log, reset, note: (number, facts) => log.add(number, facts) };
  const server = createServer((request, response) => {
    // A client that leaves in the middle of its own request ends up here; nobody is left to be told.
    handle(world, request, response).catch(() => response.destroy());
  });
  const bound = await listening(server, port);
  return {
    url: `http://${HOST}:${bound}`,
    port: bound,
    log: () => log.entries,
    counts: () => countsOf(log.entries),
    reset,
    close: () => closed(server),
  };
}

interface World extends ModelWorld {
  readonly log: RequestLog;
  readonly reset: () => void;
}

async function handle(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname: path } = new URL(request.url ?? "/", `http://${HOST}`);
  const body = await readBody(request);
  if (path === "/__log") return await sendJson(response, 200, { body: world.log.entries });
  if (path === "/__reset") {
    world.reset();
    return await sendJson(response, 200, { body: {} });
  }
  const key = keyOf(request.headers);
  const method = request.method ?? "";
  const bytes = Buffer.byteLength(body ?? "");
  const atMs = Date.now();
  const number = world.log.enter({ atMs, method, path, key: maskedKey(key), bytes });
  response.on("close", () => {
    world.log.end(number, { status: statusOf(response), isWhole: response.writableFinished });
  });
  const wire = wireAt(path);
  if (wire !== undefined && method === "POST" && body !== null) {
    return await answerModelCall(world, { number, atMs, wire, path, key, body }, response);
  }
  await answerAside(response, { path, method, body });
}

function wireAt(path: string): Wire | undefined {
  if (isGeminiPath(path)) return GEMINI_WIRE;
  return Object.hasOwn(WIRES, path) ? WIRES[path] : undefined;
}

/** What agents ask beside their work. */
async function answerAside(
  response: ServerResponse,
  { path, method, body }: { path: string; method: string; body: string | null },
): Promise<void> {
  if (body === null) return await sendJson(response, 413, { body: { error: { message: "too large" } } });
  if (method === "GET" && path === "/v1/models") return await sendJson(response, 200, { body: MODELS });
  if (method === "POST" && path === "/v1/messages/count_tokens") {
    return await sendJson(response, 200, {
      body: { input_tokens: Math.ceil(body.length / CHARS_PER_TOKEN) },
    });
  }
  if (method === "POST" && path.endsWith(":countTokens")) {
    return await sendJson(response, 200, { body: { totalTokens: Math.ceil(body.length / CHARS_PER_TOKEN) } });
  }
  // Some agents look whether anybody is there before they begin.
  if (path === "/") return await sendJson(response, 200, { body: {} });
  await sendJson(response, 404, {
    body: { error: { type: "not_found_error", message: `nothing at ${path}` } },
  });
}

const CHARS_PER_TOKEN = 4;

/** `data` for those who know the public form, `models` for codex. */
const MODELS = {
  object: "list",
  data: [{ id: "fake-model", object: "model", type: "model", display_name: "Fake model", created: 0 }],
  models: [],
  has_more: false,
};

function statusOf(response: ServerResponse): number | null {
  return response.headersSent ? response.statusCode : null;
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("the server has no port"));
      else resolve(address.port);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
