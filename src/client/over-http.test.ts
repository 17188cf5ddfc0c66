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
