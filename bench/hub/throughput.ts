/** Compares the HTTP throughput of three servers. */
import { orders } from "../small-operation.ts";
import { startServer } from "./child.ts";
import { compareServers } from "./compare-servers.ts";
import { contenders } from "./contenders.ts";

export function compareThroughput(rounds: number): Promise<void> {
  return compareServers(contenders, {
    title: "HTTP, one validated operation",
    record: "HTTP",
    inputs: orders,
    rounds,
    start: (index) => startServer("http-server.ts", [String(index)]),
  });
}
