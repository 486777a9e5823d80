// Places in a settings file for values that only the environment knows.
import type { AgentCommand, CommandFile } from "./agent-command.ts";
import { tomlText } from "./toml-text.ts";

/** Bare, because no text in the file can look like that: texts stand in quotes and never reach over a line. */
const PLACE = /^(\w+ = )@environment:([A-Za-z_][A-Za-z0-9_]*)@$/gm;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Stands where a TOML text would, as the whole value of a line. */
export function valueLater(name: string): string {
  return `@environment:${environmentName(name)}@`;
}

export function environmentName(name: string): string {
  if (!NAME.test(name)) throw new TypeError(`${JSON.stringify(name)} cannot be the name of a variable`);
  return name;
}

export type ReadyCommand =
  | {
      readonly at: "ready";
      readonly argv: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly files: readonly CommandFile[];
    }
  /** These variables are not set, or empty. */
  | { readonly at: "missing"; readonly names: readonly string[] };

export function withValues(
  command: AgentCommand,
  env: Readonly<Record<string, string | undefined>>,
): ReadyCommand {
  const missing = new Set<string>();
  const look = (name: string): string => {
    const value = env[name] ?? "";
    if (value === "") missing.add(name);
    return value;
  };
  const passed = Object.entries(command.envFrom).map(([name, ours]) => [name, look(ours)] as const);
  const files = command.files.map(({ path, text }) => ({
    path,
    text: text.replace(PLACE, (_line, key: string, name: string) => key + tomlText(look(name))),
  }));
  if (missing.size > 0) return { at: "missing", names: [...missing] };
  return { at: "ready", argv: command.argv, env: { ...command.env, ...Object.fromEntries(passed) }, files };
}
