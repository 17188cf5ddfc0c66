import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heldBytes } from "../../../shared/connections/held-answer.ts";
import { boundResponse } from "./bounded-body.ts";
import { LongMessages } from "./long-messages.ts";

interface Outcome {
  text: string | undefined;
  tooLarge: boolean;
  ends: boolean[];
}

async function read(chunks: readonly string[], headers: Record<string, string>, maxBytes: number): Promise<Outcome> {
  const outcome: Outcome = { text: undefined, tooLarge: false, ends: [] };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const response = boundResponse(new Response(body, { headers }), {
    maxBytes,
    sender: "http://a.example",
    maxValues: 1_000_000,
    longMessages: new LongMessages(),
    onRefused: () => {
      outcome.tooLarge = true;
    },
    onEnd: () => undefined,
    onStreamEnd: (isResumable) => outcome.ends.push(isResumable),
  });
  outcome.text = await response.text().catch(() => undefined);
  return outcome;
}

const events = { "content-type": "text/event-stream; charset=utf-8" };
const json = { "content-type": "application/json" };

function cut(text: string, sizes: readonly number[]): string[] {
  const chunks: string[] = [];
  let at = 0;
  for (const size of sizes) {
    chunks.push(text.slice(at, at + size));
    at += size;
  }
  return [...chunks, text.slice(at)];
}

describe("when a body is bounded", () => {
  it("passes a body within the limit, and fails beyond it", async () => {
    expect(await read(["1234", "5678"], json, 8)).toEqual({ text: "12345678", tooLarge: false, ends: [] });
    expect(await read(["1234", "56789"], json, 8)).toEqual({ text: undefined, tooLarge: true, ends: [] });
  });

  it("does not trust the length of a compressed body", async () => {
    const headers = { ...json, "content-length": "1", "content-encoding": "gzip" };
    expect(await read(["1234567890"], headers, 8)).toMatchObject({ tooLarge: true });
  });

  it("counts each event of a stream separately", async () => {
    const event = `data: ${"a".repeat(50)}\n\n`;
    expect(
      await read(
        Array.from({ length: 10 }, () => event),
        events,
        80,
      ),
    ).toMatchObject({ tooLarge: false });
    expect(await read([`data: ${"a".repeat(100)}\n\n`], events, 80)).toMatchObject({ tooLarge: true });
    expect(
      await read(
        Array.from({ length: 10 }, () => `data: ${"a".repeat(20)}\n`),
        events,
        80,
      ),
    ).toMatchObject({
      tooLarge: true,
    });
  });

  it("reports at the end of a stream whether it had ids, however it is split", async () => {
    const lines = fc.constantFrom("data: id:1", "id: 3", "id", "idea: 1", "event: x", ": id:", "");
    await fc.assert(
      fc.asyncProperty(fc.array(lines), fc.array(fc.nat(7), { maxLength: 12 }), async (list, sizes) => {
        const text = list.map((line) => `${line}\n`).join("");
        const outcome = await read(cut(text, sizes), events, 10_000);
        expect(outcome).toEqual({ text, tooLarge: false, ends: [list.includes("id: 3")] });
      }),
    );
  });
});

describe("when many long answers are whole, and wait to be parsed", () => {
  const MIB = 1024 * 1024;
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { text: "a".repeat(8 * MIB) } });
  const options = {
    sender: "http://a.example",
    maxBytes: 32 * MIB,
    maxValues: 1_000_000,
    longMessages: new LongMessages(),
    onRefused: () => undefined,
    onEnd: () => undefined,
    onStreamEnd: () => undefined,
  };

  it.each([
    ["JSON", json, message, (response: Response): Promise<unknown> => response.json()],
    ["events", events, `data: ${message}\n\n`, (response: Response): Promise<unknown> => response.text()],
  ])("refuses those beyond the bound of all: %s", async (_kind, headers, text, readBody) => {
    const bodies = Array.from({ length: 20 }, () => readBody(boundResponse(new Response(text, { headers }), options)));
    const ends = await Promise.allSettled(bodies);
    const refused = ends.filter((end) => end.status === "rejected");
    expect(refused.length).toBeGreaterThanOrEqual(4);
    expect(ends.length - refused.length).toBeGreaterThanOrEqual(1);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "OVERLOADED" });
    expect(heldBytes()).toBe(0);
  });
});
