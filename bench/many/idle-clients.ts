/** Clients that are connected to a hub and send nothing. */
import { setTimeout as sleep } from "node:timers/promises";
import type * as Socket from "../../src/entries/websocket.ts";
import { startServer } from "../hub/child.ts";
import type { ServerProcess } from "../hub/child.ts";
import { KEY } from "./talk.ts";
import type { HubAddresses, HubMemory } from "./talk.ts";
import { loadDist } from "./load-dist.ts";

const STEPS = 4;
/** Connections to open at once. More would wait in the backlog of the listening socket. */
const AT_ONCE = 100;
const IDLE_MS = 10_000;

type Hub = ServerProcess<HubAddresses>;

/** Opens this many in four steps, and prints what each costs the hub. */
export async function measureIdle(kind: keyof typeof kinds, count: number): Promise<void> {
  const hub: Hub = await startServer("../many/hub-program.ts", [], ["--expose-gc"]);
  const { open, close } = await kinds[kind](hub.start);
  console.log(`\n${count.toLocaleString("en")} idle ${kind} at one hub`);
  console.log("       open        rss       heap    heap of each    rss of each of this step");
  try {
    // The first clients load code and fill caches.
    await openMany(open, AT_ONCE);
    const first = await hub.ask<HubMemory>("memory");
    let before = first;
    for (let step = 1; step <= STEPS; step++) {
      const opened = Math.round((count / STEPS) * step);
      const added = Math.round(count / STEPS) - (step === 1 ? AT_ONCE : 0);
      await openMany(open, added);
      const now = await hub.ask<HubMemory>("memory");
      const heapOfEach = (now.heapUsed - first.heapUsed) / (opened - AT_ONCE);
      const row = [mega(now.rss), mega(now.heapUsed), kilo(heapOfEach), kilo((now.rss - before.rss) / added)];
      console.log(`  ${opened.toLocaleString("en").padStart(9)}  ${row.map((cell) => cell.padStart(9)).join("  ")}`);
      before = now;
    }
    const [start, busy] = [performance.now(), before.cpuMs];
    await sleep(IDLE_MS);
    const { cpuMs } = await hub.ask<HubMemory>("memory");
    const share = (cpuMs - busy) / (performance.now() - start);
    console.log(`  while all clients are silent, the hub takes ${(share * 100).toFixed(1)} % of one processor`);
  } finally {
    await close();
    hub.kill("SIGTERM");
    await hub.exited;
  }
}

interface Clients {
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const kinds = {
  async WebSockets({ ws: url }: HubAddresses): Promise<Clients> {
    const { connectSpoke } = await loadDist<typeof Socket>("websocket");
    const spokes: Array<{ close(): unknown }> = [];
    return {
      open: async () => void spokes.push(await connectSpoke({ url, token: KEY })),
      close: async () => void (await Promise.all(spokes.map(async (spoke) => await spoke.close()))),
    };
  },
  async "MCP sessions"({ http }: HubAddresses): Promise<Clients> {
    const send = async (message: object, session?: string): Promise<Response> => {
      const response = await fetch(`${http}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${KEY}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(session === undefined ? {} : { "mcp-session-id": session }),
        },
        body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`the hub answered ${response.status}`);
      return response;
    };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
    return {
      async open() {
        const response = await send({ id: 1, method: "initialize", params });
        await send({ method: "notifications/initialized" }, response.headers.get("mcp-session-id") ?? undefined);
      },
      close: () => Promise.resolve(),
    };
  },
} as const;

async function openMany(open: () => Promise<void>, count: number): Promise<void> {
  for (let done = 0; done < count; done += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - done) }, () => open()));
  }
}

const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
const kilo = (bytes: number): string => `${(bytes / 1e3).toFixed(1)} kB`;
