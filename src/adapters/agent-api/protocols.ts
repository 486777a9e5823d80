import type { ModelProtocol } from "../shared/model-protocol.ts";
import { CHAT_PROTOCOL } from "./chat-protocol.ts";
import type { Protocol } from "./conversation.ts";
import { MESSAGES_PROTOCOL } from "./messages-protocol.ts";
import { RESPONSES_PROTOCOL } from "./responses-protocol.ts";

export const PROTOCOLS: Record<ModelProtocol, Protocol> = {
  "anthropic-messages": MESSAGES_PROTOCOL,
  "openai-responses": RESPONSES_PROTOCOL,
  "openai-chat": CHAT_PROTOCOL,
};
