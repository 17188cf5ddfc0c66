/** A hub that reports its memory. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as Serve from "../../src/entries/hub.ts";
import { KEY } from "./talk.ts";
import type { HubAddresses, HubMemory } from "./talk.ts";
import { loadDist } from "./load-dist.ts";

const { startHub } = await loadDist<typeof Serve>("hub");

const folder = await mkdtemp(join(tmpdir(), "operations-bench-"));
const hub = await startHub(
  {
    folder,
    config: {
      serve: {
        keys: [{ id: "bench", key: KEY, scopes: ["*"] }],
        limits: { connectionsPerClient: 100_000, mcpSessions: 100_000, handshakes: 10_000 },
      },
      log: { level: "warn" },
    },
  },
  { port: 0, stateFolder: folder },
);
const tell = (message: HubAddresses | HubMemory): void => void process.send?.(message);
process.on("message", () => {
  // Collect twice: the second run collects what the finalizers of the first released.
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  tell({ rss, heapUsed, cpuMs: (user + system) / 1000 });
});
process.on("disconnect", () => process.exit(1));
process.once("SIGTERM", () => {
  void hub.close({ graceMs: 0 }).then(async () => {
    await rm(folder, { recursive: true });
    process.exit(0);
  });
});
tell({ http: hub.endpoints.http, ws: hub.endpoints.ws ?? "" });
