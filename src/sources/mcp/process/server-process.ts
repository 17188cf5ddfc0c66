import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { CallError } from "../../../errors/call-error.ts";
import { afterArrivals } from "../../../shared/time/turns.ts";
import { endsWithin } from "../../../shared/time/wait.ts";
import { LONGEST_DOWNLOAD } from "./launch.ts";
import type { Launch } from "./launch.ts";
import { tellingLine } from "./telling-line.ts";

export interface ServerProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  /** If more bytes than this wait for the server to read them, further writes fail. */
  readonly maxUnreadBytes: number;
  readonly onOutput: (chunk: Uint8Array) => void;
  readonly onExit: () => void;
  /** One line of standard error. */
  readonly onErrorLine: (line: string) => void;
  /**
   * Present for a program that may download the server first. A download is never cut off: that would break its cache.
   */
  readonly launch?: Launch | undefined;
}

/** How long a server may take to end after its input ends, and again after SIGTERM. Milliseconds. */
const GRACE = 2000;
/** How long to wait for the last output after the process ends. A grandchild may hold the stream open forever. */
const DRAIN = 200;
/** Enough to keep a reason that stands above a long stack. */
const KEPT_LINES = 60;
const LONGEST_LINE = 2000;

/**
 * Runs the server itself (`exec`), next to a watcher that waits for the end of a pipe that our process holds. When our
 * process is gone, however it died, the pipe ends, and the watcher kills the whole process group. This includes a
 * server that ignores the end of its input, and whatever a wrapper such as `npx` has started.
 */
const SUPERVISE = `( trap '' TERM INT HUP; read -r _; sleep 1; kill -KILL 0 ) <&3 >/dev/null 2>&1 & exec "$@" 3<&-`;

/**
 * The same for a launcher. Our process writes a line when the server answers. If our process is gone before that, the
 * launcher may finish its download; the server that it starts then finds its input at an end. Until then, a reader
 * takes the launcher's standard error: npm dies in the middle of its work if it can't write a warning.
 */
const SUPERVISE_LAUNCHER = `( trap '' TERM INT HUP
if read -r _; then read -r _; sleep 1; else n=0; while [ $n -lt 300 ] && kill -0 $$; do sleep 1; n=$((n+1)); done; fi
kill -KILL 0 ) <&3 >/dev/null 2>&1 &
d=$(mktemp -d) && mkfifo "$d/e" || exec "$@" 3<&-
( trap '' PIPE TERM INT HUP; exec 3<&-
while IFS= read -r line || [ -n "$line" ]; do printf '%s\\n' "$line" >&2; done <"$d/e" ) >/dev/null &
exec 2>"$d/e"; rm -rf "$d"; exec "$@" 3<&-`;

/** A server as a child process: it ends with `stop()`, and with our own process at the latest. */
export class ServerProcess {
  readonly #options: ServerProcessOptions;
  readonly #errorLines: string[] = [];
  #child: ChildProcess | undefined;
  #isGroup = false;
  #unwritten = "";
  #drained: Promise<void> | undefined;
  #exited: Promise<void> | undefined;
  #ending = "the process has not been started";

