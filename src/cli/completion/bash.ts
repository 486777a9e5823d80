import { type CompletionModel, type Proposal, type Slot, type State, shellQuoted } from "./states.ts";

/** Works with the bash 3.2 of macOS and without the bash-completion package. */
export function bashCompletion({ states, valued }: CompletionModel): string {
  return `# bash completion for parley; load it with: eval "$(parley completion bash)"
_parley() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="" state="" position=0 index=1 word words="" options=""
  COMPREPLY=()
  if (( COMP_CWORD > 0 )); then previous="\${COMP_WORDS[COMP_CWORD-1]}"; fi
  while (( index < COMP_CWORD )); do
    word="\${COMP_WORDS[index]}"
    case "$state|$word" in
${[...valued.keys()].map((flag) => `      *${shellQuoted(`|${flag}`)}) index=$(( index + 1 )) ;;`).join("\n")}
      *'|-'*) ;;
${states.flatMap(transitions).join("\n")}
      *) position=$(( position + 1 )) ;;
    esac
    index=$(( index + 1 ))
  done
  case "$previous" in
${[...valued].map(([flag, slot]) => `    ${shellQuoted(flag)}) ${proposing(slot)}; return ;;`).join("\n")}
  esac
  case "$state" in
${states.map((state) => `    ${shellQuoted(state.path)}) options=${list(state.options)} ;;`).join("\n")}
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=( $(compgen -W "$options" -- "$current") )
    return
  fi
  case "$state/$position" in
${states.flatMap(positions).join("\n")}
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

function positions({ path, next, slots }: State): string[] {
  const first = next.length > 0 ? [{ words: next }] : slots;
  return first.map((slot, index) => {
    const pattern = shellQuoted(`${path}/${index}`);
    return "words" in slot
      ? `    ${pattern}) words=${list(slot.words)} ;;`
      : `    ${pattern}) ${proposing(slot)}; return ;;`;
  });
}

function proposing(slot: Slot): string {
  if ("words" in slot) return `COMPREPLY=( $(compgen -W ${list(slot.words)} -- "$current") )`;
  const kind = slot.known === "file" ? "-f" : "-d";
  // The shell adds the slash after a folder and quotes spaces by itself once it knows these are file names.
  return `local IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=( $(compgen ${kind} -- "$current") )`;
}

function list(proposals: readonly Proposal[]): string {
  return shellQuoted(proposals.map(({ word }) => word).join(" "));
}
