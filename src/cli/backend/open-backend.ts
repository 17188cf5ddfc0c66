import type { ApprovalOptions } from "../../entries/middleware.ts";
import type { LoadedConfig, SourceStatus } from "../../entries/hub.ts";
import type { Options } from "../arguments/parse-options.ts";
import { createLog } from "./open-log.ts";
import type { Spinner } from "../terminal/spinner.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Backend } from "./backend.ts";
import { hubAddress, hubKey } from "./hub-address.ts";
import { narrowConfig } from "./narrow-config.ts";

export interface OpenBackendOptions {
  readonly options: Options;
  readonly terminal: Terminal;
  readonly spinner: Spinner;
  readonly signal: AbortSignal;
  /** Milliseconds that sources get to connect, those that are late being left out, and that a hub gets to answer. */
  readonly atMost?: number | undefined;
  /** The only operation that is wanted. */
  readonly id?: string | undefined;
  readonly approve?: ApprovalOptions["ask"] | undefined;
}

/** The hub that the command line or the environment names, else the local config. */
export async function openBackend(settings: OpenBackendOptions): Promise<Backend> {
  const { options, terminal, signal, atMost } = settings;
  const url = hubAddress(options, terminal.env);
  if (url === undefined) return await openLocal(settings);
  const { HubBackend } = await import("./hub-backend.ts");
  return new HubBackend({ url, key: await hubKey(url, options, terminal.env), signal, atMost });
}

async function openLocal(settings: OpenBackendOptions): Promise<Backend> {
  const { options, spinner, signal, id, approve, atMost } = settings;
  const [{ loadConfig }, { openLocalBackend }] = await Promise.all([
    import("../../entries/hub.ts"),
    import("./local-backend.ts"),
  ]);
  const loaded = await loadConfig(options.text("config"));
  const log = await createLog(loaded, options);
  const onStatus = (statuses: readonly SourceStatus[]): void => {
    spinner.text = connectingText(statuses);
  };
  const open = (config: LoadedConfig): Promise<Backend> =>
    openLocalBackend(config, { signal, approve, log, onStatus, atMost });
  const narrowed = id === undefined ? undefined : narrowConfig(loaded.config, id);
  if (narrowed === undefined || id === undefined) return await open(loaded);
  const backend = await open({ ...loaded, config: narrowed });
  const isThere = await backend.describe(id).then(
    () => true,
    () => false,
  );
  if (isThere || (await backend.missing()).length > 0) return backend;
  await backend.close();
  return await open(loaded);
}

function connectingText(statuses: readonly SourceStatus[]): string {
  const waiting = statuses.filter(({ state }) => state === "connecting").map(({ name }) => name);
  const done = statuses.length - waiting.length;
  return waiting.length === 0 ? "Starting" : `Connecting (${done} of ${statuses.length}): ${waiting.join(", ")}`;
}
