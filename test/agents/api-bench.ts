// The API agent as tests use it: against the fake model, or against a server that says exactly what a test wants.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type ApiAgentOptions, apiAgent } from "../../src/adapters/agent-api/api-agent.ts";
import { readableProject } from "../../src/adapters/files/readable-project.ts";
import type { AgentPort } from "../../src/engine/ports.ts";
import { CHAT_WIRE } from "../fake-model/chat-wire.ts";
import { MESSAGES_WIRE } from "../fake-model/messages-wire.ts";
import { readBody } from "../fake-model/read-body.ts";
import { RESPONSES_WIRE } from "../fake-model/responses-wire.ts";
import type { Answer, Wire } from "../fake-model/wire.ts";
import { TEST_SEALS } from "../support/seals.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

export type ApiProtocol = ApiAgentOptions["protocol"];

export const PROTOCOLS = [
  "anthropic-messages",
  "openai-responses",
  "openai-chat",
] as const satisfies readonly ApiProtocol[];

export const WIRES: Record<ApiProtocol, Wire> = {
  "anthropic-messages": MESSAGES_WIRE,
  "openai-responses": RESPONSES_WIRE,
  "openai-chat": CHAT_WIRE,
};

export interface Bench {
  readonly agent: AgentPort;
  readonly runsDir: string;
  readonly projectRoot: string;
  /** The files of the only run there is. */
  files(): { readonly [name: string]: string };
}

export interface BenchOptions extends Partial<Omit<ApiAgentOptions, "env">> {
  readonly protocol: ApiProtocol;
  readonly baseUrl: string;
  readonly key?: string;
  readonly env?: ApiAgentOptions["env"];
}

export function apiBench({ key = "fake-it", env = {}, ...options }: BenchOptions): Bench {
  const folder = temporaryFolder();
  const runsDir = join(folder, "runs");
  const projectRoot = join(folder, "project");
  mkdirSync(projectRoot);
  const agent = apiAgent({
    ...{ keyEnv: "MODEL_KEY", model: "fake-model", secretNames: [], runsDir },
    projectAt: (at: string | null) => readableProject(at ?? projectRoot, process.env),
    env: { PATH: process.env.PATH, MODEL_KEY: key, ...env },
    clock: { nowMs: Date.now },
    seals: TEST_SEALS,
    ...options,
  });
  return { agent, runsDir, projectRoot, files: () => filesIn(runsDir) };
}

function filesIn(runsDir: string): { readonly [name: string]: string } {
  const [run = "", ...more] = readdirSync(runsDir);
  if (more.length > 0) throw new Error("there is more than one run");
  const folder = join(runsDir, run);
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
}

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface ExactModel {
  readonly url: string;
  readonly received: readonly Received[];
}

export type Reply = (response: ServerResponse, received: Received, number: number) => void;

/** Closed when the test ends. */
export async function exactModel(reply: Reply): Promise<ExactModel> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    readBody(request)
      .then((text) => {
        const { url: path = "", headers } = request;
        const one: Received = { path, headers, body: JSON.parse(text ?? "null") };
        received.push(one);
        reply(response, one, received.length);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { url: `http://127.0.0.1:${address.port}`, received };
}

/** An answer in a wire format, whole. */
export function sendAnswer(response: ServerResponse, protocol: ApiProtocol, answer: Partial<Answer>): void {
  sendText(response, framesOf(protocol, answer).join(""));
}

export function sendText(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(text);
}

export function framesOf(protocol: ApiProtocol, answer: Partial<Answer>): readonly string[] {
  const wire = WIRES[protocol];
  const request = wire.read({ stream: true, stream_options: { include_usage: true } });
  return wire.frames(
    {
      ...{ id: "1", model: "m", createdS: 0, text: "", calls: [], refused: false },
      tokens: { input: 10, cached: 4, output: 2 },
      ...answer,
    },
    request,
  );
}
