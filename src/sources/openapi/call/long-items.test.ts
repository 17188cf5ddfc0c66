import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { streamAt, useServers } from "../../../../tests/support/http-calls.ts";
import { heldBytes } from "../../../shared/connections/held-answer.ts";

const servers = useServers();
const begin = (response: ServerResponse, type = "text/event-stream") =>
  response.writeHead(200, { "content-type": type });

describe("when many streams send items that never end", () => {
  const MIB = 1024 * 1024;
  const endless = async () =>
    await servers.start((_request, response) => {
      begin(response).write("data: 1\n\ndata: ");
      for (let mib = 0; mib < 25; mib++) response.write("x".repeat(MIB));
    });

  it("counts what has arrived until the stream is left, and refuses beyond the bound of all answers", async () => {
    const server = await endless();
    const caller = new AbortController();
    const { signal } = caller;
    const streams = Array.from({ length: 8 }, () =>
      streamAt(server.origin, { config: { limits: { eventSize: 30 * MIB } }, context: { signal } }),
    );
    for (const stream of streams) expect(await stream.next()).toMatchObject({ value: { data: "1" } });
    const failed: unknown[] = [];
    for (const stream of streams) void stream.next().catch((error: unknown) => failed.push(error));
    await expect.poll(() => failed.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
    for (const error of failed) expect(error).toMatchObject({ code: "OVERLOADED", phase: "started" });
    await expect.poll(heldBytes, { timeout: 10_000 }).toBeGreaterThan(100 * MIB);
    expect(heldBytes()).toBeLessThanOrEqual(128 * MIB);
    caller.abort();
    await expect.poll(heldBytes, { timeout: 10_000 }).toBe(0);
  });

  it("counts an item no longer once it is parsed, however long its reader keeps it", async () => {
    const server = await servers.start((_request, response) => {
      begin(response).write(`data: "${"x".repeat(2 * MIB)}"\n\n`);
    });
    const stream = streamAt(server.origin, { shape: { jsonItems: true } });
    expect((await stream.next()).value?.data).toHaveLength(2 * MIB);
    expect(heldBytes()).toBe(0);
    await stream.return(undefined);
  });
});

describe("when a stream ends in the middle of a long line of values", () => {
  it("ends with STREAM_GAP, and gives no part of the line", async () => {
    const server = await servers.start(
      (_request, response) => void begin(response, "application/jsonl").end(`1\n[${"1,".repeat(1_200_000)}`),
    );
    const stream = streamAt(server.origin, { shape: { stream: "jsonl" } });
    expect(await stream.next()).toMatchObject({ value: { data: 1 } });
    await expect(stream.next()).rejects.toMatchObject({ code: "STREAM_GAP" });
  });
});
