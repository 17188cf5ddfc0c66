import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import { loadConfig, startHub } from "../../entries/hub.ts";
import type { LoadedConfig, RunningHub } from "../../entries/hub.ts";
import type { Options } from "../arguments/parse-options.ts";
import { UsageError } from "../arguments/usage-error.ts";
import { openConfig } from "../config/open-config.ts";
import type { RunCommand } from "../session/command-context.ts";
import { ANNOUNCED, createAnnouncer } from "../output/announce-hub.ts";
import type { Announcer } from "../output/announce-hub.ts";
import { openBrowser } from "../session/open-browser.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { ExitCode } from "../output/exit-code.ts";
import { announceHub } from "../backend/hub/running-hub.ts";
import { keepLog } from "../backend/local/kept-log.ts";
import { logTarget } from "../backend/local/open-log.ts";

export const run: RunCommand = async ({ options, terminal }) => {
  const show = createAnnouncer(options, terminal);
  const config = withLogLevel(await openConfig({ options, terminal }), options);
  // Its user has agreed to run this file, and edits it while the hub runs: no further question.
  const load = async (): Promise<LoadedConfig> => withLogLevel(await loadConfig(config.file), options);
  const stopped = stopSignal();
  const hub = await startHub(config, {
    host: options.text("host"),
    port: portOf(options),
    logTo: logTarget(options),
    logExcept: showsLog(options, terminal) ? ANNOUNCED : [],
    keepLog: await keepLog(config, terminal.env),
  });
  // Before the addresses are printed: a reader of that line may change the config at once.
  const announced = await announceHub(hub, config, terminal.env);
  const reload = createReload(
    {
      reload: async (next) => {
        await hub.reload(next);
        await announced.moveTo(next);
      },
    },
    load,
    show,
  );
  process.on("SIGHUP", reload);
  const stopWatching =
    config.file === undefined || options.has("no-watch") ? () => undefined : watchFile(config.file, reload);
  show.addresses(hub);
  if (options.has("open")) await openExplorer(hub, { show, terminal });
  for (const status of hub.sources.statuses()) show.source(status);
  hub.sources.onChange((status) => show.source(status));
  const name = await stopped;
  stopWatching();
  show.note(`${name}: waiting for calls in flight. A second signal ends them at once.`);
  await hub.close();
  return ExitCode.ok;
};

async function openExplorer(
  { endpoints, makeLogInLink }: RunningHub,
  { show, terminal }: { show: Announcer; terminal: Terminal },
): Promise<void> {
  const address = makeLogInLink?.() ?? endpoints.explorer;
  if (address === undefined) return show.note("--open has nothing to open: this config turns the explorer off.");
  const isOpened = await openBrowser(new URL(address), terminal.env);
  if (!isOpened) show.note("There is no browser to open here. Set BROWSER to a command that opens one.");
}

/** Resolves at the first signal. The second one ends the process. */
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

/** Reads one config after the other. Requests meanwhile count as one more. A config with errors changes nothing. */
export function createReload(
  hub: Pick<RunningHub, "reload">,
  load: () => Promise<LoadedConfig>,
  show: Pick<Announcer, "note">,
): () => void {
  let [isRunning, isWanted] = [false, false];
  const refuse = (thrown: unknown): void =>
    show.note(
      `The new config has errors, so the old one stays:\n${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
  const work = async (): Promise<void> => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      try {
        const loaded = await load();
        // Not awaited: the next config may revoke a key, and must not wait for slow sources.
        hub.reload(loaded).then(() => show.note("The config was reloaded."), refuse);
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

/** Whether the log goes to the screen on which a person reads the announcements. */
function showsLog(options: Options, terminal: Terminal): boolean {
  const isAsked = options.has("log-level") || options.has("log-file") || options.has("json");
  return terminal.isInteractive && terminal.showsProgress && !isAsked;
}

function portOf(options: Options): number | undefined {
  const port = options.count("port", 0);
  if (port !== undefined && port > 65_535) throw new UsageError(`--port is ${port}: give a number from 0 to 65535.`);
  return port;
}

function withLogLevel(loaded: LoadedConfig, options: Options): LoadedConfig {
  const level = options.text("log-level") as NonNullable<LoadedConfig["config"]["log"]>["level"];
  if (level === undefined) return loaded;
  return { ...loaded, config: { ...loaded.config, log: { ...loaded.config.log, level } } };
}

/** Editors write in several steps, or write another file and rename it: wait until they are done. */
const SETTLE_MS = 200;

/** Calls back when a config, or the lock beside it, has changed. Watches the folder: the file may be replaced. */
function watchFile(file: string, onChange: () => void): () => void {
  // A lock and variables beside the config take effect in the same way.
  const names = [basename(file), "operations.lock", "operations.env"];
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dirname(file), (_event, changed) => {
    if (changed !== null && !names.includes(changed)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  });
  // A deleted folder is no reason to stop serving.
  watcher.on("error", () => watcher.close());
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
