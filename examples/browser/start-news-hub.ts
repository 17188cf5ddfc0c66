import { startHub } from "../../src/entries/hub.ts";
import type { RunningHub } from "../../src/entries/hub.ts";
import { operations } from "./operations.ts";

export const readerKey = "reader-key-0123456789";

export interface NewsHubOptions {
  /** For the hub's own files. */
  readonly folder: string;
  /** Default: a free port. */
  readonly port?: number | undefined;
  /** The origin of the pages that may call the hub. */
  readonly pages: string;
}

/** A hub with the operations of the examples, for pages of another origin. */
export async function startNewsHub({ folder, port = 0, pages }: NewsHubOptions): Promise<RunningHub> {
  const serve = {
    cors: { origins: [pages] },
    keys: [{ id: "reader", key: readerKey, scopes: ["operations:call"] }],
    // An `EventSource` sends no headers, so it has no key.
    publicOperations: ["news.ticker"],
  };
  const options = { port, stateFolder: folder, logTo: { write: () => undefined } };
  const hub = await startHub({ config: { name: "News", serve }, folder }, options);
  hub.registry.registerAll(operations);
  return hub;
}
