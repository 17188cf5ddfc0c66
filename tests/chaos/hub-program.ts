/** A hub in its own process: the callers and responders are its spokes. */
import { OperationRegistry } from "../../src/entries/index.ts";
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import { connectParent } from "../support/child-side.ts";

const { port, heartbeatMs } = JSON.parse(process.argv[2] ?? "") as { port: number; heartbeatMs: number };
const hub = serveWebSocket({
  registry: new OperationRegistry(),
  authenticate: () => ({ id: "chaos", scopes: ["offer:*"] }),
  limits: { heartbeatMs },
});
await hub.listen({ port });
connectParent({ onEnd: () => hub.close() }).ready();
