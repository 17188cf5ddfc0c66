/** A real terminal: a shell in tmux (Debian's package of that name). */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { until } from "./until.ts";
import type { Workspace } from "./workspace.ts";

const run = promisify(execFile);
const program = process.env["TMUX_PATH"] ?? "tmux";

let count = 0;

export interface TerminalOptions {
  readonly width?: number;
  readonly height?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export class TmuxTerminal {
  readonly #socket: string;

  private constructor(socket: string) {
    this.#socket = socket;
  }

  /** A bash in the workspace, where `operations` is the built command. */
  static async open(workspace: Workspace, options: TerminalOptions = {}): Promise<TmuxTerminal> {
    const { width = 100, height = 40, env = {} } = options;
    const terminal = new TmuxTerminal(`operations-${process.pid}-${count++}`);
    const rc = workspace.path(`bashrc-${count}`);
    const variables = Object.entries({ ...workspace.env, ...env }).map(([name, value]) => `export ${name}='${value}'`);
    const lines = [
      ...variables,
      `operations() { '${process.execPath}' '${workspace.cli}' "$@"; }`,
      "PS1='$ '",
      "unset PROMPT_COMMAND",
      "bind 'set enable-bracketed-paste off' 'set bell-style none'",
    ];
    await writeFile(rc, `${lines.join("\n")}\n`);
    const size = ["-x", String(width), "-y", String(height)];
    const shell = ["bash", "--noprofile", "--rcfile", rc, "-i"];
    await terminal.#tmux("-f", "/dev/null", "new-session", "-d", ...size, "-c", workspace.folder, ...shell);
    await terminal.shows(/\$ $/);
    return terminal;
  }

  /** Types a line, and Enter. */
  async type(line: string): Promise<void> {
    await this.#tmux("send-keys", "-l", line);
    await this.key("Enter");
  }

  /** Types without Enter. */
  async write(text: string): Promise<void> {
    await this.#tmux("send-keys", "-l", text);
  }

  /** A key by tmux's name: `C-c`, `Enter`, `Tab`. */
  async key(name: string): Promise<void> {
    await this.#tmux("send-keys", name);
  }

  /** What is on the screen, without the empty end; with `colours`, the escape sequences too. */
  async screen({ colours = false } = {}): Promise<string> {
    const text = await this.#tmux("capture-pane", "-p", "-S", "-200", ...(colours ? ["-e"] : []));
    return text.trimEnd() + (text.trimEnd().endsWith("$") ? " " : "");
  }

  /** Waits until the screen matches. */
  async shows(pattern: RegExp): Promise<string> {
    let screen = "";
    await until(async () => pattern.test((screen = await this.screen())));
    return screen;
  }

  async close(): Promise<void> {
    await this.#tmux("kill-server").catch(() => undefined);
  }

  async #tmux(...args: string[]): Promise<string> {
    const { stdout } = await run(program, ["-L", this.#socket, ...args], {
      env: { ...process.env, TERM: "xterm-256color" },
    });
    return stdout;
  }
}
