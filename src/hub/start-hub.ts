import type { LoadedConfig } from "./config/loaded-config.ts";
import type { RunningHub, StartHubOptions } from "./running-hub.ts";

/**
 * Starts a hub: connects to the sources of a config, and serves them on HTTP, MCP and WebSocket, with a web page. By
 * default it listens on this machine only, and every caller needs a key.
 *
 * @example
 * const hub = await startHub(await loadConfig());
 * console.log(hub.endpoints.mcp, hub.key ?? `the key is in ${hub.keyFile}`);
 * process.once("SIGTERM", () => void hub.close());
 */
export async function startHub(loaded: LoadedConfig, options: StartHubOptions = {}): Promise<RunningHub> {
  // A command that only calls an operation needs no server.
  const { runHub } = await import("./run-hub.ts");
  return await runHub(loaded, options);
}
