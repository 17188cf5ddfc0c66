/** A hub with TLS: real certificates, over HTTP, MCP, WebSocket and between two hubs. */
import { request } from "node:https";
import type { RequestOptions } from "node:https";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { startHub } from "../../src/entries/hub.ts";
import type { HubConfig, RunningHub, ServeConfig } from "../../src/entries/hub.ts";
import { defineOperation, OperationRegistry, OperationType, Type } from "../../src/entries/index.ts";
import { makeAuthority } from "../support/certificates.ts";
import type { Authority, Certificate } from "../support/certificates.ts";

const KEY = "the-key-of-a-caller-0123";

let authority: Authority;
let other: Authority;
let first: Certificate;
let second: Certificate;
beforeAll(async () => {
  [authority, other] = await Promise.all([makeAuthority("one authority"), makeAuthority("another authority")]);
  [first, second] = await Promise.all([authority.issue("first"), authority.issue("second")]);
});

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const greet = defineOperation({
  namespace: "demo",
  name: "greet",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "Greets",
  inputSchema: Type.Object({}),
  outputSchema: Type.String(),
  accessControl: { requiredScopes: ["operations:call"] },
  handler: () => "hello",
});

/** Waits until its second item is requested. */
const ticks = defineOperation({
  ...greet,
  name: "ticks",
  type: OperationType.SUBSCRIPTION,
  async *handler(_input, { signal }) {
    yield "tick";
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  },
});

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "operations-tls-"));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

interface Started extends RunningHub {
  readonly folder: string;
  readonly logged: string[];
}

async function start(
  tls: Partial<NonNullable<ServeConfig["tls"]>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const folder = await folderWith({ "cert.pem": first.cert, "key.pem": first.key, ...files });
  const keys = [{ id: "ada", key: KEY, scopes: ["*"] }];
  const config: HubConfig = { serve: { keys, tls: { cert: "cert.pem", key: "key.pem", ...tls } } };
  const registry = new OperationRegistry().register(greet).register(ticks);
  const logged: string[] = [];
  const logTo = { write: (line: string) => void logged.push(line) };
  const hub = await startHub({ config, folder }, { registry, port: 0, stateFolder: folder, logTo });
  ends.push(() => hub.close({ graceMs: 0 }));
  return { ...hub, folder, logged };
}

interface AskOptions extends RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function ask(url: string, options: AskOptions = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json", ...options.headers };
  return await new Promise((resolve, reject) => {
    const asked = request(url, { ca: authority.cert, agent: false, ...options, headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += String(chunk)));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on("error", reject);
    asked.end(options.method === "POST" ? "{}" : undefined);
  });
}

/** The name in the certificate that a new connection gets. */
async function nameAt(hub: RunningHub): Promise<string> {
  const { port, hostname } = new URL(hub.endpoints.http);
  return await new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, ca: authority.cert }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.on("error", reject);
  });
}

