import { a as UsageError, n as ExitCode } from "./command-DcVYX5yF.js";
// src/cli/commands/completion.ts
const SCRIPTS = {
	bash: `# operations: completion for bash
_operations() {
  local IFS=$'\\n'
  COMPREPLY=($(operations complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  # No match: complete files.
  if [ \${#COMPREPLY[@]} -eq 0 ]; then compopt -o default; fi
}
complete -F _operations operations
`,
	zsh: `#compdef operations
# operations: completion for zsh
_operations() {
  local -a candidates
  # As in the other shells, only the text left of the cursor counts.
  candidates=("\${(@f)$(operations complete -- "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  candidates=(\${candidates:#})
  if (( \${#candidates} )); then compadd -a candidates; else _files; fi
}
if [ "$funcstack[1]" = "_operations" ]; then _operations "$@"; else compdef _operations operations; fi
`,
	fish: `# operations: completion for fish
function __operations_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l candidates (operations complete -- $words[2..-1] 2>/dev/null)
  if set -q candidates[1]
    printf '%s\\n' $candidates
  else
    # No match: complete files.
    __fish_complete_path (commandline -ct)
  end
end
complete -c operations -f -a '(__operations_complete)'
`
};
const run = ({ options, terminal }) => {
	const [shell = ""] = options.rest;
	const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : void 0;
	if (script === void 0) {
		const known = Object.keys(SCRIPTS).join(", ");
		throw new UsageError(`There is no completion for "${shell}". The shells are ${known}.`, "completion");
	}
	terminal.out(script);
	return Promise.resolve(ExitCode.ok);
};
export { run };
