// What a command is: a row of the table, and a module that answers.
import type { Failure } from "../app/failure.ts";
import type { Surroundings } from "../app/surroundings.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import type { Line } from "./text.ts";

/** What may stand for a value, for the shells' completion. */
export type Completion = "file" | "folder" | "config-key" | "command" | "nothing";

export interface ArgumentSpec {
  readonly name: string;
  readonly summary: string;
  readonly required: boolean;
  readonly many?: boolean;
  readonly choices?: readonly string[];
  readonly completion?: Completion;
}

export interface OptionSpec {
  /** With its dashes: `--user`. */
  readonly flag: string;
  readonly short?: string;
  readonly summary: string;
  /** The option takes a value of this name. */
  readonly value?: { readonly name: string; readonly completion: Completion };
  /** May be given several times; its values are in `Request.lists`. */
  readonly many?: true;
}

export interface Example {
  readonly line: string;
  readonly does: string;
}

interface Described {
  readonly name: string;
  readonly summary: string;
  /** Paragraphs for its own help. */
  readonly details?: readonly string[];
  readonly examples: readonly [Example, ...Example[]];
}

export interface CommandGroup extends Described {
  readonly commands: readonly CommandSpec[];
}

export interface CommandSpec extends Described {
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  /** It ends by itself when interrupted: the first time cleanly, the second time at once. */
  readonly endsItself?: true;
  readonly load: () => Promise<CommandModule>;
}

export type TableEntry = CommandGroup | CommandSpec;

/** The whole table. Commands get it handed in, so that it can name them without a circle of imports. */
export interface Program extends Described {
  readonly options: readonly OptionSpec[];
  readonly commands: readonly TableEntry[];
}

export function isCommand(entry: TableEntry | Program): entry is CommandSpec {
  return "load" in entry;
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

export interface CommandModule {
  run(request: Request): Promise<Answer | Failure>;
}

export interface Request {
  readonly surroundings: Surroundings;
  readonly io: Io;
  /** Those given, in order. */
  readonly arguments: readonly string[];
  /** The command's own flags that were given, with their values or `true`. */
  readonly options: ReadonlyMap<string, string | true>;
  /** The values of flags that may be given several times. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** Where nothing but the essential is wanted. */
  readonly quiet: boolean;
  /** Where the answer is one JSON document: nothing is drawn then. */
  readonly json: boolean;
  /** Whether somebody is there to answer a question. */
  readonly mayAsk: boolean;
  /** A line of progress, for whoever watches; not part of the answer. */
  report(line: Line): void;
  readonly program: Program;
  readonly version: string;
}

/** What a command found or did: data for programs, lines for people, both of the same. */
export interface Answer {
  readonly data: unknown;
  lines(width: number): readonly Line[];
  readonly exitCode?: ExitCode;
}
