import { resolve } from "node:path";
import { findConfig, loadConfig } from "../../entries/hub.ts";
import type { Options } from "../arguments/parse-options.ts";

const DEFAULT_PORT = 7411;
const EVERYWHERE: ReadonlySet<string> = new Set(["0.0.0.0", "::", "localhost"]);

/** The address at which a hub of this folder's config listens, or of the config that `--config` names. */
export async function hubOfConfig(options: Options): Promise<URL> {
  const named = options.text("config");
  const file = named === undefined ? await findConfig() : resolve(named);
  // A module is a program, which must not run only to be asked for a port.
  const isData = file !== undefined && /\.(?:json|ya?ml)$/i.test(file);
  // A config that was only found may need variables that are set where the hub runs.
  const loaded = isData ? await loadConfig(file).catch((thrown: unknown) => refuse(thrown, named)) : undefined;
  const { host = "localhost", port = DEFAULT_PORT, tls, publicUrl } = loaded?.config.serve ?? {};
  // A certificate names a host, which the config may not.
  if (tls !== undefined && publicUrl !== undefined) return new URL(publicUrl);
  const name = EVERYWHERE.has(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  // A hub on any free port can't be found by its config.
  return new URL(`${tls === undefined ? "http" : "https"}://${name}:${port === 0 ? DEFAULT_PORT : port}/`);
}

function refuse(thrown: unknown, named: string | undefined): undefined {
  if (named !== undefined) throw thrown;
  return undefined;
}
