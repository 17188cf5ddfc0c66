/** What callers learn of operations whose spoke is away, and how their streams go on. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { overHTTP, overWebSocket } from "../../src/entries/client.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import {
  defineOperation,
  OperationRegistry,
  OperationType,
  subscribe,
  tracked,
  Type,
} from "../../src/entries/index.ts";
import { findFreePort } from "../support/free-port.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";
import { testHubs } from "./test-hubs.ts";
import type { CallError } from "../../src/entries/index.ts";
import type { RemoteCaller, WebSocketCaller } from "../../src/entries/client.ts";
import type { TestHub } from "./test-hubs.ts";

const start = testHubs();

const [ADMIN, GUEST, SPOKE] = [
  "the-key-of-the-administrator",
  "the-key-of-a-guest-0123456789",
  "the-key-of-the-spoke-01234",
];

const serve = {
  keys: [
    { id: "admin", key: ADMIN, scopes: ["*"] },
    { id: "guest", key: GUEST, scopes: ["something:else"] },
    { id: "spoke", key: SPOKE, scopes: ["offer:far"] },
  ],
};

const base = {
  namespace: "far",
  version: "1.0.0",
  description: "For tests.",
  accessControl: { requiredScopes: ["far"] },
};

/** A stream that stops after each item until the test lets it go on. */
function streamOf() {
  let allowed = 0;
  let running = 0;
  const count = defineOperation({
    ...base,
    name: "count",
    type: OperationType.SUBSCRIPTION,
    inputSchema: Type.Object({}),
    outputSchema: Type.Integer(),
    async *handler(_input, { lastEventId, signal }) {
      running++;
      for (let n = Number(lastEventId ?? 0) + 1; n <= 6; n++) {
        await until(() => n <= allowed || signal.aborted);
        yield tracked(String(n), n);
      }
    },
  });
  return {
    registry: new OperationRegistry().registerAll([count, add]),
    allow: (to: number) => void (allowed = to),
    isOpen: () => running > 0,
  };
}

function close(caller: RemoteCaller | WebSocketCaller): void {
  if ("close" in caller) caller.close();
}

const add = defineOperation({
  ...base,
  name: "add",
  type: OperationType.MUTATION,
  inputSchema: Type.Object({}),
  outputSchema: Type.Integer(),
  handler: () => 1,
});

async function offer(hub: TestHub, registry: OperationRegistry) {
  const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: SPOKE, registry, reconnect: false });
  onTestFinished(() => spoke.close());
  await until(() => hub.registry.has("far.count"));
  return spoke;
}

const reconnect = { minDelayMs: 5, maxDelayMs: 20 };

const overBoth = [
  ["HTTP", (hub: TestHub) => overHTTP({ url: hub.endpoints.http, token: ADMIN, reconnect })],
  ["WebSocket", (hub: TestHub) => overWebSocket({ url: hub.endpoints.ws ?? "", token: ADMIN, reconnect })],
] as const;

