// Where one can stand on the command line and what may come next there, which is the same for every shell; and the script
// that tells each shell so.
import type { CompletedKind } from "../app/complete-words.ts";
import {
  type Completion,
  entriesOf,
  isCommand,
  type OptionSpec,
  type Program,
  type TableEntry,
} from "./command.ts";

interface Proposal {
  readonly word: string;
  readonly summary: string;
}

/** What may stand at one position: words of a list, something the shell knows, or what parley knows of the project. */
type Slot =
  | { readonly words: readonly Proposal[] }
  | { readonly known: "file" | "folder" }
  | { readonly asks: CompletedKind };

interface State {
  /** The words that lead here: `config set`. */
  readonly path: string;
  /** Words that lead on, each to the state of `path` and itself. */
  readonly next: readonly Proposal[];
  readonly options: readonly Proposal[];
  readonly slots: readonly Slot[];
}

interface CompletionModel {
  readonly states: readonly State[];
  /** Options that take a value, and what it may be. */
  readonly valued: ReadonlyMap<string, Slot>;
}

export function completionScript(
  shell: "bash" | "zsh" | "fish",
  program: Program,
  configKeys: readonly Proposal[],
): string {
  const model = completionModel(program, configKeys);
  return { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }[shell](model);
}

function completionModel(program: Program, configKeys: readonly Proposal[]): CompletionModel {
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
    default:
      return { asks: completion };
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

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What a word before the cursor leads to; the rest of the loop over them, which both shells read alike. */
function wordCase({ states, valued }: CompletionModel): string {
  return `    case "$state|$word" in
${[...valued.keys()].map((flag) => `      *${shellQuoted(`|${flag}`)}) index=$(( index + 1 )) ;;`).join("\n")}
      *'|-'*) ;;
${states.flatMap(transitions).join("\n")}
      *) position=$(( position + 1 )) ;;
    esac
    index=$(( index + 1 ))
  done`;
}

/** Works with the bash 3.2 of macOS and without the bash-completion package. */
function bashCompletion(model: CompletionModel): string {
  const { states, valued } = model;
  return `# bash completion for parley; load it with: eval "$(parley completion bash)"
_parley() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="" state="" position=0 index=1 word words="" options=""
  COMPREPLY=()
  if (( COMP_CWORD > 0 )); then previous="\${COMP_WORDS[COMP_CWORD-1]}"; fi
  while (( index < COMP_CWORD )); do
    word="\${COMP_WORDS[index]}"
${wordCase(model)}
  case "$previous" in
${[...valued].map(([flag, slot]) => `    ${shellQuoted(flag)}) ${bashProposing(slot)}; return ;;`).join("\n")}
  esac
  case "$state" in
${states.map((state) => `    ${shellQuoted(state.path)}) options=${bashList(state.options)} ;;`).join("\n")}
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=( $(compgen -W "$options" -- "$current") )
    return
  fi
  case "$state/$position" in
${states.flatMap(bashPositions).join("\n")}
  esac
  COMPREPLY=( $(compgen -W "$words" -- "$current") )
}
complete -F _parley parley
`;
}

function transitions({ path, next }: State): string[] {
  return next.map(({ word }) => {
    const to = path === "" ? word : `${path} ${word}`;
    return `      ${shellQuoted(`${path}|${word}`)}) state=${shellQuoted(to)} ;;`;
  });
}

function bashPositions({ path, next, slots }: State): string[] {
  const first = next.length > 0 ? [{ words: next }] : slots;
  return first.map((slot, index) => {
    const pattern = shellQuoted(`${path}/${index}`);
    return "words" in slot
      ? `    ${pattern}) words=${bashList(slot.words)} ;;`
      : `    ${pattern}) ${bashProposing(slot)}; return ;;`;
  });
}

function bashProposing(slot: Slot): string {
  if ("words" in slot) return `COMPREPLY=( $(compgen -W ${bashList(slot.words)} -- "$current") )`;
  // Line by line: a word has no blanks, but what is behind its tab does.
  if ("asks" in slot)
    return `COMPREPLY=( $(compgen -W "$("\${COMP_WORDS[0]}" __complete ${slot.asks} "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null | cut -f 1)" -- "$current") )`;
  const kind = slot.known === "file" ? "-f" : "-d";
  // The shell adds the slash after a folder and quotes spaces by itself once it knows these are file names.
  return `local IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=( $(compgen ${kind} -- "$current") )`;
}

function bashList(proposals: readonly Proposal[]): string {
  return shellQuoted(proposals.map(({ word }) => word).join(" "));
}

