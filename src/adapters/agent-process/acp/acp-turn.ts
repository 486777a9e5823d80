// One turn of an ACP agent: what its updates come to. That a turn "ended" says little: some agents report a failure so,
// and some send the end of their answer after it.
import type {
  PromptResponse,
  SessionUpdate,
  ToolCallContent,
  ToolCallLocation,
} from "@agentclientprotocol/sdk";
import * as z from "zod";
import { DOCUMENT_BYTES_MAX } from "../../../core/shared/bounds.ts";
import { USAGE_UNKNOWN, type Usage } from "../../../core/shared/usage.ts";
import { amount, text } from "../../shared/loose-fields.ts";
import type { AcpLine, TurnFailure } from "./acp-line.ts";

type Told =
  | { readonly at: "said"; readonly text: string }
  /** What was said before is a message of its own. */
  | { readonly at: "line"; readonly line: AcpLine }
  | { readonly at: "nothing" };

const NOTHING: Told = { at: "nothing" };

export class AcpTurn {
  readonly #agent: string;
  /** The message that is being said, and the last one before it that says anything. */
  #message = { id: null as string | null, text: "" };
  #before = "";
  #usd: number | null = null;
  #hasFailed = false;
  #wasRefused = false;
  #trouble: TurnFailure | null = null;

  /** `agent` is what it calls itself. */
  constructor(agent: string) {
    this.#agent = agent;
  }

