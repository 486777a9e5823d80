// Servers that are none, or behave as no server should; and tools in the hands of a model.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TOOL_TURNS_MAX } from "../../src/adapters/agent-api/converse.ts";
import { DOCUMENT_BYTES_MAX } from "../../src/core/shared/bounds.ts";
import type { AgentRequest, AgentResult } from "../../src/engine/ports.ts";
import type { ToolCall } from "../fake-model/wire.ts";
import {
  type ApiProtocol,
  apiBench,
  type Bench,
  type BenchOptions,
  type ExactModel,
  exactModel,
  framesOf,
  PROTOCOLS,
  type Reply,
  sendAnswer,
  sendText,
} from "./api-bench.ts";
import { agentRequest, ignoreEvent, NEVER } from "./real-agent.ts";

interface Set extends Bench, ExactModel {
  run(more?: Partial<AgentRequest>): Promise<AgentResult>;
}

async function set(protocol: ApiProtocol, reply: Reply, more: Partial<BenchOptions> = {}): Promise<Set> {
  const model = await exactModel(reply);
  const bench = apiBench({ protocol, baseUrl: model.url, ...more });
  return {
    ...bench,
    ...model,
    run: (request) => bench.agent.start(agentRequest(request), ignoreEvent, NEVER),
  };
}

const PATHS: Record<ApiProtocol, string> = {
  "anthropic-messages": "/v1/messages",
  "openai-responses": "/v1/responses",
  "openai-chat": "/v1/chat/completions",
};
const TEXT = "An answer in several pieces, which is long enough for that.";

describe.each(PROTOCOLS)("what is sent over %s", (protocol) => {
  it("is a streaming request with the key in its header only", async () => {
    const { run, received } = await set(protocol, (response) =>
      sendAnswer(response, protocol, { text: TEXT }),
    );
    expect((await run()).outcome).toBe("ok");
    const [{ path, headers, body } = { path: "", headers: {}, body: null }] = received;
    expect(path).toBe(PATHS[protocol]);
    expect(body).toMatchObject({ model: "fake-model", stream: true });
    expect(body).not.toHaveProperty("tools");
    expect(JSON.stringify(body)).not.toContain("fake-it");
    if (protocol === "anthropic-messages") {
      expect(headers).toMatchObject({ "x-api-key": "fake-it", "anthropic-version": "2023-06-01" });
      expect(headers.authorization).toBeUndefined();
      expect(body).toMatchObject({ max_tokens: 32_000 });
    } else {
      expect(headers.authorization).toBe("Bearer fake-it");
    }
  });
});

