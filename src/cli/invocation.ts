// What a command line asks for, and the reading of a plain one: the words of a command, then flags without a value. Programs
// write such lines often, and what reads any other line takes longer to load than many a list.
import { type Failure, isFailure } from "../app/failure.ts";
import {
  type ArgumentSpec,
  type CommandSpec,
  findSubject,
  isCommand,
  type OptionSpec,
  type ParsedValues,
  type Program,
} from "./command.ts";

export interface Invocation {
  /** The words that name the command. */
  readonly path: readonly string[];
  readonly spec: CommandSpec;
  readonly given: ParsedValues;
  readonly cwd: string | undefined;
  readonly noInput: boolean;
}

/** Flags that must be known even when the rest of the line cannot be read. */
export interface OutputFlags {
  readonly json: boolean;
  readonly quiet: boolean;
}

export function outputFlags(args: readonly string[]): OutputFlags {
  const end = args.indexOf("--");
  const flags = end < 0 ? args : args.slice(0, end);
  return { json: flags.includes("--json"), quiet: flags.includes("--quiet") || flags.includes("-q") };
}

/** `null` for a line that is not plain, be it right or wrong. */
export function plainInvocation(program: Program, args: readonly string[]): Invocation | null {
  const firstFlag = args.findIndex((arg) => arg.startsWith("-"));
  const words = firstFlag < 0 ? args : args.slice(0, firstFlag);
  const { entry, path, rest } = findSubject(program, words);
  if (rest.length > 0 || !isCommand(entry) || entry.arguments.some(({ required }) => required)) return null;
  const plain = [...entry.options, ...program.options].filter(isPlain);
  const flags: string[] = [];
  for (const arg of args.slice(words.length)) {
    const option = plain.find(({ flag, short }) => arg === flag || arg === short);
    if (option === undefined) return null;
    flags.push(option.flag);
  }
  const values = Object.fromEntries(flags.map((flag) => [optionName(flag), true]));
  return {
    path,
    spec: entry,
    given: { args: givenArguments(entry.arguments, []), options: givenOptions(entry.options, values) },
    cwd: undefined,
    noInput: flags.includes(NO_INPUT),
  };
}

const NO_INPUT = "--no-input";
const ANSWERED_ELSEWHERE: ReadonlySet<string> = new Set(["--help", "--version"]);

function isPlain({ flag, value }: OptionSpec): boolean {
  const negates = flag.startsWith("--no-") && flag !== NO_INPUT;
  return value === undefined && !negates && !ANSWERED_ELSEWHERE.has(flag);
}

/** `--dry-run` is `dryRun`. */
export function optionName(flag: string): string {
  return flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** By their names in lower case; the last takes the rest where it takes many. */
export function givenArguments(
  specs: readonly ArgumentSpec[],
  words: readonly string[],
): ParsedValues["args"] {
  return Object.fromEntries(
    specs.map(({ name, many }, index) => [
      name.toLowerCase(),
      many === true ? words.slice(index) : words[index],
    ]),
  );
}

/** By their names as the program writes them. */
export function givenOptions(
  specs: readonly OptionSpec[],
  values: Readonly<Record<string, unknown>>,
): ParsedValues["options"] {
  return Object.fromEntries(
    specs.map(({ flag, value, many }) => {
      const name = optionName(flag);
      const absent = many === true ? [] : value === undefined ? false : undefined;
      return [name, values[name] ?? absent];
    }),
  );
}

/** With what the texts of options mean; the first that means nothing is the failure. */
export function readOptions(
  specs: readonly OptionSpec[],
  options: ParsedValues["options"],
): ParsedValues["options"] | Failure {
  const read: Record<string, unknown> = { ...options };
  for (const spec of specs) {
    const name = optionName(spec.flag);
    const text = options[name];
    if (spec.read === undefined || typeof text !== "string") continue;
    const meant = spec.read(text);
    if (isFailure(meant)) return meant;
    read[name] = meant;
  }
  return read;
}
