import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const projectRoot = fileURLToPath(new URL("../..", import.meta.url));

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of the project's own dependencies (`tsx`, `tsc`) to its end. */
export function runProgram(
  tool: string,
  args: readonly string[],
  { env = process.env }: { readonly env?: NodeJS.ProcessEnv } = {},
): Promise<ProgramResult> {
  return run(`${projectRoot}/node_modules/.bin/${tool}`, args, env);
}

/** Runs JavaScript to its end, without the start-up code that `tsx` adds to each program. */
export function runJavaScript(
  file: string,
  args: readonly string[] = [],
  { env = process.env }: { readonly env?: NodeJS.ProcessEnv } = {},
): Promise<ProgramResult> {
  return run(process.execPath, [file, ...args], env);
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: projectRoot, env });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => (stdout += String(chunk)));
    child.stderr.on("data", (chunk) => (stderr += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
