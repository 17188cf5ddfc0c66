import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectSpoke } from "../client/connect-spoke.ts";
import { clientOf } from "../serve/mcp/fixtures.test-support.ts";
import type { LoadedConfig } from "./config/loaded-config.ts";
import { openStream } from "./open-stream.test-support.ts";
import { ADA, BOB, startedHubs } from "./started-hubs.test-support.ts";
import type { StartedHub } from "./started-hubs.test-support.ts";
import { tempFolders } from "./temp-folder.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const folderWith = tempFolders();

/** A stream that begins, and never ends by itself. */
const ticksModule = `
export const ticks = {
  namespace: "demo", name: "ticks", version: "1.0.0", type: "SUBSCRIPTION", description: "Ticks once",
  accessControl: { requiredScopes: [] }, inputSchema: true, outputSchema: true,
  async *handler(input, { signal }) {
    yield "tick";
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  },
};
`;

const OWNER = "the-key-of-the-owner";
const keys = [
  { id: "ada", key: ADA, scopes: ["operations:call", "clock"] },
  { id: "bob", key: BOB },
  { id: "owner", key: OWNER, scopes: ["*"] },
];

interface Running {
  readonly hub: StartedHub;
  /** From now on, `demo.ticks` requires the scope `clock`. */
  readonly askForClock: () => Promise<void>;
}

async function run(): Promise<Running> {
  const folder = await folderWith({ "ticks.mjs": ticksModule });
  const config = (scopes: string[]): LoadedConfig => ({
    folder,
    config: { local: { modules: ["ticks.mjs"], scopes }, serve: { keys } },
  });
  const hub = await start(config([]));
  return { hub, askForClock: () => hub.reload(config(["clock"])) };
}

describe("when a source requires other scopes, and the keys stay the same", () => {
  it("ends the HTTP streams of callers who lack them, and no others", async () => {
    const { hub, askForClock } = await run();
    const opened = await Promise.all([BOB, ADA, OWNER].map((key) => openStream(hub.ask("/demo/ticks", key))));
    const [bobs, ...others] = opened.map(({ rest }) => rest);
    await askForClock();
    expect(await bobs).toMatch(/^id: ~end\nevent: error\ndata: .*"code":"ACCESS_DENIED","phase":"started"/);
    const state = await Promise.race([...others, hub.ask("/~/session", ADA).then(() => "open")]);
    expect(state).toBe("open");
  });

  it("ends their WebSocket streams, but keeps the connection", async () => {
    const { hub, askForClock } = await run();
    const spoke = await connectSpoke({ url: hub.endpoints.ws ?? "", token: BOB, reconnect: false });
    onTestFinished(() => spoke.close());
    const stream = spoke.subscribe("demo.ticks", {});
    expect((await stream.next()).value).toMatchObject({ data: "tick" });
    const end = stream.next().catch((reason: unknown) => reason);
    await askForClock();
    expect(await end).toMatchObject({ code: "ACCESS_DENIED", phase: "started" });
    expect(spoke.state).toBe("connected");
  });

  it("ends their streams that a tool collects", async () => {
    const { hub, askForClock } = await run();
    const client = clientOf("modern");
    onTestFinished(() => client.close());
    const requestInit = { headers: { authorization: `Bearer ${BOB}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
    const onprogress = vi.fn<() => void>();
    const tool = client.callTool({ name: "demo_ticks", arguments: {} }, { onprogress });
    await expect.poll(() => onprogress.mock.calls.length, { timeout: 20_000 }).toBe(1);
    await askForClock();
    expect(await tool).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("ACCESS_DENIED") as string }],
    });
  });
});
