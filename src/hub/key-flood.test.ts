/** A flood of wrong keys from one address, and the right ones that come from the same address. */
import { describe, expect, it } from "vitest";
import { until } from "../../tests/support/until.ts";
import { ADA, BOB, keysOfTwo, startedHubs } from "./started-hubs.test-support.ts";

const start = startedHubs();

describe("while an address sends wrong keys", () => {
  it("answers keys that it has not seen before, and refuses the wrong ones as before", async () => {
    const hub = await start({ serve: { keys: keysOfTwo } });
    const answers: number[] = [];
    let waiting = 0;
    const over = new AbortController();
    const tryOn = async (lane: number): Promise<void> => {
      for (let count = 0; !over.signal.aborted; count++) {
        waiting++;
        const { status } = await hub.ask("/~/session", `a-wrong-key-${lane}-${count}`);
        waiting--;
        answers.push(status);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const flood = Array.from({ length: 30 }, (_, lane) => tryOn(lane));
    // Eight wait, and the others are refused at once.
    await until(() => answers.includes(429) && waiting >= 8);
    expect((await hub.ask("/~/session", ADA)).status).toBe(200);
    expect((await hub.ask("/~/session", BOB)).status).toBe(200);
    over.abort();
    await Promise.all(flood);
    expect(new Set(answers)).toEqual(new Set([401, 429]));
  });
});
