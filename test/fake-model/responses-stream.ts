// A response as its events. Each carries its number in the stream.
import { assertNever } from "../../src/core/shared/assert-never.ts";
import { openAiError } from "./openai-error.ts";
import { type Item, itemsOf, type Part, responseOf } from "./responses-items.ts";
import { namedFrame, piecesOf, type StreamEvent } from "./sse.ts";
import type { Answer, Problem } from "./wire.ts";

export function responseFrames(answer: Answer): readonly string[] {
  return numbered([
    { type: "response.created", response: responseOf(answer, "in_progress") },
    { type: "response.in_progress", response: responseOf(answer, "in_progress") },
    ...itemsOf(answer).flatMap(itemEvents),
    { type: "response.completed", response: responseOf(answer, "completed") },
  ]);
}

/** Only what a model finds out once it reads comes inside a stream. */
export function failureFrames(problem: Problem, answer: Answer): readonly string[] | null {
  if (problem.problem !== "too-long") return null;
  const { error } = openAiError(problem, "input");
  const { code, message } = error;
  return numbered([
    { type: "response.created", response: responseOf(answer, "in_progress") },
    { type: "error", error },
    { type: "response.failed", response: { ...responseOf(answer, "failed"), error: { code, message } } },
  ]);
}

function numbered(events: readonly StreamEvent[]): readonly string[] {
  return events.map((event, sequence_number) => namedFrame({ ...event, sequence_number }));
}

function itemEvents(item: Item, output_index: number): readonly StreamEvent[] {
  const added = { type: "response.output_item.added", output_index, item: begun(item) };
  const done = { type: "response.output_item.done", output_index, item };
  return [added, ...fillingEvents(item, output_index), done];
}

function begun(item: Item): object {
  const status = "in_progress";
  switch (item.type) {
    case "message":
      return { ...item, status, content: [] };
    case "function_call":
      return { ...item, status, arguments: "" };
    case "custom_tool_call":
      return { ...item, status, input: "" };
    default:
      return assertNever(item);
  }
}

function fillingEvents(item: Item, output_index: number): readonly StreamEvent[] {
  const at = { item_id: item.id, output_index };
  const pieces = (type: string, text: string) =>
    piecesOf(text).map((delta) => ({ type: `${type}.delta`, ...at, delta }));
  switch (item.type) {
    case "message":
      return item.content.flatMap((part, content_index) => partEvents(part, { ...at, content_index }));
    case "function_call": {
      const type = "response.function_call_arguments";
      return [...pieces(type, item.arguments), { type: `${type}.done`, ...at, arguments: item.arguments }];
    }
    case "custom_tool_call": {
      const type = "response.custom_tool_call_input";
      return [...pieces(type, item.input), { type: `${type}.done`, ...at, input: item.input }];
    }
    default:
      return assertNever(item);
  }
}

function partEvents(part: Part, at: object): readonly StreamEvent[] {
  const isText = part.type === "output_text";
  const type = isText ? "response.output_text" : "response.refusal";
  const text = isText ? part.text : part.refusal;
  const empty = isText ? { ...part, text: "" } : { ...part, refusal: "" };
  return [
    { type: "response.content_part.added", ...at, part: empty },
    ...piecesOf(text).map((delta) => ({ type: `${type}.delta`, ...at, delta })),
    { type: `${type}.done`, ...at, ...(isText ? { text } : { refusal: text }) },
    { type: "response.content_part.done", ...at, part },
  ];
}
