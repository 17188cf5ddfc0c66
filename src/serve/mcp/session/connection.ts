import type { Server, Transport } from "@modelcontextprotocol/server";
import { loadStdioSDK } from "../options/load-sdk.ts";
import type { ConnectOptions, MCPConnection } from "../options/mcp-service.ts";
import { createToolServer } from "./tool-server.ts";
import type { ToolServerDeps } from "./tool-server.ts";

/** Serves one client over a transport; the first message says which era it speaks. */
export async function connect(deps: ToolServerDeps, options: ConnectOptions): Promise<MCPConnection> {
  const { catalog, settings, suspended } = deps;
  const { serveStdio, StdioServerTransport } = await loadStdioSDK();
  const transport =
    (options.transport as Transport | undefined) ??
    new StdioServerTransport(undefined, undefined, {
      maxBufferSize: settings.maxBodySize,
    });
  const identity = options.identity ?? settings.identity;
  let current: Server | undefined;
  const stopListening = catalog.onChange(() => {
    current?.sendToolListChanged().catch(() => {});
  });
  const session = { caller: { identity }, connection: transport };
  const handle = serveStdio(({ era }) => (current = createToolServer(deps, { era, ...session })), {
    transport,
    ...(settings.onError && { onerror: settings.onError }),
  });
  // The SDK has set its own listener by now.
  const closed = new Promise<void>((resolve) => {
    const { onclose } = transport;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- transports of the SDK have no other way
    transport.onclose = () => {
      onclose?.();
      stopListening();
      suspended.endConnection(transport);
      resolve();
    };
  });
  return {
    closed,
    async close() {
      await handle.close();
      await closed;
    },
  };
}