describe("when the spoke of an operation is away", () => {
  it("calls fail with NO_RESPONDER, and may be tried again, over every interface", async () => {
    const hub = await start({ serve });
    const spoke = await offer(hub, streamOf().registry);
    spoke.close();
    await until(() => !hub.registry.has("far.add"));

    for (const [, connect] of overBoth) {
      const caller = connect(hub);
      onTestFinished(() => close(caller));
      const error = await caller.call("far.add", {}).catch((thrown: unknown) => thrown as CallError);
      expect(error).toMatchObject({ code: "NO_RESPONDER", retryable: true, phase: "notStarted" });
    }
    expect(await hub.callTool("far_add")).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^NO_RESPONDER: .+\nTrying again later may help\.$/) }],
      _meta: { "alkdev.operations/error": { code: "NO_RESPONDER", phase: "notStarted", retryable: true } },
    });
    const problem: unknown = await (await hub.call("/far/add", {})).json();
    expect(problem).toMatchObject({ advice: "Trying again later may help." });
  });

  it("tools with names of the config, descriptions and handlers say so, too", async () => {
    const mcp = { searchAbove: 0, toolNames: { "far.*": "distant_{name}" } };
    const hub = await start({ serve: { ...serve, mcp } });
    hub.registry.register(
      defineOperation({
        ...base,
        namespace: "near",
        name: "read",
        type: OperationType.QUERY,
        accessControl: { requiredScopes: [] },
        inputSchema: Type.Object({}),
        outputSchema: Type.Unknown(),
        handler: async (_input, { env }) => {
          for await (const item of env["far"]!["count"]!({}) as unknown as AsyncIterable<unknown>) return item;
          return undefined;
        },
      }),
    );
    const spoke = await offer(hub, streamOf().registry);
    spoke.close();
    await until(() => !hub.registry.has("far.add"));
    expect(await hub.callTool("distant_add")).toMatchObject({
      content: [{ text: expect.stringMatching(/^NO_RESPONDER: /) }],
    });
    const { structuredContent } = (await hub.callTool("describe_operations", { ids: ["far.add", "far.other"] })) as {
      structuredContent: unknown;
    };
    expect(structuredContent).toEqual({
      operations: [
        { id: "far.add", problem: expect.stringContaining("No peer offers far.add now") as string },
        { id: "far.other", problem: "There is no such operation." },
      ],
    });
    expect(await (await hub.call("/near/read", {})).json()).toMatchObject({ code: "NO_RESPONDER", phase: "started" });
  });

  it("lists do not show it, and callers without the rights do not learn of it", async () => {
    const hub = await start({ serve });
    const spoke = await offer(hub, streamOf().registry);
    spoke.close();
    await until(() => !hub.registry.has("far.add"));
    const headers = { authorization: `Bearer ${ADMIN}` };
    const document = await (await fetch(hub.endpoints.openapi ?? "", { headers })).text();
    expect(document).not.toContain("/far/add");
    expect((await hub.call("/far/add", {}, { key: GUEST })).status).toBe(404);
    expect((await hub.call("/far/add", {})).status).toBe(503);
    const guest = overWebSocket({ url: hub.endpoints.ws ?? "", token: GUEST });
    onTestFinished(() => guest.close());
    await expect(guest.call("far.add", {})).rejects.toMatchObject({ code: "OPERATION_NOT_FOUND" });
  });

  it("forgets them after the time of the config", async () => {
    const hub = await start({ serve: { ...serve, limits: { keepOperations: 0 } } });
    const spoke = await offer(hub, streamOf().registry);
    spoke.close();
    await until(() => !hub.registry.has("far.add"));
    expect((await hub.call("/far/add", {})).status).toBe(404);
  });

  it.each(overBoth)("a stream with ids over %s resumes when the spoke is back", async (_name, connect) => {
    const hub = await start({ serve });
    const { registry, allow } = streamOf();
    const spoke = await offer(hub, registry);
    const caller = connect(hub);
    onTestFinished(() => close(caller));
    allow(3);
    const got: unknown[] = [];
    const reading = (async () => {
      for await (const { data } of caller.subscribe("far.count", {})) got.push(data);
    })();
    await until(() => got.length === 3);
    spoke.close();
    await until(() => !hub.registry.has("far.count"));
    // The client asks many times meanwhile.
    await sleep(300);
    await offer(hub, registry);
    allow(6);
    await reading;
    expect(got).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe("when one of several spokes that offer a stream is lost", () => {
  it("goes on at another, also for readers that do not ask again, and tells how far it came if there is none", async () => {
    const hub = await start({ serve });
    const sides = [streamOf(), streamOf()];
    const identity = { id: "ada", scopes: ["far"] };
    const spokes = [];
    for (const { registry } of sides) spokes.push(await offer(hub, registry));
    sides[0]?.allow(2);
    sides[1]?.allow(2);
    const got: unknown[] = [];
    const reading = (async () => {
      for await (const { data } of subscribe(hub.registry, "far.count", {}, { identity })) got.push(data);
    })().catch((thrown: unknown) => thrown);
    await until(() => got.length === 2);
    // Either may have it: both allow more than it, one after the other.
    const isRunning = sides.map(({ isOpen }) => isOpen());
    const first = isRunning.indexOf(true);
    spokes[first]?.close();
    sides[1 - first]?.allow(4);
    await until(() => got.length === 4);
    expect(got).toEqual([1, 2, 3, 4]);
    spokes[1 - first]?.close();
    expect(await reading).toMatchObject({ code: "CONNECTION_LOST", phase: "started" });
  });
});

describe("when the hub starts again before the spoke is back", () => {
  it("calls fail with NO_RESPONDER, and a stream with ids resumes", async () => {
    const folder = makeTempFolder("away");
    const options = { port: await findFreePort(), stateFolder: join(folder, "state") };
    const first = await start({ serve }, options);
    const { registry, allow } = streamOf();
    const spoke = await offer(first, registry);
    const caller = overWebSocket({ url: first.endpoints.ws ?? "", token: ADMIN });
    onTestFinished(() => caller.close());
    allow(3);
    const got: unknown[] = [];
    const reading = (async () => {
      for await (const { data } of caller.subscribe("far.count", {})) got.push(data);
    })();
    await until(() => got.length === 3);
    await first.close({ graceMs: 0 });
    spoke.close();

    const second = await start({ serve }, options);
    expect((await second.call("/far/add", {})).status).toBe(503);
    expect((await second.call("/far/other", {})).status).toBe(404);
    await offer(second, registry);
    allow(6);
    await reading;
    expect(got).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
