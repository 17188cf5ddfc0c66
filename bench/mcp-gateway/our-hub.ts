/** A hub of the built package in front of the stdio server: `our-hub.ts <port>`. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as Hub from "../../src/entries/hub.ts";
import { KEY } from "../hub/hub-talk.ts";
import { stdioCommand } from "./stdio-command.ts";

const built: string = "../../dist/hub.js";
const { startHub } = (await import(built)) as typeof Hub;

const folder = await mkdtemp(join(tmpdir(), "operations-mcp-gateway-"));
const config: Hub.HubConfig = {
  mcpServers: { upstream: { ...stdioCommand } },
  serve: { keys: [{ id: "bench", key: KEY }] },
  log: { level: "warn" },
};
const hub = await startHub(
  { config, folder },
  { port: Number(process.argv[2]), stateFolder: folder, waitForSources: true },
);
process.once("SIGTERM", () => {
  void hub
    .close()
    .then(() => rm(folder, { recursive: true, force: true }))
    .then(() => process.exit(0));
});
