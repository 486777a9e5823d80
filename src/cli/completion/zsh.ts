import { type CompletionModel, type Proposal, type Slot, type State, shellQuoted } from "./states.ts";

/** Works when evaluated after compinit, and as a file named _parley in the fpath. */
export function zshCompletion({ states, valued }: CompletionModel): string {
  return `#compdef parley
# zsh completion for parley; load it with: eval "$(parley completion zsh)"
_parley() {
  local state="" position=0 index=2 word
  local -a options
  while (( index < CURRENT )); do
    word="\${words[index]}"
    case "$state|$word" in
${[...valued.keys()].map((flag) => `      *${shellQuoted(`|${flag}`)}) index=$(( index + 1 )) ;;`).join("\n")}
      *'|-'*) ;;
${states.flatMap(transitions).join("\n")}
      *) position=$(( position + 1 )) ;;
    esac
    index=$(( index + 1 ))
  done
  case "\${words[CURRENT-1]}" in
${[...valued].map(([flag, slot]) => `    ${shellQuoted(flag)}) ${proposing(slot)}; return ;;`).join("\n")}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    case "$state" in
${states.map((state) => `      ${shellQuoted(state.path)}) options=( ${list(state.options)} ) ;;`).join("\n")}
    esac
    _describe -o option options
    return
  fi
  case "$state/$position" in
${states.flatMap(positions).join("\n")}
  esac
}
if [[ "\${funcstack[1]}" == _parley ]]; then
  _parley "$@"
else
  compdef _parley parley
fi
`;
}

function transitions({ path, next }: State): string[] {
  return next.map(({ word }) => {
    const to = path === "" ? word : `${path} ${word}`;
    return `      ${shellQuoted(`${path}|${word}`)}) state=${shellQuoted(to)} ;;`;
  });
}

function positions({ path, next, slots }: State): string[] {
  const first: readonly Slot[] = next.length > 0 ? [{ words: next }] : slots;
  return first.map((slot, index) => `    ${shellQuoted(`${path}/${index}`)}) ${proposing(slot)} ;;`);
}

function proposing(slot: Slot): string {
  if ("known" in slot) return slot.known === "file" ? "_files" : "_files -/";
  if (slot.words.length === 0) return ":";
  return `options=( ${list(slot.words)} ); _describe word options`;
}

/** `word:what it does`; a colon inside the word would end it. */
function list(proposals: readonly Proposal[]): string {
  return proposals
    .map(({ word, summary }) => {
      const name = word.replaceAll(":", "\\:");
      return shellQuoted(summary === "" ? name : `${name}:${summary}`);
    })
    .join(" ");
}
