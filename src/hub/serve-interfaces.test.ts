import { describe, expect, it, vi } from "vitest";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { operation } from "./observe/fixtures.test-support.ts";
import type { HubInterface } from "./interfaces/hub-interface.ts";
import { until } from "../../tests/support/until.ts";
import { ADA, keysOfTwo as keys, startedHubs } from "./started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();

describe("when a part of a hub fails to stop", () => {
  /** Parts that fail to drain on command, and a record of events. */
  function brokenInterfaces(...drains: Array<HubInterface["drain"]>) {
    const events: string[] = [];
    const interfaces = drains.map((drain, index): HubInterface => {
      const name = `part ${index + 1}`;
      return {
        name,
        path: `/${index + 1}`,
        attach: () => undefined,
        drain: (graceMs) => {
          events.push(`${name} drains`);
          return drain(graceMs);
        },
        close: () => Promise.resolve(void events.push(`${name} is closed`)),
      };
    });
    return { events, interfaces };
  }
  const rejects = (): Promise<never> => Promise.reject(new Error("not now"));
  const throws = (): never => {
    throw new Error("nor here");
  };

  it("still closes the others, and reports it", async () => {
    const { interfaces, events } = brokenInterfaces(rejects);
    const hub = await start({ local: { modules: ["demo.mjs"] }, serve: { keys } }, { interfaces });
    await expect(hub.close({ graceMs: 0 })).rejects.toThrow("not now");
    expect(hub.registry.list()).toEqual([]);
    expect(events).toEqual(["part 1 drains", "part 1 is closed"]);
    expect(hub.logged.at(-1)).toContain("hub stopped");
  });

  it("lets calls in flight finish before it closes anything, and reports everything that failed", async () => {
    const { interfaces, events } = brokenInterfaces(rejects, throws);
    const released = new AbortController();
    const registry = new OperationRegistry();
    registry.register(
      operation("wait", async () => {
        events.push("the call runs");
        await new Promise((resolve) => released.signal.addEventListener("abort", resolve));
        events.push("the call ends");
        return "done";
      }),
    );
    const hub = await start({ serve: { keys, publicOperations: ["demo.*"] } }, { registry, interfaces });
    const call = hub.ask("/demo/wait", ADA);
    await until(() => events.length === 1);
    const failed = hub.close({ graceMs: 30_000 }).catch((error: unknown) => error);
    await until(() => events.length >= 3);
    released.abort();
    expect(await (await call).json()).toBe("done");
    expect(await failed).toEqual(
      new AggregateError([new Error("not now"), new Error("nor here")], "not now; nor here"),
    );
    const closed = ["part 2 is closed", "part 1 is closed"];
    expect(events).toEqual(["the call runs", "part 1 drains", "part 2 drains", "the call ends", ...closed]);
  });
});
