import { findConfig, loadConfig } from "../../entries/hub.ts";
import type { LoadedConfig } from "../../entries/hub.ts";
import { CallError } from "../../entries/index.ts";
import type { Options } from "../arguments/parse-options.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Spinner } from "../terminal/spinner.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { KnownConfigs, configDigest } from "./known-configs.ts";

export interface OpenConfigOptions {
  readonly options: Options;
  readonly terminal: Terminal;
  /** Makes room for the question. */
  readonly spinner?: Spinner | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the command does nothing that the config says. Then data needs no question, but a program still does. */
  readonly isOnlyRead?: boolean | undefined;
}

/** A config in JSON or YAML does nothing until its sources are opened. A module runs as soon as it is loaded. */
const DATA = /\.(?:json|ya?ml)$/;

/**
 * Loads the config that `--config` names, or else that of the current folder. On a terminal it asks before the first
 * run of a config that it found itself, and again after every change of the file. `--yes` answers in advance.
 */
export async function openConfig(settings: OpenConfigOptions): Promise<LoadedConfig> {
  const { options, terminal, spinner, isOnlyRead = false } = settings;
  const isAsked = terminal.canAsk && !options.has("config") && !options.has("yes");
  const file = isAsked ? await findConfig() : undefined;
  if (file === undefined) return await loadConfig(options.text("config"));
  if (isOnlyRead && DATA.test(file)) return await loadConfig(file);
  spinner?.pause();
  const loaded = await loadFound(file, settings);
  spinner?.resume();
  return loaded;
}

async function loadFound(file: string, { terminal, signal }: OpenConfigOptions): Promise<LoadedConfig> {
  const digest = await configDigest(file).catch(() => undefined);
  // It can't be read: the error says why.
  if (digest === undefined) return await loadConfig(file);
  const known = await KnownConfigs.read(terminal.env);
  const state = known.stateOf(file, digest);
  if (state === "same") return await loadConfig(file);
  if (known.problem !== undefined) {
    terminal.err(`${safeLine(known.file)} can't be read, so every config is new: ${safeLine(known.problem)}\n`);
  }
  const loaded = DATA.test(file) ? await loadConfig(file) : undefined;
  const { askToRun } = await import("./ask-to-run.ts");
  await askToRun({ terminal, signal, file, loaded, isChanged: state === "changed" });
  if ((await configDigest(file)) !== digest) {
    throw new CallError(
      "ACCESS_DENIED",
      `${file} or operations.env changed while the question was open: run the command again.`,
    );
  }
  await known.add(file, digest).catch((thrown: unknown) => {
    const { message } = thrown as Error;
    terminal.err(`The answer can't be kept, so the next command asks again: ${safeLine(message)}\n`);
  });
  return loaded ?? (await loadConfig(file));
}
