import { describe, expect, it } from "vitest";

import type { HTTPServiceConfig } from "../options/http-service-config.ts";
import type { ServerShape } from "../operation/operation-shape.ts";
import { reachOf } from "../../../shared/connections/address-reach.ts";
import { chooseTarget } from "./server-url.ts";
import type { TargetOptions } from "./server-url.ts";

function target(servers: ServerShape[], config: Partial<HTTPServiceConfig> = {}, rest: Partial<TargetOptions> = {}) {
  const { base, trusted } = chooseTarget(servers, { config: { namespace: "n", ...config }, ...rest });
  return { base: base.href, trusted };
}

describe("when the config names a base URL", () => {
  it("calls it, even if the document names other servers", () => {
    const servers = [{ url: "https://evil.example" }];
    expect(target(servers, { baseUrl: "http://127.0.0.1:1/api" })).toEqual({
      base: "http://127.0.0.1:1/api",
      trusted: true,
    });
  });

  it("calls an operation's own server only if the config names it too", () => {
    const documentServers = [{ url: "https://api.example.com" }];
    const own = [{ url: "https://uploads.example.com/v1" }];
    const config = { baseUrl: "https://proxy.example.com" };
    const allowedOrigins = ["https://uploads.example.com", "https://api.example.com"];
    expect(target(own, config, { documentServers }).base).toBe("https://proxy.example.com/");
    expect(target(own, { ...config, allowedOrigins }, { documentServers })).toEqual({
      base: "https://uploads.example.com/v1",
      trusted: true,
    });
    expect(target(documentServers, { ...config, allowedOrigins }, { documentServers }).base).toBe(
      "https://proxy.example.com/",
    );
  });

  it("calls it when an operation's own server cannot be resolved, or lacks a variable", () => {
    const documentServers = [{ url: "https://api.example.com" }];
    const config = { baseUrl: "https://proxy.example.com", allowedOrigins: ["https://uploads.example.com"] };
    for (const url of ["/v2", "https://{region}.example.com", "ftp://x.example"]) {
      expect(target([{ url }], config, { documentServers }).base).toBe("https://proxy.example.com/");
    }
  });

  it("refuses one that contains a password, or has another scheme", () => {
    expect(() => target([], { baseUrl: "https://me:secret@x.example" })).toThrow("Give them as `auth`");
    expect(() => target([], { baseUrl: "file:///etc/passwd" })).toThrow("must be an http or https URL");
  });
});

describe("when the document names its servers", () => {
  const variables = { region: { default: "eu", enum: ["eu", "us"] }, version: { default: "v1" } };
  const servers = [{ url: "https://{region}.example.com/{version}", variables }, { url: "https://other.example.com" }];

  it("uses the first, with the defaults of its variables", () => {
    expect(target(servers).base).toBe("https://eu.example.com/v1");
  });

  it("uses the server and the values that the config chooses", () => {
    expect(target(servers, { server: { index: 1 } }).base).toBe("https://other.example.com/");
    expect(target(servers, { server: { variables: { region: "us" } } }).base).toBe("https://us.example.com/v1");
  });

  it("refuses a value outside the enum, a variable without a value, and a missing server", () => {
    expect(() => target(servers, { server: { variables: { region: "evil.example/" } } })).toThrow("one of eu, us");
    expect(() => target([{ url: "https://{toString}.example" }])).toThrow("needs a value for {toString}");
    expect(() => target(servers, { server: { index: 2 } })).toThrow("the document has 2");
  });

  it("resolves relative servers, and a missing list, against the document's address", () => {
    const documentUrl = "https://docs.example.com/specs/openapi.json";
    expect(target([{ url: "../api" }], {}, { documentUrl }).base).toBe("https://docs.example.com/api");
    expect(target([], {}, { documentUrl }).base).toBe("https://docs.example.com/");
    expect(() => target([])).toThrow("Set `baseUrl` in the config");
  });

  it("trusts an operation's own server with credentials only on the document's origin, or one that the config names", () => {
    const documentServers = [{ url: "https://api.example.com" }];
    const own = [{ url: "https://uploads.example.com" }];
    expect(target(own, {}, { documentServers }).trusted).toBe(false);
    expect(target(own, { allowedOrigins: ["https://uploads.example.com"] }, { documentServers }).trusted).toBe(true);
    expect(target([{ url: "https://api.example.com/v2" }], {}, { documentServers }).trusted).toBe(true);
  });

  it("refuses private addresses unless the document was found on one, or the config allows them", () => {
    const local = [{ url: "http://localhost:3000" }];
    expect(() => target(local)).toThrow("a private address");
    expect(() => target(local, {}, { documentUrl: "https://example.com/a.json" })).toThrow("a private address");
    expect(() => target(local, {}, { documentUrl: "http://10.0.0.1/a.json" })).toThrow("a private address");
    expect(target(local, {}, { documentUrl: "http://127.0.0.1/a.json" }).base).toBe("http://localhost:3000/");
    const claimed = { documentUrl: "http://localhost/a.json", foundAt: undefined };
    expect(() => target([{ url: "/" }], {}, claimed)).toThrow("a private address");
    expect(target(local, { allowPrivateNetwork: true }).base).toBe("http://localhost:3000/");
    expect(target(local, { allowedOrigins: ["http://localhost:3000"] }).base).toBe("http://localhost:3000/");
  });
});

describe("when a host is classified", () => {
  it.each([
    ["http://localhost", 2],
    ["http://x.localhost.", 2],
    ["http://127.9.9.9", 2],
    ["http://2130706433", 2],
    ["http://0177.0.0.1", 2],
    ["http://0x7f.1", 2],
    ["http://0.0.0.0", 2],
    ["http://[::1]", 2],
    ["http://[::]", 2],
    ["http://[::ffff:127.0.0.1]", 2],
    ["http://[::ffff:a00:1]", 1],
    ["http://[64:ff9b::7f00:1]", 2],
    ["http://[fe80::1]", 2],
    ["http://169.254.169.254", 2],
    ["http://10.1.2.3", 1],
    ["http://172.31.0.1", 1],
    ["http://192.168.1.1", 1],
    ["http://100.64.0.1", 1],
    ["http://[fd00::1]", 1],
    ["http://printer.local", 1],
    ["http://metadata.google.internal", 1],
    ["http://metadata", 1],
    ["http://redis.:6379", 1],
    ["http://[2002:7f00:1::]", 2],
    ["http://[2002:808:808::]", 0],
    ["http://[fec0::1]", 1],
    ["http://192.0.0.1", 1],
    ["http://192.0.2.1", 1],
    ["http://198.19.0.1", 1],
    ["http://203.0.113.9", 1],
    ["http://240.0.0.1", 1],
    ["http://224.0.0.1", 1],
    ["http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]", 1],
    ["http://[2001::80ff:fffe]", 2],
    ["http://[2001:db8::1]", 1],
    ["http://[64:ff9b:1::808:808]", 1],
    ["http://[64:ff9b::808:808]", 0],
    ["http://[::ffff:808:808]", 0],
    ["http://[::7f00:1]", 2],
    ["http://[::a00:1]", 1],
    ["http://[100::1]", 1],
    ["http://[4000::1]", 1],
    ["file:///openapi.json", 0],
    ["http://172.32.0.1", 0],
    ["http://8.8.8.8", 0],
    ["http://[2606:4700::1111]", 0],
    ["http://example.com", 0],
    ["http://localhost.example.com", 0],
  ])("knows how close %s is", (url, reach) => {
    expect(reachOf(new URL(url))).toBe(reach);
  });
});
