/** The nginx config of the deployment guide, as it stands there, in front of a hub. */
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { HubConfig } from "../../src/serve.ts";
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
  const closing: Array<() => Promise<void>> = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function startBoth() {
    const { serve } = parse(ofGuide("yaml")) as HubConfig;
    const { port: _default, ...more } = serve ?? {};
    const modules = [...(files.modules ?? []), gate];
    const keys = [{ id: "owner", key: KEY, scopes: ["*"] }];
    const hub = await startHub({ local: { modules }, serve: { ...more, keys } });
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

  it("serves every interface to the outside, streams item by item, and keeps other hosts and pages out", async () => {
    const { hub, port, certificate } = await startBoth();
    const tsx = createRequire(import.meta.url).resolve("tsx");
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", tsx, client, String(port), KEY], {
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
    // On the machine itself, metrics are there.
    const own = await fetch(`${hub.endpoints.http}/metrics`, { headers: { authorization: `Bearer ${KEY}` } });
    expect(await own.text()).toContain('operations_calls_total{operation="gate.items",code="OK"} 1');
  });
});