describe.each(PROTOCOLS)("a stream over %s", (protocol) => {
  it("that breaks off before the model is done is no answer; after that it is", async () => {
    const frames = framesOf(protocol, { text: TEXT });
    const done = protocol === "openai-responses" ? 0 : 1;
    const outcome = async (count: number): Promise<string> => {
      const { run } = await set(protocol, (response) => sendText(response, frames.slice(0, count).join("")));
      const result = await run();
      expect(result.text === null).toBe(result.outcome !== "ok");
      return result.outcome;
    };
    expect(await outcome(0)).toBe("crashed");
    expect(await outcome(3)).toBe("crashed");
    expect(await outcome(frames.length - 3)).toBe("crashed");
    expect(await outcome(frames.length - done)).toBe("ok");
  });

  it("that holds something else than JSON is not taken for the rest", async () => {
    const frames = framesOf(protocol, { text: TEXT });
    const holed = [...frames.slice(0, 2), "data: {oops\n\n", ...frames.slice(2)].join("");
    const { run } = await set(protocol, (response) => sendText(response, holed));
    expect(await run()).toMatchObject({ outcome: "crashed", text: null });
  });

  it("that is kept open after the model is done is not waited for", async () => {
    const reply: Reply = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const frames = framesOf(protocol, { text: TEXT });
      response.write(frames.slice(0, protocol === "openai-responses" ? undefined : -1).join(""));
    };
    const { run } = await set(protocol, reply, { timers: { idleMs: 2_000 } });
    expect(await run()).toMatchObject({ outcome: "ok", text: { text: TEXT } });
  });

  it("that only says that it is there ends with the time limit", async () => {
    const reply: Reply = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const ping = setInterval(() => response.write(": ping\n\n"), 50);
      response.on("close", () => clearInterval(ping));
    };
    const { run } = await set(protocol, reply, { timers: { idleMs: 1_500 } });
    expect((await run({ wallMs: 3_000 })).outcome).toBe("timeout-wall");
  });

  it("that falls silent in the middle ends with the idle timer, and half an answer is none", async () => {
    const reply: Reply = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(framesOf(protocol, { text: TEXT }).slice(0, 4).join(""));
    };
    const { run } = await set(protocol, reply, { timers: { idleMs: 1_000 } });
    expect(await run()).toMatchObject({ outcome: "timeout-idle", text: null });
  });

  it("that is too long is cut to what is read, and its true size is told", async () => {
    const text = "ä".repeat(DOCUMENT_BYTES_MAX / 2 + 10);
    const body = framesOf(protocol, { text }).join("");
    const { run } = await set(protocol, (response) => sendText(response, body));
    const result = await run();
    expect(result).toMatchObject({
      outcome: "ok",
      text: { bytes: DOCUMENT_BYTES_MAX + 20, repaired: false },
    });
    expect(Buffer.byteLength(result.text?.text ?? "")).toBe(DOCUMENT_BYTES_MAX);
  });
});

