import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import { localEnvelope } from "../../envelope/response-envelope.ts";
import { decodeFrame, encodeEvent } from "./event-codec.ts";
import { CallEventSchema } from "./protocol-event.ts";
import type { CallRequested, ProtocolEvent, ReceivedEvent } from "./protocol-event.ts";

const requested = (input: unknown): ProtocolEvent => ({
  type: "call.requested",
  requestId: "r-1",
  operationId: "demo.echo",
  input,
});

const overTheWire = (event: ProtocolEvent): ReceivedEvent | undefined =>
  decodeFrame(`[${encodeEvent(event)}]`)?.events[0];

/** Any JSON value, and bytes, with the nastiest names. */
const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
    fc.string({ unit: "binary" }),
    fc.uint8Array({ maxLength: 20 }),
    fc.array(tie("data"), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom("$bytes", "$$bytes", "bytes", "__proto__", "constructor", "toString", ""), fc.string()),
      tie("data"),
      { maxKeys: 4, noNullPrototype: true },
    ),
    fc.record({ $bytes: fc.oneof(fc.string(), fc.base64String()) }),
  ),
}));

describe("when events travel as text", () => {
  it("arrive as they were sent, with bytes and objects that look like bytes", () => {
    fc.assert(
      fc.property(data, (input) => {
        expect(overTheWire(requested(input))).toEqual(requested(input));
      }),
    );
  });

  it("name what the caller wants to receive only if it wants something", () => {
    expect(encodeEvent(requested(1))).toBe(
      '{"type":"call.requested","requestId":"r-1","operationId":"demo.echo","input":1}',
    );
    const event: ProtocolEvent = { ...(requested(1) as CallRequested), wants: ["progress"] };
    expect(encodeEvent(event)).toBe(JSON.stringify(event));
  });

  it("keep the member `data` of an envelope without data", () => {
    const output = localEnvelope(undefined, "demo.nothing");
    const arrived = overTheWire({ type: "call.responded", requestId: "r-1", output });
    expect(arrived).toEqual({ type: "call.responded", requestId: "r-1", output });
    expect(Object.hasOwn((arrived as { output: object }).output, "data")).toBe(true);
  });

  it("can be read however other writers format their JSON", () => {
    const text =
      '[ { "type" : "call.requested", "requestId":"r", "operationId":"a.b", "input": { "$bytes" : "AP8=" } } ]';
    expect(decodeFrame(text)?.events[0]).toMatchObject({ input: Uint8Array.of(0, 255) });
  });

  it("are refused with a CallError if JSON cannot express them, and nothing else is thrown", () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    const trap = {
      get secret(): never {
        throw new Error("a getter that throws");
      },
    };
    let deep: unknown = "";
    for (let i = 0; i < 100_000; i++) deep = [deep];
    for (const input of [cycle, 1n, trap, deep]) {
      expect(() => encodeEvent(requested(input))).toThrow(CallError);
    }
    expect(() => encodeEvent(requested(cycle))).toThrow("it contains itself");
  });
});

describe("when a frame is hostile", () => {
  it("never throws, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `[${json}]`),
        ),
        (text) => {
          const frame = decodeFrame(text);
          expect(frame === undefined || frame.events.length === 0).toBe(true);
        },
      ),
    );
  });

  it("never throws, whatever the fields of a known event are", () => {
    const names = Object.keys(CallEventSchema).filter((name) => name.startsWith("call."));
    const fields =
      "requestId operationId output seq code message input identity wants progress questionId mode action content";
    const field = fc.constantFrom(...fields.split(" "));
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.dictionary(field, fc.jsonValue()), (type, fields) => {
        const frame = decodeFrame(JSON.stringify([{ ...fields, type }]));
        expect(frame).toBeDefined();
        for (const event of frame?.events ?? [])
          expect(typeof (event as { requestId?: unknown }).requestId).toBe("string");
      }),
    );
  });

  it("counts dropped events, and returns the rest in order", () => {
    const frame = decodeFrame(
      JSON.stringify([
        { type: "peer.heartbeat" },
        { type: "toString" },
        null,
        7,
        [],
        { type: "call.credit", requestId: "r", n: 0 },
        { type: "peer.draining", andMore: true },
      ]),
    );
    expect(frame).toEqual({
      events: [{ type: "peer.heartbeat" }, { type: "peer.draining", andMore: true }],
      dropped: 5,
    });
  });

  it.each(["", "{}", "null", '"text"', "[", "[1,]", "\u0000"])("is not a frame at all: %j", (text) => {
    expect(decodeFrame(text)).toBeUndefined();
  });

  it("refuses values that are nested too deeply to walk", () => {
    const nested = `${"[".repeat(200_000)}{"$bytes":"AA=="}${"]".repeat(200_000)}`;
    const text = `[{"type":"call.requested","requestId":"r","operationId":"a.b","input":${nested}},{"type":"peer.heartbeat"}]`;
    const problem = "The input is nested more than 500 levels deep.";
    expect(decodeFrame(text)).toEqual({
      events: [{ type: "malformed", requestId: "r", problem, isInvalidInput: true }, { type: "peer.heartbeat" }],
      dropped: 1,
    });
  });

  it("refuses an unreadable request with any valid id, and counts characters as its schema does", () => {
    const [longest, tooLong] = ["𝒳".repeat(128), "𝒳".repeat(129)];
    const frame = decodeFrame(
      JSON.stringify([longest, tooLong].map((requestId) => ({ type: "call.requested", requestId }))),
    );
    const problem = "call.requested is malformed: /operationId has to be string.";
    expect(frame).toEqual({ events: [{ type: "malformed", requestId: longest, problem }], dropped: 2 });
  });

  it("ends the call of an unreadable answer, because nothing else would", () => {
    const frame = decodeFrame('[{"type":"call.responded","requestId":"r-1","output":{"data":1}}]');
    expect(frame?.dropped).toBe(1);
    expect(frame?.events).toMatchObject([
      { type: "call.error", requestId: "r-1", code: "PROTOCOL_ERROR", phase: "unknown" },
    ]);
  });

  it("ends the question of an unreadable answer, because nothing else would", () => {
    const frame = decodeFrame('[{"type":"call.answer","requestId":"r-1","questionId":"1","action":"perhaps"}]');
    expect(frame?.dropped).toBe(1);
    expect(frame?.events).toMatchObject([{ type: "call.answer", requestId: "r-1", questionId: "1", action: "failed" }]);
    expect(decodeFrame('[{"type":"call.answer","requestId":"r-1"}]')).toEqual({ events: [], dropped: 1 });
  });

  it("treats names like __proto__ as ordinary names", () => {
    const frame = decodeFrame(
      '[{"type":"call.requested","requestId":"r","operationId":"a.b","input":{"__proto__":{"x":1},"b":{"$bytes":"AA=="}}}]',
    );
    const [event] = frame?.events ?? [];
    const { input } = event as unknown as { input: Record<string, unknown> };
    expect(Object.keys(input)).toEqual(["__proto__", "b"]);
    expect(input["x"]).toBeUndefined();
  });
});
