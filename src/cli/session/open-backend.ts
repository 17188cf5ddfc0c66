import type { Backend } from "../backend/backend.ts";
import { hubAddress, hubKey } from "../backend/hub/hub-address.ts";
import type { OpenBackendOptions } from "../backend/local/open-local.ts";

/** The hub that the command line or the environment names, else the local config. */
export async function openBackend(settings: OpenBackendOptions): Promise<Backend> {
  const { options, terminal, signal, atMost } = settings;
  const url = hubAddress(options, terminal.env);
  if (url === undefined) {
    const { openLocal } = await import("../backend/local/open-local.ts");
    return await openLocal(settings);
  }
  const { HubBackend } = await import("../backend/hub/hub-backend.ts");
  return new HubBackend({ url, key: await hubKey(url, options, terminal.env), signal, atMost });
}