describe("a server that is no model", () => {
  const page = (status: number, headers: Record<string, string>, body: string): Reply => {
    return (response) => {
      response.writeHead(status, headers);
      response.end(body);
    };
  };

  it.each([
    ["a page", page(200, { "content-type": "text/html" }, "<h1>Hello</h1>"), "refused", "it does not stream"],
    ["no such path", page(404, {}, "nothing here"), "refused", "status 404"],
    ["a redirect", page(307, { location: "http://127.0.0.1:9/" }, ""), "refused", "it points elsewhere"],
    [
      "an error with status 200",
      page(200, { "content-type": "application/json" }, '{"error":{"message":"rate limit"}}'),
      "rate-limited",
      "rate limit",
    ],
    [
      "503 with a date",
      page(503, { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }, ""),
      "overloaded",
      "status 503",
    ],
    ["a detail", page(422, {}, '{"detail":"no such field"}'), "refused", "no such field"],
    ["an endless error", page(400, {}, "x".repeat(1_000_000)), "refused", "status 400"],
  ] as const)("given %s, then the outcome tells", async (_what, reply, outcome, because) => {
    const { run, received } = await set("openai-chat", reply);
    const result = await run();
    expect(result.outcome).toBe(outcome);
    expect(result.evidence.join("\n")).toContain(because);
    expect(JSON.stringify(result).length).toBeLessThan(3_000);
    expect(received).toHaveLength(1);
  });

  it("given nobody at the address, then it crashed, and the reason tells why", async () => {
    const { agent } = apiBench({ protocol: "openai-chat", baseUrl: "http://127.0.0.1:9" });
    const result = await agent.start(agentRequest(), ignoreEvent, NEVER);
    expect(result.outcome).toBe("crashed");
    expect(result.evidence.join("\n")).toContain("no answer:");
  });

  it("given an address that is none, then nothing is asked", async () => {
    const { agent } = apiBench({ protocol: "openai-chat", baseUrl: "localhost:1" });
    expect((await agent.start(agentRequest(), ignoreEvent, NEVER)).outcome).toBe("refused");
  });

  it("given a server that hangs up at once, then it is waited for as one that is overloaded", async () => {
    const { run } = await set("openai-chat", (response) => response.destroy());
    expect((await run()).outcome).toBe("overloaded");
  });

  it("given an error that repeats the key, then it is nowhere", async () => {
    const { run, files } = await set(
      "openai-chat",
      page(401, {}, '{"error":{"message":"no: sk-12345678"}}'),
      {
        key: "sk-12345678",
      },
    );
    const result = await run();
    expect(result.evidence.join("\n")).toContain("no: [redacted: MODEL_KEY]");
    expect(Object.values(files()).join("\n")).not.toContain("sk-12345678");
  });

  it.each([
    ["a long error", (key: string) => page(401, {}, `{"error":{"message":"${"x".repeat(990)}${key}"}}`)],
    ["an error without JSON", (key: string) => page(401, {}, `${"x".repeat(990)}${key}`)],
    [
      "an error that is longer than what is read of it",
      (key: string) => page(400, {}, `${"x".repeat(64 * 1024 - 10)}${key}${"x".repeat(100_000)}`),
    ],
    ["an error of nothing but keys", (key: string) => page(400, {}, key.repeat(10_000))],
    [
      "an error in the stream",
      (key: string): Reply =>
        (response) =>
          sendText(response, `data: {"error":{"message":"${"x".repeat(990)}${key}"}}\n\n`),
    ],
    [
      "a refusal",
      (key: string): Reply =>
        (response) => {
          const text = `${"x".repeat(490)}${key}`;
          sendAnswer(response, "openai-chat", { text, refused: true });
        },
    ],
  ] as const)("given %s that ends in the key, then not even half of it is told", async (_what, reply) => {
    const key = "sk-ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const { run, files } = await set("openai-chat", reply(key), { key });
    const result = await run();
    expect(result.outcome).not.toBe("ok");
    expect(JSON.stringify(result)).not.toContain("sk-ABC");
    expect(Object.values(files()).join("\n")).not.toContain("sk-ABC");
  });

  it("given an error that repeats a key in which JSON escapes a letter, then it is nowhere", async () => {
    const key = 'sk-ABC"DEFGHIJK';
    const { run, files } = await set(
      "openai-chat",
      page(401, {}, JSON.stringify({ error: { message: key } })),
      {
        key,
      },
    );
    const result = await run();
    expect(result.evidence.join("\n")).toContain("[redacted: MODEL_KEY]");
    expect(Object.values(files()).join("\n")).not.toContain("sk-ABC");
  });

  it("given a folder for runs that cannot be made, then it crashed with the reason, and nothing is asked", async () => {
    const { run, received } = await set("openai-chat", page(200, {}, ""), { runsDir: "/dev/null/runs" });
    expect((await run()).outcome).toBe("crashed");
    expect(received).toEqual([]);
  });
});

function call(name: string, args: { readonly [key: string]: string }, id: string): ToolCall {
  return { kind: "function", name, namespace: null, args, id };
}

function project(root: string): void {
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src/retry.ts"), "export const RETRIES_MAX = 3;\n");
  writeFileSync(join(root, ".env"), "PASSWORD=hunter2\n");
  writeFileSync(join(root, "../outside.txt"), "nobody may read this");
  symlinkSync(join(root, "../outside.txt"), join(root, "link.txt"));
}

it("given chat completions that close without a reason, then it crashed, and half the answer is none", async () => {
  const half = { choices: [{ delta: { content: "Verdict: APPROVED. However" }, finish_reason: null }] };
  const { run } = await set("openai-chat", (response) =>
    sendText(response, `data: ${JSON.stringify(half)}\n\ndata: [DONE]\n\n`),
  );
  const result = await run();
  expect(result).toMatchObject({ outcome: "crashed", text: null });
  expect(result.evidence.join("\n")).toContain("ended before the answer did");
});

