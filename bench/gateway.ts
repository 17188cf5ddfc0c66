/**
 * The hop through a hub beside other gateways: `npm run bench -- gateway`, or
 * `tsx bench/gateway.ts [--rounds 15] [http|serving]`.
 *
 * http     HTTP to a gateway to an HTTP API: a small order in, 2 kB out
 * serving  one validated operation over HTTP, alone and among 5,000
 */
import { parseArgs } from "node:util";
import { ensureBuilt } from "../scripts/ensure-built.ts";
import { ensureSubPackage } from "../scripts/sub-package.ts";

const { values, positionals } = parseArgs({
  options: { rounds: { type: "string", default: "15" } },
  allowPositionals: true,
});
const [only] = positionals;

await ensureSubPackage("bench/gateway");
await ensureBuilt();
const { gatewayParts } = await import("./gateway/contenders.ts");
const { orders } = await import("./gateway/offer.ts");
const { startServer } = await import("./hub/child.ts");
const { compareServers } = await import("./hub/compare-servers.ts");

const titles: Readonly<Record<string, string>> = {
  http: "HTTP to a gateway to an HTTP API, 2 kB",
  serving: "HTTP, one validated operation",
};
if (only !== undefined && gatewayParts[only] === undefined) {
  throw new Error(`no such part: ${only} (there are: ${Object.keys(gatewayParts).join(", ")})`);
}
const api = await startServer<{ url: string }>("../gateway/api-server.ts", []);
for (const [part, contenders] of Object.entries(gatewayParts)) {
  if (only !== undefined && only !== part) continue;
  await compareServers(contenders, {
    title: titles[part] ?? part,
    record: part,
    inputs: orders,
    rounds: Number(values.rounds),
    against: "Fastify, http-proxy (checks nothing)",
    start: (index) => startServer("../gateway/gateway-server.ts", [part, String(index), api.start.url]),
  });
}
api.kill("SIGTERM");
await api.exited;
