/** The built command with pipes around it. */
import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { Workspace } from "./workspace.ts";

export interface CLIResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly bytes: Buffer;
  readonly stderr: string;
}

export interface RunOptions {
  /** The text for standard input. Without it the pipe is closed at once. */
  readonly input?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export async function runCLI(
  workspace: Workspace,
  args: readonly string[],
  options: RunOptions = {},
): Promise<CLIResult> {
  const running = startCLI(workspace, args, options);
  running.child.stdin.end(options.input ?? "");
  return await running.ended;
}

export interface RunningCLI {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<CLIResult>;
  stdout(): string;
  stderr(): string;
  /** Resolves when standard output matches. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

export function startCLI(workspace: Workspace, args: readonly string[], options: RunOptions = {}): RunningCLI {
  const { cli, folder, env } = workspace;
  const child = spawn(process.execPath, [cli, ...args], { cwd: folder, env: { ...env, ...options.env } });
  const chunks: Buffer[] = [];
  let stderr = "";
  let onOutput = (): void => undefined;
  child.stdin.on("error", () => undefined);
  child.stdout.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    onOutput();
  });
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  const stdout = (): string => Buffer.concat(chunks).toString("utf8");
  const ended = new Promise<CLIResult>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout: stdout(), bytes: Buffer.concat(chunks), stderr }));
  });
  return {
    child,
    ended,
    stdout,
    stderr: () => stderr,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        onOutput = () => {
          const match = pattern.exec(stdout());
          if (match !== null) resolve(match);
        };
        onOutput();
        void ended.then(() => reject(new Error(`it ended without ${pattern}: ${stdout()}${stderr}`)));
      }),
  };
}
