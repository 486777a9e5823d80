// The process that speaks to an ACP agent in a run: started by the run's wrapper as its agent, it starts the agent itself,
// gives it the prompt, answers what it asks for, and writes what comes of it into the log, a line each.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type ClientConnection,
  client,
  methods,
  type PromptResponse,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
  type Stream,
} from "@agentclientprotocol/sdk";
import { SpeechBuffer } from "../../shared/speech-buffer.ts";
import { splitPrompt } from "../../shared/split-prompt.ts";
import type { AcpLine, TurnFailure } from "./acp-line.ts";
import { type AcpOrder, parseOrder } from "./acp-order.ts";
import { failureOf, introduce, openSession, SessionProblem } from "./acp-session.ts";
import { AcpTurn, toolWords } from "./acp-turn.ts";
import { AgentMisconduct, messagesIn } from "./messages.ts";
import { answerPermission, mayUseTool } from "./permission-policy.ts";
import { ViewFiles } from "./view-files.ts";

interface AcpClientInput {
  /** The order, and the agent's command. */
  readonly args: readonly string[];
  readonly prompt: string;
  readonly view: string;
  write(line: string): void;
  readonly stderr: { write(text: string): void };
  /** Called with what to do when it is to end. */
  onInterrupt(cancel: () => void): void;
}

/** As a shell says it. */
const NO_SUCH_PROGRAM = 127;
const ALIVE_MS = 1_000;

/** As the agent ended, where it did so by itself. */
type ProgramEnd = { readonly code: number } | { readonly signal: NodeJS.Signals };

export async function runAcpClient(input: AcpClientInput): Promise<ProgramEnd> {
  const [order = "", ...command] = input.args;
  const agent = await startAgent(command);
  if (typeof agent === "string") {
    input.stderr.write(`${command[0]}: not found, or it cannot be started: ${agent}\n`);
    return { code: NO_SUCH_PROGRAM };
  }
  const files = await ViewFiles.at(input.view);
  const run = new AcpRun({ order: parseOrder(order), agent, files, input });
  return await run.toTheEnd();
}

