import { openLogins } from "../../entries/hub.ts";
import type { HubLogins } from "../../entries/hub.ts";
import type { Options } from "../arguments/parse-options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { openConfig } from "../config/open-config.ts";
import { hubAddress, hubKey } from "../backend/hub/hub-address.ts";

export interface OpenLoginsOptions {
  readonly options: Options;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** The caller's logins at the hub that the command line or the environment names, else those of the operator. */
export async function openOwnLogins({ options, terminal, signal }: OpenLoginsOptions): Promise<HubLogins> {
  const url = hubAddress(options, terminal.env);
  if (url === undefined) return openLogins(await openConfig({ options, terminal }));
  const [{ HubBackend }, { RemoteLogins }] = await Promise.all([
    import("../backend/hub/hub-backend.ts"),
    import("../backend/hub/hub-logins.ts"),
  ]);
  return new RemoteLogins(new HubBackend({ url, key: await hubKey(url, options, terminal.env), signal }));
}
