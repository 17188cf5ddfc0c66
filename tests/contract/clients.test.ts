/** One suite for every client: over HTTP, over WebSocket, and over a link within this process. */
import { describe, expect, it } from "vitest";
import { overHTTP, safe } from "../../src/entries/client.ts";
import { CallError } from "../../src/entries/index.ts";
import { cleanups, failureOf, itemsOf, remotes, start, startProxy } from "./client-subjects.ts";

describe.each([...remotes, "in process"] as const)("a client %s", (kind) => {
  it("calls, and receives the envelope", async () => {
    const { client } = await start(kind);
    expect(await client.demo.add({ a: 1, b: 2 })).toMatchObject({
      data: { sum: 3 },
      meta: { source: "local", operationId: "demo.add" },
    });
  });

  it("sends and receives bytes, and results without data", async () => {
    const { caller } = await start(kind);
    const input = { bytes: Uint8Array.of(0, 255), text: "ü" };
    expect((await caller.call("demo.echo", input)).data).toEqual(input);
    expect((await caller.call("demo.echo")).data).toBeUndefined();
  });

  it("receives declared errors with their details", async () => {
    const { client } = await start(kind);
    const outcome = await safe(client.demo.fail({}));
    expect(outcome).toMatchObject({ ok: false, declared: true });
    if (outcome.ok || !outcome.declared) return;
    expect(outcome.error).toBeInstanceOf(CallError);
    const { code, message, phase, retryable } = outcome.error;
    expect({ code, message, phase, retryable }).toEqual({
      code: "NO_TEA",
      message: "There is no tea.",
      phase: "started",
      retryable: false,
    });
    expect(outcome.error.details.pot).toBe("empty");
  });

  it("learns what is wrong with an input, and that nothing started", async () => {
    const { caller, witness } = await start(kind);
    const error = await failureOf(caller.call("demo.add", { a: "1" }));
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", phase: "notStarted" });
    expect((error.details as { errors: unknown[] }).errors.length).toBeGreaterThan(0);
    expect(await failureOf(caller.call("demo.nothing"))).toMatchObject({ code: "OPERATION_NOT_FOUND" });
    expect(witness.calls).toBe(0);
  });

  it("passes its deadline to the handler, and ends at it", async () => {
    const { client, witness } = await start(kind);
    await client.demo.add({ a: 1, b: 2 }, { timeoutMs: 60_000 });
    expect(witness.deadlines[0]).toBeGreaterThan(Date.now());
    // A busy machine may take longer than a short deadline to reach the handler.
    for (let timeoutMs = 300; witness.calls === 1; timeoutMs *= 3)
      expect(await failureOf(client.demo.wait({}, { timeoutMs }))).toMatchObject({ code: "TIMEOUT" });
    await expect.poll(() => witness.aborted.length).toBeGreaterThanOrEqual(1);
    expect(await failureOf(client.demo.wait({}, { deadline: Date.now() - 1 }))).toMatchObject({
      code: "TIMEOUT",
      phase: "notStarted",
    });
  });

  it("aborts a call, and the handler's signal fires", async () => {
    const { client, witness } = await start(kind);
    const controller = new AbortController();
    const call = failureOf(client.demo.wait({}, { signal: controller.signal }));
    await expect.poll(() => witness.calls).toBe(1);
    controller.abort();
    expect(await call).toMatchObject({ code: "ABORTED" });
    await expect.poll(() => witness.aborted).toEqual(["ABORTED"]);
    expect(await failureOf(client.demo.wait({}, { signal: controller.signal }))).toMatchObject({ phase: "notStarted" });
  });

  it("receives progress", async () => {
    const { client } = await start(kind);
    const told: unknown[] = [];
    const { data } = await client.demo.work({}, { onProgress: (progress) => told.push(progress) });
    expect(data).toBe("done");
    expect(told).toContainEqual({ progress: 1, total: 2, message: "half" });
  });

  it("streams to the end, and stops a stream when it leaves early", async () => {
    const { client, witness } = await start(kind);
    expect(await itemsOf(client.demo.count({ to: 3 }))).toEqual([1, 2, 3]);
    witness.aborted = [];
    for await (const { data } of client.demo.count({ to: 1_000_000 })) if (data === 2) break;
    await expect.poll(() => witness.aborted).toEqual(["count"]);
  });

  it("stops a stream by throw(), which rejects with what it was given", async () => {
    const { client, caller, witness } = await start(kind);
    const reason = new Error("enough");
    for (const stream of [client.demo.count({ to: 1_000_000 }), caller.subscribe("demo.count", { to: 1_000_000 })]) {
      witness.aborted = [];
      await stream.next();
      expect(await stream.throw(reason).catch((thrown: unknown) => thrown)).toBe(reason);
      expect((await stream.next()).done).toBe(true);
      await expect.poll(() => witness.aborted).toEqual(["count"]);
    }
  });

  it("ends a waiting stream whose next item is pending", async () => {
    const { caller, witness } = await start(kind);
    const stream = caller.subscribe("demo.count", { to: 0 });
    const next = stream.next();
    await expect.poll(() => witness.counts).toBe(1);
    await stream.return();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    await expect.poll(() => witness.aborted).toEqual(["count"]);
  });

  it("receives the items before an error, then the error, then the end", async () => {
    const { caller } = await start(kind);
    const stream = caller.subscribe("demo.count", { to: 3, failAt: 2 });
    expect((await stream.next()).value).toMatchObject({ data: 1 });
    expect(await failureOf(stream.next())).toMatchObject({ code: "EXECUTION_ERROR", message: "It fails here." });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it("never learns that a stream has not started once it has had items, whatever its handler says", async () => {
    const { caller } = await start(kind);
    for (const phase of ["notStarted", "unknown", "started"] as const)
      for (const items of [0, 1, 3]) {
        const stream = caller.subscribe("demo.claim", { items, phase });
        for (let n = 1; n <= items; n++) expect((await stream.next()).value).toMatchObject({ data: n });
        expect(await failureOf(stream.next())).toMatchObject({ phase: items === 0 ? phase : "started" });
      }
  });

  it("can iterate later over a stream that it did not expect", async () => {
    const { client } = await start(kind);
    const stream = client.demo.count({ to: 2 });
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    expect(await itemsOf(stream)).toEqual([1, 2]);
  });

  it("continues after an id that the caller passes", async () => {
    const { client } = await start(kind);
    const stream = client.demo.log({ to: 3 }, { lastEventId: "2" });
    const item = await stream.next();
    expect(item.value).toMatchObject({ data: 3, meta: { lastEventId: "3" } });
    await stream.return();
  });
});

describe.each(remotes)("a client over %s, when the connection breaks", (kind) => {
  it("resumes a stream after the last id, without gaps or duplicates", async () => {
    const { client, witness, cut } = await start(kind);
    const items: number[] = [];
    for await (const { data } of client.demo.log({ to: 7 })) {
      items.push(data);
      if (data % 2 === 0) cut?.();
    }
    expect(items).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(witness.resumed).toEqual([undefined, "2", "4", "6"]);
  });

  it("resumes when the server is away for a while", async () => {
    const { client, cut, block } = await start(kind);
    const stream = client.demo.log({ to: 4 });
    await stream.next();
    await stream.next();
    block?.(true);
    cut?.();
    const next = stream.next();
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    block?.(false);
    expect((await next).value).toMatchObject({ data: 3 });
    await stream.return();
  });

  it("ends a stream without ids, because items would be lost", async () => {
    const { caller, witness, cut } = await start(kind);
    const stream = caller.subscribe("demo.count", { to: 0 });
    const next = failureOf(stream.next());
    await expect.poll(() => witness.counts).toBe(1);
    cut?.();
    expect(await next).toMatchObject({ code: "CONNECTION_LOST", retryable: true });
  });

  it("reports the phase of a call in flight", async () => {
    const { client, witness, cut } = await start(kind);
    const call = failureOf(client.demo.wait({}));
    await expect.poll(() => witness.calls).toBe(1);
    cut?.();
    const { code, phase } = await call;
    expect([code, phase === "notStarted"]).toEqual(["CONNECTION_LOST", false]);
  });

  it("stops resuming when its caller gives up, or its deadline passes", async () => {
    const { client, cut, block } = await start(kind);
    const controller = new AbortController();
    const aborted = client.demo.log({ to: 4 }, { signal: controller.signal });
    // Long enough for two items on a busy machine.
    const late = client.demo.log({ to: 4 }, { timeoutMs: 5000 });
    for (const stream of [aborted, aborted, late, late]) await stream.next();
    block?.(true);
    cut?.();
    const failures = [failureOf(aborted.next()), failureOf(late.next())];
    controller.abort();
    const ends = (await Promise.all(failures)).map(({ code, phase }) => [code, phase]);
    // Both have had items, so a handler has run.
    expect(ends).toEqual([
      ["ABORTED", "started"],
      ["TIMEOUT", "started"],
    ]);
  });
});

describe("a client over WebSocket", () => {
  it("waits for a connection within the deadline of a call", async () => {
    const { client, cut, block } = await start("websocket");
    await client.demo.add({ a: 1, b: 2 });
    block?.(true);
    cut?.();
    await expect.poll(async () => (await safe(client.demo.add({ a: 1, b: 2 }, { timeoutMs: 50 }))).ok).toBe(false);
    const late = await failureOf(client.demo.add({ a: 1, b: 2 }, { timeoutMs: 50 }));
    expect(late.phase).toBe("notStarted");
    const waiting = client.demo.add({ a: 1, b: 2 }, { timeoutMs: 60_000 });
    block?.(false);
    expect((await waiting).data).toEqual({ sum: 3 });
  });

  it("stays closed once it is closed", async () => {
    const { caller, client } = await start("websocket");
    await client.demo.add({ a: 1, b: 2 });
    const running = failureOf(client.demo.wait({}));
    const stream = client.demo.log({ to: 4 });
    await stream.next();
    await stream.next();
    const next = failureOf(stream.next());
    caller.close?.();
    expect((await running).code).toBe("CONNECTION_LOST");
    expect((await next).code).toBe("CONNECTION_LOST");
    expect(await failureOf(client.demo.add({ a: 1, b: 2 }))).toMatchObject({
      code: "CONNECTION_LOST",
      phase: "notStarted",
      message: "The connection is closed.",
    });
  });

  it("reports that its token was refused", async () => {
    const { client } = await start("websocket", "wrong");
    const error = await failureOf(client.demo.add({ a: 1, b: 2 }));
    expect(error).toMatchObject({ code: "UNAUTHENTICATED", phase: "notStarted" });
  });
});

describe("a client over HTTP", () => {
  it("reports that its token was refused", async () => {
    const { client } = await start("http", "wrong");
    expect(await failureOf(client.demo.add({ a: 1, b: 2 }))).toMatchObject({
      code: "UNAUTHENTICATED",
      phase: "notStarted",
    });
  });

  it("reports that nothing started if there is no server", async () => {
    const { client, caller, block, cut } = await start("http");
    await client.demo.add({ a: 1, b: 2 });
    block?.(true);
    cut?.();
    expect(await failureOf(caller.call("demo.add", { a: 1, b: 2 }))).toMatchObject({ code: "CONNECTION_LOST" });
    const { port } = await startProxy(0);
    await cleanups.pop()?.();
    const nowhere = overHTTP({ url: `http://127.0.0.1:${port}` });
    expect(await failureOf(nowhere.call("demo.add"))).toMatchObject({ code: "CONNECTION_LOST", phase: "notStarted" });
  });

  it("recognises the answers of proxies", async () => {
    for (const [status, code, retryable] of [
      [502, "CONNECTION_LOST", true],
      [429, "OVERLOADED", true],
      [500, "EXECUTION_ERROR", false],
    ] as const) {
      const caller = overHTTP({
        url: "https://hub.example",
        fetch: () => Promise.resolve(new Response("<html>", { status })),
      });
      expect(await failureOf(caller.call("demo.add"))).toMatchObject({ code, retryable, details: { status } });
    }
  });
});
