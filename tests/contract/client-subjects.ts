/** Clients of every kind, and a registry behind them whose handlers are easy to watch. */
import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { connect } from "node:net";
import { afterEach, expect } from "vitest";
import { createClient, overHTTP, overWebSocket } from "../../src/entries/client.ts";
import type { OperationClient, RemoteCaller } from "../../src/entries/client.ts";
import {
  buildCallHandler,
  CallError,
  createMemoryLinks,
  defineOperation,
  OperationRegistry,
  OperationType,
  PendingRequestMap,
  tracked,
  Type,
} from "../../src/entries/index.ts";
import type { CallPhase } from "../../src/entries/index.ts";
import { apiKeys, serveHTTP } from "../../src/entries/serve-http.ts";
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import { waitingDeadlines } from "../../src/shared/time/deadline-timer.ts";

const base = {
  namespace: "demo",
  version: "1.0.0",
  description: "For tests.",
  accessControl: { requiredScopes: [] },
} as const;
const key = "key-of-ada-0123456789";

/** What happened in the handlers. */
class Witness {
  calls = 0;
  /** How often `count` has started. */
  counts = 0;
  aborted: string[] = [];
  resumed: Array<string | undefined> = [];
  deadlines: Array<number | undefined> = [];
}

function operationsFor(witness: Witness) {
  return [
    defineOperation({
      ...base,
      name: "add",
      type: OperationType.QUERY,
      inputSchema: Type.Object({ a: Type.Number(), b: Type.Number() }),
      outputSchema: Type.Object({ sum: Type.Number() }),
      handler: ({ a, b }, { deadline }) => {
        witness.calls++;
        witness.deadlines.push(deadline);
        return { sum: a + b };
      },
    }),
    defineOperation({
      ...base,
      name: "echo",
      type: OperationType.MUTATION,
      inputSchema: Type.Unknown(),
      outputSchema: Type.Unknown(),
      handler: (input: unknown) => input,
    }),
    defineOperation({
      ...base,
      name: "fail",
      type: OperationType.MUTATION,
      inputSchema: Type.Object({}),
      outputSchema: Type.Unknown(),
      errorSchemas: { NO_TEA: { httpStatus: 418, schema: Type.Object({ pot: Type.String() }) } },
      handler: (_input, { fail }) => fail("NO_TEA", { pot: "empty" }, "There is no tea."),
    }),
    defineOperation({
      ...base,
      name: "wait",
      type: OperationType.MUTATION,
      inputSchema: Type.Object({}),
      outputSchema: Type.Unknown(),
      handler: (_input, { signal }) =>
        new Promise((_resolve, reject) => {
          witness.calls++;
          signal.addEventListener("abort", () => {
            witness.aborted.push((signal.reason as CallError).code);
            reject(signal.reason as Error);
          });
        }),
    }),
    defineOperation({
      ...base,
      name: "work",
      type: OperationType.MUTATION,
      inputSchema: Type.Object({}),
      outputSchema: Type.String(),
      handler: async (_input, { onProgress }) => {
        onProgress?.({ progress: 1, total: 2, message: "half" });
        await new Promise((resolve) => {
          setTimeout(resolve, 120);
        });
        return "done";
      },
    }),
    defineOperation({
      ...base,
      name: "count",
      type: OperationType.SUBSCRIPTION,
      inputSchema: Type.Object({ to: Type.Number(), failAt: Type.Optional(Type.Number()) }),
      outputSchema: Type.Number(),
      async *handler({ to, failAt }, { signal }) {
        witness.counts++;
        try {
          for (let n = 1; n <= to; n++) {
            if (n === failAt) throw new CallError("EXECUTION_ERROR", "It fails here.");
            yield n;
          }
          if (to === 0) await new Promise((_resolve, reject) => signal.addEventListener("abort", reject));
        } finally {
          witness.aborted.push("count");
        }
      },
    }),
    defineOperation({
      ...base,
      name: "claim",
      type: OperationType.SUBSCRIPTION,
      inputSchema: Type.Object({ items: Type.Number(), phase: Type.Unsafe<CallPhase>(Type.String()) }),
      outputSchema: Type.Number(),
      async *handler({ items, phase }) {
        for (let n = 1; n <= items; n++) yield n;
        throw new CallError("EXECUTION_ERROR", "It fails here.", undefined, { phase });
      },
    }),
    defineOperation({
      ...base,
      name: "log",
      type: OperationType.SUBSCRIPTION,
      inputSchema: Type.Object({ to: Type.Number() }),
      outputSchema: Type.Number(),
      async *handler({ to }, { lastEventId, signal }) {
        witness.resumed.push(lastEventId);
        for (let n = Number(lastEventId ?? 0) + 1; n <= to; n++) {
          yield tracked(String(n), n);
          // In pairs, so that a cut falls between two items of a pair.
          if (n % 2 === 0 && n < to) await new Promise((_resolve, reject) => signal.addEventListener("abort", reject));
        }
      },
    }),
  ] as const;
}

