/** Builds the explorer's page when it is missing, as in a fresh checkout. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { localTool, mustRun, root } from "./run-command.ts";

/** Returns the page's folder. */
export async function ensureExplorer(): Promise<string> {
  const folder = join(root, "dist", "explorer");
  if (!existsSync(join(folder, "index.html"))) {
    console.log("building the explorer (first start)");
    await mustRun(localTool("vite"), ["build", "explorer", "--logLevel", "warn"], { quiet: true });
  }
  return folder;
}
