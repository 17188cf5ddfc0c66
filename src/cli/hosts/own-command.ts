import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { StartedServer } from "./host.ts";
import { KEY_VARIABLE } from "./host-servers.ts";

export interface OwnCommandOptions {
  /** This program. */
  readonly program: string;
  readonly version: string;
  /** The config, absolute. */
  readonly config: string;
  readonly key: string;
}

/**
 * `operations mcp` with absolute paths: a host that a desktop starts has neither this shell's PATH nor its folder.
 * `npx` keeps this program in a cache that it may clear, so then `npx` itself has to start it.
 */
export async function ownCommand({ program, version, config, key }: OwnCommandOptions): Promise<StartedServer> {
  const path = await realpath(program);
  const npx = isOfNpx(path) ? await findNpx() : undefined;
  const start = npx === undefined ? [path] : [npx, "-y", `@alkdev/operations@${version}`];
  const env: Record<string, string> = { [KEY_VARIABLE]: key };
  // npx finds what it has installed through the PATH.
  if (npx !== undefined) env["PATH"] = process.env["PATH"] ?? dirname(process.execPath);
  return { command: process.execPath, args: [...start, "mcp", "--config", config], env };
}

/** What a person types to run this program again. */
export function ownInvocation(program: string): string {
  return isOfNpx(program) ? "npx @alkdev/operations" : "operations";
}

/** `npx` runs what it keeps in a cache of its own. */
function isOfNpx(path: string): boolean {
  return /[\\/]_npx[\\/]/.test(path);
}

/** npx as a module, which this Node runs. */
async function findNpx(): Promise<string | undefined> {
  const folder = dirname(process.execPath);
  const candidates = [
    join(folder, "..", "lib", "node_modules", "npm", "bin", "npx-cli.js"),
    join(folder, "node_modules", "npm", "bin", "npx-cli.js"),
    join(folder, "npx"),
  ];
  for (const candidate of candidates) {
    const found = await realpath(candidate).catch(() => undefined);
    if (found?.endsWith(".js") === true) return found;
  }
  return undefined;
}
