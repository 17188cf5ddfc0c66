/** The phase of a call that a server passes on from one spoke to another. */
import { Type } from "typebox";
import { afterEach, beforeEach, expect, it } from "vitest";
import { until } from "../../../tests/support/until.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { createChannels } from "../links/channels.test-support.ts";
import type { TestChannel } from "../links/channels.test-support.ts";
import { PeerServer } from "./peer-server.ts";
import { failureOf, settle } from "./peers.test-support.ts";
import { Spoke } from "./spoke.ts";

const identity = { id: "tester", scopes: ["offer:*"] };

let registry: OperationRegistry;
let server: PeerServer;
let spokes: Spoke[];
let runs: string[];

beforeEach(() => {
  registry = new OperationRegistry();
  server = new PeerServer({ registry, authenticate: () => identity });
  spokes = [];
  runs = [];
});

afterEach(() => {
  for (const spoke of spokes) spoke.close();
  server.close();
});

/** A spoke, and the server's end of its channel. */
async function connect(offered?: OperationRegistry): Promise<{ spoke: Spoke; serverEnd: TestChannel }> {
  const [near, far] = createChannels();
  const open = async () => {
    server.accept(far);
    return near;
  };
  const spoke = await Spoke.connect({ url: "ws://memory", open, token: "t", registry: offered, reconnect: false });
  spokes.push(spoke);
  return { spoke, serverEnd: far };
}

function waiting(): AnyOperation {
  return defineOperation({
    name: "wait",
    namespace: "demo",
    version: "1.0.0",
    type: "MUTATION",
    description: "Never ends by itself",
    inputSchema: Type.Object({}),
    outputSchema: Type.Null(),
    accessControl: { requiredScopes: [] },
    handler: async (_input, { signal, requestId }) => {
      runs.push(requestId);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return null;
    },
  });
}

async function callerAndResponder(): Promise<{ caller: Spoke; serverEnd: TestChannel }> {
  const { serverEnd } = await connect(new OperationRegistry().register(waiting()));
  await until(() => registry.has("demo.wait"));
  const { spoke: caller } = await connect();
  return { caller, serverEnd };
}

/** The call has reached the server, which has forwarded it. */
const isPassedOn = (serverEnd: TestChannel): boolean => serverEnd.sent.join().includes("call.requested");

it("says unknown if the server has forwarded the call, and the responder has not reported that it runs", async () => {
  const { caller, serverEnd } = await callerAndResponder();
  Object.assign(serverEnd, { other: undefined });
  const failure = await failureOf(caller.call("demo.wait", {}, { deadline: Date.now() + 300 }));
  expect(isPassedOn(serverEnd)).toBe(true);
  expect([failure.code, runs]).toEqual(["TIMEOUT", []]);
  expect(failure.phase).toBe("unknown");
});

it("says unknown if the server stops before the responder has reported that it runs", async () => {
  const { caller, serverEnd } = await callerAndResponder();
  Object.assign(serverEnd, { other: undefined });
  const failure = failureOf(caller.call("demo.wait", {}));
  await until(() => isPassedOn(serverEnd));
  server.close();
  expect(await failure).toMatchObject({ code: "CONNECTION_LOST", phase: "unknown" });
});

it.each<[string, () => void]>([
  ["the caller gives up", () => undefined],
  ["the server stops", () => server.close()],
])("says started once the responder has reported it, when %s", async (_, end) => {
  const { caller } = await callerAndResponder();
  const aborter = new AbortController();
  const failure = failureOf(caller.call("demo.wait", {}, { signal: aborter.signal }));
  await until(() => runs.length === 1);
  // The news that it runs passes through the server in a few turns.
  await settle();
  end();
  aborter.abort();
  expect((await failure).phase).toBe("started");
});

it("says started for the server's own operation as soon as its handler starts", async () => {
  registry.register(waiting());
  const { spoke: caller } = await connect();
  const aborter = new AbortController();
  const failure = failureOf(caller.call("demo.wait", {}, { signal: aborter.signal }));
  await until(() => runs.length === 1);
  await settle();
  aborter.abort();
  expect(await failure).toMatchObject({ code: "ABORTED", phase: "started" });
});
