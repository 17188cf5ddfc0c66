import type { Options } from "../arguments/parse-options.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What every command is given. */
export interface CommandContext {
  readonly options: Options;
  readonly terminal: Terminal;
  /** The version of this package. */
  readonly version: string;
}

/** Every module in `commands/` exports one as `run`. Resolves with the exit code. */
export type RunCommand = (context: CommandContext) => Promise<number>;