describe("a hub with TLS", () => {
  it("serves HTTPS and WSS, and says so in its addresses", async () => {
    const hub = await start();
    expect(hub.endpoints).toMatchObject({
      http: expect.stringMatching(/^https:\/\/127/) as string,
      mcp: expect.stringMatching(/^https:/) as string,
      ws: expect.stringMatching(/^wss:/) as string,
      explorer: expect.stringMatching(/^https:/) as string,
    });
    expect(await ask(`${hub.endpoints.http}/demo/greet`, { method: "POST" })).toEqual({ status: 200, text: '"hello"' });
    const socket = new WebSocket(hub.endpoints.ws ?? "", { ca: authority.cert });
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.on("open", () => resolve(true));
      socket.on("error", () => resolve(false));
    });
    socket.terminate();
    expect(isOpen).toBe(true);
    await expect(ask(hub.endpoints.http, { ca: other.cert })).rejects.toMatchObject({
      code: expect.stringMatching(/UNABLE_TO|SELF_SIGNED/) as string,
    });
  });

  it("uses a new certificate for new connections, and keeps open ones", async () => {
    const hub = await start();
    expect(await nameAt(hub)).toBe("first");
    const pieces: string[] = [];
    const stream = request(`${hub.endpoints.http}/demo/ticks`, {
      ca: authority.cert,
      agent: false,
      headers: { authorization: `Bearer ${KEY}` },
    });
    ends.push(() => stream.destroy());
    let isOver = false;
    stream.on("response", (response) => {
      response.on("data", (chunk) => pieces.push(String(chunk)));
      response.on("close", () => (isOver = true));
    });
    stream.on("error", () => (isOver = true));
    stream.end();
    await expect.poll(() => pieces.join("")).toContain("tick");
    // As programs that renew certificates do, it replaces one file after the other.
    for (const [name, text] of [["cert.pem", second.cert] as const, ["key.pem", second.key] as const]) {
      await writeFile(join(hub.folder, `${name}.new`), text);
      await rename(join(hub.folder, `${name}.new`), join(hub.folder, name));
    }
    await expect.poll(() => nameAt(hub)).toBe("second");
    expect(isOver).toBe(false);
    expect(hub.logged.join("")).toContain("certificate reloaded");
  });

  it("keeps the old pair while the new one is broken, and says so", async () => {
    const hub = await start();
    const metrics = async (): Promise<string> => (await ask(`${hub.endpoints.http}/metrics`)).text;
    expect(await metrics()).toMatch(/^operations_certificate_broken 0$/m);
    await writeFile(join(hub.folder, "cert.pem"), second.cert);
    await expect.poll(metrics).toMatch(/^operations_certificate_broken 1$/m);
    expect(hub.logged.join("")).toMatch(/does not belong to the key.*the certificate stays as it was/);
    expect(await nameAt(hub)).toBe("first");
    await writeFile(join(hub.folder, "key.pem"), second.key);
    await expect.poll(() => nameAt(hub)).toBe("second");
    expect(await metrics()).toMatch(/^operations_certificate_broken 0$/m);
    expect(await metrics()).toMatch(/^operations_certificate_expiry_time_seconds 1\d{9}$/m);
  });

  it("accepts only clients with a certificate if the config names an authority for them", async () => {
    const hub = await start({ clientCa: "clients.pem" }, { "clients.pem": other.cert });
    const url = `${hub.endpoints.http}/demo/greet`;
    await expect(ask(url, { method: "POST" })).rejects.toThrow();
    await expect(ask(url, { method: "POST", ...(await authority.issue("a stranger")) })).rejects.toThrow();
    const client = await other.issue("a client");
    expect(await ask(url, { method: "POST", ...client })).toMatchObject({ status: 200 });
    expect(await ask(url, { method: "POST", ...client, headers: { authorization: "Bearer wrong" } })).toMatchObject({
      status: 401,
    });
  });

  it.each([
    ["a file that is not there", { key: "none.pem" }, /serve\.tls: there is no file .*none\.pem/],
    ["a key of another certificate", { key: "other.pem" }, /does not belong to the key/],
    ["a text that is not a certificate", { cert: "text.pem" }, /text\.pem holds no certificate in PEM/],
  ])("does not start with %s", async (_what, tls, message) => {
    await expect(start(tls, { "other.pem": second.key, "text.pem": "hello" })).rejects.toThrow(message);
  });
});

describe("a hub that calls another over TLS", () => {
  it("trusts the authority that its config names, and no other", async () => {
    const remote = await start();
    const folder = await folderWith({ "ca.pem": authority.cert, "other.pem": other.cert });
    const far = { type: "hub" as const, url: remote.endpoints.http, token: KEY };
    const config: HubConfig = {
      log: { level: "silent" },
      serve: { keys: [{ id: "ada", key: KEY }] },
      remotes: { far: { ...far, ca: "ca.pem" }, fails: { ...far, ca: "other.pem" } },
    };
    const hub = await startHub({ config, folder }, { port: 0, stateFolder: folder });
    ends.push(() => hub.close({ graceMs: 0 }));
    await expect
      .poll(() => hub.sources.statuses().map(({ name, state }) => `${name} ${state}`))
      .toEqual(expect.arrayContaining(["far ready"]));
    const { data } = await hub.registry.execute(
      "demo.greet",
      {},
      { identity: { id: "a", scopes: ["operations:call"] } },
    );
    expect(data).toBe("hello");
    expect(hub.sources.statuses().find(({ name }) => name === "fails")?.state).not.toBe("ready");
  });
});
