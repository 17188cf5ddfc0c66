import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { projectRoot } from "./run-program.ts";
import { endWithParent } from "./end-with-parent.ts";

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A TypeScript program in its own process. `child-side.ts` is its side of the conversation. */
export interface ChildPeer {
  readonly pid: number;
  /** Resolves when the program reports ready. Rejects with its stderr if it ends before that. */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended. Never rejects. */
  readonly exited: Promise<ChildExit>;
  /** The end of its stderr, for messages. */
  stderr(): string;
  /** Rejects if the child is gone. */
  send(message: unknown): Promise<void>;
  /** Ends it at once, stopped or not. Resolves when it has ended. */
  kill(signal?: NodeJS.Signals): Promise<ChildExit>;
  /** `SIGSTOP`: the process pauses, but its connections stay open. */
  stop(): void;
  /** `SIGCONT`. */
  continue(): void;
  /** Tells it to end by itself. After the limit (10 s by default) it kills the child and rejects. */
  end(options?: { withinMs?: number }): Promise<ChildExit>;
}

export interface ChildPeerOptions {
  /** The program's arguments. */
  args?: readonly string[];
  onMessage?(message: unknown): void;
}

const keptOfStderr = 4_000;

/** Starts `program` (a path; TypeScript runs under tsx). It ends with this process, whatever happens to either. */
export function startChildPeer(program: string, options: ChildPeerOptions = {}): ChildPeer {
  const child = fork(program, options.args ?? [], {
    cwd: projectRoot,
    execArgv: program.endsWith(".ts") ? ["--import", createRequire(import.meta.url).resolve("tsx")] : [],
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`could not start ${program}`);
  const release = endWithParent({ pid });
  const stderr = keepLast(child);
  const exited = exitOf(child).finally(release);
  const ready = new Promise<void>((resolve, reject) => {
    child.on("message", (message) => (message === "ready" ? resolve() : options.onMessage?.(message)));
    void exited.then(({ code, signal }) => reject(new Error(`it ended (${signal ?? code}): ${stderr()}`)));
  });
  // A caller that awaits it sees the failure. One that killed the child on purpose need not.
  ready.catch(() => {});
  const kill = (signal: NodeJS.Signals = "SIGKILL"): Promise<ChildExit> => {
    child.kill(signal);
    return exited;
  };

  return {
    pid,
    ready,
    exited,
    stderr,
    send: (message) => sendTo(child, message),
    kill,
    stop: () => void child.kill("SIGSTOP"),
    continue: () => void child.kill("SIGCONT"),
    async end({ withinMs = 30_000 } = {}) {
      if (child.connected) child.disconnect();
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        void kill();
      }, withinMs);
      const exit = await exited;
      clearTimeout(timer);
      if (late) throw new Error(`it did not end by itself within ${withinMs} ms: ${stderr()}`);
      return exit;
    },
  };
}

function keepLast(child: ChildProcess): () => string {
  let kept = "";
  child.stderr?.on("data", (chunk) => (kept = `${kept}${String(chunk)}`.slice(-keptOfStderr)));
  return () => kept;
}

/** Not the event "close", which never fires for a child that the parent has disconnected from. */
async function exitOf(child: ChildProcess): Promise<ChildExit> {
  const exit = once(child, "exit") as Promise<[ChildExit["code"], ChildExit["signal"]]>;
  const { stderr } = child;
  const saidAll = stderr === null ? undefined : new Promise((resolve) => stderr.once("close", resolve));
  const [code, signal] = await exit;
  await saidAll;
  return { code, signal };
}

function sendTo(child: ChildProcess, message: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    child.send(message as object, (error) => (error ? reject(error) : resolve()));
  });
}
