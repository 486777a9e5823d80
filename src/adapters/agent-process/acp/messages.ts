// The messages of an ACP agent, a JSON document a line, within bounds: what sends more, or something else, is broken off.
import type { AnyMessage } from "@agentclientprotocol/sdk";
import type { AcpBounds } from "./acp-order.ts";

const NEWLINE = 0x0a;

type MessageBounds = Pick<AcpBounds, "messagesMax" | "messageBytesMax" | "unreadableMax">;

/** What an agent did that ends its turn, whatever it says. */
export class AgentMisconduct extends Error {
  constructor(because: string) {
    super(because);
    this.name = "AgentMisconduct";
  }
}

export async function* messagesIn(
  chunks: AsyncIterable<Uint8Array>,
  { messagesMax, messageBytesMax, unreadableMax }: MessageBounds,
): AsyncGenerator<AnyMessage> {
  let messages = 0;
  let unreadable = 0;
  for await (const line of linesIn(chunks, messageBytesMax)) {
    const message = messageOf(line);
    if (message === "blank") continue;
    if (message === "unreadable") unreadable += 1;
    else messages += 1;
    if (messages > messagesMax) throw new AgentMisconduct(`it sent more than ${messagesMax} messages`);
    if (unreadable > unreadableMax) {
      throw new AgentMisconduct(`it sent more than ${unreadableMax} lines that are no messages`);
    }
    if (message !== "unreadable") yield message;
  }
}

async function* linesIn(chunks: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]);
      begun = [];
      size = 0;
      from = end + 1;
    }
    begun.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > bytesMax) throw new AgentMisconduct(`it sent a message of more than ${bytesMax} bytes`);
  }
}

function messageOf(line: Uint8Array): AnyMessage | "blank" | "unreadable" {
  const text = new TextDecoder().decode(line).trim();
  if (text === "") return "blank";
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    // Whether it is a message of the protocol is for the protocol's own reader to say.
    return isObject ? (value as AnyMessage) : "unreadable";
  } catch {
    return "unreadable";
  }
}
