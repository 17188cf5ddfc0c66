import { getEventListeners } from "node:events";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { ask, askSecret } from "./ask.ts";
import { Terminal } from "./terminal.ts";

it.each([
  ["a question", ask],
  ["a question for a secret", askSecret],
])("%s leaves no listener on the signal once it is answered", async (_what, asking) => {
  const stdin = Object.assign(new PassThrough(), { setRawMode: () => undefined });
  const terminal = new Terminal({ stdin, stdout: new PassThrough(), stderr: new PassThrough() }, {});
  const { signal } = new AbortController();
  const answer = asking(terminal, "Name? ", signal);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  stdin.write("Ada\n");
  expect(await answer).toBe("Ada");
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
