import { describe, expect, it } from "vitest";
import { localEnvelope } from "../../envelope/response-envelope.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import { CallError } from "../../errors/call-error.ts";
import type { CallPhase } from "../../errors/error-table.ts";
import { ResumingSubscription } from "./resuming-subscription.ts";
import type { ResumingSubscriptionOptions } from "./resuming-subscription.ts";

/** What an attempt gives: the data of items, and at last the phase in which it is cut. */
type Attempt = readonly [...items: number[], cut: CallPhase];

/** A stream after the item with the id 0, whose attempts go like this, one after the other. */
function streamOf(attempts: readonly Attempt[], options: Partial<ResumingSubscriptionOptions> = {}) {
  let next = 0;
  async function* open(): AsyncGenerator<ResponseEnvelope, void, void> {
    const attempt = attempts[next++] ?? [];
    for (const part of attempt) {
      if (typeof part === "number") {
        const { data, meta } = localEnvelope(part, "demo.count");
        yield { data, meta: { ...meta, lastEventId: String(part) } };
      } else
        throw new CallError(next < attempts.length ? "CONNECTION_LOST" : "ABORTED", "", undefined, { phase: part });
    }
  }
  return new ResumingSubscription({ open, lastEventId: "0", reconnect: { minDelayMs: 1, maxDelayMs: 1 }, ...options });
}

async function failureOf(stream: AsyncIterable<unknown>): Promise<unknown> {
  try {
    for await (const _item of stream);
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}

describe("when a stream fails after several attempts", () => {
  it.each<[Attempt[], CallPhase]>([
    [[["notStarted"], ["notStarted"]], "notStarted"],
    [[["unknown"], ["notStarted"]], "unknown"],
    [[["started"], ["notStarted"]], "started"],
    [[["started"], ["unknown"], ["notStarted"]], "started"],
    [[[1, "unknown"], ["notStarted"]], "started"],
    [[["notStarted"], [1, "notStarted"]], "started"],
  ])("its error tells the furthest phase of all: %j is %s", async (attempts, phase) => {
    expect(await failureOf(streamOf(attempts))).toMatchObject({ code: "ABORTED", phase });
  });

  it.each<[Attempt, CallPhase]>([
    [["notStarted"], "notStarted"],
    [["unknown"], "unknown"],
    [[1, "unknown"], "started"],
  ])("its deadline does, too: %j is %s", async (attempt, phase) => {
    const stream = streamOf([attempt, ["notStarted"]], { deadline: Date.now() - 1 });
    expect(await failureOf(stream)).toMatchObject({ code: "TIMEOUT", phase });
  });
});

describe("when its caller stops a stream that waits to go on", () => {
  it.each(["NO_RESPONDER", "CONNECTION_LOST"])("is ABORTED if the next attempt fails with %s", async (code) => {
    const abort = new AbortController();
    const open = (): Promise<never> => {
      abort.abort();
      return Promise.reject(new CallError(code, ""));
    };
    const stream = new ResumingSubscription({ open, lastEventId: "0", reconnect: {}, signal: abort.signal });
    expect(await failureOf(stream)).toMatchObject({ code: "ABORTED" });
  });

  it("return() settles a pending next(), however long it takes to open the stream", async () => {
    const open = (): Promise<never> => new Promise(() => undefined);
    const stream = new ResumingSubscription({ open, lastEventId: "0", reconnect: {} });
    const next = stream.next();
    await stream.return();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});
