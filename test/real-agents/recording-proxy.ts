// Stands between an agent and the fake model and keeps what the agent sends: only the whole of it shows what an agent
// took along from folders that are none of its business.
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

export interface RecordingProxy {
  readonly url: string;
  /** Headers and body of each request, as one text. */
  sent(): readonly SentRequest[];
}

export interface SentRequest {
  readonly atMs: number;
  readonly path: string;
  readonly headers: string;
  readonly body: string;
}

const HOST = "127.0.0.1";

export async function recordingProxy(target: string): Promise<RecordingProxy> {
  const sent: SentRequest[] = [];
  const server = createServer((request, response) => {
    passOn({ target, sent, request, response }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return { url: `http://${HOST}:${address.port}`, sent: () => sent };
}

interface Passing {
  readonly target: string;
  readonly sent: SentRequest[];
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function passOn({ target, sent, request, response }: Passing): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks);
  const { method = "GET", headers, url: path = "/" } = request;
  sent.push({ atMs: Date.now(), path, headers: JSON.stringify(headers), body: body.toString("utf8") });
  const onward = forward(`${target}${path}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
    // What breaks off behind us breaks off in front of us too.
    answer.on("error", () => response.destroy());
  });
  onward.on("error", () => response.destroy());
  response.on("close", () => onward.destroy());
  onward.end(body);
}
