/** Plays the conversation of docs/protocol.md with a hub over a WebSocket. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { serveWebSocket } from "../../src/entries/serve-websocket.ts";
import type { Authenticate, WebSocketService } from "../../src/entries/serve-websocket.ts";
import { defineOperation, OperationRegistry, OperationType, subscribe, Type } from "../../src/entries/index.ts";

type Event = Readonly<Record<string, unknown>>;

interface Line {
  readonly isFromHub: boolean;
  readonly events: Event[];
}

async function readConversation(): Promise<Line[]> {
  const page = await readFile(new URL("../../docs/protocol.md", import.meta.url), "utf8");
  const [, section = ""] = /^## On the wire: an example\n(.*?)^## /ms.exec(page) ?? [];
  const blocks = Array.from(section.matchAll(/^```\n(.*?)^```$/gms), ([, block = ""]) => block);
  const frames = blocks.join("").matchAll(/^([→←]) (.*?)(?=^[→←]|$(?![\s\S]))/gms);
  return Array.from(frames, ([, arrow, text = ""]) => ({
    isFromHub: arrow === "←",
    events: JSON.parse(text) as Event[],
  }));
}

const common = { namespace: "weather", version: "1.0.0", accessControl: { requiredScopes: [] } };

const newRegistry = (): OperationRegistry =>
  new OperationRegistry().registerAll([
    defineOperation({
      ...common,
      name: "convert",
      type: OperationType.QUERY,
      description: "Converts degrees Celsius to Fahrenheit",
      inputSchema: Type.Object({ celsius: Type.Number() }),
      outputSchema: Type.Object({ fahrenheit: Type.Number() }),
      handler: ({ celsius }) => ({ fahrenheit: celsius * 1.8 + 32 }),
    }),
    defineOperation({
      ...common,
      name: "forecast",
      type: OperationType.SUBSCRIPTION,
      description: "The temperature of the next days",
      inputSchema: Type.Object({ days: Type.Integer() }),
      outputSchema: Type.Number(),
      async *handler({ days }) {
        for (let day = 0; day < days; day++) yield 18 + day;
      },
    }),
  ]);

/**
 * Removes what depends on timing rather than on the protocol: how items share events, `call.accepted`, ids and times.
 */
function essence(events: readonly Event[]): unknown[] {
  return events
    .filter(({ type }) => type !== "call.accepted" && type !== "peer.heartbeat")
    .flatMap(({ more, ...event }) => {
      const { output, seq } = event as { output?: { data: unknown; meta: object }; seq?: number };
      if (output === undefined) return [withoutHubsIds(event)];
      const items = [output.data, ...((more as unknown[] | undefined) ?? [])];
      const meta = { ...output.meta, timestamp: expect.any(Number) as unknown };
      return items.map((data, index) => ({
        ...event,
        output: { data, meta },
        ...(seq === undefined ? {} : { seq: seq + index }),
      }));
    });
}

function withoutHubsIds(event: Event): Event {
  if (event["type"] !== "call.requested") return event;
  return { ...event, requestId: expect.any(String), parentRequestId: expect.any(String) };
}

/** The peer at the other end, which sends what the page shows. */
class Station {
  readonly #socket: WebSocket;
  readonly #heard: Event[] = [];
  #told = 0;
  /** The hub's request ids, by those of the page. */
  readonly #ids = new Map<unknown, unknown>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data: Buffer) => this.#heard.push(...(JSON.parse(data.toString()) as Event[])));
  }

  say(events: readonly Event[]): void {
    this.#socket.send(JSON.stringify(events.map((event) => this.#withActualId(event))));
  }

  async hear(events: readonly Event[]): Promise<void> {
    const expected = essence(events);
    await expect.poll(() => this.#latest().length).toBeGreaterThanOrEqual(expected.length);
    expect(this.#latest()).toEqual(expected);
    this.#learnId(events);
    this.#told = this.#heard.length;
  }

  #latest(): unknown[] {
    return essence(this.#heard.slice(this.#told));
  }

  #learnId(events: readonly Event[]): void {
    const isCall = ({ type }: Event): boolean => type === "call.requested";
    const [written, actual] = [events, this.#heard].map((of) => of.find(isCall)?.["requestId"]);
    if (written !== undefined) this.#ids.set(written, actual);
  }

  #withActualId(event: Event): Event {
    const actual = this.#ids.get(event["requestId"]);
    return actual === undefined ? event : { ...event, requestId: actual };
  }
}

const station = { id: "station", scopes: ["offer:station"] };
const ada = { id: "ada", scopes: ["weather:read"] };

async function measure(registry: OperationRegistry): Promise<unknown[]> {
  const measured: unknown[] = [];
  for await (const { data } of subscribe(registry, "station.measure", { times: 2 }, { identity: ada }))
    measured.push(data);
  return measured;
}

let hub: WebSocketService | undefined;
afterEach(() => hub?.close());

describe("when a peer follows the example of docs/protocol.md", () => {
  it("receives what the page shows from the hub", async () => {
    const conversation = await readConversation();
    expect(conversation.map(({ isFromHub }) => (isFromHub ? "←" : "→")).join("")).toBe("→←→←→←→←→←→←→→");
    const registry = newRegistry();
    const authenticate: Authenticate = ({ token }) => (token === "token of the station" ? station : undefined);
    hub = serveWebSocket({ registry, peerId: "hub-1", authenticate });
    const socket = new WebSocket((await hub.listen()).url);
    const peer = new Station(socket);
    await once(socket, "open");

    let measured: Promise<unknown[]> | undefined;
    for (const { isFromHub, events } of conversation) {
      if (isFromHub) await peer.hear(events);
      else peer.say(events);
      if (events[0]?.["type"] !== "peer.offered") continue;
      await expect.poll(() => registry.has("station.measure")).toBe(true);
      measured = measure(registry);
    }
    expect(await measured).toEqual([18.5, 19]);
    await expect.poll(() => registry.has("station.measure")).toBe(false);
    expect(Object.values(hub.counters).filter((count) => count > 0)).toEqual([]);
  });
});
