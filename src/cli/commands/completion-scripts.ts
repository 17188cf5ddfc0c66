/** What shells need to ask us. Ids have dots and no colons or spaces, so that a line each is enough. */

const BASH = `# operations: completion for bash
_operations() {
  local IFS=$'\\n'
  COMPREPLY=($(operations complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  # Nothing of ours: a file, perhaps.
  if [ \${#COMPREPLY[@]} -eq 0 ]; then compopt -o default; fi
}
complete -F _operations operations
`;

const ZSH = `#compdef operations
# operations: completion for zsh
_operations() {
  local -a candidates
  # What is left of the cursor counts, as in the other shells.
  candidates=("\${(@f)$(operations complete -- "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  candidates=(\${candidates:#})
  if (( \${#candidates} )); then compadd -a candidates; else _files; fi
}
if [ "$funcstack[1]" = "_operations" ]; then _operations "$@"; else compdef _operations operations; fi
`;

const FISH = `# operations: completion for fish
function __operations_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l candidates (operations complete -- $words[2..-1] 2>/dev/null)
  if set -q candidates[1]
    printf '%s\\n' $candidates
  else
    # Nothing of ours: a file, perhaps.
    __fish_complete_path (commandline -ct)
  end
end
complete -c operations -f -a '(__operations_complete)'
`;

export const COMPLETION_SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
