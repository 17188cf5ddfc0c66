import type { CommandName } from "../arguments/command-table.ts";
import type { RunCommand } from "../session/command-context.ts";

const LOADERS: Readonly<Record<CommandName, () => Promise<{ readonly run: RunCommand }>>> = {
  serve: () => import("./serve.ts"),
  list: () => import("./list.ts"),
  describe: () => import("./describe.ts"),
  call: () => import("./call.ts"),
  subscribe: () => import("./subscribe.ts"),
  check: () => import("./check.ts"),
  init: () => import("./init.ts"),
  mcp: () => import("./mcp.ts"),
  completion: () => import("./completion.ts"),
  complete: () => import("./complete.ts"),
};

/** Loads the code of one command only: most of it never runs in one process. */
export async function loadCommand(name: CommandName): Promise<RunCommand> {
  const { run } = await LOADERS[name]();
  return run;
}
