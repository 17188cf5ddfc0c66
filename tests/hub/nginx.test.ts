/** The deployment guide's nginx config in front of a hub. */
import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import type { OutgoingHttpHeaders } from "node:http";
import { request } from "node:https";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { HubConfig, ServeConfig } from "../../src/entries/hub.ts";
import { bundleProgram } from "../support/bundle-program.ts";
import { docsSamples, replaceAll } from "../support/docs-sample.ts";
import { findFreePort } from "../support/free-port.ts";
import { isLeftOut } from "../support/left-out.ts";
import { makeCertificate, startNginx } from "../support/nginx-server.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { files, testHubs } from "./test-hubs.ts";

const startHub = testHubs();
const KEY = "a-key-that-may-everything";
const gate = fileURLToPath(new URL("operations/gate.js", import.meta.url));
const client = fileURLToPath(new URL("programs/outside-client.ts", import.meta.url));
const ofGuide = (language: string): string =>
  docsSamples("docs/guide/deployment.md", "Behind nginx", language)[0] ?? "";

describe.skipIf(isLeftOut("nginx") || isLeftOut("openssl"))("when a hub is behind nginx as the docs say", () => {
  const closing: Array<() => Promise<void> | void> = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function startBoth(own: ServeConfig = {}) {
    const { serve } = parse(ofGuide("yaml")) as HubConfig;
    const { port: _default, ...more } = serve ?? {};
    const modules = [...(files.modules ?? []), gate];
    const keys = [{ id: "owner", key: KEY, scopes: ["*"] }];
    const hub = await startHub({ local: { modules }, serve: { ...more, keys, ...own } });
    const folder = makeTempFolder("certificate");
    closing.push(() => rm(folder, { recursive: true }));
    const { certificate, key } = await makeCertificate("hub.example", folder);
    const port = await findFreePort();
    const server = replaceAll(ofGuide("nginx"), {
      "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
      "/etc/ssl/hub.example.pem": certificate,
      "/etc/ssl/hub.example.key": key,
      "http://127.0.0.1:7411": hub.endpoints.http,
    });
    const nginx = await startNginx(server, port);
    closing.push(() => nginx.stop());
    return { hub, port, certificate };
  }

  it("serves every interface to the outside, streams item by item, and refuses other hosts and pages", async () => {
    const { hub, port, certificate } = await startBoth();
    const program = await bundleProgram(client);
    closing.push(() => program.remove());
    const { stdout } = await promisify(execFile)(process.execPath, [program.path, String(port), KEY], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    });
    expect(JSON.parse(stdout)).toEqual({
      call: "text of over http",
      documentNamesTheInside: false,
      withoutKey: 401,
      largeBody: 200,
      tooLargeBody: 413,
      stream: ["first", "second"],
      spoke: ["text of over ws", "pong"],
      tool: { result: "text of over mcp" },
      abort: true,
      hosts: [200, 403],
      pages: [200, 403],
      upgrades: ["open", "Unexpected server response: 403"],
      metrics: 403,
    });
    // Metrics are available on the machine itself.
    const own = await fetch(`${hub.endpoints.http}/metrics`, { headers: { authorization: `Bearer ${KEY}` } });
    expect(await own.text()).toContain('operations_calls_total{operation="gate.items",code="OK"} 1');
  });

  it("distinguishes callers without a key by their address, whatever they claim", async () => {
    const limits = { callsPerClient: 1, handshakesPerClient: 1 };
    const { hub, port, certificate } = await startBoth({ publicOperations: ["files.*"], limits });
    const ca = await readFile(certificate);
    /** The status of the answer from one of this machine's addresses, or undefined if there is none. */
    const ask = (localAddress: string, path: string, headers: OutgoingHttpHeaders = {}) =>
      new Promise<number | undefined>((resolve) => {
        const target = { host: "127.0.0.1", port, path, localAddress, ca, servername: "hub.example" };
        const sent = request({ ...target, agent: false, headers: { host: "hub.example", ...headers } });
        closing.push(() => Promise.resolve(void sent.destroy()));
        sent.on("upgrade", (response, socket) => {
          closing.push(() => Promise.resolve(void socket.destroy()));
          resolve(response.statusCode);
        });
        sent.on("response", (response) => resolve(response.resume().statusCode));
        sent.on("error", () => resolve(undefined));
        sent.end();
      });
    const waiting = async (): Promise<number> =>
      ((await (await hub.call("/files/state")).json()) as { waiting: number }).waiting;

    const before = await waiting();
    void ask("127.0.0.2", "/files/wait");
    await expect.poll(waiting, { timeout: 20_000 }).toBe(before + 1);
    expect(await ask("127.0.0.2", "/files/state")).toBe(429);
    expect(await ask("127.0.0.2", "/files/state", { "x-forwarded-for": "127.0.0.3" })).toBe(429);
    expect(await ask("127.0.0.3", "/files/state", { "x-forwarded-for": "127.0.0.2" })).toBe(200);

    const silent = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    };
    expect(await ask("127.0.0.2", "/ws", silent)).toBe(101);
    expect(await ask("127.0.0.2", "/ws", { ...silent, "x-forwarded-for": "127.0.0.3" })).toBe(429);
    expect(await ask("127.0.0.3", "/ws", silent)).toBe(101);
  });
});
