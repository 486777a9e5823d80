// One call of a model, from its body to its last byte.
import type { ServerResponse } from "node:http";
import { scenarioOfKey } from "./api-key.ts";
import { chooseReply, isSideCall, type Reply, sideReply } from "./choose-reply.ts";
import type { FaultCount } from "./fault-count.ts";
import { parsedBody } from "./read-body.ts";
import type { LoggedRequest } from "./request-log.ts";
import type { Scenario, Scenarios } from "./scenario.ts";
import { sendJson, sendStream } from "./send.ts";
import type { ModelRequest, Wire } from "./wire.ts";

export interface ModelCall {
  readonly number: number;
  readonly atMs: number;
  readonly wire: Wire;
  readonly path: string;
  readonly key: string;
  readonly body: string;
}

export interface ModelWorld {
  readonly scenarios: Scenarios;
  readonly faults: FaultCount;
  readonly note: (number: number, facts: Partial<LoggedRequest>) => void;
}

export async function answerModelCall(
  world: ModelWorld,
  call: ModelCall,
  response: ServerResponse,
): Promise<void> {
  const { number, wire } = call;
  world.note(number, { wire: wire.name });
  const name = scenarioOfKey(call.key);
  const scenario = name === null || !Object.hasOwn(world.scenarios, name) ? undefined : world.scenarios[name];
  if (name === null || scenario === undefined) {
    const { status, body } = wire.error({ problem: "bad-key" });
    return await sendJson(response, status, { body });
  }
  world.note(number, { scenario: name });
  const parsed = parsedBody(call.body);
  if (parsed === null) {
    const { status, body } = wire.error({ problem: "status", status: 400 });
    return await sendJson(response, status, { body });
  }
  const request = wire.read(parsed, call.path);
  const reply = replyTo({ ...call, world, name, scenario, request });
  await sendReply(reply, { wire, request, response });
}

interface Chosen extends ModelCall {
  readonly world: ModelWorld;
  readonly name: string;
  readonly scenario: Scenario;
  readonly request: ModelRequest;
}

function replyTo({ world, number, atMs, name, scenario, request }: Chosen): Reply {
  const { model, stream, system, prompt, toolTurns } = request;
  const tools = request.tools.map((tool) => tool.name);
  const isSide = isSideCall(scenario, request);
  const fault = isSide ? null : world.faults.take(name, scenario, toolTurns);
  const stamp = { id: `fake${number}`, createdS: Math.floor(atMs / 1_000) };
  const reply = isSide ? sideReply(request, stamp) : chooseReply(scenario, fault, { request, stamp });
  world.note(number, {
    ...{ model, stream, system, prompt, toolTurns, tools },
    isSideCall: isSide,
    fault: fault?.fault ?? null,
    called: reply.at === "answer" ? reply.answer.calls.map((one) => one.name) : [],
  });
  return reply;
}

interface Line {
  readonly wire: Wire;
  readonly request: ModelRequest;
  readonly response: ServerResponse;
}

async function sendReply(reply: Reply, { wire, request, response }: Line): Promise<void> {
  if (reply.at === "hang") return;
  if (reply.at === "problem") {
    const frames = request.stream ? wire.errorFrames(reply.problem, reply.answer) : null;
    if (frames !== null) return await sendStream(response, frames);
    const { status, body } = wire.error(reply.problem);
    const headers = reply.retryAfterS === null ? {} : { "retry-after": String(reply.retryAfterS) };
    return await sendJson(response, status, { body, headers });
  }
  const { answer, msPerChunk, cutAfterBytes } = reply;
  const manner = { msPerChunk, cutAfterBytes };
  if (request.stream) return await sendStream(response, wire.frames(answer, request), manner);
  await sendJson(response, 200, { body: wire.plain(answer), ...manner });
}
