// An MCP server over two streams: it answers one client, and ends with its input.
import type { Readable, Writable } from "node:stream";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  isInputRequiredResult,
  type JSONObject,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { makeApp } from "../app/app.ts";
import type { CommandContext } from "../app/command-context.ts";
import { enclosingRun } from "../app/enclosing-run.ts";
import { type Failure, failureOfThrown, isFailure, usageFailure } from "../app/failure.ts";
import { ProjectStores } from "../app/project-stores.ts";
import { refusedInRun } from "../app/run-permissions.ts";
import { CHANGING_TOOLS } from "./changing-tools.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { READING_TOOLS } from "./reading-tools.ts";
import { listResources, RESOURCE_TEMPLATES, readResource } from "./resources.ts";
import type { Tool } from "./tool.ts";
import { failureResult, toolResult } from "./tool-result.ts";

interface McpHost {
  /** Of the command that serves; each call has its own time and signal. */
  readonly context: CommandContext;
  readonly clock: { nowMs(): number };
  readonly version: string;
  /** The file that node runs as parley. */
  readonly program: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Hears what the client did wrong. */
  report(message: string): void;
}

/** Of what comes in at once: more than any answer holds. */
const MESSAGE_BYTES_MAX = 4 * 1024 * 1024;
const CALLS_AT_ONCE_MAX = 32;
/** Hosts cut a call off after about a minute. */
const FORM_MS_MAX = 45_000;
const REPORTS_MAX = 20;

const TOOLS: ReadonlyMap<string, Tool> = new Map(
  [...READING_TOOLS, ...CHANGING_TOOLS].map((tool) => [tool.name, tool]),
);

/** Until the input ends, or somebody asks it to stop; a failure where it could not go on. */
export async function serveMcp(host: McpHost): Promise<Failure | null> {
  const { context, stdin, stdout } = host;
  const ended = new AbortController();
  const transport = new WatchedTransport(stdin, stdout, () => ended.abort());
  const calls = new OpenCalls();
  let reports = 0;
  let broken: Error | null = null;
  const handle = serveStdio(() => makeServer(host, { ended: ended.signal, calls }), {
    transport,
    onerror: (error) => {
      broken = error;
      reports += 1;
      if (reports <= REPORTS_MAX) host.report(error.message);
    },
  });
  const stop = (): void => void handle.close();
  context.cancel.addEventListener("abort", stop, { once: true });
  if (context.cancel.aborted) stop();
  await new Promise<void>((done) => {
    ended.signal.addEventListener("abort", () => done(), { once: true });
    if (ended.signal.aborted) done();
  });
  context.cancel.removeEventListener("abort", stop);
  await calls.finish();
  const cutOff = !stdin.readableEnded && !stdin.destroyed && !context.cancel.aborted;
  return cutOff && broken !== null ? refusedInput(broken) : null;
}

function refusedInput({ message }: Error): Failure {
  return {
    failed: "failed",
    code: "mcp-input",
    message: `the client cannot be served any longer: ${message}`,
    fix: `a message may have ${MESSAGE_BYTES_MAX / 1024 / 1024} MB; start the server again`,
  };
}

class WatchedTransport extends StdioServerTransport {
  readonly #onClose: () => void;

  constructor(stdin: Readable, stdout: Writable, onClose: () => void) {
    super(stdin, stdout, { maxBufferSize: MESSAGE_BYTES_MAX });
    this.#onClose = onClose;
  }

  override async close(): Promise<void> {
    await super.close();
    this.#onClose();
  }
}

/** What is under way: an answer that was begun is written down, whether somebody still hears of it or not. */
class OpenCalls {
  readonly #calls = new Set<Promise<unknown>>();

  get count(): number {
    return this.#calls.size;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const call = work();
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }

