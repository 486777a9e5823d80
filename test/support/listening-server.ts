import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Heard {
  readonly path: string;
  readonly type: string | undefined;
  readonly body: string;
}

export interface ListeningServer {
  readonly url: string;
  readonly heard: readonly Heard[];
}

/** Hears what is posted to it; `status` says how it answers the first, the second … and `null` that it does not. */
export async function listeningServer(
  status: (number: number) => number | null = () => 204,
): Promise<ListeningServer> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const parts: Uint8Array[] = [];
    request.on("data", (part: Uint8Array) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts).toString("utf8");
      heard.push({ path: request.url ?? "", type: request.headers["content-type"], body });
      const code = status(heard.length);
      if (code !== null) response.writeHead(code).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}
