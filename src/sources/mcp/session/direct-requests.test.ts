import { describe, expect, it } from "vitest";
import * as sdk from "@modelcontextprotocol/client";
import { CallError } from "../../../errors/call-error.ts";
import type { OperationContext, Progress } from "../../../operation/operation-context.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import { CallerTracker } from "./caller-tracker.ts";
import { DirectRequests } from "./direct-requests.ts";
import type { DirectRequest, DirectRequestsOptions, SendOptions } from "./direct-requests.ts";

interface Sent {
  readonly message: {
    readonly id?: number;
    readonly method?: string;
    readonly params: Readonly<Record<string, unknown>>;
  };
  readonly options: SendOptions | undefined;
}

const given = new CallError("ABORTED", "The caller has gone.");

/** Requests, and everything that is sent. */
function open(options: Partial<DirectRequestsOptions> = {}) {
  const sent: Sent[] = [];
  const requests = new DirectRequests({
    sdk,
    calls: new CallerTracker(false),
    send: async (message, how) => void sent.push({ message: message as Sent["message"], options: how }),
    leavesStreams: () => false,
    envelope: () => undefined,
    ...options,
  });
  const request = (more: Partial<DirectRequest> = {}): Promise<unknown> => {
    const asked = requests.request({
      params: { name: "echo", arguments: { a: 1 } },
      meta: { trace: "t" },
      timeout: 600_000,
      cancellation: undefined,
      onProgress: undefined,
      call: { context: {} as OperationContext, requests: new Set() },
      ...more,
    });
    asked.catch(() => undefined);
    return asked;
  };
  const lastId = (): number => sent.at(-1)?.message.id as number;
  return { sent, requests, request, lastId };
}

describe("when a call bypasses the SDK", () => {
  it("requests progress with its own id, which no request of the SDK has", async () => {
    const { sent, requests, request, lastId } = open();
    const asked = request();
    expect(sent[0]?.message).toEqual({
      jsonrpc: "2.0",
      id: lastId(),
      method: "tools/call",
      params: { name: "echo", arguments: { a: 1 }, _meta: { trace: "t", progressToken: lastId() } },
    });
    expect(lastId()).toBeGreaterThanOrEqual(1_000_000_000);
    expect(requests.take({ jsonrpc: "2.0", id: lastId(), result: { content: [] } })).toBe(true);
    expect(await asked).toEqual({ content: [] });
  });

  it("accepts an answer whose id came back as text, and one that is not a result", async () => {
    const { requests, request, lastId } = open();
    const asked = request();
    requests.take({ jsonrpc: "2.0", id: String(lastId()), result: null });
    expect(await asked).toBeNull();
  });

  it("leaves messages that belong to others", async () => {
    const { requests, request, lastId } = open();
    const asked = request();
    expect(requests.take({ jsonrpc: "2.0", id: 3, result: {} })).toBe(false);
    expect(requests.take({ jsonrpc: "2.0", id: lastId(), method: "ping" })).toBe(false);
    expect(requests.take({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 3 } })).toBe(
      false,
    );
    requests.take({ jsonrpc: "2.0", id: lastId(), result: {} });
    await asked;
    expect(requests.take({ jsonrpc: "2.0", id: lastId(), result: {} })).toBe(false);
  });

  it("rejects with the error of the server", async () => {
    const { requests, request, lastId } = open();
    const asked = request();
    requests.take({ jsonrpc: "2.0", id: lastId(), error: { code: -32_050, message: "not today", data: { a: 1 } } });
    await expect(asked).rejects.toMatchObject({ code: -32_050, message: "not today", data: { a: 1 } });
  });

  it("rejects if it cannot be sent", async () => {
    const failure = new Error("gone");
    const { request } = open({ send: () => Promise.reject(failure) });
    await expect(request()).rejects.toBe(failure);
  });

  it("passes on progress, and ignores anything else", async () => {
    const told: Progress[] = [];
    const { requests, request, lastId } = open();
    const asked = request({ onProgress: (progress) => told.push(progress) });
    for (const progress of [
      { progress: 1 },
      { progress: "2" },
      { progress: 3, total: "4" },
      { progress: 5, message: 6 },
    ])
      requests.take({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken: lastId(), ...progress },
      });
    expect(told).toEqual([{ progress: 1 }]);
    requests.take({ jsonrpc: "2.0", id: lastId(), result: {} });
    await asked;
  });
});

describe("when a call that bypasses the SDK is aborted", () => {
  it("is not sent if it was already aborted", async () => {
    const { sent, request } = open();
    const cancellation = new Cancellation();
    cancellation.cancel(given);
    await expect(request({ cancellation })).rejects.toBe(given);
    expect(sent).toEqual([]);
  });

  it("tells the server, with the members of every message of the revision", async () => {
    const { sent, request, lastId } = open({ envelope: () => ({ version: "2026-07-28" }) });
    const cancellation = new Cancellation();
    const asked = request({ cancellation });
    const id = lastId();
    cancellation.cancel(given);
    await expect(asked).rejects.toBe(given);
    expect(sent[1]?.message).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: id, _meta: { version: "2026-07-28" } },
    });
  });

  it("closes its own stream instead, if it has one", async () => {
    const { sent, request } = open({ leavesStreams: () => true });
    const cancellation = new Cancellation();
    const asked = request({ cancellation, headers: { "x-a": "b" } });
    const { options } = sent[0] as Sent;
    expect(options).toMatchObject({ headers: { "x-a": "b" }, requestSignal: { aborted: false } });
    cancellation.cancel(given);
    await expect(asked).rejects.toBe(given);
    expect(options?.requestSignal?.aborted).toBe(true);
    expect(sent).toHaveLength(1);
  });

  it("ends at its timeout, and tells the server", async () => {
    const { sent, request } = open();
    await expect(request({ timeout: 1 })).rejects.toMatchObject({ code: sdk.SdkErrorCode.RequestTimeout });
    expect(sent[1]?.message.method).toBe("notifications/cancelled");
  });

  it("ends with the connection", async () => {
    const { requests, request } = open();
    const asked = [request(), request()];
    requests.end();
    for (const each of asked) await expect(each).rejects.toMatchObject({ code: sdk.SdkErrorCode.ConnectionClosed });
  });
});
