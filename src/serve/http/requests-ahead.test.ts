/** Requests that a client sends before it has the answers to earlier ones. */
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { Type } from "typebox";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { ClientLimits } from "../request/client-limits.ts";
import { serveHTTP } from "./serve-http.ts";

const base = { namespace: "demo", version: "1.0.0", description: "For tests.", accessControl: { requiredScopes: [] } };
const anything = { type: "QUERY", inputSchema: Type.Unknown(), outputSchema: Type.Unknown() } as const;
const request = (name: string, query = ""): string => `GET /demo/${name}${query} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
/** More than the system buffers for a connection whose client does not read. */
const LARGE = 16 * 1024 * 1024;

async function serveCounted() {
  const ran: unknown[] = [];
  let running = 0;
  let mostAtOnce = 0;
  const registry = new OperationRegistry().registerAll([
    defineOperation({
      ...base,
      ...anything,
      name: "count",
      async handler(input) {
        ran.push(input);
        mostAtOnce = Math.max(mostAtOnce, ++running);
        await new Promise((resolve) => setTimeout(resolve, 2));
        running--;
        return input;
      },
    }),
    defineOperation({
      ...base,
      ...anything,
      name: "large",
      handler() {
        ran.push("large");
        return "x".repeat(LARGE);
      },
    }),
  ]);
  const clientLimits = new ClientLimits();
  const service = serveHTTP(registry, { clientLimits, maxResponseSize: 2 * LARGE });
  const server = await service.listen();
  onTestFinished(() => service.close({ graceMs: 0 }));
  const open = async (): Promise<Socket> => {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    return socket;
  };
  return { ran, clientLimits, open, mostAtOnce: () => mostAtOnce };
}

describe("when a client sends requests ahead on one connection", () => {
  it("runs them one after another, and answers them in order", async () => {
    const { ran, open, mostAtOnce } = await serveCounted();
    const socket = await open();
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString()));
    const numbers = Array.from({ length: 20 }, (_, index) => ({ n: String(index) }));
    socket.write(numbers.map(({ n }) => request("count", `?n=${n}`)).join(""));
    await until(() => text.split("HTTP/1.1 200").length === 21, { what: "all answers are here" });
    expect(ran).toEqual(numbers);
    expect(mostAtOnce()).toBe(1);
  });

  it("runs no second request while the first answer is unread, and forgets the others with the connection", async () => {
    const { ran, open, clientLimits } = await serveCounted();
    const socket = await open();
    socket.pause();
    socket.write(request("large").repeat(20));
    await until(() => clientLimits.waiting.total > 0, { what: "the answer waits" });
    const other = await open();
    other.write(request("count"));
    await once(other, "data");
    expect(ran).toEqual(["large", undefined]);
    socket.destroy();
    await until(() => clientLimits.waiting.total === 0 && clientLimits.calls === 0, { what: "nothing waits" });
    expect(ran).toEqual(["large", undefined]);
  });

  it("is cut off, and counted, when it sends too many", async () => {
    const { ran, open, clientLimits } = await serveCounted();
    const socket = await open();
    socket.write(request("count").repeat(500));
    await once(socket, "close");
    expect(clientLimits.waiting.cutOff.overflow).toBe(1);
    await until(() => clientLimits.calls === 0, { what: "no call runs" });
    expect(ran.length).toBeLessThanOrEqual(100);
  });
});
