import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { add } from "../registry/fixtures.test-support.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { connectSpoke } from "../client/connect-spoke.ts";
import { clientOf } from "../serve/mcp/fixtures.test-support.ts";
import { ADA, keysOfTwo, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";
import { tempFolders } from "./temp-folder.test-support.ts";

const start = startedHubs();
const folderWith = tempFolders();

const failing = `
export const fail = {
  namespace: "demo", name: "fail", version: "1.0.0", type: "QUERY", description: "Fails",
  accessControl: { requiredScopes: [] }, inputSchema: { type: "object", required: ["how"] }, outputSchema: true,
  handler: () => { throw new Error("the disk is full"); },
};
`;

/** As `pino` numbers them. */
const ERROR = 50;

type Call = (input: Record<string, unknown>) => Promise<unknown>;

const interfaces: Record<string, (hub: StartedHub) => Promise<Call>> = {
  http: async (hub) => (input) => hub.ask(`/demo/fail?${new URLSearchParams(input as Record<string, string>)}`, ADA),
  mcp: async ({ endpoints }) => {
    const client = clientOf("modern");
    const requestInit = { headers: { authorization: `Bearer ${ADA}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoints.mcp ?? ""), { requestInit }));
    onTestFinished(() => client.close());
    return (input) => client.callTool({ name: "demo_fail", arguments: input });
  },
  ws: async ({ endpoints }) => {
    const spoke = await connectSpoke({ url: endpoints.ws ?? "", token: ADA });
    onTestFinished(() => spoke.close());
    return (input) => spoke.call("demo.fail", input).catch((error: unknown) => error);
  },
};

describe("when a peer takes the name of an operation", () => {
  it("is still logged if its offers are refused", async () => {
    const folder = await folderWith({ "failing.mjs": failing });
    const hub = await start({ folder, config: { local: { modules: ["failing.mjs"] }, serve: { keys: keysOfTwo } } });
    const registry = new OperationRegistry().register(add);
    const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: ADA, peerId: "demo.fail", registry });
    onTestFinished(() => spoke.close());
    await expect.poll(() => hub.logged.join("")).toMatch(/"level":40,.*"code":"ACCESS_DENIED".*"about":"demo.fail"/);
  });
});

describe.each(Object.keys(interfaces))("when calls over %s fail", (name) => {
  it("logs what callers do not see for the operator, but not callers' own mistakes", async () => {
    const folder = await folderWith({ "failing.mjs": failing });
    const hub = await start({ folder, config: { local: { modules: ["failing.mjs"] }, serve: { keys: keysOfTwo } } });
    const call = await interfaces[name]?.(hub);
    await call?.({});
    await call?.({ how: "badly" });
    const lines = hub.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ msg }) => msg === name)).toMatchObject([{ level: ERROR, error: "the disk is full" }]);
  });
});
