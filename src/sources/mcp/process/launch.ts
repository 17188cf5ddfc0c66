/** Starting a server with a program that may download it first: `npx`, `uvx` and the like. */

const LAUNCHERS = new Set([
  "npx",
  "npm",
  "pnpm",
  "pnpx",
  "yarn",
  "bunx",
  "bun",
  "uvx",
  "uv",
  "pipx",
  "docker",
  "podman",
]);

/** Whether this command may download the server before it starts it. */
export function isLauncher(command: string): boolean {
  const name = command.split(/[\\/]/).at(-1) ?? "";
  return LAUNCHERS.has(name.replace(/\.(?:cmd|exe|ps1)$/i, ""));
}

/** Lines of standard error that only a download writes: by npm at log level `http`, uv, pip and Docker. */
const DOWNLOAD =
  /\bfetch GET 200 \S+\.tgz\b|^\s*(?:Downloading|Downloaded|Installed \d+ packages?|Building|Prepared)\b|Unable to find image|: Pulling (?:from|fs layer)/;
/** Lines that npm writes only because we ask it to. */
const NPM_HTTP = /^npm http /;

/** Milliseconds. */
export const LONGEST_DOWNLOAD = 300_000;

export interface LaunchOptions {
  /** Milliseconds for a server that needs no download. */
  readonly timeout: number;
  /** Milliseconds for a server that has to be downloaded. Default: five minutes. */
  readonly longest?: number | undefined;
  /** Called once, when a download is seen. */
  readonly onDownload: () => void;
}

/** Watches a launcher: a start without a download has the usual time, one with a download has minutes. */
export class Launch {
  readonly longest: number;
  readonly #overdue = new AbortController();
  readonly #options: LaunchOptions;
  #timer: NodeJS.Timeout;
  #limit: number;
  #isDownloading = false;

  constructor(options: LaunchOptions) {
    this.#options = options;
    this.longest = options.longest ?? LONGEST_DOWNLOAD;
    this.#limit = options.timeout;
    this.#timer = this.#startTimer(options.timeout);
  }

  /** Aborts when the time is up. */
  get overdue(): AbortSignal {
    return this.#overdue.signal;
  }

  /** The time that it had. Milliseconds. */
  get limit(): number {
    return this.#limit;
  }

  get isDownloading(): boolean {
    return this.#isDownloading;
  }

  /** Takes one line of standard error. Returns whether it belongs to the launcher, and should not be logged. */
  read(line: string): boolean {
    if (!this.#isDownloading && DOWNLOAD.test(line)) {
      this.#isDownloading = true;
      if (this.longest > this.#limit) {
        clearTimeout(this.#timer);
        this.#limit = this.longest;
        this.#timer = this.#startTimer(this.longest);
      }
      this.#options.onDownload();
    }
    return NPM_HTTP.test(line);
  }

  /** The server answers, or never will: there is nothing left to wait for. */
  end(): void {
    clearTimeout(this.#timer);
    this.#isDownloading = false;
  }

  #startTimer(after: number): NodeJS.Timeout {
    const timer = setTimeout(() => this.#overdue.abort(), after);
    timer.unref();
    return timer;
  }
}
