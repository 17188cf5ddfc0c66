/** A real terminal: a shell in tmux (Debian's package of that name). */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { until } from "../../support/until.ts";
import type { Workspace } from "./workspace.ts";

const run = promisify(execFile);
const program = process.env["TMUX_PATH"] ?? "tmux";

interface ShellSetup {
  /** The file that it reads at start, in its folder. */
  readonly startFile: string;
  readonly lines: readonly string[];
  readonly command: readonly string[];
}

const shells: Record<Shell, (folder: string) => ShellSetup> = {
  bash: (folder) => ({
    startFile: "bashrc",
    lines: ["unset PROMPT_COMMAND", "bind 'set enable-bracketed-paste off' 'set bell-style none'"],
    command: ["bash", "--noprofile", "--rcfile", join(folder, "bashrc"), "-i"],
  }),
  zsh: (folder) => ({
    startFile: ".zshrc",
    lines: ["unset zle_bracketed_paste", "setopt no_beep", "autoload -U compinit", "compinit -u -D"],
    command: ["env", `ZDOTDIR=${folder}`, process.env["ZSH_PATH"] ?? "zsh", "-d", "-i"],
  }),
};

let count = 0;

export type Shell = "bash" | "zsh";

export interface TerminalOptions {
  readonly shell?: Shell;
  readonly width?: number;
  readonly height?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Where a terminal opens, and what it finds there. */
export type TerminalWorkspace = Pick<Workspace, "folder" | "path" | "cli" | "env">;

export class TmuxTerminal {
  readonly #socket: string;

  private constructor(socket: string) {
    this.#socket = socket;
  }

  /** Starts a shell (bash by default) in the workspace, where `operations` is the built command. */
  static async open(workspace: TerminalWorkspace, options: TerminalOptions = {}): Promise<TmuxTerminal> {
    const { shell = "bash", width = 100, height = 40, env = {} } = options;
    const terminal = new TmuxTerminal(`operations-${process.pid}-${count++}`);
    const folder = workspace.path(`shell-${count}`);
    const { startFile, lines, command } = shells[shell](folder);
    const variables = Object.entries({ ...workspace.env, ...env }).map(([name, value]) => `export ${name}='${value}'`);
    const start = [
      ...variables,
      `operations() { '${process.execPath}' '${workspace.cli}' "$@"; }`,
      "PS1='$ '",
      ...lines,
    ];
    await mkdir(folder);
    await writeFile(join(folder, startFile), `${start.join("\n")}\n`);
    const size = ["-x", String(width), "-y", String(height)];
    await terminal.#tmux("-f", "/dev/null", "new-session", "-d", ...size, "-c", workspace.folder, ...command);
    await terminal.shows(/\$ $/);
    return terminal;
  }

  /** Types a line, and Enter. */
  async type(line: string): Promise<void> {
    await this.#tmux("send-keys", "-l", line);
    await this.key("Enter");
  }

  /** The same on an empty screen: what an earlier command left is not taken for an answer to this one. */
  async typeOnEmpty(line: string): Promise<void> {
    await this.#tmux("send-keys", "-R", ";", "clear-history");
    await this.type(line);
  }

  /** Types without Enter. */
  async write(text: string): Promise<void> {
    await this.#tmux("send-keys", "-l", text);
  }

  /** Presses a key by tmux's name: `C-c`, `Enter`, `Tab`. */
  async key(name: string): Promise<void> {
    await this.#tmux("send-keys", name);
  }

  /**
   * The screen without empty lines at the end. With `colours`, it includes the escape sequences. With `joined`, lines that
   * were too long for the terminal are whole.
   */
  async screen({ colours = false, joined = false } = {}): Promise<string> {
    const flags = [...(colours ? ["-e"] : []), ...(joined ? ["-J"] : [])];
    const text = await this.#tmux("capture-pane", "-p", "-S", "-200", ...flags);
    const shown = text.replaceAll(/ +$/gm, "").trimEnd();
    return shown + (shown.endsWith("$") ? " " : "");
  }

  /** Waits until the screen matches. */
  async shows(pattern: RegExp, withinMs?: number): Promise<string> {
    let screen = "";
    const shown = async (): Promise<boolean> => pattern.test((screen = await this.screen()));
    await until(shown, withinMs === undefined ? {} : { withinMs });
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
