/** Hubs for tests, each with its own folder, closed after each test. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach } from "vitest";
import { startHub } from "../../src/entries/hub.ts";
import type { HubConfig, RunningHub, SourceStatus, StartHubOptions } from "../../src/entries/hub.ts";
import { makeTempFolder } from "../support/temp-folder.ts";

/** The local operations of `operations/files.js`. */
export const files: NonNullable<HubConfig["local"]> = {
  modules: [fileURLToPath(new URL("operations/files.js", import.meta.url))],
};

export interface TestHub extends RunningHub {
  /** `POST` with a key. */
  call(path: string, input?: unknown, options?: CallOptions): Promise<Response>;
  /** `tools/call` over `/mcp`, with a key. */
  callTool(name: string, input?: Record<string, unknown>, meta?: Record<string, unknown>): Promise<unknown>;
  status(name: string): SourceStatus | undefined;
}

export interface CallOptions {
  readonly key?: string;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** At least 32 characters, for buses. */
export const SECRET = "a secret that all members of the bus share";

export function testHubs(): (config: HubConfig, options?: StartHubOptions) => Promise<TestHub> {
  const closing: Array<() => Promise<unknown>> = [];
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
  });
  return async (config, options) => {
    const folder = makeTempFolder("hub");
    const hub = await startHub(
      { config: { log: { level: "silent" }, ...config }, folder },
      {
        port: 0,
        stateFolder: join(folder, "state"),
        waitForSources: true,
        retry: { minDelay: 50, maxDelay: 200 },
        ...options,
      },
    );
    closing.push(async () => {
      await hub.close({ graceMs: 0 });
      await rm(folder, { recursive: true, force: true });
    });
    return toTestHub(hub, config.serve?.keys?.[0]?.key ?? hub.key ?? "");
  };
}

function toTestHub(hub: RunningHub, ownKey: string): TestHub {
  const { http, mcp } = hub.endpoints;
  return {
    ...hub,
    call: (path, input = {}, { key = ownKey, headers = {}, signal } = {}) =>
      fetch(`${http}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
        body: JSON.stringify(input),
        ...(signal && { signal }),
      }),
    async callTool(name, input = {}, meta) {
      const client = new Client({ name: "test", version: "1.0.0" });
      const headers = { authorization: `Bearer ${ownKey}` };
      await client.connect(new StreamableHTTPClientTransport(new URL(mcp ?? ""), { requestInit: { headers } }));
      try {
        return await client.callTool({ name, arguments: input, ...(meta && { _meta: meta }) });
      } finally {
        await client.close();
      }
    },
    status: (name) => hub.sources.statuses().find((source) => source.name === name),
  };
}
