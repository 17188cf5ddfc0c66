import { loadConfig, startHub } from "../../entries/hub.ts";
import type { LoadedConfig, RunningHub, SourceStatus } from "../../entries/hub.ts";
import type { Options } from "../arguments/parse-options.ts";
import { UsageError } from "../arguments/usage-error.ts";
import type { CommandContext } from "../session/command-context.ts";
import { ExitCode } from "../output/exit-code.ts";
import { logTarget } from "../backend/open-log.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { watchFile } from "./watch-file.ts";

export async function run({ options, terminal }: CommandContext): Promise<number> {
  const show = createAnnouncer(options, terminal);
  const load = async (): Promise<LoadedConfig> => withLogLevel(await loadConfig(options.text("config")), options);
  const config = await load();
  const stopped = stopSignal();
  const hub = await startHub(config, { host: options.text("host"), port: portOf(options), logTo: logTarget(options) });
  // First: whoever reads where it listens may change the config at once.
  const reload = createReload(hub, load, show);
  process.on("SIGHUP", reload);
  const stopWatching =
    config.file === undefined || options.has("no-watch") ? () => undefined : watchFile(config.file, reload);
  show.addresses(hub);
  for (const status of hub.sources.statuses()) show.source(status);
  hub.sources.onChange((status) => show.source(status));
  const name = await stopped;
  stopWatching();
  show.note(`${name}: calls in flight finish; once more ends at once.`);
  await hub.close();
  return ExitCode.ok;
}

/** Resolves at the first signal; the second ends the process. */
async function stopSignal(): Promise<string> {
  return await new Promise((resolve) => {
    let isFirst = true;
    const onSignal = (code: number) => (name: string) => {
      if (!isFirst) process.exit(code);
      isFirst = false;
      resolve(name);
    };
    process.on("SIGINT", onSignal(ExitCode.interrupted));
    process.on("SIGTERM", onSignal(ExitCode.terminated));
  });
}

/** One after the other; what comes meanwhile is one more. A config with mistakes changes nothing. */
export function createReload(
  hub: Pick<RunningHub, "reload">,
  load: () => Promise<LoadedConfig>,
  show: Pick<Announcer, "note">,
): () => void {
  let [isRunning, isWanted] = [false, false];
  const refuse = (thrown: unknown): void =>
    show.note(
      `The config was not taken, and the one before stays:\n${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
  const work = async (): Promise<void> => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      try {
        const loaded = await load();
        // Not awaited: the next one, which may take a key away, is not to wait for sources that connect slowly.
        hub.reload(loaded).then(() => show.note("The config was read again."), refuse);
      } catch (thrown) {
        refuse(thrown);
      }
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void work();
  };
}

function portOf(options: Options): number | undefined {
  const port = options.count("port", 0);
  if (port !== undefined && port > 65_535) throw new UsageError(`--port is ${port}: give one from 0 to 65535.`);
  return port;
}

function withLogLevel(loaded: LoadedConfig, options: Options): LoadedConfig {
  const level = options.text("log-level") as NonNullable<LoadedConfig["config"]["log"]>["level"];
  if (level === undefined) return loaded;
  return { ...loaded, config: { ...loaded.config, log: { ...loaded.config.log, level } } };
}

interface Announcer {
  addresses(hub: RunningHub): void;
  source(status: SourceStatus): void;
  note(text: string): void;
}

function createAnnouncer(options: Options, terminal: Terminal): Announcer {
  if (!options.has("json")) return new PeopleAnnouncer(terminal);
  const line = (event: object): void => terminal.out(`${JSON.stringify(event)}\n`);
  return {
    addresses: ({ endpoints, keyFile }) => line({ event: "listening", endpoints, keyFile }),
    source: (source) => line({ event: "source", source }),
    note: (message) => line({ event: "note", message }),
  };
}

/** A line for each change: it can be read later, and does not fight with the log for the screen. */
class PeopleAnnouncer implements Announcer {
  readonly #terminal: Terminal;
  readonly #states = new Map<string, string>();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  addresses({ endpoints, key, keyFile }: RunningHub): void {
    const { style } = this.#terminal;
    const labels: Record<string, string> = {
      explorer: "Explorer",
      http: "HTTP",
      openapi: "OpenAPI",
      mcp: "MCP",
      ws: "WebSocket",
    };
    const lines = Object.entries(labels).flatMap(([name, label]) => {
      const url = endpoints[name as keyof typeof endpoints];
      return url === undefined ? [] : [`  ${label.padEnd(10)} ${style.cyan(url)}`];
    });
    // Elsewhere it would end up in a log.
    if (key !== undefined && this.#terminal.isInteractive)
      lines.push(`  ${"Key".padEnd(10)} ${style.yellow(key)}  ${style.dim("(shown once)")}`);
    if (keyFile !== undefined) lines.push(`  ${"Key file".padEnd(10)} ${keyFile}`);
    this.#terminal.out(`${style.bold("The hub listens")}\n${lines.join("\n")}\n`);
  }

  source({ name, kind, state, operations, error, retryAt, report }: SourceStatus): void {
    const { style } = this.#terminal;
    const quarantined = report?.counts.quarantined ?? 0;
    const text = {
      connecting: `${style.dim("…")} connecting`,
      ready: `${style.green("✔")} ${operations} operation${operations === 1 ? "" : "s"}${quarantined === 0 ? "" : style.yellow(`, ${quarantined} quarantined: "operations check" says why`)}`,
      failed: `${style.red("✘")} ${safeLine(error ?? "failed")}${retryAt === undefined ? "" : style.dim(` (again at ${retryAt.slice(11, 19)} UTC)`)}`,
      closed: `${style.dim("–")} closed`,
    }[state];
    // What a person would read as the same is not said twice.
    if (this.#states.get(`${kind} ${name}`) === text) return;
    this.#states.set(`${kind} ${name}`, text);
    this.#terminal.out(`  ${safeLine(name).padEnd(16)} ${style.dim(kind.padEnd(8))} ${text}\n`);
  }

  note(text: string): void {
    this.#terminal.out(`${text}\n`);
  }
}
