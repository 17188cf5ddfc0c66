import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { localEnvelope } from "../envelope/response-envelope.ts";
import { overHTTP } from "./over-http.ts";

let server: Server;

/** A caller of a server that always answers with this stream. */
async function callerOf(contentType: string, events: string): Promise<ReturnType<typeof overHTTP>> {
  server = createServer((_request, response) => response.writeHead(200, { "content-type": contentType }).end(events));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return overHTTP({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, reconnect: false });
}

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

const answer = JSON.stringify(localEnvelope(3, "math.add"));
const progress = 'event: progress\ndata: {"progress":1}\n\n';

describe.each(["text/event-stream; charset=utf-8", "text/event-stream;charset=UTF-8", "Text/Event-Stream"])(
  "when a proxy turns the type of a stream into %s",
  (type) => {
    it("still reads the reports and the result of a call", async () => {
      const caller = await callerOf(type, `${progress}event: result\ndata: ${answer}\n\n`);
      const reports: unknown[] = [];
      const result = await caller.call("math.add", {}, { onProgress: (report) => void reports.push(report) });
      expect([result.data, reports]).toEqual([3, [{ progress: 1 }]]);
    });

    it("still reads the items of a stream", async () => {
      const caller = await callerOf(type, `event: message\ndata: ${answer}\n\nevent: complete\ndata: {}\n\n`);
      const items: unknown[] = [];
      for await (const { data } of caller.subscribe("math.count", {})) items.push(data);
      expect(items).toEqual([3]);
    });
  },
);

describe("when a report of progress is not JSON", () => {
  it("fails with a clear error", async () => {
    const caller = await callerOf(
      "text/event-stream",
      `event: progress\ndata: {1}\n\nevent: result\ndata: ${answer}\n\n`,
    );
    await expect(caller.call("math.add", {}, { onProgress: () => undefined })).rejects.toMatchObject({
      code: "PROTOCOL_ERROR",
      message: "The server answered with an invalid progress event.",
      phase: "started",
    });
  });
});

describe("when the connection breaks after a stream of events has begun", () => {
  /** Whether the handler runs is not known from the head of the answer, nor from what comes before the first item. */
  it.each([
    ["nothing", "", "unknown"],
    ["a sign of life", ": keep-alive\n\n", "unknown"],
    ["an item", `id: 1\nevent: message\ndata: ${answer}\n\n`, "started"],
  ])("a stream that has sent %s fails in the phase that is certain", async (_what, events, phase) => {
    const caller = await callerOf("text/event-stream", events);
    const read = async (): Promise<void> => {
      for await (const _item of caller.subscribe("math.count", {}));
    };
    await expect(read()).rejects.toMatchObject({ code: "CONNECTION_LOST", phase });
  });

  it("a call that has only reported progress may not have started: a middleware may report, too", async () => {
    const caller = await callerOf("text/event-stream", progress);
    const options = { onProgress: () => undefined };
    await expect(caller.call("math.add", {}, options)).rejects.toMatchObject({
      code: "CONNECTION_LOST",
      phase: "unknown",
    });
  });
});