describe.each(PROTOCOLS)("tools over %s", (protocol) => {
  it("given a role that reads the project, then it sees files and nothing else", async () => {
    const calls = [
      call("list_files", {}, "1"),
      call("read_file", { path: "src/retry.ts" }, "2"),
      call("search_text", { text: "RETRIES" }, "3"),
      call("read_file", { path: "../../etc/passwd" }, "4"),
      call("read_file", { path: "/etc/passwd" }, "5"),
      call("read_file", { path: "link.txt" }, "6"),
      call("read_file", { path: "src\0/retry.ts" }, "7"),
      call("read_file", { path: ".env" }, "8"),
      call("write_file", { path: "src/retry.ts", text: "x" }, "9"),
    ];
    const { run, received, projectRoot, files } = await set(protocol, (response, _, number) =>
      sendAnswer(response, protocol, number === 1 ? { text: "I look first.", calls } : { text: TEXT }),
    );
    project(projectRoot);
    const result = await run({ readsProject: true });
    expect(result).toMatchObject({
      ...{ outcome: "ok", text: { text: TEXT } },
      usage: { inputTokens: 20, outputTokens: 4, cachedInputTokens: 8 },
    });
    expect(result.evidence).toContain("turns with tools: 1");
    const [first, second] = received.map(({ body }) => JSON.stringify(body));
    for (const name of ["list_files", "read_file", "search_text"]) expect(first).toContain(name);
    expect(second).toContain("1\\texport const RETRIES_MAX = 3;");
    expect(second).toContain("src/retry.ts:1: export const RETRIES_MAX = 3;");
    expect(second).toContain("I look first.");
    for (const hidden of ["nobody may read this", "hunter2", "root:x"]) expect(second).not.toContain(hidden);
    expect(files()["response.log"]).toContain('"tool":"read_file"');
    expect(JSON.parse(files()["request.json"] ?? "")).toMatchObject({
      tools: ["list_files", "read_file", "search_text"],
    });
  });

  it("given a model that looks without end, then it is told to answer, and does", async () => {
    const { run, received, projectRoot } = await set(protocol, (response, { body }) => {
      const mustAnswer = JSON.stringify(body).includes("No more calls are possible");
      const calls = mustAnswer ? [] : [call("list_files", {}, "1")];
      sendAnswer(response, protocol, { text: mustAnswer ? TEXT : "", calls });
    });
    project(projectRoot);
    expect(await run({ readsProject: true })).toMatchObject({ outcome: "ok", text: { text: TEXT } });
    expect(received).toHaveLength(TOOL_TURNS_MAX + 1);
    expect(received.at(-1)?.body).toHaveProperty("tool_choice");
    expect(received.at(-2)?.body).not.toHaveProperty("tool_choice");
  });

  it("given a model that will not stop looking, then it was denied what it wanted", async () => {
    const calls = [call("list_files", {}, "1")];
    const { run, received } = await set(protocol, (response) => sendAnswer(response, protocol, { calls }));
    expect(await run({ readsProject: true })).toMatchObject({ outcome: "denied", text: null });
    expect(received).toHaveLength(TOOL_TURNS_MAX + 1);
  });

  it("given a role that reads nothing, then a call of a tool is denied", async () => {
    const calls = [call("read_file", { path: "a" }, "1")];
    const { run, received } = await set(protocol, (response) => sendAnswer(response, protocol, { calls }));
    expect(await run()).toMatchObject({ outcome: "denied", text: null });
    expect(received).toHaveLength(1);
  });

  it("given a limit in a later turn, then what was used before is told", async () => {
    const calls = [call("list_files", {}, "1")];
    const { run } = await set(protocol, (response, _, number) => {
      if (number === 1) return sendAnswer(response, protocol, { calls });
      response.writeHead(429, { "retry-after": "2" });
      response.end("{}");
    });
    expect(await run({ readsProject: true })).toMatchObject({
      ...{ outcome: "rate-limited", waitMs: 2_000 },
      usage: { inputTokens: 10, outputTokens: 2 },
    });
  });
});