async function startAgent([program = "", ...args]: readonly string[]): Promise<ChildProcess | string> {
  // In our own process group, so that whoever ends that ends both.
  const agent = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  try {
    await once(agent, "spawn");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  agent.on("error", () => undefined);
  agent.stdin?.on("error", () => undefined);
  return agent;
}

interface RunParts {
  readonly order: AcpOrder;
  readonly agent: ChildProcess;
  readonly files: ViewFiles;
  readonly input: AcpClientInput;
}

type LastLine = Extract<AcpLine, { type: "ended" | "failed" }>;

class AcpRun {
  readonly #parts: RunParts;
  readonly #speech: SpeechBuffer;
  readonly #connection: ClientConnection;
  /** Resolves with what ends the turn before it ends itself. */
  readonly #broken: Promise<TurnFailure>;
  #break: (failure: TurnFailure) => void = () => undefined;
  #turn = new AcpTurn("");
  #session: string | null = null;
  #requests = 0;
  #cancelled = false;
  #heardMs = performance.now();
  /** Whether anything came that was not told. */
  #untold = false;
  #over = false;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#broken = new Promise((resolve) => {
      this.#break = resolve;
    });
    this.#speech = new SpeechBuffer({
      clean: (text) => text,
      say: (text) => this.#tell({ type: "said", text }),
      nowMs: () => performance.now(),
    });
    this.#connection = this.#client().connect(this.#stream());
  }

  async toTheEnd(): Promise<ProgramEnd> {
    const { agent, input } = this.#parts;
    input.onInterrupt(() => this.#cancel());
    const alive = setInterval(() => this.#showLife(), ALIVE_MS);
    try {
      const last = await this.#lastLine();
      this.#speech.end();
      this.#over = true;
      this.#write(last);
      const good = last.type === "ended";
      return (await this.#leave(good)) ?? { code: good ? 0 : 1 };
    } finally {
      clearInterval(alive);
      agent.stdout?.destroy();
    }
  }

  async #lastLine(): Promise<LastLine> {
    try {
      const ended = await Promise.race([this.#talk(), this.#broken]);
      return "type" in ended ? ended : this.#turn.fail(ended);
    } catch (error) {
      return this.#turn.fail(await this.#failureOf(error));
    }
  }

  async #talk(): Promise<LastLine> {
    const { order, input } = this.#parts;
    const { agent } = this.#connection;
    const introduced = await introduce(agent, order.bounds.handshakeMs);
    const { standing, task } = splitPrompt({ prompt: input.prompt, standingChars: order.standingChars });
    const session = await openSession(agent, introduced, { order, view: input.view, standing });
    const canGoOn = order.resumes && (introduced.canResume || introduced.canLoad);
    this.#tell({ type: "session", ...session, canGoOn, agent: introduced.name });
    // What it says again of an earlier turn is no part of this one.
    if (session.resumed) await this.#settle();
    this.#turn = new AcpTurn(introduced.name);
    this.#session = session.id;
    if (this.#cancelled) return this.#turn.fail({ message: "cancelled before it was asked" });
    // A conversation that is gone on with has heard it, one way or the other.
    const told = session.resumed || introduced.takesSystemPrompt;
    const prompt = [{ type: "text" as const, text: told ? task : input.prompt }];
    const response = await agent.request(methods.agent.session.prompt, { sessionId: session.id, prompt });
    await this.#settle();
    return this.#turn.end(stopOf(response));
  }

  /** Until nothing has come for a moment. */
  async #settle(): Promise<void> {
    const { quietMs, drainMs } = this.#parts.order.bounds;
    const begunMs = performance.now();
    this.#heardMs = begunMs;
    for (;;) {
      const nowMs = performance.now();
      const leftMs = Math.min(this.#heardMs + quietMs, begunMs + drainMs) - nowMs;
      if (leftMs <= 0) return;
      await sleep(leftMs);
    }
  }

  #client() {
    return client({ name: "parley" })
      .onNotification(methods.client.session.update, ({ params }) => {
        this.#hear(params.sessionId, params.update);
      })
      .onRequest(methods.client.session.requestPermission, ({ params }) => this.#answer(params))
      .onRequest(methods.client.fs.readTextFile, async ({ params }) => await this.#readFile(params))
      .onRequest(methods.client.fs.writeTextFile, async ({ params }) => await this.#writeFile(params))
      .onRequest("*", ({ method }) => {
        this.#countRequest(method);
        this.#tell({ type: "denied", what: method });
        throw RequestError.methodNotFound(method);
      });
  }

  #stream(): Stream {
    const { agent, order } = this.#parts;
    const chunks = agent.stdout as Readable;
    const messages = this.#noting(messagesIn(chunks, order.bounds));
    const writable: Stream["writable"] = new WritableStream({
      write: (message) =>
        new Promise((resolve, reject) => {
          agent.stdin?.write(`${JSON.stringify(message)}\n`, (error) =>
            error === null || error === undefined ? resolve() : reject(error),
          );
        }),
    });
    return { readable: ReadableStream.from(messages), writable };
  }

  async *#noting<T>(messages: AsyncGenerator<T>): AsyncGenerator<T> {
    try {
      for await (const message of messages) {
        this.#untold = true;
        yield message;
      }
    } catch (error) {
      // Said before the connection is closed over it, which would tell less.
      if (error instanceof AgentMisconduct) this.#break({ message: error.message });
      throw error;
    }
  }

  #hear(session: string, update: SessionUpdate): void {
    this.#heardMs = performance.now();
    if (session !== this.#session || this.#over) return;
    const told = this.#turn.take(update);
    if (told.at === "said") this.#speech.add(told.text);
    if (told.at !== "line") return;
    this.#speech.end();
    this.#tell(told.line);
  }

  async #answer({ toolCall, options }: RequestPermissionRequest): Promise<RequestPermissionResponse> {
    this.#countRequest("session/request_permission");
    // As the protocol wants it of whoever has cancelled the turn.
    if (this.#cancelled) return { outcome: { outcome: "cancelled" } };
    const { order, files } = this.#parts;
    const allowed = await mayUseTool(toolCall, order, files);
    if (!allowed) {
      this.#turn.noteRefusal();
      this.#tell({ type: "denied", what: toolWords(toolCall) });
    }
    return answerPermission(allowed, options);
  }

  async #readFile({ path, line, limit }: ReadRequest): Promise<{ content: string }> {
    this.#countRequest("fs/read_text_file");
    const read = await this.#parts.files.read(path);
    if ("refused" in read) throw this.#refuse("fs/read_text_file", path, read.refused);
    const lines = read.text.split(/(?<=\n)/);
    const from = Math.max(0, (line ?? 1) - 1);
    return { content: lines.slice(from, limit == null ? undefined : from + limit).join("") };
  }

  async #writeFile({ path, content }: { readonly path: string; readonly content: string }): Promise<object> {
    this.#countRequest("fs/write_text_file");
    const { order, files } = this.#parts;
    const written =
      order.access === "write" ? await files.write(path, content) : { refused: "its role may only read" };
    if ("refused" in written) throw this.#refuse("fs/write_text_file", path, written.refused);
    return {};
  }

  #refuse(method: string, path: string, why: string): RequestError {
    this.#tell({ type: "denied", what: `${method} ${path}: ${why}` });
    return RequestError.invalidParams({ path }, `${path}: ${why}`);
  }

  #countRequest(method: string): void {
    const { requestsMax } = this.#parts.order.bounds;
    this.#requests += 1;
    if (this.#requests <= requestsMax) return;
    this.#break({ message: `it asked for something more than ${requestsMax} times, at last for ${method}` });
    throw RequestError.internalError(undefined, "asked too often");
  }

  #cancel(): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    const sessionId = this.#session;
    if (sessionId === null) this.#break({ message: "cancelled before it was asked" });
    else
      void this.#connection.agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => undefined);
  }

  async #failureOf(error: unknown): Promise<TurnFailure> {
    if (error instanceof SessionProblem) return error.failure;
    if (error instanceof RequestError) return failureOf(error, methods.agent.session.prompt);
    return { message: `it broke off: ${await this.#endWords()}` };
  }

  /** How the agent itself ended, where it has. */
  async #endWords(): Promise<string> {
    const { agent, order } = this.#parts;
    await Promise.race([hasEnded(agent), sleep(order.bounds.quietMs)]);
    if (agent.signalCode !== null) return `it was ended by ${agent.signalCode}`;
    return agent.exitCode === null ? "it closed its output" : `it ended with exit code ${agent.exitCode}`;
  }

  /**
   * After a good turn the end of its input is enough for most; what does not heed it, or was broken off, is told to end.
   * How it ended, where it was not told.
   */
  async #leave(gently: boolean): Promise<ProgramEnd | null> {
    const { agent, order } = this.#parts;
    const { leaveMs } = order.bounds;
    this.#connection.close();
    agent.stdin?.end();
    if (gently) await Promise.race([hasEnded(agent), sleep(leaveMs)]);
    if (agent.signalCode !== null) return { signal: agent.signalCode };
    if (agent.exitCode !== null) return { code: agent.exitCode };
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      agent.kill(signal);
      await Promise.race([hasEnded(agent), sleep(leaveMs)]);
      if (agent.exitCode !== null || agent.signalCode !== null) break;
    }
    return null;
  }

  #showLife(): void {
    if (this.#untold && !this.#over) this.#tell({ type: "alive" });
    this.#untold = false;
  }

  #tell(line: AcpLine): void {
    this.#untold = false;
    if (!this.#over) this.#write(line);
  }

  #write(line: AcpLine): void {
    this.#parts.input.write(`${JSON.stringify(line)}\n`);
  }
}

interface ReadRequest {
  readonly path: string;
  readonly line?: number | null | undefined;
  readonly limit?: number | null | undefined;
}

/** An answer of no shape at all is none that could be trusted. */
function stopOf(response: unknown): PromptResponse {
  if (typeof response === "object" && response !== null && "stopReason" in response) {
    return response as PromptResponse;
  }
  throw new SessionProblem({ message: "its answer to session/prompt names no reason to stop" });
}

async function hasEnded(agent: ChildProcess): Promise<void> {
  if (agent.exitCode === null && agent.signalCode === null) await once(agent, "exit");
}
