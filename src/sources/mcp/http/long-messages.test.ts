import { describe, expect, it } from "vitest";
import { messageOf } from "../../../errors/call-error.ts";
import { RequestFailure } from "../session/session.ts";
import { boundResponse } from "./bounded-body.ts";
import { LongMessages } from "./long-messages.ts";

const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: "Ada" }));

/** What reaches the SDK's client of a stream: its events, as the SDK's transport reads and delivers them. */
async function delivered(
  events: readonly string[],
  maxValues = 1_000_000,
): Promise<{ lines: string[]; got: unknown[] }> {
  const longMessages = new LongMessages();
  const transport: { onmessage?: ((message: never) => void) | undefined } = {};
  longMessages.restoreFor(transport);
  const got: unknown[] = [];
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- transports have no addEventListener
  transport.onmessage = (message) => got.push(message);
  const response = boundResponse(new Response(events.join(""), { headers: { "content-type": "text/event-stream" } }), {
    sender: "http://a.example",
    maxBytes: 10_000_000,
    maxValues,
    longMessages,
    onRefused: () => {},
    onEnd: () => {},
    onStreamEnd: () => {},
  });
  const lines = (await response.text()).split(/\r\n|\r|\n/);
  for (const line of lines)
    if (line.startsWith("data: {")) transport.onmessage?.(JSON.parse(line.slice("data: ".length)) as never);
  return { lines, got };
}

const event = (message: object): string => `data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;

describe("when a stream of a server has long events", () => {
  it("passes their messages on unchanged, in order, with their ids", async () => {
    const messages = [
      { method: "notifications/message", params: { data: "short" } },
      { id: 1, result: { structuredContent: rows } },
      { id: 2, error: { code: -1, message: "no", data: rows } },
      { method: "notifications/message", params: { data: rows } },
      { id: 3, result: {} },
    ];
    const { lines, got } = await delivered(messages.map((message, at) => `id: ${at}\n${event(message)}`));
    expect(got).toEqual(messages.map((message) => ({ jsonrpc: "2.0", ...message })));
    expect(lines.filter((line) => line.startsWith("id:"))).toEqual(["id: 0", "id: 1", "id: 2", "id: 3", "id: 4"]);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(1000);
  });

  it("refuses one with too many values, even if its data comes in many lines", async () => {
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { rows } }, undefined, 1);
    const many = `${text
      .split("\n")
      .map((line) => `data: ${line}\n`)
      .join("")}\n`;
    await expect(delivered([many], 100_000)).rejects.toThrow("maxValues");
  });

  it("reads one of very many lines in steps, and keeps what counts of it", async () => {
    const junk = "x\n: y\r\ndata\nid: 1\r".repeat(50_000);
    const message = { jsonrpc: "2.0", id: 1, result: { rows } };
    const lines = JSON.stringify(message, undefined, 1).split("\n");
    const text = `\uFEFF${lines.map((line) => `data: ${line}\n`).join("")}${junk}id: 2\nretry: 5\n\n`;
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const { lines: passed, got } = await delivered([text]);
    clearInterval(timer);
    expect(got).toEqual([message]);
    expect(passed.filter((line) => /^(?:id|retry)/.test(line))).toEqual(["id: 2", "retry: 5"]);
    expect(turns).toBeGreaterThan(0);
  });

  it("passes repeated announcements on once", async () => {
    const announced = event({ method: "notifications/tools/list_changed" });
    const { got } = await delivered([...Array<string>(200).fill(announced), event({ id: 1, result: {} })]);
    expect(got).toHaveLength(2);
  });
});

describe("when a request to a server has failed", () => {
  it("is an error that says why", () => {
    const failure = new RequestFailure(new Error("the socket is gone"), true);
    expect(messageOf(failure)).toBe("the socket is gone");
  });
});
