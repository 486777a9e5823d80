// Google's generateContent. The model and whether it streams stand in the path.
import { assertNever } from "../../src/core/shared/assert-never.ts";
import { type HistoryEntry, whereItStands } from "./history.ts";
import { type Loose, objectOf, objectsOf, textOf, wordsOf } from "./loose-json.ts";
import { dataFrame, piecesOf } from "./sse.ts";
import type { Answer, ErrorReply, ModelRequest, OfferedTool, Problem, Wire } from "./wire.ts";

export const GEMINI_WIRE: Wire = {
  name: "gemini",
  read,
  plain: (answer) => chunk(answer, partsOf(answer), true),
  frames,
  error,
  errorFrames: () => null,
};

const PATH = /^\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

/** Whether a path is one of this wire. */
export function isGeminiPath(path: string): boolean {
  return PATH.test(path);
}

function read(body: unknown, path = ""): ModelRequest {
  const { systemInstruction, contents, tools } = objectOf(body);
  const [, model = "", method = ""] = PATH.exec(path) ?? [];
  return {
    model,
    stream: method === "streamGenerateContent",
    streamsUsage: true,
    system: wordsOf(objectOf(systemInstruction).parts),
    tools: objectsOf(tools).flatMap(({ functionDeclarations }) =>
      objectsOf(functionDeclarations).map(offeredTool),
    ),
    ...whereItStands(objectsOf(contents).map(historyEntry)),
  };
}

function offeredTool({ name, parametersJsonSchema, parameters }: Loose): OfferedTool {
  const schema = parametersJsonSchema ?? parameters;
  return { name: textOf(name), kind: "function", namespace: null, schema };
}

function historyEntry({ role, parts }: Loose): HistoryEntry {
  if (role === "model") return { from: "model" };
  const hasResult = objectsOf(parts).some(({ functionResponse }) => functionResponse !== undefined);
  return hasResult ? { from: "tool" } : { from: "user", text: wordsOf(parts) };
}

function partsOf({ text, calls }: Answer): readonly object[] {
  const called = calls.map((call) => ({
    functionCall: { name: call.name, args: call.kind === "function" ? call.args : { input: call.input } },
  }));
  return [...(text === "" ? [] : [{ text }]), ...called];
}

function chunk({ id, model, tokens, refused }: Answer, parts: readonly object[], isLast: boolean): object {
  const finishReason = refused ? "PROHIBITED_CONTENT" : "STOP";
  return {
    candidates: [{ index: 0, content: { role: "model", parts }, ...(isLast ? { finishReason } : {}) }],
    usageMetadata: {
      promptTokenCount: tokens.input,
      cachedContentTokenCount: tokens.cached,
      candidatesTokenCount: tokens.output,
      totalTokenCount: tokens.input + tokens.output,
    },
    modelVersion: model,
    responseId: id,
  };
}

function frames(answer: Answer): readonly string[] {
  const words = piecesOf(answer.text).map((text) => dataFrame(chunk(answer, [{ text }], false)));
  return [...words, dataFrame(chunk(answer, partsOf({ ...answer, text: "" }), true))];
}

const STATUS_WORDS: { readonly [status: number]: string } = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

function error(problem: Problem): ErrorReply {
  switch (problem.problem) {
    case "status":
      return ofStatus(problem.status, `scripted status ${problem.status}`);
    case "bad-key":
      return ofStatus(401, "API key not valid.");
    case "overloaded":
      return ofStatus(503, "The model is overloaded. Please try again later.");
    case "too-long":
      return ofStatus(400, "The input token count exceeds the maximum number of tokens allowed.");
    default:
      return assertNever(problem);
  }
}

function ofStatus(code: number, message: string): ErrorReply {
  return { status: code, body: { error: { code, message, status: STATUS_WORDS[code] ?? "INTERNAL" } } };
}
