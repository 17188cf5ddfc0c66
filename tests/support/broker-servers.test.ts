import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startBroker, type BrokerServer } from "./broker-servers.ts";
import { startChildPeer } from "./child-peer.ts";
import { watchLeftovers, type Leftovers } from "../../src/testing/leftovers.ts";
import { makeTempFolder } from "./temp-folder.ts";

let leftovers: Leftovers;
let broker: BrokerServer | undefined;
/** The parent of all temporary folders of a test. */
let home: string;

beforeEach(() => {
  home = makeTempFolder("home");
  vi.stubEnv("TMPDIR", home);
  leftovers = watchLeftovers();
});
afterEach(async () => {
  await broker?.stop();
  broker = undefined;
  vi.unstubAllEnvs();
  const left = brokerFolders();
  rmSync(home, { recursive: true });
  expect(left).toEqual([]);
  await leftovers.expectNothingLeft();
});

describe.each(["redis", "nats"] as const)("when a %s server is started", (kind) => {
  it("answers, dies, comes back on the same port, and leaves nothing behind", async () => {
    broker = await startBroker(kind);
    const { port, pid } = broker;
    expect(await firstLine(port, "PING\r\n")).toMatch(kind === "redis" ? /^\+PONG/ : /^INFO /);
    await broker.kill();
    expect(broker.pid).toBeUndefined();
    await expect(firstLine(port, "")).rejects.toThrow("ECONNREFUSED");
    await broker.restart();
    expect(broker.pid).not.toBe(pid);
    expect(await firstLine(port, "PING\r\n")).not.toBe("");
    await broker.stop();
    await expect(firstLine(port, "")).rejects.toThrow("ECONNREFUSED");
  });

  it("restarts while it runs, and stops twice", async () => {
    broker = await startBroker(kind);
    const { pid } = broker;
    await broker.restart();
    expect(broker.pid).not.toBe(pid);
    await broker.stop();
    await expect(broker.stop()).resolves.toBeUndefined();
  });

  it("reports what is wrong with a configuration", async () => {
    const wrong = startBroker(kind, { config: "no_such_setting: { x y z" });
    await expect(wrong).rejects.toThrow(/ended while it started: .*(no_such_setting|Parse error)/s);
  });
});

describe("when a configuration is given", () => {
  it("limits the payload of NATS", async () => {
    broker = await startBroker("nats", { config: "max_payload: 4321" });
    expect(await firstLine(broker.port, "")).toContain('"max_payload":4321');
  });

  it("makes NATS ask its users for a password", async () => {
    const users = '[{ user: "a", password: "b", permissions: { publish: "x.>", subscribe: ["y"] } }]';
    broker = await startBroker("nats", { config: `authorization { users: ${users} }` });
    expect(await firstLine(broker.port, "")).toContain('"auth_required":true');
  });

  it("applies the ACL of Redis", async () => {
    broker = await startBroker("redis", { config: "user default off\nuser alice on >secret ~* &chan:* +ping" });
    expect(await firstLine(broker.port, "PING\r\n")).toContain("NOAUTH");
    expect(await firstLine(broker.port, "AUTH alice secret\r\n")).toContain("+OK");
  });
});

describe("when a variable names a program", () => {
  it("uses that program", async () => {
    vi.stubEnv("REDIS_SERVER_PATH", "/nonexistent/redis-server");
    await expect(startBroker("redis")).rejects.toThrow("ENOENT");
  });
});

describe("when the process that started a server is killed", () => {
  it("ends the server and removes its folder", async () => {
    let port = 0;
    const parent = startChildPeer(fileURLToPath(new URL("programs/parent-of-broker.ts", import.meta.url)), {
      onMessage: (message) => (port = (message as { port: number }).port),
    });
    await parent.ready;
    expect(await firstLine(port, "PING\r\n")).toContain("+PONG");
    await parent.kill();
    await vi.waitFor(() => expect(firstLine(port, "PING\r\n")).rejects.toThrow("ECONNREFUSED"), 20_000);
    await expect.poll(() => brokerFolders()).toEqual([]);
  });
});

/** tsx keeps a cache there too. */
function brokerFolders(): string[] {
  return readdirSync(home).filter((name) => name.startsWith("operations-"));
}

async function firstLine(port: number, hello: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    socket.write(hello);
    const [chunk] = (await once(socket, "data")) as [Buffer];
    return chunk.toString();
  } finally {
    socket.destroy();
  }
}
