/** Starts a server in its own process, and talks to it. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface ServerProcess<TStart> {
  readonly start: TStart;
  readonly pid: number;
  /** Sends a question and returns the answer. */
  ask<TAnswer>(question: string): Promise<TAnswer>;
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

export async function startServer<TStart>(
  program: string,
  args: readonly string[],
  execArgv: readonly string[] = [],
): Promise<ServerProcess<TStart>> {
  const child = fork(join(import.meta.dirname, program), args, {
    execArgv: ["--import", "tsx", ...execArgv],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const answer = async <TAnswer>(): Promise<TAnswer> => {
    const [message] = (await Promise.race([
      once(child, "message"),
      exited.then((code) => {
        throw new Error(`${program} has ended (${code})`);
      }),
    ])) as [TAnswer];
    return message;
  };
  const start = await answer<TStart>();
  return {
    start,
    pid: child.pid ?? 0,
    exited,
    kill: (signal) => void child.kill(signal),
    ask: <TAnswer>(question: string) => {
      const answered = answer<TAnswer>();
      child.send(question);
      return answered;
    },
  };
}