  constructor(options: ServerProcessOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get ending(): string {
    if (this.#isNotFound) {
      return noProgram(this.#options.command);
    }
    const written = tellingLine(this.#errorLines);
    return written === "" ? this.#ending : `${this.#ending}; it wrote: ${written}`;
  }

  /** Whether the shell says that there is no such program. */
  get #isNotFound(): boolean {
    const [line = ""] = this.#errorLines;
    return this.#ending.endsWith("code 127") && this.#errorLines.length === 1 && /\bexec\b.*not found$/.test(line);
  }

  /** Resolves when the process runs. */
  async start(): Promise<void> {
    const { spawn } = process.getBuiltinModule("node:child_process");
    const { existsSync } = process.getBuiltinModule("node:fs");
    const { command, args, env, cwd, launch } = this.#options;
    // Without a shell, the server starts unsupervised.
    const isGroup = existsSync("/bin/sh");
    const script = launch === undefined ? SUPERVISE : SUPERVISE_LAUNCHER;
    const [program, programArgs] = isGroup ? ["/bin/sh", ["-c", script, "sh", command, ...args]] : [command, args];
    const child = spawn(program, programArgs, {
      env,
      stdio: ["pipe", "pipe", "pipe", ...(isGroup ? ["pipe" as const] : [])],
      detached: isGroup,
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.#child = child;
    this.#isGroup = isGroup;
    this.#ending = "the process ended";
    this.#listen(child);
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => {
        // The system names the shell when it is the folder that is missing.
        const why = cwd === undefined || existsSync(cwd) ? error.message : `there is no folder ${cwd} (cwd)`;
        this.#ending = `${command} cannot be started: ${why}`;
        reject(new Error(this.#ending));
      });
    });
  }

  /**
   * Resolves when the text is on its way. Rejects if the process is gone or does not read. `isUrgent` writes at once.
   */
  async write(text: string, isUrgent = false): Promise<void> {
    const stdin = this.#child?.stdin;
    if (stdin === undefined || stdin === null || !stdin.writable) throw notSent("CONNECTION_LOST", "Not connected");
    const unread = stdin.writableLength + this.#unwritten.length;
    if (unread > this.#options.maxUnreadBytes)
      throw notSent("OVERLOADED", `The server does not read its input: ${unread} bytes wait for it.`);
    const isFirst = this.#unwritten === "";
    this.#unwritten += text;
    if (isUrgent) this.#flush(stdin);
    else if (isFirst) afterArrivals(() => this.#flush(stdin));
    if (stdin.writableNeedDrain) await (this.#drained ??= this.#drain(stdin));
  }

  /** Calls that arrive in one turn leave in one write: a write wakes the server, and costs more than all the rest. */
  #flush(stdin: Writable): void {
    const text = this.#unwritten;
    this.#unwritten = "";
    if (text !== "" && stdin.writable) stdin.write(text);
  }

  /** All writers share one wait: Node would report many listeners as a leak. */
  async #drain(stdin: Writable): Promise<void> {
    await new Promise<void>((resolve) => {
      const settle = (): void => {
        stdin.off("drain", settle);
        stdin.off("close", settle);
        resolve();
      };
      stdin.on("drain", settle);
      stdin.on("close", settle);
    });
    this.#drained = undefined;
  }

  /** Ends the process: the end of its input, then SIGTERM, then SIGKILL. Nothing of its group is left afterwards. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.pid === undefined) return;
    if (child.stdin !== null) this.#flush(child.stdin);
    child.stdin?.end();
    const exited = this.#exited ?? Promise.resolve();
    if (this.#options.launch?.isDownloading === true) return this.#leaveAlone(child, exited);
    if (!(await endsWithin(exited, GRACE))) {
      this.#signal("SIGTERM");
      if (!(await endsWithin(exited, GRACE))) this.#signal("SIGKILL");
    }
    await exited;
  }

  /** Reads no further output until `resume()`. */
  pause(): void {
    this.#child?.stdout?.pause();
  }

  resume(): void {
    this.#child?.stdout?.resume();
  }

  /** The server answers. From now on it ends as soon as our process does. */
  isUp(): void {
    this.#options.launch?.end();
    const pipe = this.#child?.stdio[3] as Writable | null | undefined;
    if (this.#options.launch !== undefined) pipe?.write("up\n");
  }

  /** Lets a download finish without keeping our process alive. The watcher ends what is left. */
  #leaveAlone(child: ChildProcess, exited: Promise<void>): void {
    child.unref();
    for (const stream of child.stdio) (stream as { unref?: () => void } | null)?.unref?.();
    void endsWithin(exited, LONGEST_DOWNLOAD).then((hasEnded) => {
      if (!hasEnded) this.#signal("SIGKILL");
    });
  }

  #listen(child: ChildProcess): void {
    // The exit of the process says as much as these errors. Without a listener they would end our own process.
    for (const stream of child.stdio) stream?.on("error", () => undefined);
    child.stdout?.on("data", this.#options.onOutput);
    if (child.stderr !== null) this.#readErrorLines(child.stderr);
    const ended = new Promise<void>((resolve) => {
      child.once("exit", (code, signal) => {
        this.#ending = `the process ended with ${signal ?? `code ${code}`}`;
        resolve();
      });
      child.once("error", () => child.pid === undefined && resolve());
    });
    this.#exited = ended.then(() => this.#afterExit(child));
  }

  async #afterExit(child: ChildProcess): Promise<void> {
    if (child.pid !== undefined) {
      await endsWithin(Promise.all([endOf(child.stdout), endOf(child.stderr)]), DRAIN);
      // This also ends the server's own children and the watcher.
      if (this.#isGroup) this.#signal("SIGKILL");
    }
    for (const stream of child.stdio) stream?.destroy();
    this.#options.onExit();
  }

  #readErrorLines(stream: NonNullable<ChildProcess["stderr"]>): void {
    stream.setEncoding("utf8");
    let rest = "";
    stream.on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = (lines.pop() as string).slice(-LONGEST_LINE);
      for (const line of lines) this.#onErrorLine(line.trimEnd());
    });
    stream.on("end", () => {
      if (rest !== "") this.#onErrorLine(rest);
    });
  }

  #onErrorLine(line: string): void {
    const shown = line.slice(0, LONGEST_LINE);
    if (this.#options.launch?.read(shown) === true) return;
    this.#errorLines.push(shown);
    if (this.#errorLines.length > KEPT_LINES) this.#errorLines.shift();
    this.#options.onErrorLine(shown);
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(this.#isGroup ? -pid : pid, signal);
    } catch {
      // Gone already.
    }
  }
}

function notSent(code: "CONNECTION_LOST" | "OVERLOADED", message: string): CallError {
  return new CallError(code, message, undefined, { phase: "notStarted" });
}

async function endOf(stream: Readable | null): Promise<void> {
  if (stream === null || stream.readableEnded || stream.destroyed) return;
  stream.resume();
  await new Promise((resolve) => {
    stream.once("close", resolve);
  });
}

/** A shell would split a command line. Here the arguments have their own place. */
function noProgram(command: string): string {
  const [program = "", ...args] = command.trim().split(/\s+/);
  if (args.length === 0) return `there is no program ${command}: install it, or give its whole path`;
  return `there is no program with the name ${JSON.stringify(command)}: command takes the program alone, args the rest: command: ${JSON.stringify(program)}, args: ${JSON.stringify(args)}`;
}