type Operations = ReturnType<typeof operationsFor>;

interface Subject {
  readonly client: OperationClient<Operations>;
  readonly caller: RemoteCaller & { close?(): void };
  readonly witness: Witness;
  /** Breaks every connection, as a cut cable would. Undefined if there is no connection. */
  readonly cut?: () => void;
  /** Blocks all connections until it is called again. */
  readonly block?: (isBlocked: boolean) => void;
}

export const cleanups: Array<() => unknown> = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
  expect(waitingDeadlines()).toBe(0);
});

/** Passes bytes on to a server until it cuts the connection. */
export async function startProxy(port: number) {
  const sockets = new Set<Socket>();
  let isBlocked = false;
  const proxy: Server = createServer((socket) => {
    if (isBlocked) return void socket.destroy();
    const upstream = connect(port, "127.0.0.1");
    for (const one of [socket, upstream]) {
      sockets.add(one);
      one.on("error", () => undefined);
      one.on("close", () => {
        sockets.delete(one);
        socket.destroy();
        upstream.destroy();
      });
    }
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, "127.0.0.1", resolve);
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  cleanups.push(async () => {
    cut();
    await new Promise((resolve) => {
      proxy.close(resolve);
    });
  });
  return { port: (proxy.address() as AddressInfo).port, cut, block: (value: boolean) => void (isBlocked = value) };
}

const reconnect = { minDelayMs: 5, maxDelayMs: 20 };

async function startServed(kind: "http" | "websocket", token: string | undefined): Promise<Subject> {
  const witness = new Witness();
  const registry = new OperationRegistry();
  registry.registerAll(operationsFor(witness));
  const authenticate = apiKeys([{ key, identity: { id: "ada", scopes: [] } }]);
  const service = serveHTTP(registry, { authenticate });
  const { server, url: served } = await service.listen();
  const hub = serveWebSocket({ registry, authenticate });
  hub.attach(server, { path: "/ws" });
  cleanups.push(
    () => service.close({ graceMs: 0 }),
    () => hub.close(),
  );
  const { port, cut, block } = await startProxy(Number(new URL(served).port));
  const url = `http://127.0.0.1:${port}`;
  const caller: Subject["caller"] =
    kind === "http" ? overHTTP({ url, token, reconnect }) : overWebSocket({ url: `${url}/ws`, token, reconnect });
  cleanups.push(() => caller.close?.());
  return { caller, client: createClient<Operations>(caller), witness, cut, block };
}

function inProcess(): Subject {
  const witness = new Witness();
  const registry = new OperationRegistry();
  registry.registerAll(operationsFor(witness));
  const [here, there] = createMemoryLinks();
  const responder = new PendingRequestMap(there);
  const caller = new PendingRequestMap(here);
  buildCallHandler({ registry, callMap: responder });
  cleanups.push(() => caller.close());
  return { caller, client: createClient<Operations>(caller), witness };
}

export const remotes = ["http", "websocket"] as const;
export const start = (kind: (typeof remotes)[number] | "in process", token = key): Promise<Subject> =>
  kind === "in process" ? Promise.resolve(inProcess()) : startServed(kind, token);

export async function itemsOf(stream: AsyncIterable<{ data: unknown }>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const { data } of stream) items.push(data);
  return items;
}

export const failureOf = (promise: Promise<unknown>): Promise<CallError> =>
  promise.then(
    () => expect.unreachable("it did not fail"),
    (error: CallError) => error,
  );
