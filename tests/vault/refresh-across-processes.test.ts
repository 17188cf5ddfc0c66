/** Runs a few processes for a few seconds. `npm run soak -- logins` runs 50 for a minute. */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { startBroker } from "../support/broker-servers.ts";
import { isLeftOut } from "../support/left-out.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { runRefreshers } from "./run-refreshers.ts";

const slice = { processes: 6, ms: 7000, pauseMs: 20 };

describe("when many processes share a login with a single-use refresh token", () => {
  it("refreshes once per lifetime over a folder, and loses no login and no call", async () => {
    const folder = makeTempFolder("refreshers");
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { problems, refreshes, calls, late } = await runRefreshers({ place: { folder }, ...slice });
    expect(problems).toEqual([]);
    expect(calls - late).toBeGreaterThan(calls / 2);
    expect(refreshes).toBeLessThanOrEqual(5);
  });

  it.skipIf(isLeftOut("redis"))("does the same over Redis", async () => {
    const broker = await startBroker("redis");
    onTestFinished(() => broker.stop());
    const place = { url: broker.url, prefix: randomUUID() };
    const { problems, calls, late } = await runRefreshers({ place, ...slice });
    expect(problems).toEqual([]);
    expect(calls - late).toBeGreaterThan(calls / 2);
  });
});
