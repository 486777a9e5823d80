// What comes of a call, as the protocol wants it: the same data twice, as a structure and as a text.
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Failure } from "../app/failure.ts";

/** `warnings`: what the caller should hear beside the outcome. */
export function toolResult(data: object, warnings: readonly string[]): CallToolResult {
  return { content: contentOf(data, warnings), structuredContent: { ...data } };
}

export function failureResult(failure: Failure, warnings: readonly string[]): CallToolResult {
  const document = failureDocument(failure);
  return { content: contentOf(document, warnings), structuredContent: document, isError: true };
}

/** As `--json` prints it. */
export function failureDocument({ failed: _, ...error }: Failure): {
  readonly error: Omit<Failure, "failed">;
} {
  return { error };
}

function contentOf(data: object, warnings: readonly string[]): CallToolResult["content"] {
  const texts = [JSON.stringify(data), ...warnings.map((warning) => `warning: ${warning}`)];
  return texts.map((text) => ({ type: "text", text }));
}
