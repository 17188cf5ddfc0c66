import type { Worker } from "node:worker_threads";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startedHubs } from "../started-hubs.test-support.ts";
import { tempFolders } from "../temp-folder.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const folderWith = tempFolders();
const options = { waitForSources: false };

describe("when a hub closes while it imports a document", () => {
  it("ends the thread that parses it", async () => {
    const workers: string[][] = [];
    const watch = (worker: Worker): void => {
      const events: string[] = [];
      workers.push(events);
      for (const event of ["message", "exit"]) worker.once(event, () => void events.push(event));
    };
    process.on("worker", watch);
    onTestFinished(() => void process.off("worker", watch));
    // Almost as large as allowed, so that parsing would take many seconds.
    const text = `openapi: 3.1.0\nx-long:\n${"  - a: [1, 2, { b: c }]\n".repeat(300_000)}`;
    const folder = await folderWith({ "api.yaml": text });
    const hub = await start({ folder, config: { openapi: { api: { document: "api.yaml" } } } }, options);
    await expect.poll(() => workers.length, { timeout: 20_000 }).toBe(1);
    await hub.close({ graceMs: 0 });
    await expect.poll(() => workers, { timeout: 20_000 }).toEqual([["exit"]]);
  });

  it("aborts the fetch", async () => {
    const server = createServer(() => undefined).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const document = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`;
    const asked = once(server, "request");
    const hub = await start({ config: { openapi: { api: { document, timeout: 600_000 } } } }, options);
    const [, response] = (await asked) as [unknown, ServerResponse];
    const left = once(response, "close");
    await hub.close({ graceMs: 0 });
    expect(await left).toEqual([]);
  });
});
