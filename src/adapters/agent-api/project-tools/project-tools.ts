// Tools with which a model looks at the project: they read, only what is visible, and never much at once.
import * as z from "zod";
import { assertNever } from "../../../core/shared/assert-never.ts";
import type { ListedFiles } from "../../../engine/ports.ts";
import type { ToolCall, ToolSpec } from "../conversation.ts";
import type { Tools } from "../converse.ts";
import { listFiles, readLines, searchText } from "./look-tools.ts";
import type { ProjectToolsOptions, ToolContext, ToolOutput } from "./project-files.ts";

const RESULT_CHARS_MAX = 32_000;

const listArgs = z.object({ under: z.string().optional(), containing: z.string().optional() });
const readArgs = z.object({
  path: z.string(),
  from_line: z.number().optional(),
  lines: z.number().optional(),
});
const searchArgs = z.object({
  text: z.string(),
  under: z.string().optional(),
  ignore_case: z.boolean().optional(),
});

const NAMES = ["list_files", "read_file", "search_text"] as const;
type ToolName = (typeof NAMES)[number];

const SPECS: Record<ToolName, Omit<ToolSpec, "name">> = {
  list_files: {
    description: "Lists the project's files. Both arguments narrow it down; without them all are listed.",
    parameters: object({
      under: field("string", "Only files in this folder, such as src/core."),
      containing: field("string", "Only files with this text in their path, such as .test. or config."),
    }),
  },
  read_file: {
    description: "Gives lines of one of the project's files, each with its number.",
    parameters: object(
      {
        path: field("string", "As list_files gives it, from the project's root."),
        from_line: field("integer", "The first line; 1 if left out."),
        lines: field("integer", "How many lines; 400 if left out, and at most."),
      },
      ["path"],
    ),
  },
  search_text: {
    description: "Finds the lines of the project's files that hold a text. It is taken literally.",
    parameters: object(
      {
        text: field("string", "What to look for, within one line."),
        under: field("string", "Only files in this folder, or this file."),
        ignore_case: field("boolean", "Whether small and capital letters are the same."),
      },
      ["text"],
    ),
  },
};

function object(properties: object, required: readonly string[] = []): object {
  return { type: "object", properties, required, additionalProperties: false };
}

function field(type: string, description: string): object {
  return { type, description };
}

export function projectTools(options: ProjectToolsOptions): Tools {
  let files: Promise<ListedFiles> | null = null;
  return {
    specs: NAMES.map((name) => ({ name, ...SPECS[name] })),
    async use(call: ToolCall): Promise<ToolOutput> {
      // Looked at once: a call sees the project as it was when it first asked.
      files ??= options.project.list();
      const { text, failed } = await use({ ...options, files: await files }, call);
      return { text: boundResult(text), failed };
    },
  };
}

async function use(sight: ToolContext, { name, args }: ToolCall): Promise<ToolOutput> {
  const known = NAMES.find((one) => one === name);
  const value = jsonOf(args);
  switch (known) {
    case undefined:
      return { text: `there is no tool ${JSON.stringify(name)}`, failed: true };
    case "list_files":
      return withArgs(listArgs, value, (taken) => listFiles(sight, taken));
    case "read_file":
      return await withArgs(readArgs, value, (taken) => readLines(sight, taken));
    case "search_text":
      return await withArgs(searchArgs, value, (taken) => searchText(sight, taken));
    default:
      return assertNever(known);
  }
}

async function withArgs<T>(
  schema: z.ZodType<T>,
  value: unknown,
  found: (args: T) => ToolOutput | Promise<ToolOutput>,
): Promise<ToolOutput> {
  const args = schema.safeParse(value);
  if (args.success) return await found(args.data);
  const [issue] = args.error.issues;
  return {
    text: `the arguments are not understood: ${issue?.path.join(".")} ${issue?.message}`,
    failed: true,
  };
}

function boundResult(text: string): string {
  return text.length <= RESULT_CHARS_MAX ? text : `${text.slice(0, RESULT_CHARS_MAX)}\n(cut here)`;
}

/** A tool without arguments may be called with nothing at all. */
function jsonOf(args: string): unknown {
  try {
    return JSON.parse(args.trim() === "" ? "{}" : args);
  } catch {
    return undefined;
  }
}