/** Works when evaluated after compinit, and as a file named _parley in the fpath. */
function zshCompletion(model: CompletionModel): string {
  const { states, valued } = model;
  return `#compdef parley
# zsh completion for parley; load it with: eval "$(parley completion zsh)"
_parley() {
  local state="" position=0 index=2 word
  local -a options
  while (( index < CURRENT )); do
    word="\${words[index]}"
${wordCase(model)}
  case "\${words[CURRENT-1]}" in
${[...valued].map(([flag, slot]) => `    ${shellQuoted(flag)}) ${zshProposing(slot)}; return ;;`).join("\n")}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    case "$state" in
${states.map((state) => `      ${shellQuoted(state.path)}) options=( ${zshList(state.options)} ) ;;`).join("\n")}
    esac
    _describe -o option options
    return
  fi
  case "$state/$position" in
${states.flatMap(zshPositions).join("\n")}
  esac
}
if [[ "\${funcstack[1]}" == _parley ]]; then
  _parley "$@"
else
  compdef _parley parley
fi
`;
}

function zshPositions({ path, next, slots }: State): string[] {
  const first: readonly Slot[] = next.length > 0 ? [{ words: next }] : slots;
  return first.map((slot, index) => `    ${shellQuoted(`${path}/${index}`)}) ${zshProposing(slot)} ;;`);
}

function zshProposing(slot: Slot): string {
  if ("asks" in slot)
    return `options=( "\${(@f)$("\${words[1]}" __complete ${slot.asks} "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}" ); options=( "\${(@)options/$'\\t'/:}" ); _describe word options`;
  if ("known" in slot) return slot.known === "file" ? "_files" : "_files -/";
  if (slot.words.length === 0) return ":";
  return `options=( ${zshList(slot.words)} ); _describe word options`;
}

/** Proposals are lines: a word, and behind a tab what it means, which is also what parley says itself. */
function fishCompletion(model: CompletionModel): string {
  const { states, valued } = model;
  return `# fish completion for parley; load it with: parley completion fish | source
function __parley_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l state ''
  set -l position 0
  set -l index 2
  while test $index -le (count $words)
    set -l word $words[$index]
    switch "$state|$word"
${[...valued.keys()].map((flag) => `      case ${fishQuoted(`*|${flag}`)}; set index (math $index + 1)`).join("\n")}
      case '*|-*'
${states.flatMap(fishTransitions).join("\n")}
      case '*'; set position (math $position + 1)
    end
    set index (math $index + 1)
  end
  switch $words[-1]
${[...valued].map(([flag, slot]) => `    case ${fishQuoted(flag)}; ${fishProposing(slot)}; return`).join("\n")}
  end
  if string match -q -- '-*' $current
    switch $state
${states.map((state) => `      case ${fishQuoted(state.path)}; ${fishProposing({ words: state.options })}`).join("\n")}
    end
    return
  end
  switch "$state/$position"
${states.flatMap(fishPositions).join("\n")}
  end
end
complete -c parley -f -a '(__parley_complete)'
`;
}

function fishTransitions({ path, next }: State): string[] {
  return next.map(({ word }) => {
    const to = path === "" ? word : `${path} ${word}`;
    return `      case ${fishQuoted(`${path}|${word}`)}; set state ${fishQuoted(to)}`;
  });
}

function fishPositions({ path, next, slots }: State): string[] {
  const first: readonly Slot[] = next.length > 0 ? [{ words: next }] : slots;
  return first.map((slot, index) => `    case ${fishQuoted(`${path}/${index}`)}; ${fishProposing(slot)}`);
}

function fishProposing(slot: Slot): string {
  if ("asks" in slot) return `$words[1] __complete ${slot.asks} $words[2..-1] 2>/dev/null`;
  if ("known" in slot)
    return slot.known === "file" ? "__fish_complete_path $current" : "__fish_complete_directories $current";
  if (slot.words.length === 0) return "true";
  return `printf '%s\\t%s\\n' ${slot.words.map(({ word, summary }) => `${fishQuoted(word)} ${fishQuoted(summary)}`).join(" ")}`;
}

/** Between single quotes only these two mean something. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** `word:what it does`; a colon inside the word would end it. */
function zshList(proposals: readonly Proposal[]): string {
  return proposals
    .map(({ word, summary }) => {
      const name = word.replaceAll(":", "\\:");
      return shellQuoted(summary === "" ? name : `${name}:${summary}`);
    })
    .join(" ");
}
