import { join } from "node:path";
import { afterEach } from "vitest";
import type { HubConfig } from "./config/hub-config.ts";
import type { LoadedConfig } from "./config/loaded-config.ts";
import type { RunningHub, StartHubOptions } from "./running-hub.ts";
import { demoModule } from "./sources/fixtures.test-support.ts";
import { startHub } from "./start-hub.ts";
import { tempFolders } from "./temp-folder.test-support.ts";

export const ADA = "the-key-of-ada-0123";
export const BOB = "the-key-of-bob-0123";
/** The keys of two clients with only the default scope. */
export const keysOfTwo = [
  { id: "ada", key: ADA },
  { id: "bob", key: BOB },
];

export interface StartedHub extends RunningHub {
  readonly folder: string;
  readonly logged: string[];
  /** Sends a request with a key, or without one. */
  ask(path: string, key?: string, init?: RequestInit): Promise<Response>;
}

type Start = (config: HubConfig | LoadedConfig, options?: StartHubOptions) => Promise<StartedHub>;

/** Hubs with the operations of `demo.mjs` in their folder; closed after each test. */
export function startedHubs(): Start {
  const folderWith = tempFolders();
  const hubs = new Set<RunningHub>();
  afterEach(async () => {
    const open = [...hubs];
    hubs.clear();
    await Promise.all(open.map((hub) => hub.close({ graceMs: 0 })));
  });
  return async (given, options = {}) => {
    const folder = await folderWith({ "demo.mjs": demoModule });
    const logged: string[] = [];
    const loaded = "config" in given ? given : { config: given };
    const hub = await startHub(
      { folder, ...loaded },
      {
        port: 0,
        stateFolder: join(folder, "state"),
        logTo: { write: (line) => void logged.push(line) },
        waitForSources: true,
        ...options,
      },
    );
    hubs.add(hub);
    return {
      ...hub,
      folder,
      logged,
      // The test that closes it sees the outcome.
      close(closing) {
        hubs.delete(hub);
        return hub.close(closing);
      },
      ask: (path, key, init = {}) =>
        fetch(`${hub.endpoints.http}${path}`, {
          ...init,
          headers: { ...(init.headers as Record<string, string>), ...(key === undefined ? {} : { "x-api-key": key }) },
        }),
    };
  };
}
