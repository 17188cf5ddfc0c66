import { describe, expect, it } from "vitest";
import { OnlyEvent, plainEventData } from "./only-event.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** What is said of each piece. */
function read(pieces: readonly string[]): Array<boolean | undefined> {
  const event = new OnlyEvent();
  return pieces.map((piece) => event.read(bytesOf(piece)));
}

describe("when the first event of a stream arrives", () => {
  it.each<[string, string[], Array<boolean | undefined>]>([
    ["whole", ["event: message\ndata: {}\n\n"], [true]],
    ["in pieces", ["event: mess", "age\nda", "ta: {}\n", "\n"], [undefined, undefined, undefined, true]],
    ["with an empty piece before its last byte", ["data: {}\n", "", "\n"], [undefined, undefined, true]],
    ["with the next one behind it", ["data: 1\n\ndata: 2\n\n"], [false]],
    ["with the beginning of the next one in its last piece", ["data: 1\n", "\ndata"], [undefined, false]],
    ["after an empty line", ["\n\ndata: 1\n\n"], [false]],
    ["with other ends of lines", ["data: 1\r\n\r\n"], [false]],
    ["unfinished", ["data: 1\n"], [undefined]],
  ])("knows one %s", (_how, pieces, expected) => {
    expect(read(pieces)).toEqual(expected);
  });

  it.each<[string, string, string | undefined]>([
    ["data", "data: {}\n\n", "{}"],
    ["the type of a message", "event: message\ndata: {}\n\n", "{}"],
    ["several lines", 'data: {"a":\ndata: 1}\n\n', '{"a":\n1}'],
    ["spaces at the end", "data: a  \n\n", "a  "],
    ["an id, which makes the stream resumable", "id: 1\ndata: {}\n\n", undefined],
    ["a delay for the next connection", "retry: 10\ndata: {}\n\n", undefined],
    ["another type", "event: ping\ndata: {}\n\n", undefined],
    ["a comment", ": hi\ndata: {}\n\n", undefined],
    ["no data", "event: message\n\n", undefined],
  ])("reads one with %s", (_what, text, expected) => {
    expect(plainEventData(text)).toBe(expected);
  });
});
