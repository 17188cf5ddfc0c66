/** Log messages of a server behind a hub that belong to no call. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startHub } from "../../src/entries/hub.ts";
import type { RunningHub } from "../../src/entries/hub.ts";
import { until } from "../support/until.ts";

const server = join(import.meta.dirname, "servers", "logging-stdio-server.js");
const ADA = "the-key-of-ada-0123";
const BOB = "the-key-of-bob-0123";
const EVE = "the-key-of-eve-0123";

let folder: string;
let hub: RunningHub;
const clients: Client[] = [];

async function start(more: object = {}): Promise<void> {
  const clock = { command: process.execPath, args: [server], scopes: ["clock"] };
  const keys = [
    { id: "ada", key: ADA, scopes: ["clock"] },
    { id: "bob", key: BOB, scopes: ["clock"] },
    { id: "eve", key: EVE, scopes: ["other"] },
  ];
  const config = { mcpServers: { clock, ...more }, log: { level: "error" as const }, serve: { keys } };
  hub = await startHub({ folder, config }, { port: 0, stateFolder: folder, waitForSources: true });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "server-log-"));
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await hub.close({ graceMs: 0 });
  await rm(folder, { recursive: true, force: true });
});

interface Session {
  readonly client: Client;
  readonly heard: Array<{ readonly level: string; readonly data: unknown; readonly logger?: string | undefined }>;
}

async function connect(key: string, level?: "debug" | "warning"): Promise<Session> {
  const client = new Client({ name: "reader", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
  clients.push(client);
  const heard: Session["heard"] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => void heard.push(params));
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp ?? ""), { requestInit }));
  if (level !== undefined) await client.setLoggingLevel(level);
  return { client, heard };
}

describe("when a server behind a hub logs while no call runs", () => {
  it("reaches the sessions that have set a level, by their level, of callers that may use the server", async () => {
    await start();
    const [debug, warning] = [await connect(ADA, "debug"), await connect(ADA, "warning")];
    const [silent, stranger] = [await connect(ADA), await connect(EVE, "debug")];
    await until(() => debug.heard.length >= 4 && warning.heard.length >= 2);
    expect(debug.heard[0]).toMatchObject({ logger: "clock/clock" });
    expect(new Set(debug.heard.map(({ data }) => data))).toEqual(new Set(["debug idle", "warning idle"]));
    expect(new Set(warning.heard.map(({ level }) => level))).toEqual(new Set(["warning"]));
    expect([silent.heard, stranger.heard]).toEqual([[], []]);
  });

  it("keeps what may belong to a call from all other sessions", async () => {
    await start();
    const [caller, other] = [await connect(ADA, "debug"), await connect(BOB, "debug")];
    const call = caller.client.callTool({ name: "clock_wait", arguments: {} });
    call.catch(() => undefined);
    const isDuring = ({ data }: { readonly data: unknown }): boolean => String(data).endsWith("during a call");
    await until(() => caller.heard.filter(isDuring).length >= 4);
    await other.client.callTool({ name: "clock_end", arguments: {} });
    await call;
    const count = other.heard.length;
    await until(() => other.heard.length > count);
    expect(other.heard.filter(isDuring)).toEqual([]);
  });

  it("reaches no one where each caller has a session of its own", async () => {
    const own = { command: process.execPath, args: [server], scopes: ["clock"], isolation: "caller" };
    await start({ own });
    const { client, heard } = await connect(ADA, "debug");
    await client.callTool({ name: "own_end", arguments: {} });
    // The other server logs as often.
    await until(() => heard.filter(({ logger }) => logger === "clock/clock").length >= 20);
    const ofOwn = heard.filter(({ logger }) => logger === "own/clock");
    // Of the call itself there may be some.
    const count = ofOwn.length;
    await until(() => heard.filter(({ logger }) => logger === "clock/clock").length >= 40);
    expect(heard.filter(({ logger }) => logger === "own/clock")).toHaveLength(count);
  });
});
