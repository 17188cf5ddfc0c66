import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PipedOutput } from "./standard-streams.ts";

const PIPE_ROOM = 16_384;

describe("an output that is not a terminal", () => {
  let folder: string;
  let opened: number[];
  /** What went through the stream. */
  let stream: PassThrough;
  const openStream = vi.fn<() => PassThrough>(() => stream);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "operations-output-"));
    opened = [];
    stream = new PassThrough();
    openStream.mockClear();
  });
  afterEach(() => {
    for (const descriptor of opened) closeSync(descriptor);
    rmSync(folder, { recursive: true });
  });

  function open(path: string, flags: string | number): number {
    const descriptor = openSync(path, flags);
    opened.push(descriptor);
    return descriptor;
  }

  function makePipe(): { readonly reader: number; readonly writer: number } {
    const path = join(folder, "pipe");
    execFileSync("mkfifo", [path]);
    // A pipe that does not wait: these tests must not wait for ever.
    const reader = open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return { reader, writer: open(path, constants.O_WRONLY | constants.O_NONBLOCK) };
  }

  it("gets what fits into a pipe at once, without a stream", () => {
    const file = join(folder, "file");
    const output = new PipedOutput(open(file, "w"), openStream);
    const onWritten = vi.fn<() => void>();
    output.write("größer ");
    output.write(Buffer.from("than "), onWritten);
    output.write("", onWritten);
    expect(readFileSync(file, "utf8")).toBe("größer than ");
    expect(onWritten).toHaveBeenCalledTimes(2);
    expect(openStream).not.toHaveBeenCalled();
  });

  it("gets more than that through a stream, in order", () => {
    const { reader, writer } = makePipe();
    const output = new PipedOutput(writer, openStream);
    output.write("a".repeat(PIPE_ROOM - 1));
    output.write("bb");
    output.write("c");
    const bytes = Buffer.alloc(2 * PIPE_ROOM);
    expect(readSync(reader, bytes)).toBe(PIPE_ROOM - 1);
    expect(String(stream.read())).toBe("bbc");
    expect(openStream).toHaveBeenCalledTimes(1);
  });

  it("leaves to the stream what a full pipe refuses", () => {
    const { reader, writer } = makePipe();
    const filled = Buffer.alloc(1_000_000);
    const held = writeSync(writer, filled);
    // Pipes free their room by the page.
    const freed = readSync(reader, filled, 0, 4096, null);
    new PipedOutput(writer, openStream).write("x".repeat(10_000));
    const inPipe = readSync(reader, filled) - (held - freed);
    expect(inPipe).toBeGreaterThan(0);
    expect(String(stream.read())).toBe("x".repeat(10_000 - inPipe));
  });

  it("tells when its reader has gone, and when the stream fails later", () => {
    const { reader, writer } = makePipe();
    const onError = vi.fn<() => void>();
    const output = new PipedOutput(writer, openStream);
    output.on("error", onError);
    closeSync(reader);
    opened = [writer];
    output.write("nobody reads this");
    expect(onError).toHaveBeenCalledTimes(1);
    output.write("y".repeat(PIPE_ROOM));
    stream.emit("error", new Error("closed"));
    expect(onError).toHaveBeenCalledTimes(2);
  });
});
