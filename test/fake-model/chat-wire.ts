// OpenAI chat completions, and whatever calls itself compatible with them.
import { type HistoryEntry, whereItStands } from "./history.ts";
import { type Loose, objectOf, objectsOf, textOf, wordsOf } from "./loose-json.ts";
import { openAiReply } from "./openai-error.ts";
import { dataFrame, piecesOf } from "./sse.ts";
import type { Answer, ModelRequest, OfferedTool, ToolCall, Wire } from "./wire.ts";

export const CHAT_WIRE: Wire = {
  name: "chat",
  read,
  plain,
  frames,
  error: (problem) => openAiReply(problem, "messages"),
  errorFrames: () => null,
};

function read(body: unknown): ModelRequest {
  const { model, stream, stream_options, messages, tools } = objectOf(body);
  const said = objectsOf(messages);
  return {
    model: textOf(model),
    stream: stream === true,
    streamsUsage: objectOf(stream_options).include_usage === true,
    system: said
      .filter(({ role }) => role === "system" || role === "developer")
      .map(({ content }) => wordsOf(content))
      .join("\n"),
    tools: objectsOf(tools).map(offeredTool),
    ...whereItStands(said.map(historyEntry)),
  };
}

function offeredTool(tool: Loose): OfferedTool {
  const { name, parameters } = objectOf(tool.function);
  return { name: textOf(name), kind: "function", namespace: null, schema: parameters };
}

function historyEntry({ role, content }: Loose): HistoryEntry {
  if (role === "user") return { from: "user", text: wordsOf(content) };
  return { from: role === "tool" ? "tool" : "model" };
}

function envelope({ id, createdS, model }: Answer, object: string): object {
  return { id: `chatcmpl-${id}`, object, created: createdS, model };
}

function usageOf({ tokens }: Answer): object {
  return {
    prompt_tokens: tokens.input,
    completion_tokens: tokens.output,
    total_tokens: tokens.input + tokens.output,
    prompt_tokens_details: { cached_tokens: tokens.cached },
  };
}

function finishReason({ calls }: Answer): string {
  return calls.length > 0 ? "tool_calls" : "stop";
}

function toolCall(call: ToolCall): object {
  const args = call.kind === "function" ? call.args : { input: call.input };
  return {
    id: `call_${call.id}`,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(args) },
  };
}

function plain(answer: Answer): object {
  const { text, refused, calls } = answer;
  const message = {
    role: "assistant",
    content: refused || text === "" ? null : text,
    refusal: refused ? text : null,
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(toolCall) }),
  };
  return {
    ...envelope(answer, "chat.completion"),
    choices: [{ index: 0, message, finish_reason: finishReason(answer) }],
    usage: usageOf(answer),
  };
}

function frames(answer: Answer, { streamsUsage }: ModelRequest): readonly string[] {
  const head = envelope(answer, "chat.completion.chunk");
  const chunk = (delta: object, finish_reason: string | null = null) =>
    dataFrame({ ...head, choices: [{ index: 0, delta, finish_reason }] });
  return [
    chunk({ role: "assistant", content: "" }),
    ...piecesOf(answer.text).map((piece) => chunk(answer.refused ? { refusal: piece } : { content: piece })),
    ...answer.calls.map((call, index) => chunk({ tool_calls: [{ index, ...toolCall(call) }] })),
    chunk({}, finishReason(answer)),
    ...(streamsUsage ? [dataFrame({ ...head, choices: [], usage: usageOf(answer) })] : []),
    "data: [DONE]\n\n",
  ];
}
