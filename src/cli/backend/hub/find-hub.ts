/** The running hub that a command is about: what it holds is in no config. */
import { resolve } from "node:path";
import { findConfig } from "../../../entries/hub.ts";
import type { HubEndpoints, ServeConfig } from "../../../entries/hub.ts";
import type { Options } from "../../arguments/parse-options.ts";
import { UsageError } from "../../arguments/usage-error.ts";
import { openConfig } from "../../config/open-config.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { givenKey, hubAddress, hubKey } from "./hub-address.ts";
import { HubBackend } from "./hub-backend.ts";
import { openSocketsOf } from "./hub-sockets.ts";

export interface FindHubOptions {
  readonly options: Options;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

export interface FoundHub {
  readonly hub: HubBackend;
  /** Its address, for a browser. */
  readonly url: URL;
}

const DEFAULT_HUB = "http://127.0.0.1:7411/";

/**
 * The hub that `--hub` or `OPERATIONS_HUB` names. Otherwise, the hub of the config in this folder: through its socket,
 * which needs no key and works for any port, or else at the address that the config names.
 */
export async function findHub(search: FindHubOptions): Promise<FoundHub> {
  const { options, terminal, signal } = search;
  const named = hubAddress(options, terminal.env);
  const file = named === undefined ? await configFile(options) : undefined;
  const found = file === undefined ? undefined : await findBySocket(file, search);
  if (found !== undefined && givenKey(options, terminal.env) === undefined) return found;
  const url = named ?? found?.url ?? (file === undefined ? new URL(DEFAULT_HUB) : await configuredAddress(search));
  return { url, hub: new HubBackend({ url, key: await hubKey(url, options, terminal.env), signal }) };
}

async function configFile(options: Options): Promise<string | undefined> {
  const given = options.text("config");
  return given === undefined ? await findConfig() : resolve(given);
}

/** The file is not read: its variables may be set only where the hub runs. */
async function findBySocket(file: string, { terminal, signal }: FindHubOptions): Promise<FoundHub | undefined> {
  const [socket, ...others] = await openSocketsOf(file, terminal.env);
  if (socket === undefined) return undefined;
  if (others.length > 0) throw new UsageError("Several hubs of this config are running: name one with --hub.");
  const hub = new HubBackend({ url: new URL("http://localhost/"), socket, signal });
  const { http } = (await hub.get("~/endpoints")) as HubEndpoints;
  return { hub, url: new URL(http) };
}

async function configuredAddress({ options, terminal, signal }: FindHubOptions): Promise<URL> {
  const { serve = {} } = (await openConfig({ options, terminal, signal })).config;
  const { port = Number(new URL(DEFAULT_HUB).port) } = serve;
  if (port === 0)
    throw new UsageError(
      'No hub of this config is running: "operations serve" starts one. Or name a hub on another machine with --hub.',
    );
  return new URL(`${serve.tls === undefined ? "http" : "https"}://${hostToCall(serve)}:${port}/`);
}

/** A hub that listens on every address of the machine also listens on the loopback address of the same family. */
export function hostToCall({ host = "127.0.0.1" }: ServeConfig): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
