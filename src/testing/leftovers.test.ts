import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { watchLeftovers } from "./leftovers.ts";

describe("when a test leaves something behind", () => {
  it("names a timer", async () => {
    const leftovers = watchLeftovers();
    // Several, because timers of the test runner may end meanwhile, and only types are counted.
    const timers = Array.from({ length: 20 }, () => setInterval(() => {}, 10_000));
    await expect(leftovers.expectNothingLeft({ withinMs: 50 })).rejects.toThrow(/\d+ Timeout/);
    timers.forEach((timer) => clearInterval(timer));
    await leftovers.expectNothingLeft();
  });

  it("names a server", async () => {
    const leftovers = watchLeftovers();
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    await expect(leftovers.expectNothingLeft({ withinMs: 50 })).rejects.toThrow("1 TCPServerWrap");
    server.close();
    await leftovers.expectNothingLeft();
  });
});

describe("when something that a test made is about to end", () => {
  it("waits for it", async () => {
    const leftovers = watchLeftovers();
    setTimeout(() => {}, 100);
    await expect(leftovers.expectNothingLeft()).resolves.toBeUndefined();
  });

  it("does not count what existed before", async () => {
    const before = setInterval(() => {}, 10_000);
    await expect(watchLeftovers().expectNothingLeft({ withinMs: 0 })).resolves.toBeUndefined();
    clearInterval(before);
  });
});
