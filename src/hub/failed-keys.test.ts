import { describe, expect, it, vi } from "vitest";
import { connectSpoke } from "../client/connect-spoke.ts";
import { ADA, keysOfTwo as keys, startedHubs } from "./started-hubs.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();

describe("an address that tries keys", () => {
  it("is slowed down over HTTP and WebSocket, and counted, while a valid key works at once", async () => {
    const hub = await start({ serve: { keys: [{ id: "root", key: ADA, scopes: ["*"] }] } });
    const slowed =
      /"address":"127\.0\.0\.1","msg":"an address tries credentials that are not valid, and is slowed down"/;
    let tried = 0;
    while (!slowed.test(hub.logged.join("")))
      expect((await hub.ask("/~/session", `wrong-${tried++}`)).status).toBe(401);
    expect(tried).toBeGreaterThan(20);
    const spoke = connectSpoke({ url: hub.endpoints.ws ?? "", token: "wrong again", reconnect: false });
    await expect(spoke).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    const waiting = hub.ask("/~/session", "wrong");
    expect((await hub.ask("/~/session", ADA)).status).toBe(200);
    expect((await waiting).status).toBe(401);
    const metrics = await (await hub.ask("/metrics", ADA)).text();
    expect(metrics).toContain(`operations_credentials_refused_total{reason="invalid"} ${tried + 2}`);
  });

  it("is refused without checking the key while many of its requests wait, and may try again", async () => {
    const hub = await start({ serve: { keys } });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => hub.ask("/~/session", `wrong-${index}`)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get("retry-after")).toBe("2");
    expect(await refused[0]?.json()).toMatchObject({ code: "RATE_LIMITED", retryable: true });
    await expect.poll(async () => (await hub.ask("/~/session", ADA)).status, { timeout: 30_000 }).toBe(200);
  });

  it("does not delay a closing hub", async () => {
    const hub = await start({ serve: { keys } });
    const asked = Array.from({ length: 40 }, (_, index) => hub.ask("/~/session", `wrong-${index}`));
    const answers = Promise.allSettled(asked);
    await Promise.race(asked);
    await hub.close();
    // Requests that had not arrived yet find no server.
    const statuses = (await answers).flatMap((end) => (end.status === "fulfilled" ? [end.value.status] : []));
    expect(new Set(statuses)).toEqual(new Set([401]));
  });
});
