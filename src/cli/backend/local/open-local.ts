import type { OpenSourcesOptions, SourceStatus } from "../../../entries/hub.ts";
import type { ApprovalOptions } from "../../../entries/middleware.ts";
import type { Options } from "../../arguments/parse-options.ts";
import { openConfig } from "../../config/open-config.ts";
import { safeLine } from "../../terminal/safe-text.ts";
import type { Spinner } from "../../terminal/spinner.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { Backend } from "../backend.ts";
import { openLocalBackend } from "./local-backend.ts";
import { openLog } from "./open-log.ts";
import { narrowConfig } from "./sources-on-demand.ts";

export interface OpenBackendOptions {
  readonly options: Options;
  readonly terminal: Terminal;
  readonly spinner: Spinner;
  readonly signal: AbortSignal;
  /** Milliseconds that sources have to connect, late ones being left out, and that a hub has to answer. */
  readonly atMost?: number | undefined;
  /** The only operation that the command needs. */
  readonly id?: string | undefined;
  readonly approve?: ApprovalOptions["ask"] | undefined;
}

/** The operations of the config: those of a hub that already runs them, else in this process. */
export async function openLocal(settings: OpenBackendOptions): Promise<Backend> {
  const { options, terminal, spinner, signal, id, approve, atMost } = settings;
  const loaded = await openConfig({ options, terminal, spinner, signal });
  if (id !== undefined && !options.has("no-hub") && !wantsLog(options)) {
    const { findRunningHub } = await import("../hub/running-hub.ts");
    const running = await findRunningHub(loaded, {
      id,
      config: narrowConfig(loaded.config, id) ?? loaded.config,
      signal,
      env: terminal.env,
    });
    if (running !== undefined) return running;
  }
  const asked = await openLog(loaded, options);
  const downloads = new Set<string>();
  let known: readonly SourceStatus[] = [];
  const onStatus = (statuses: readonly SourceStatus[]): void => {
    known = statuses;
    spinner.text = connectingText(statuses, downloads) ?? id ?? "Starting";
  };
  const log: OpenSourcesOptions["log"] = (level, message, fields = {}) => {
    asked?.(level, message, fields);
    const { source, from } = fields as { source?: string; from?: string };
    if (from !== "download" || source === undefined) return;
    downloads.add(source);
    onStatus(known);
    // The spinner is for terminals only.
    if (!terminal.showsProgress && !options.has("json")) terminal.err(`${safeLine(`${source}: ${message}`)}\n`);
  };
  return await openLocalBackend(loaded, { signal, approve, log, onStatus, atMost, id });
}

/** Whether the command line asks for a log. That of a running hub goes elsewhere. */
function wantsLog(options: Options): boolean {
  return options.has("log-level") || options.has("log-file");
}

function connectingText(statuses: readonly SourceStatus[], downloads: ReadonlySet<string>): string | undefined {
  const waiting = statuses
    .filter(({ state }) => state === "connecting")
    .map(({ name }) => (downloads.has(name) ? `${name} (is being downloaded)` : name));
  const done = statuses.length - waiting.length;
  return waiting.length === 0 ? undefined : `Connecting (${done} of ${statuses.length}): ${waiting.join(", ")}`;
}
