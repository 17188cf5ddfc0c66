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
const CORA = "the-key-of-cora-0123";
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

async function connect(key: string, level?: "debug" | "warning", to = hub): Promise<Session> {
  const client = new Client({ name: "reader", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
  clients.push(client);
  const heard: Session["heard"] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => void heard.push(params));
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(to.endpoints.mcp ?? ""), { requestInit }));
  if (level !== undefined) await client.setLoggingLevel(level);
  return { client, heard };
}

describe("when a server behind a hub logs while no call runs", () => {
  it("reaches sessions that have set a level, at that level, if their callers may use the server", async () => {
    await start();
    const [debug, warning] = [await connect(ADA, "debug"), await connect(ADA, "warning")];
    const [silent, stranger] = [await connect(ADA), await connect(EVE, "debug")];
    await until(() => debug.heard.length >= 4 && warning.heard.length >= 2);
    expect(debug.heard[0]).toMatchObject({ logger: "clock/clock" });
    expect(new Set(debug.heard.map(({ data }) => data))).toEqual(new Set(["debug idle", "warning idle"]));
    expect(new Set(warning.heard.map(({ level }) => level))).toEqual(new Set(["warning"]));
    expect([silent.heard, stranger.heard]).toEqual([[], []]);
  });

  it("hides messages that may belong to a call from all other sessions", async () => {
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

  it("reaches the callers of another hub that has joined this one", async () => {
    await start();
    const far = hub;
    const config = {
      remotes: { far: { type: "hub" as const, url: far.endpoints.http, token: ADA, scopes: ["clock"] } },
      log: { level: "error" as const },
      serve: {
        keys: [
          { id: "cora", key: CORA, scopes: ["clock"] },
          { id: "eve", key: EVE, scopes: ["other"] },
        ],
      },
    };
    const near = await startHub({ folder, config }, { port: 0, stateFolder: folder, waitForSources: true });
    try {
      await until(() => near.registry.has("clock.end"));
      const [reader, stranger] = [await connect(CORA, "warning", near), await connect(EVE, "debug", near)];
      await until(() => reader.heard.length >= 10);
      expect(new Set(reader.heard.map(({ data, logger }) => `${logger} ${String(data)}`))).toEqual(
        new Set(["clock/clock warning idle"]),
      );
      expect(stranger.heard).toEqual([]);
    } finally {
      await Promise.all(clients.splice(0).map((client) => client.close()));
      await near.close({ graceMs: 0 });
    }
  });

  describe.each(["caller", "session"] as const)("and each %s has its own session with it", (isolation) => {
    const args = [server, `{${isolation}}`];
    const own = { command: process.execPath, args, scopes: ["clock"], isolation };

    /** The server's loggers that a session has received messages from while no call ran. */
    const ownLoggers = ({ heard }: Session): string[] => {
      const idle = heard.filter(({ data }) => String(data).endsWith("idle"));
      return [...new Set(idle.map(({ logger = "" }) => logger))].filter((logger) => logger.startsWith("own/"));
    };

    it("reaches the sessions of that caller, and no other", async () => {
      await start({ own });
      const [ada, bob, idle] = [await connect(ADA, "debug"), await connect(BOB, "debug"), await connect(BOB, "debug")];
      for (const { client } of [ada, bob]) await client.callTool({ name: "own_end", arguments: {} });
      // Messages logged during the calls reach their callers anyway.
      for (const { heard } of [ada, bob]) heard.length = 0;
      const readers = isolation === "caller" ? [ada, bob, idle] : [ada, bob];
      await until(() => readers.every((session) => ownLoggers(session).length > 0));
      const heard = ada.heard.length;
      await until(() => ada.heard.length > heard + 20);
      const [ofAda, ofBob] = [ownLoggers(ada), ownLoggers(bob)];
      expect([ofAda, ofBob]).toEqual([[expect.any(String)], [expect.any(String)]]);
      expect(ofAda).not.toEqual(ofBob);
      // Another session of the same caller: the same caller, but a different session.
      expect(ownLoggers(idle)).toEqual(isolation === "caller" ? ofBob : []);
    });

    it("sends callers nothing from the session that only lists the tools", async () => {
      await start({ own });
      const { heard } = await connect(ADA, "debug");
      await until(() => heard.length >= 40);
      expect(heard.filter(({ logger }) => logger?.startsWith("own/"))).toEqual([]);
    });
  });
});
