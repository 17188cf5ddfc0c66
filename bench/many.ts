/**
 * Many of everything: idle connections and sessions at one hub, operations in one registry, peers on one broker. It
 * prints what each one costs, and whether that cost stays constant.
 *
 *     npm run bench -- many
 */
import { measureIdle } from "./many/idle-clients.ts";
import { measureLargeRegistry } from "./many/large-registry.ts";
import { simulateMesh } from "./many/mesh.ts";

await measureIdle("WebSockets", 10_000);
await measureIdle("MCP sessions", 5000);
await measureLargeRegistry();
await simulateMesh([10, 20, 30, 40, 50]);
