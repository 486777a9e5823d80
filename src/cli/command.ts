// What a command is: its place in the help, what it takes, and what it does. The parser, the help, the completion scripts
// and the types of what a handler is given are all made from it.
import type { App } from "../app/app.ts";
import type { CommandContext } from "../app/command-context.ts";
import type { CompletedKind } from "../app/complete-words.ts";
import { type Failure, isFailure } from "../app/failure.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { type Line, paintText } from "./text.ts";

/** What may stand for a value, for the shells' completion. */
export type Completion = "file" | "folder" | "config-key" | "command" | "nothing" | CompletedKind;

export interface ArgumentSpec {
  readonly name: string;
  readonly summary: string;
  readonly required: boolean;
  /** Takes all that follow; only the last may. */
  readonly many?: true;
  readonly choices?: readonly string[];
  readonly completion?: Completion;
}

export interface OptionSpec {
  readonly flag: `--${string}`;
  readonly short?: string;
  readonly summary: string;
  /** The option takes a value of this name. */
  readonly value?: { readonly name: string; readonly completion: Completion };
  /** May be given several times. */
  readonly many?: true;
  /** What the value means, where it is more than a text. */
  readonly read?: (text: string) => unknown;
}

/** An option whose value is any text. */
export function textOption<const Flag extends `--${string}`>(flag: Flag, summary: string, name = "TEXT") {
  return { flag, summary, value: { name, completion: "nothing" } } as const;
}

/** An option that names a file. */
export function fileOption<const Flag extends `--${string}`>(flag: Flag, summary: string, name = "FILE") {
  return { flag, summary, value: { name, completion: "file" } } as const;
}

/** An option that names something that is known in the project: a session, a gap, an agent. */
export function namedOption<const Flag extends `--${string}`, const Kind extends CompletedKind>(
  flag: Flag,
  summary: string,
  kind: Kind,
) {
  return { flag, summary, value: { name: kind.toUpperCase(), completion: kind } } as const;
}

/** An option that is given or not. */
export function flagOption<const Flag extends `--${string}`>(flag: Flag, summary: string) {
  return { flag, summary } as const;
}

/** An argument that must be there, whatever it says. */
export function textArgument<const Name extends string>(name: Name, summary: string) {
  return { name, summary, required: true, completion: "nothing" } as const;
}

type CamelCase<Words> = Words extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Words;
type OptionName<Flag> = Flag extends `--${infer Words}` ? CamelCase<Words> : never;
type OptionValue<Spec> = Spec extends { readonly many: true }
  ? readonly string[]
  : Spec extends { readonly read: (text: string) => infer Value }
    ? Exclude<Value, Failure> | undefined
    : Spec extends { readonly value: object }
      ? string | undefined
      : boolean;
type ArgumentWord<Spec> = Spec extends { readonly choices: readonly (infer Word)[] } ? Word : string;
type ArgumentValue<Spec> = Spec extends { readonly many: true }
  ? readonly string[]
  : Spec extends { readonly required: true }
    ? ArgumentWord<Spec>
    : ArgumentWord<Spec> | undefined;

/** `--dry-run` is `dryRun`. */
type OptionsOf<Specs extends readonly OptionSpec[]> = {
  readonly [Spec in Specs[number] as OptionName<Spec["flag"]>]: OptionValue<Spec>;
};
/** `TITLE` is `title`. */
type ArgumentsOf<Specs extends readonly ArgumentSpec[]> = {
  readonly [Spec in Specs[number] as Lowercase<Spec["name"]>]: ArgumentValue<Spec>;
};

export interface Example {
  readonly line: string;
  readonly does: string;
}

interface CommandDescription {
  readonly name: string;
  readonly summary: string;
  /** Paragraphs for its own help. */
  readonly details?: readonly string[];
  readonly examples: readonly [Example, ...Example[]];
}

export interface CommandGroup extends CommandDescription {
  readonly commands: readonly CommandSpec[];
}

interface CommandDefinition<Arguments, Options> extends CommandDescription {
  readonly arguments: Arguments;
  readonly options: Options;
  /** It ends by itself when interrupted: the first time cleanly, the second time at once. */
  readonly endsItself?: true;
  /** What to do after an interruption, where something may have begun. */
  readonly whenInterrupted?: string;
}

export interface CommandSpec extends CommandDefinition<readonly ArgumentSpec[], readonly OptionSpec[]> {
  run(request: Request, given: ParsedValues): Promise<Answer | Failure>;
}

/** Words and values as the parser found them, by the names that a handler knows them by. */
export interface ParsedValues {
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
}