  async finish(): Promise<void> {
    await Promise.allSettled(this.#calls);
  }
}

interface Connection {
  /** Aborted once the connection has ended. */
  readonly ended: AbortSignal;
  readonly calls: OpenCalls;
}

function makeServer(host: McpHost, connection: Connection): Server {
  const server = new Server(
    { name: "parley", title: "parley", version: host.version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: INSTRUCTIONS,
      inputRequired: { maxRounds: 2, roundTimeoutMs: FORM_MS_MAX },
    },
  );
  const serve = <Result>(
    request: ServerContext,
    work: (context: CommandContext, warnings: Set<string>) => Promise<Result>,
  ): Promise<Result> => {
    if (connection.calls.count >= CALLS_AT_ONCE_MAX) {
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        "too many calls at once; wait for their answers",
      );
    }
    return connection.calls.run(() => inContext(host, [request.mcpReq.signal, connection.ended], work));
  };
  server.setRequestHandler("tools/list", () => ({ tools: [...TOOLS.values()].map(toolDescription) }));
  server.setRequestHandler("tools/call", (call, request) => {
    const tool = TOOLS.get(call.params.name);
    if (tool === undefined) {
      const names = [...TOOLS.keys()].join(", ");
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no such tool; there are ${names}`);
    }
    return serve(request, async (context, warnings) => {
      const outcome = await callTool(tool, call.params.arguments ?? {}, {
        context,
        program: host.program,
        request: request.mcpReq,
        mayElicit: mayElicit(server, request),
      });
      if (isInputRequiredResult(outcome)) return outcome;
      const result = isFailure(outcome) ? failureResult : toolResult;
      return result(outcome as Failure, [...warnings]);
    });
  });
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: RESOURCE_TEMPLATES }));
  server.setRequestHandler("resources/list", ({ params }, request) =>
    serve(request, (context) => listResources(makeApp(context), params?.cursor)),
  );
  server.setRequestHandler("resources/read", ({ params }, request) =>
    serve(request, (context) => readResource(makeApp(context), params.uri)),
  );
  return server;
}

/** A call is a caller of its own: it opens what it needs, and leaves nothing open. */
async function inContext<Result>(
  { context, clock }: McpHost,
  signals: readonly AbortSignal[],
  work: (context: CommandContext, warnings: Set<string>) => Promise<Result>,
): Promise<Result> {
  const { cwd, env, cancel, cancelNow, background, playScript, startApart } = context;
  const stores = new ProjectStores();
  const warnings = new Set<string>();
  try {
    return await work(
      {
        cwd,
        env,
        now: new Date(clock.nowMs()),
        cancel: AbortSignal.any([cancel, ...signals]),
        cancelNow,
        stores,
        ...(background === undefined ? {} : { background }),
        warn: (message) => void warnings.add(message),
        via: "mcp",
        ...(playScript === undefined ? {} : { playScript }),
        ...(startApart === undefined ? {} : { startApart }),
      },
      warnings,
    );
  } finally {
    stores.close();
  }
}

function toolDescription({ name, title, description, annotations, input }: Tool) {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input" }) as JSONObject;
  return { name, title, description, annotations, inputSchema: { ...schema, type: "object" as const } };
}

type CallPlace = Omit<Parameters<Tool["run"]>[0], "app">;

async function callTool(tool: Tool, given: unknown, place: CallPlace): Promise<object> {
  const parsed = tool.input.safeParse(given);
  if (!parsed.success) return wrongInput(tool, parsed.error);
  const { context } = place;
  try {
    const run = tool.does === "changes" ? await enclosingRun(context.env, context.cwd) : null;
    if (run !== null) return refusedInRun(tool.name, run);
    return await tool.run({ ...place, app: makeApp(context) }, parsed.data);
  } catch (error) {
    return failureOfThrown(error);
  }
}

const PROBLEMS_SHOWN_MAX = 5;

function wrongInput({ name }: Tool, { issues }: z.ZodError): Failure {
  const problems = issues
    .slice(0, PROBLEMS_SHOWN_MAX)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`));
  const message = `the arguments of ${name} are wrong: ${problems.join("; ")}`;
  return usageFailure("bad-arguments", message, "see its input schema in tools/list");
}

/** An older client has said so once, a newer one says it with each request. */
function mayElicit(server: Server, { mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const said = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const elicitation = (said ?? server.getClientCapabilities())?.elicitation;
  // One that names no kind of form is of the time when there was one.
  return (
    elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0)
  );
}
