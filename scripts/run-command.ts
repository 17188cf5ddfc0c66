/** Runs the repository's own tools. The scripts beside this file share it. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** The path of a tool that the repository's own dependencies installed. */
export function localTool(name: string, folder: string = root): string {
  return join(folder, "node_modules", ".bin", name);
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Shows the output only when the command fails. */
  quiet?: boolean;
  /** A prefix for each line of output, so that the lines of concurrent commands can be told apart. */
  label?: string | undefined;
}

/** Runs a command to its end and returns its exit code (1 if it could not start or was killed). */
export function runCommand(command: string, args: readonly string[], options: RunOptions = {}): Promise<number> {
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: options.env ?? process.env,
    stdio: options.quiet || options.label !== undefined ? ["ignore", "pipe", "pipe"] : "inherit",
  });
  const held: Buffer[] = [];
  if (options.quiet) {
    child.stdout?.on("data", (chunk: Buffer) => held.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => held.push(chunk));
  } else if (options.label !== undefined) {
    printLabelled(options.label, child.stdout);
    printLabelled(options.label, child.stderr);
  }
  return new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(held));
      resolve(code ?? 1);
    });
  });
}

function printLabelled(label: string, output: Readable | null): void {
  if (output === null) return;
  createInterface({ input: output }).on("line", (line) => console.log(`${label} ${line}`));
}

/** Like `runCommand`, but throws on failure. */
export async function mustRun(command: string, args: readonly string[], options: RunOptions = {}): Promise<void> {
  const code = await runCommand(command, args, options);
  if (code !== 0) throw new Error(`${[command, ...args].join(" ")} failed with exit code ${code}`);
}
