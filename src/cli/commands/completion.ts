import { UsageError } from "../arguments/usage-error.ts";
import type { CommandContext } from "../session/command-context.ts";
import { COMPLETION_SCRIPTS } from "./completion-scripts.ts";
import { ExitCode } from "../output/exit-code.ts";

export function run({ options, terminal }: CommandContext): Promise<number> {
  const [shell = ""] = options.rest;
  const script = Object.hasOwn(COMPLETION_SCRIPTS, shell) ? COMPLETION_SCRIPTS[shell] : undefined;
  if (script === undefined) {
    const known = Object.keys(COMPLETION_SCRIPTS).join(", ");
    throw new UsageError(`There is no completion for "${shell}": there is one for ${known}.`, "completion");
  }
  terminal.out(script);
  return Promise.resolve(ExitCode.ok);
}