type RequestFor<
  Arguments extends readonly ArgumentSpec[],
  Options extends readonly OptionSpec[],
> = Request & {
  readonly args: ArgumentsOf<Arguments>;
  readonly options: OptionsOf<Options>;
};

/** For whom lines are made. */
export interface ShownTo {
  /** Where nothing but the essential is wanted. */
  readonly quiet: boolean;
  readonly width: number;
}

/** What becomes of a use case's outcome: programs get it as it is, unless `data` says otherwise; people get lines. */
interface Telling<Outcome, Given> {
  lines(outcome: Outcome, about: Given & ShownTo): readonly Line[];
  data?(outcome: Outcome): unknown;
  /** What whoever asked should hear beside it. */
  notices?(outcome: Outcome): readonly string[];
  exitCode?(outcome: Outcome): ExitCode;
}

/** A command whose handler is given exactly what its specs say: it calls a use case, and how to tell of it stands below. */
export function command<
  const Arguments extends readonly ArgumentSpec[],
  const Options extends readonly OptionSpec[],
  Outcome,
>(
  spec: CommandDefinition<Arguments, Options> & {
    run(request: RequestFor<Arguments, Options>): Promise<Outcome | Failure>;
  } & Telling<Outcome, RequestFor<Arguments, Options>>,
): CommandSpec;
/** The same, where it takes more than one use case to come to an answer. */
export function command<
  const Arguments extends readonly ArgumentSpec[],
  const Options extends readonly OptionSpec[],
>(
  spec: CommandDefinition<Arguments, Options> & {
    run(request: RequestFor<Arguments, Options>): Promise<Answer | Failure>;
  },
): CommandSpec;
export function command(
  spec: CommandDefinition<readonly ArgumentSpec[], readonly OptionSpec[]> & {
    // The parser has made arguments and options from the specs that the handler's types come from.
    run(request: Request & ParsedValues): Promise<unknown>;
  } & Partial<Telling<unknown, Request & ParsedValues>>,
): CommandSpec {
  const { run, lines, data, notices, exitCode, ...definition } = spec;
  return {
    ...definition,
    async run(request, given) {
      const about = { ...request, ...given };
      const outcome = await run(about);
      if (isFailure(outcome) || lines === undefined) return outcome as Answer | Failure;
      for (const notice of notices?.(outcome) ?? []) request.report([paintText("yellow", notice)]);
      return {
        data: data === undefined ? outcome : data(outcome),
        lines: (width) => lines(outcome, { ...about, width }),
        ...(exitCode === undefined ? {} : { exitCode: exitCode(outcome) }),
      };
    },
  };
}

export type TableEntry = CommandGroup | CommandSpec;

export interface Program extends CommandDescription {
  readonly options: readonly OptionSpec[];
  readonly commands: readonly TableEntry[];
}

export function isCommand(entry: TableEntry | Program): entry is CommandSpec {
  return "run" in entry;
}

export function entriesOf(entry: TableEntry | Program): readonly TableEntry[] {
  return "commands" in entry ? entry.commands : [];
}

/** Words of the command line, and the entry they lead to; the program itself for none. */
export interface Subject {
  readonly path: readonly string[];
  readonly entry: TableEntry | Program;
}

/** Follows words as far as they name something. */
export function findSubject(
  program: Program,
  words: readonly string[],
): Subject & { readonly rest: readonly string[] } {
  let entry: TableEntry | Program = program;
  for (const [index, word] of words.entries()) {
    const next: TableEntry | undefined = entriesOf(entry).find(({ name }) => name === word);
    if (next === undefined) return { path: words.slice(0, index), entry, rest: words.slice(index) };
    entry = next;
  }
  return { path: words, entry, rest: [] };
}

/** What every handler has at hand, whatever it is given. */
export interface Request {
  readonly app: App;
  readonly context: CommandContext;
  readonly io: Io;
  /** Where nothing but the essential is wanted. */
  readonly quiet: boolean;
  /** Where the answer is one JSON document: nothing is drawn then. */
  readonly json: boolean;
  /** Whether somebody is there to answer a question. */
  readonly mayAsk: boolean;
  /** A line of progress, for whoever watches; not part of the answer. */
  report(line: Line): void;
  /** Every command there is. */
  wholeProgram(): Promise<Program>;
}

/** What a command found or did: data for programs, lines for people, both of the same. */
export interface Answer {
  readonly data: unknown;
  lines(width: number): readonly Line[];
  readonly exitCode?: ExitCode;
}
