// Which tool of those a request offers does a neutral action, and with what arguments.
import type { Json, JsonObject } from "../../src/core/shared/json.ts";
import { objectOf } from "./loose-json.ts";
import type { OfferedTool, ToolUse } from "./wire.ts";

const WRITERS = ["Write", "write_file", "write_document", "write", "create_file"];
const READERS = ["Read", "read_file", "read"];
const SHELLS = ["Bash", "exec_command", "shell_command", "run_shell_command", "shell", "bash"];
const PATCHERS = ["apply_patch"];

const PATH_KEYS = ["file_path", "path", "filePath", "absolute_path"];
const TEXT_KEYS = ["content", "text", "contents"];
const COMMAND_KEYS = ["command", "cmd"];
const PATCH_KEYS = ["input", "patch", "patchText"];

type Tools = readonly OfferedTool[];

export function writeWith(tools: Tools, path: string, text: string): ToolUse | null {
  const writer = find(tools, WRITERS);
  if (writer !== null) {
    return call(writer, { ...under(writer, PATH_KEYS, path), ...under(writer, TEXT_KEYS, text) });
  }
  const patcher = find(tools, PATCHERS);
  if (patcher !== null) return patchWith(patcher, addFilePatch(path, text));
  return shellWith(tools, `printf %s ${shellQuoted(text)} > ${shellQuoted(path)}`);
}

export function readWith(tools: Tools, path: string): ToolUse | null {
  const reader = find(tools, READERS);
  if (reader !== null) return call(reader, under(reader, PATH_KEYS, path));
  return shellWith(tools, `cat ${shellQuoted(path)}`);
}

/** By the names that the other tools have, each agent's own are known. */
const WRITER_BESIDE: Readonly<Record<string, string>> = {
  Read: "Write",
  read_file: "write_file",
  read: "write",
};
const FORCED_TEXT = "forced\n";

/** Also a tool that is not offered, as long as it can be guessed. */
export function forceWith(
  tools: Tools,
  { tool, path }: { readonly tool: "write" | "read"; readonly path: string },
): ToolUse | null {
  if (tool === "read") return readWith(tools, path);
  const offered = writeWith(tools, path, FORCED_TEXT);
  const [reader] = tools.filter(({ name }) => Object.hasOwn(WRITER_BESIDE, name));
  if (offered !== null || reader === undefined) return offered;
  const args = { ...under(reader, PATH_KEYS, path), content: FORCED_TEXT };
  return { kind: "function", name: WRITER_BESIDE[reader.name] ?? "write", namespace: null, args };
}

export function shellWith(tools: Tools, command: string): ToolUse | null {
  const shell = find(tools, SHELLS);
  if (shell === null) return null;
  const key = keyAmong(shell, COMMAND_KEYS) ?? "command";
  const takesList = objectOf(propertiesOf(shell)?.[key]).type === "array";
  return call(shell, { [key]: takesList ? ["bash", "-lc", command] : command });
}

function patchWith(patcher: OfferedTool, patch: string): ToolUse {
  if (patcher.kind === "custom") return { kind: "custom", name: patcher.name, input: patch };
  return call(patcher, under(patcher, PATCH_KEYS, patch));
}

function addFilePatch(path: string, text: string): string {
  const lines = text.replace(/\n$/, "").split("\n");
  return [
    "*** Begin Patch",
    `*** Add File: ${path}`,
    ...lines.map((line) => `+${line}`),
    "*** End Patch",
  ].join("\n");
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The first name of the list that is offered: the list is in the order of preference. */
function find(tools: Tools, names: readonly string[]): OfferedTool | null {
  return names.flatMap((name) => tools.filter((tool) => tool.name === name))[0] ?? null;
}

function propertiesOf({ schema }: OfferedTool): { readonly [key: string]: unknown } | null {
  const { properties } = objectOf(schema);
  return properties === undefined ? null : objectOf(properties);
}

function keyAmong(tool: OfferedTool, keys: readonly string[]): string | null {
  const properties = propertiesOf(tool);
  return (properties === null ? keys[0] : keys.find((key) => properties[key] !== undefined)) ?? null;
}

/** A tool that has no such argument does without it. */
function under(tool: OfferedTool, keys: readonly string[], value: string): JsonObject {
  const key = keyAmong(tool, keys);
  return key === null ? {} : { [key]: value };
}

function call(tool: OfferedTool, args: JsonObject): ToolUse {
  const { name, namespace } = tool;
  return { kind: "function", name, namespace, args: { ...fillers(tool), ...args } };
}

const FILLERS: { readonly [type: string]: Json } = {
  string: "scripted",
  number: 1,
  integer: 1,
  boolean: false,
  array: [],
  object: {},
};

/** Something for every argument that the schema insists on. */
function fillers(tool: OfferedTool): JsonObject {
  const { required } = objectOf(tool.schema);
  if (!Array.isArray(required)) return {};
  const properties = propertiesOf(tool) ?? {};
  return Object.fromEntries(
    required.map((key) => [
      String(key),
      FILLERS[String(objectOf(properties[String(key)]).type)] ?? "scripted",
    ]),
  );
}
