import type { Readable, Transform } from "node:stream";
import { LONG_INTEGER, quoteLongIntegers } from "../../../shared/json/exact-json.ts";

const NEWLINE = 10;

interface ExactLines {
  readonly lines: Transform;
  readonly stop: () => void;
}

/**
 * Lines of JSON for a transport of the SDK, which would round integers that no number holds exactly: they are put into
 * quotes. A line is held back until it is whole, or longer than `maxBytes`: the SDK then refuses it.
 */
export function exactLines(input: Readable, maxBytes: number): ExactLines {
  const { Transform } = process.getBuiltinModule("node:stream");
  let held: Buffer[] = [];
  let bytes = 0;
  const take = (last: Buffer): Buffer => {
    const whole = held.length === 0 ? last : Buffer.concat([...held, last]);
    held = [];
    bytes = 0;
    return whole;
  };
  const lines = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      if (end > 0) this.push(exact(take(chunk.subarray(0, end))));
      const rest = chunk.subarray(end);
      bytes += rest.length;
      if (bytes > maxBytes) this.push(take(rest));
      else if (rest.length > 0) held.push(rest);
      done();
    },
    flush(done) {
      done(null, take(Buffer.alloc(0)));
    },
  });
  input.pipe(lines);
  // Otherwise the process would wait for a client that is no longer served.
  const stop = (): void => {
    input.unpipe(lines);
    input.pause();
  };
  return { lines, stop };
}

function exact(whole: Buffer): Buffer {
  const text = whole.toString("utf8");
  // Line by line: what is not JSON on one line must not change how the next is read.
  return LONG_INTEGER.test(text) ? Buffer.from(text.split("\n").map(quoteLongIntegers).join("\n")) : whole;
}