  take(update: SessionUpdate): Told {
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        if (update.content.type !== "text") return NOTHING;
        return this.#say(update.content.text, update.messageId ?? null);
      case "agent_thought_chunk":
        return update.content.type === "text" ? { at: "said", text: update.content.text } : NOTHING;
      case "tool_call":
        this.#endMessage(null);
        return { at: "line", line: { type: "used-tool", what: `uses ${toolWords(update)}` } };
      case "usage_update":
        if (update.cost?.currency === "USD") this.#usd = Math.max(0, update.cost.amount);
        return NOTHING;
      case "session_info_update":
        return this.#takeInfo(update._meta);
      case "notice":
        return update.severity === "error" ? troubled(update.title) : NOTHING;
      default:
        return NOTHING;
    }
  }

  /** Something it asked for leave for was refused. */
  noteRefusal(): void {
    this.#wasRefused = true;
  }

  /** What the whole turn comes to, by the answer to the prompt and everything that was said until now. */
  end(response: PromptResponse): Extract<AcpLine, { type: "ended" | "failed" }> {
    const text = this.#answer();
    const usage: Usage = { ...tokensOf(response, this.#agent), usd: this.#usd };
    if (this.#hasFailed) return { type: "failed", ...failureIn(text, this.#trouble), usage };
    // Some end their turn over a refusal, in the middle of what they were saying: what was refused is the matter then.
    if (response.stopReason === "cancelled" && this.#wasRefused) return { type: "ended", text: null, usage };
    const failure = STOP_FAILURES[response.stopReason];
    if (failure === null) return { type: "ended", text, usage };
    return { type: "failed", ...(failure ?? unknownStop(response.stopReason)), usage };
  }

  /** It gave no answer to the prompt, or an error for one. */
  fail(failure: TurnFailure): Extract<AcpLine, { type: "failed" }> {
    return { type: "failed", ...failure, usage: { ...USAGE_UNKNOWN, usd: this.#usd } };
  }

  #say(words: string, id: string | null): Told {
    if (id !== this.#message.id) this.#endMessage(id);
    // What is longer than any document is no answer, and is told by its size.
    if (this.#message.text.length <= DOCUMENT_BYTES_MAX) this.#message.text += words;
    return { at: "said", text: words };
  }

  #endMessage(id: string | null): void {
    if (this.#message.text.trim() !== "") this.#before = this.#message.text;
    this.#message = { id, text: "" };
  }

  #answer(): string | null {
    const text = this.#message.text.trim() === "" ? this.#before : this.#message.text;
    return text === "" ? null : text;
  }

  #takeInfo(meta: unknown): Told {
    const told = infoSchema.safeParse(meta).data?.codex;
    if (told?.threadStatus?.type === "systemError") this.#hasFailed = true;
    const message = [told?.error?.message, told?.error?.additionalDetails].filter(Boolean).join(": ");
    if (message === "") return NOTHING;
    this.#trouble = { message };
    return troubled(message);
  }
}

function troubled(about: string): Told {
  return { at: "line", line: { type: "troubled", about } };
}

/** What codex tells of itself beside the protocol: the one sign that a turn which "ended" has failed. */
const infoSchema = z.object({
  codex: z
    .object({
      threadStatus: z.object({ type: text }).optional().catch(undefined),
      error: z.object({ message: text, additionalDetails: text }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** Such an agent says as its answer what went wrong. */
function failureIn(text: string | null, trouble: TurnFailure | null): TurnFailure {
  const message = [text?.trim(), trouble?.message].filter(Boolean).join(" ");
  return { message: message === "" ? "it says that it failed, and not why" : message };
}

const STOP_FAILURES: Readonly<Record<string, TurnFailure | null>> = {
  end_turn: null,
  max_tokens: { message: "its answer was cut off: it came to the most tokens it may write" },
  max_turn_requests: { message: "it was stopped: it came to the most requests it may make in a turn" },
  refusal: { message: "it will not do it", code: "refusal" },
  cancelled: { message: "it says that it was cancelled" },
};

function unknownStop(reason: unknown): TurnFailure {
  return { message: `it stopped for a reason that is unknown: ${String(reason).slice(0, 100)}` };
}

/** A tool by its title, and the file it is for. */
export function toolWords({ title, locations, content }: ToolShape): string {
  const name = title?.trim() || "a tool";
  const paths = toolPaths({ locations, content }).filter((path) => !name.includes(path));
  return [name, ...paths.slice(0, 1)].join(" ").slice(0, TOOL_CHARS_MAX);
}

const TOOL_CHARS_MAX = 300;

interface ToolShape {
  readonly title?: string | null | undefined;
  readonly locations?: readonly ToolCallLocation[] | null | undefined;
  readonly content?: readonly ToolCallContent[] | null | undefined;
}

/** Every file that a tool call names, in the protocol's own places for it. */
export function toolPaths({ locations, content }: ToolShape): readonly string[] {
  const changed = (content ?? []).flatMap((part) => (part.type === "diff" ? [part.path] : []));
  return [...new Set([...(locations ?? []).map(({ path }) => path), ...changed])];
}

/** Tells what the last of a turn's requests used, and nothing of those before. */
const TELLS_LAST_STEP = "OpenCode";

const usageSchema = z.object({
  usage: z
    .object({
      inputTokens: amount,
      outputTokens: amount,
      cachedReadTokens: amount,
      cachedWriteTokens: amount,
    })
    .optional()
    .catch(undefined),
  _meta: z
    .object({
      quota: z
        .object({ token_count: z.object({ input_tokens: amount, output_tokens: amount }).optional() })
        .optional()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
});

function tokensOf(response: PromptResponse, agent: string): Omit<Usage, "usd"> {
  const told = usageSchema.safeParse(response).data;
  if (told === undefined || agent === TELLS_LAST_STEP) return NO_TOKENS;
  if (told.usage !== undefined) {
    const { inputTokens, outputTokens, cachedReadTokens, cachedWriteTokens } = told.usage;
    const parts = [inputTokens, cachedReadTokens, cachedWriteTokens].filter((part) => part !== undefined);
    return {
      inputTokens: inputTokens === undefined ? null : parts.reduce((sum, part) => sum + part, 0),
      outputTokens: outputTokens ?? null,
      ...(cachedReadTokens === undefined ? {} : { cachedInputTokens: cachedReadTokens }),
    };
  }
  const { input_tokens: inputTokens = null, output_tokens: outputTokens = null } =
    told._meta?.quota?.token_count ?? {};
  return { inputTokens, outputTokens };
}

const NO_TOKENS = { inputTokens: null, outputTokens: null };
