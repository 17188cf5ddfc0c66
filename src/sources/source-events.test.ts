import { describe, expect, it } from "vitest";
import { SourceEvents } from "./source-events.ts";
import type { SourceStateChange } from "./source.ts";

describe("when a source reports a state before its opener listens", () => {
  it("delivers the latest once, and then the later ones", () => {
    const events = new SourceEvents();
    const ready: SourceStateChange = { state: "ready" };
    const lost: SourceStateChange = { state: "connecting", error: new Error("lost") };
    events.stateChanged(ready);
    events.stateChanged(lost);
    const first: SourceStateChange[] = [];
    const second: SourceStateChange[] = [];
    events.deliverStates((change) => first.push(change));
    events.deliverStates((change) => second.push(change));
    events.stateChanged(ready);
    expect([first, second]).toEqual([[lost], [ready]]);
  });
});
