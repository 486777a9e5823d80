import { expect, it } from "vitest";
import type { ModelProtocol } from "../shared/model-protocol.ts";
import { modelUrl } from "./model-url.ts";

it.each<[ModelProtocol, string | null, string]>([
  ["anthropic-messages", null, "https://api.anthropic.com/v1/messages"],
  ["anthropic-messages", "https://api.anthropic.com", "https://api.anthropic.com/v1/messages"],
  ["anthropic-messages", "https://api.anthropic.com/v1/", "https://api.anthropic.com/v1/messages"],
  ["anthropic-messages", "http://127.0.0.1:4000/anthropic", "http://127.0.0.1:4000/anthropic/v1/messages"],
  ["anthropic-messages", "http://127.0.0.1:4000/v1/messages", "http://127.0.0.1:4000/v1/messages"],
  ["openai-responses", null, "https://api.openai.com/v1/responses"],
  ["openai-responses", "http://localhost:1234", "http://localhost:1234/v1/responses"],
  ["openai-chat", null, "https://api.openai.com/v1/chat/completions"],
  ["openai-chat", "http://localhost:11434", "http://localhost:11434/v1/chat/completions"],
  ["openai-chat", "http://localhost:11434/v1//", "http://localhost:11434/v1/chat/completions"],
  ["openai-chat", "https://host.example/api/v1", "https://host.example/api/v1/chat/completions"],
  [
    "openai-chat",
    "https://host.example/v1beta/openai/",
    "https://host.example/v1beta/openai/chat/completions",
  ],
  ["openai-chat", "https://host.example/x/chat/completions", "https://host.example/x/chat/completions"],
])("given %s at %s, then it is spoken at %s", (protocol, base, url) => {
  expect(modelUrl(protocol, base)).toEqual({ at: "url", url });
});

it.each([
  "",
  "localhost:11434",
  "ftp://host.example",
  "https://me:secret@host.example",
  "https://host.example/v1?key=secret",
  "https://host.example/v1?",
  "https://host.example/v1#secret",
])("given the base %j, then it cannot be used, and is not said again", (base) => {
  const url = modelUrl("openai-chat", base);
  expect(url.at).toBe("unusable");
  expect(JSON.stringify(url)).not.toContain("secret");
});
