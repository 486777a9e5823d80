// OpenAI Responses.
import { type HistoryEntry, whereItStands } from "./history.ts";
import { type Loose, objectOf, objectsOf, textOf, wordsOf } from "./loose-json.ts";
import { openAiReply } from "./openai-error.ts";
import { responseOf } from "./responses-items.ts";
import { failureFrames, responseFrames } from "./responses-stream.ts";
import type { ModelRequest, OfferedTool, Wire } from "./wire.ts";

export const RESPONSES_WIRE: Wire = {
  name: "responses",
  read,
  plain: (answer) => responseOf(answer, "completed"),
  frames: responseFrames,
  error: (problem) => openAiReply(problem, "input"),
  errorFrames: failureFrames,
};

function read(body: unknown): ModelRequest {
  const { model, stream, instructions, input, tools } = objectOf(body);
  const items = typeof input === "string" ? [{ role: "user", content: input }] : objectsOf(input);
  const asSystem = items.filter(({ role }) => role === "system" || role === "developer");
  return {
    model: textOf(model),
    stream: stream === true,
    streamsUsage: true,
    system: [textOf(instructions), ...asSystem.map(({ content }) => wordsOf(content))].join("\n"),
    tools: objectsOf(tools).flatMap((tool) => offeredTools(tool)),
    ...whereItStands(items.map(historyEntry)),
  };
}

/** Tools of a namespace are called by its name and theirs; it holds no further namespace. */
function offeredTools(tool: Loose): readonly OfferedTool[] {
  if (tool.type !== "namespace") return [offeredTool(tool, null)];
  return objectsOf(tool.tools).map((inner) => offeredTool(inner, textOf(tool.name)));
}

/** A tool of the provider's own has a type and no name. */
function offeredTool({ type, name, parameters }: Loose, namespace: string | null): OfferedTool {
  return {
    name: textOf(name ?? type),
    kind: type === "custom" ? "custom" : "function",
    namespace,
    schema: parameters,
  };
}

function historyEntry({ type, role, content }: Loose): HistoryEntry {
  if (textOf(type).endsWith("_output")) return { from: "tool" };
  return role === "user" ? { from: "user", text: wordsOf(content) } : { from: "model" };
}
