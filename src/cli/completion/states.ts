// Where one can stand on the command line, and what may come next there: the same for every shell.
import {
  type Completion,
  entriesOf,
  isCommand,
  type OptionSpec,
  type Program,
  type TableEntry,
} from "../command.ts";

export interface Proposal {
  readonly word: string;
  readonly summary: string;
}

/** What may stand at one position: words of a list, or something the shell knows. */
export type Slot = { readonly words: readonly Proposal[] } | { readonly known: "file" | "folder" };

export interface State {
  /** The words that lead here: `config set`. */
  readonly path: string;
  /** Words that lead on, each to the state of `path` and itself. */
  readonly next: readonly Proposal[];
  readonly options: readonly Proposal[];
  readonly slots: readonly Slot[];
}

export interface CompletionModel {
  readonly states: readonly State[];
  /** Options that take a value, and what it may be. */
  readonly valued: ReadonlyMap<string, Slot>;
}

export function completionModel(program: Program, configKeys: readonly Proposal[]): CompletionModel {
  const states = [stateOf(program, "", program, configKeys), ...helpStates(program)];
  const valued = valuedOptions(program.options);
  const visit = (entry: TableEntry, path: string): void => {
    states.push(stateOf(program, path, entry, configKeys));
    if (isCommand(entry)) for (const [flag, slot] of valuedOptions(entry.options)) valued.set(flag, slot);
    for (const inner of entriesOf(entry)) visit(inner, `${path} ${inner.name}`);
  };
  for (const entry of program.commands) visit(entry, entry.name);
  return {
    states: states.filter(({ path }, index) => states.findIndex((other) => other.path === path) === index),
    valued,
  };
}

function stateOf(
  program: Program,
  path: string,
  entry: TableEntry | Program,
  keys: readonly Proposal[],
): State {
  const own = isCommand(entry) ? entry : { arguments: [], options: [] };
  return {
    path,
    next: proposals(entriesOf(entry)),
    options: [...own.options, ...program.options].flatMap(flagsOf),
    slots: own.arguments.map(({ choices, completion = "nothing" }) =>
      choices === undefined
        ? slotFor(completion, keys)
        : { words: choices.map((word) => ({ word, summary: "" })) },
    ),
  };
}

/** `help` is followed by the words of any command. */
function helpStates(program: Program): State[] {
  const visit = (entry: TableEntry | Program, path: string): State[] => {
    const here = {
      path,
      next: proposals(entriesOf(entry)),
      options: program.options.flatMap(flagsOf),
      slots: [],
    };
    return [here, ...entriesOf(entry).flatMap((inner) => visit(inner, `${path} ${inner.name}`))];
  };
  return visit(program, "help");
}

function proposals(entries: readonly TableEntry[]): Proposal[] {
  return entries.map(({ name, summary }) => ({ word: name, summary }));
}

function flagsOf({ flag, short, summary }: OptionSpec): Proposal[] {
  return [...(short === undefined ? [] : [short]), flag].map((word) => ({ word, summary }));
}

function slotFor(completion: Completion, keys: readonly Proposal[]): Slot {
  switch (completion) {
    case "file":
    case "folder":
      return { known: completion };
    case "config-key":
      return { words: keys };
    case "command":
    case "nothing":
      return { words: [] };
  }
}

function valuedOptions(options: readonly OptionSpec[]): Map<string, Slot> {
  const valued = new Map<string, Slot>();
  for (const option of options) {
    if (option.value === undefined) continue;
    const slot = slotFor(option.value.completion, []);
    for (const { word } of flagsOf(option)) valued.set(word, slot);
  }
  return valued;
}

export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
