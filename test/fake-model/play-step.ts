import { assertNever } from "../../src/core/shared/assert-never.ts";
import type { Action, Step, Words } from "./scenario.ts";
import { forceWith, readWith, shellWith, writeWith } from "./tools.ts";
import type { Asked, ModelRequest, ToolUse } from "./wire.ts";

export interface Played {
  readonly text: string;
  readonly uses: readonly ToolUse[];
  readonly usage: Step["usage"];
}

type Done = { readonly said: string } | { readonly wrote: string } | { readonly use: ToolUse } | null;

/**
 * The step that is due after the tool turns so far, or the next that can be done with the tools offered: a model
 * without tools goes straight on to what it can say.
 */
export function playStep(steps: readonly Step[], request: ModelRequest): Played {
  const due = Math.min(request.toolTurns, steps.length - 1);
  for (const step of steps.slice(Math.max(0, due))) {
    const done = step.actions.map((action) => perform(action, request)).filter((one) => one !== null);
    if (done.length > 0) return { ...gathered(done), usage: step.usage };
  }
  return { text: "", uses: [], usage: undefined };
}

/** A document that could only be said stands alone, as if it were the file. */
function gathered(done: readonly NonNullable<Done>[]): Omit<Played, "usage"> {
  const written = done.flatMap((one) => ("wrote" in one ? [one.wrote] : []));
  const said = done.flatMap((one) => ("said" in one ? [one.said] : []));
  return {
    text: (written.length > 0 ? written : said).join("\n\n"),
    uses: done.flatMap((one) => ("use" in one ? [one.use] : [])),
  };
}

function perform(action: Action, request: ModelRequest): Done {
  const { tools } = request;
  const words = (text: Words) => wordsFor(text, request);
  switch (action.do) {
    case "say":
      return { said: words(action.text) };
    case "write": {
      const text = words(action.text);
      const use = writeWith(tools, words(action.path), text);
      return use === null ? { wrote: text } : { use };
    }
    case "read":
      return used(readWith(tools, words(action.path)));
    case "force":
      return used(forceWith(tools, { ...action, path: words(action.path) }));
    case "shell":
      return used(shellWith(tools, words(action.command)));
    case "mcp":
      return {
        use: { kind: "function", name: action.tool, namespace: action.namespace, args: action.args },
      };
    default:
      return assertNever(action);
  }
}

function used(use: ToolUse | null): Done {
  return use === null ? null : { use };
}

function wordsFor(words: Words, asked: Asked): string {
  return typeof words === "string" ? words : words(asked);
}
