import type { OptionDefinition } from "./parse-options.ts";

export interface Command {
  readonly name: CommandName;
  /** `<id>` is required; `[id]` is optional. */
  readonly operands: readonly string[];
  readonly summary: string;
  readonly options: readonly OptionDefinition[];
  /** Whether options that the command does not know belong to the operation's input. */
  readonly takesInput: boolean;
  readonly examples?: readonly string[] | undefined;
  /** For programs: the help does not list it. */
  readonly hidden?: boolean | undefined;
}

export type CommandName =
  | "serve"
  | "list"
  | "describe"
  | "call"
  | "subscribe"
  | "run"
  | "check"
  | "lock"
  | "login"
  | "logins"
  | "logout"
  | "approvals"
  | "keys"
  | "types"
  | "tools"
  | "logs"
  | "init"
  | "install"
  | "mcp"
  | "completion"
  | "complete";
