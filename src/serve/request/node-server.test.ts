import { describe, expect, it } from "vitest";
import { writeAnswersAtOnce } from "./node-server.ts";
import type { WritingSocket } from "./node-http.ts";

/** Records what its stream writes. */
class Socket implements WritingSocket {
  readonly written: unknown[] = [];

  _write(chunk: string | Uint8Array, encoding: string, done: () => void): void {
    this.written.push([chunk, encoding]);
    done();
  }

  _writev(chunks: ReadonlyArray<{ chunk: string | Uint8Array; encoding: string }>, done: () => void): void {
    this.written.push(chunks.map(({ chunk }) => chunk));
    done();
  }
}

function write(...chunks: ReadonlyArray<string | Uint8Array>): unknown[] {
  const socket = new Socket();
  const stream: WritingSocket = socket;
  writeAnswersAtOnce(stream);
  let ended = 0;
  stream._writev?.(
    chunks.map((chunk) => ({ chunk, encoding: "utf8" })),
    () => ended++,
  );
  expect(ended).toBe(1);
  return socket.written;
}

describe("when a connection writes answers at once", () => {
  it("writes a text and the empty chunk behind it as one", () => {
    expect(write("an answer", "")).toEqual([["an answer", "utf8"]]);
  });

  it("leaves every other list to the socket", () => {
    const bytes = Uint8Array.of(1);
    expect(write("head", bytes, "")).toEqual([["head", bytes, ""]]);
    expect(write("one answer", "the next")).toEqual([["one answer", "the next"]]);
    expect(write("one answer", "", "the next", "")).toEqual([["one answer", "", "the next", ""]]);
  });

  it("leaves a socket alone that writes no lists", () => {
    const socket: WritingSocket = { _writev: null };
    writeAnswersAtOnce(socket);
    expect(socket._writev).toBeNull();
  });
});
