// What a tool is: what it takes, what a host may expect of it, and what it does.
import type { InputRequiredResult, ServerContext, ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { App } from "../app/app.ts";
import type { CommandContext } from "../app/command-context.ts";
import type { Failure } from "../app/failure.ts";

/** What a tool has at hand while it is called. */
export interface ToolCall {
  readonly app: App;
  readonly context: CommandContext;
  /** The file that node runs as parley. */
  readonly program: string;
  /** What the protocol knows of the call. */
  readonly request: ServerContext["mcpReq"];
  /** Whether the client can put a form to the user. */
  readonly mayElicit: boolean;
}

type ToolOutcome = object | Failure | InputRequiredResult;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** `changes`: a person's alone, so that it is refused inside an agent's run. */
  readonly does: "looks" | "changes";
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodObject;
  run(call: ToolCall, input: unknown): Promise<ToolOutcome>;
}

interface ToolDefinition<Shape extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Shape;
  run(call: ToolCall, input: z.output<z.ZodObject<Shape>>): Promise<ToolOutcome>;
}

export function readingTool<Shape extends z.ZodRawShape>(definition: ToolDefinition<Shape>): Tool {
  return {
    ...toolOf(definition),
    does: "looks",
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

/** `destructive`: it may undo or settle what somebody would miss. `reachesOut`: agents are set to work for it. */
export function changingTool<Shape extends z.ZodRawShape>(
  definition: ToolDefinition<Shape>,
  { destructive, reachesOut }: { readonly destructive: boolean; readonly reachesOut: boolean },
): Tool {
  return {
    ...toolOf(definition),
    does: "changes",
    annotations: {
      readOnlyHint: false,
      destructiveHint: destructive,
      idempotentHint: false,
      openWorldHint: reachesOut,
    },
  };
}

function toolOf<Shape extends z.ZodRawShape>({
  name,
  title,
  description,
  input,
  run,
}: ToolDefinition<Shape>): Pick<Tool, "name" | "title" | "description" | "input" | "run"> {
  const schema = z.strictObject(input);
  return {
    name,
    title,
    description,
    input: schema,
    // Whoever calls it has parsed the input by this schema.
    run: (call, parsed) => run(call, parsed as z.output<z.ZodObject<Shape>>),
  };
}
