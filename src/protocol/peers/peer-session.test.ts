import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { common } from "../../registry/fixtures.test-support.ts";
import { createChannels } from "../links/channels.test-support.ts";
import type { TestChannel } from "../links/channels.test-support.ts";
import { PeerServer } from "./peer-server.ts";
import { settle } from "./peers.test-support.ts";
import { Spoke } from "./spoke.ts";

/** So many offers that the first frames leave before all offers are ready. */
const long = new OperationRegistry().registerAll(
  Array.from({ length: 20 }, (_, index) =>
    defineOperation({
      ...common,
      namespace: "demo",
      name: `long${index}`,
      type: OperationType.QUERY,
      description: "x".repeat(140_000),
      inputSchema: Type.Unknown(),
      outputSchema: Type.Unknown(),
      handler: () => 1,
    }),
  ),
);

const identity = { id: "ada", scopes: ["offer:*"] };

/** From now on, nothing is sent. */
const clog = (channel: TestChannel): void => void (channel.bufferedBytes = 1e9);

describe("when a connection breaks on its first events", () => {
  it("leaves nothing behind at the server", async () => {
    const left: string[] = [];
    const hub = new PeerServer({
      registry: long,
      authenticate: () => identity,
      admit: () => ({ left: () => void left.push("left") }),
    });
    const [near, far] = createChannels();
    clog(near);
    hub.accept(near);
    far.send(JSON.stringify([{ type: "peer.hello", protocol: 1, peerId: "ada", token: "t", wantsOperations: true }]));
    await expect.poll(() => left).toEqual(["left"]);
    expect(hub.peers()).toEqual([]);
    hub.close();
  });

  it("leaves a spoke without a connection, not with a broken one", async () => {
    const hub = new PeerServer({ registry: new OperationRegistry(), authenticate: () => identity });
    const states: string[] = [];
    let opened = 0;
    const spoke = await Spoke.connect({
      url: "memory:",
      token: "t",
      registry: long,
      reconnect: { minDelayMs: 1, maxDelayMs: 1 },
      onState: ({ state }) => void states.push(state),
      open: async () => {
        const [near, far] = createChannels();
        const deliver = near.deliver.bind(near);
        const isFirst = ++opened === 1;
        near.deliver = (text) => {
          if (isFirst) clog(near);
          deliver(text);
        };
        hub.accept(far);
        return near;
      },
    });
    await expect.poll(() => [opened, spoke.state]).toEqual([2, "connected"]);
    expect(states.slice(-3)).toEqual(["disconnected", "connecting", "connected"]);
    spoke.close();
    hub.close();
    await settle();
  });
});
