// A client of `parley mcp`, made by hand: lines of JSON in and out, so that nothing of the server's own library vouches for it.
import { createWriteStream } from "node:fs";
import { PassThrough, type Readable, Writable } from "node:stream";
import { onTestFinished } from "vitest";
import type { StartApart } from "../../src/app/command-context.ts";
import { main } from "../../src/cli/main.ts";
import { ioOf } from "../cli/run-here.ts";
import { PROGRAM_FILE, type World } from "../cli/world.ts";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Result;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the server says; each test looks at what it expects.
type Result = any;

export interface ClientOptions {
  readonly protocol?: string;
  readonly capabilities?: object;
  /** Answers a request of the server's. */
  readonly onRequest?: (method: string, params: Result) => object;
}

export class McpClient {
  /** Every line that the server wrote. */
  readonly lines: string[] = [];
  readonly #send: Writable;
  readonly #options: ClientOptions;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #buffer = "";
  #ids = 0;

  constructor(from: Readable, to: Writable, options: ClientOptions = {}) {
    this.#send = to;
    this.#options = options;
    from.setEncoding("utf8").on("data", (text: string) => this.#hear(text));
  }

  async initialize(): Promise<Result> {
    const { protocol = "2025-11-25", capabilities = {} } = this.#options;
    const clientInfo = { name: "test", version: "1" };
    const said = await this.request("initialize", { protocolVersion: protocol, capabilities, clientInfo });
    this.write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
    return said.result;
  }

  async request(method: string, params: object = {}): Promise<Message> {
    this.#ids += 1;
    const id = this.#ids;
    const answered = new Promise<Message>((answer) => this.#waiting.set(id, answer));
    this.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return await answered;
  }

  /** What a tool returned; its text says the same. */
  async call(name: string, args: object = {}): Promise<Result> {
    const { result, error } = await this.request("tools/call", { name, arguments: args });
    if (error !== undefined) throw new Error(error.message);
    if (JSON.stringify(result.structuredContent) !== result.content[0].text)
      throw new Error(`${name} says one thing as a structure and another as a text`);
    return result.structuredContent;
  }

  write(line: string): void {
    this.#send.write(`${line}\n`);
  }

  /** Of a message that may never end. */
  writePiece(text: string): void {
    this.#send.write(text);
  }

  #hear(text: string): void {
    this.#buffer += text;
    const lines = this.#buffer.split("\n");
    this.#buffer = lines.pop() ?? "";
    for (const line of lines) {
      this.lines.push(line);
      this.#take(JSON.parse(line) as Message);
    }
  }

  #take(message: Message): void {
    const { id, method, params } = message;
    if (id === undefined) return;
    if (method === undefined) {
      this.#waiting.get(id)?.(message);
      return;
    }
    const result = this.#options.onRequest?.(method, params) ?? {};
    this.write(JSON.stringify({ jsonrpc: "2.0", id, result }));
  }
}

export interface Served {
  readonly client: McpClient;
  /** Closes the server's input; tells its exit code. */
  end(): Promise<number>;
  /** Its exit code, once it has ended by itself. */
  readonly ended: Promise<number>;
  /** What it said beside the protocol. */
  stderr(): string;
  /** What it started apart has ended. */
  apart(): Promise<void>;
}

interface ServeOptions extends ClientOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** The server in this process, as are the runs that it starts. */
export function serve(world: World, { env = {}, args = [], ...options }: ServeOptions = {}): Served {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  let stderr = "";
  const keep = new Writable({
    write(chunk: Buffer, _, done) {
      stderr += chunk.toString("utf8");
      done();
    },
  });
  const apart: Promise<unknown>[] = [];
  const io = {
    ...ioOf({ cwd: world.project, env: { ...world.env, ...env }, program: PROGRAM_FILE }),
    ...{ stdin, stdout, stderr: keep, playScript: world.playScript },
    startApart: runsHere(world, apart),
  };
  const code = main(["mcp", ...args], io);
  const end = async (): Promise<number> => {
    stdin.end();
    return await code;
  };
  onTestFinished(async () => void (await end()));
  return {
    client: new McpClient(stdout, stdin, options),
    end,
    ended: code,
    stderr: () => stderr,
    apart: async () => void (await Promise.all(apart)),
  };
}

/** What is to be started as a program runs in this process instead. */
function runsHere({ playScript }: World, apart: Promise<unknown>[]): StartApart {
  return async ({ program, args, cwd, env, stdout, stderr }) => {
    const [out, err] = [createWriteStream(stdout), createWriteStream(stderr)];
    const io = { ...ioOf({ cwd, env, program }), stdout: out, stderr: err, playScript };
    const code = main(args, io);
    const closed = async (stream: Writable) => await new Promise<void>((done) => stream.end(done));
    const ended = code.then(async (value) => {
      await Promise.all([closed(out), closed(err)]);
      return value;
    });
    apart.push(ended);
    return { pid: process.pid, ended };
  };
}
