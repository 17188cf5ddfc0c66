/** An upstream in its own process: the operations as an HTTP API with its document, and as MCP tools at `/mcp`. */
import { OperationRegistry } from "../../src/entries/index.ts";
import { serveHTTP } from "../../src/entries/serve-http.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";
import { connectParent } from "../support/child-side.ts";
import { openRanLog } from "../support/ran-log.ts";
import { chaosOperations } from "./chaos-operations.ts";

const { port, ranLog } = JSON.parse(process.argv[2] ?? "") as { port: number; ranLog: string };
const registry = new OperationRegistry().registerAll(chaosOperations("upstream", openRanLog(ranLog, "upstream")));
const mcp = serveMCP(registry, { maxConcurrentCalls: 1000 });
const service = serveHTTP(registry, {
  routes: [{ path: "/mcp", handle: (request, info) => mcp.fetch(request, info) }],
});
await service.listen({ port });
connectParent({ onEnd: () => process.exit(0) }).ready();
