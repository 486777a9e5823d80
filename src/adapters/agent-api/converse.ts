// A whole call: turn after turn until the model has answered, its tools used for it in between.
import { USAGE_UNKNOWN, type Usage } from "../../core/shared/usage.ts";
import { addUsage } from "../shared/usage-counting.ts";
import type { Conversation, Exchange, ToolCall, ToolResult, ToolSpec } from "./conversation.ts";
import { type ModelConnection, type StreamOutcome, streamTurn } from "./stream-turn.ts";

export interface Tools {
  readonly specs: readonly ToolSpec[];
  use(call: ToolCall): Promise<Omit<ToolResult, "call">>;
}

/** Each turn sends all that came before again. */
export const TOOL_TURNS_MAX = 24;
const CALLS_PER_TURN_MAX = 16;
/** What tools give in all: more would crowd out the task itself. */
const TOOL_CHARS_MAX = 400_000;

const LAST_CALL = "\n\n(No more calls are possible. Give the document now, from what is known.)";

export interface ConversationResult {
  readonly end: StreamOutcome;
  readonly usage: Usage;
  readonly toolTurns: number;
  /** It was told to answer, and asked for tools again. */
  readonly insisted: boolean;
}

export interface ConversationPorts extends ModelConnection {
  readonly tools: Tools;
  onUsage(usage: Usage): void;
  onTurnEnd(): void;
}

export async function converse(
  talk: ConversationPorts,
  task: Pick<Conversation, "model" | "system" | "prompt">,
): Promise<ConversationResult> {
  const exchanges: Exchange[] = [];
  let usage = USAGE_UNKNOWN;
  let chars = 0;
  for (let toolTurns = 0; ; toolTurns += 1) {
    const mustAnswer = toolTurns >= TOOL_TURNS_MAX || chars >= TOOL_CHARS_MAX;
    const tools = talk.tools.specs;
    const end = await streamTurn(talk, { ...task, tools, exchanges, mustAnswer });
    talk.onTurnEnd();
    usage = addUsage(usage, turnUsage(end));
    if (usage.inputTokens !== null || usage.outputTokens !== null) talk.onUsage(usage);
    const wantsTools = end.at === "turn" && end.turn.stop?.kind === "calls";
    const insisted = wantsTools && (mustAnswer || tools.length === 0);
    if (!wantsTools || insisted) return { end, usage, toolTurns, insisted };
    const isLast = toolTurns + 1 >= TOOL_TURNS_MAX;
    const results = await useTools(talk, end.turn.calls);
    chars += results.reduce((sum, { text }) => sum + text.length, 0);
    exchanges.push({
      said: end.turn.said,
      results: isLast || chars >= TOOL_CHARS_MAX ? withLastCall(results) : results,
    });
  }
}

function turnUsage(end: StreamOutcome): Usage {
  switch (end.at) {
    case "turn":
    case "broken":
      return end.turn.usage;
    case "error":
    case "given-up":
      return end.turn?.usage ?? USAGE_UNKNOWN;
    case "trouble":
    case "no-model":
      return USAGE_UNKNOWN;
  }
}

/** Every call must be answered, or the history is refused. */
async function useTools(talk: ConversationPorts, calls: readonly ToolCall[]): Promise<readonly ToolResult[]> {
  const results: ToolResult[] = [];
  for (const [place, call] of calls.entries()) {
    const used =
      place < CALLS_PER_TURN_MAX
        ? await talk.tools.use(call)
        : { text: `at most ${CALLS_PER_TURN_MAX} calls at once`, failed: true };
    talk.onEvent({ tool: call.name, arguments: call.args, ...used }, null);
    results.push({ call, ...used });
  }
  return results;
}

/** Said in the last result, because words of a user would begin the task anew. */
function withLastCall(results: readonly ToolResult[]): readonly ToolResult[] {
  const last = results.length - 1;
  return results.map((result, place) =>
    place === last ? { ...result, text: `${result.text}${LAST_CALL}` } : result,
  );
}
