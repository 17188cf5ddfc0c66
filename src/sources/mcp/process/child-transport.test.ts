import { expect, it, onTestFinished } from "vitest";
import { HeldAnswer, heldBytes } from "../../../shared/connections/held-answer.ts";
import { readJSON } from "../../../shared/json/read-json.ts";
import { ChildTransport } from "./child-transport.ts";

const MOST = 10_000_000;
/** Writes two million bytes in one line, and runs on. */
const program = `
  process.stdout.write('{"jsonrpc":"2.0","id":1,"result":[' + "1,".repeat(1e6) + "1]}\\n");
  process.stdin.resume();`;

it("refuses a whole message that waits to be parsed once too many long answers are being read", async () => {
  // Long texts are parsed one after the other: that of the server waits until these are given up.
  let areGivenUp = false;
  const text = new TextEncoder().encode(`[${"1,".repeat(1e6)}1]`);
  const isAbandoned = (): boolean => areGivenUp;
  const before = Array.from({ length: 100 }, () => readJSON(text, { most: Infinity, isAbandoned }));

  const messages: unknown[] = [];
  const ignore = (): void => undefined;
  const transport = new ChildTransport({
    command: process.execPath,
    args: ["-e", program],
    env: {},
    maxMessageBytes: MOST,
    maxValues: MOST,
    onErrorLine: ignore,
    warn: ignore,
  });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- transports of the SDK have no other way
  transport.onmessage = (message) => void messages.push(message);
  onTestFinished(() => transport.close());
  await transport.start();
  await expect.poll(heldBytes, { interval: 1 }).toBeGreaterThan(2_000_000);
  const others = Array.from({ length: 80 }, (_, sender) => new HeldAnswer(sender, MOST));
  onTestFinished(() => others.forEach((other) => other.release()));
  for (const other of others) other.grow(1_900_000);
  areGivenUp = true;
  await Promise.all(before);
  await expect
    .poll(() => messages)
    .toMatchObject([{ id: 1, error: { message: expect.stringContaining("the largest of the server") } }]);
});
