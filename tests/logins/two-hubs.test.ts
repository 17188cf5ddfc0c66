/** Two hubs that share the logins of their callers in Redis. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { startHub } from "../../src/entries/hub.ts";
import { startBroker } from "../support/broker-servers.ts";
import { isLeftOut } from "../support/left-out.ts";
import { createCallerWorld, KEYS } from "./caller-world.ts";
import type { Caller } from "./caller-world.ts";

beforeAll(() => ensureSubPackage("tests/logins"), 600_000);

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const LIFE = 2;
const CALLERS = 4;
const MS = 9000;

describe.skipIf(isLeftOut("redis"))(
  "when two hubs share a vault in Redis, with refresh tokens that are good once",
  () => {
    it("uses a login made at one hub at both, refreshes it once per life, and loses no call", async () => {
      const broker = await startBroker("redis");
      ends.push(() => broker.stop());
      process.env["OPERATIONS_VAULT_KEY"] = Buffer.alloc(32, 7).toString("base64");
      onTestFinished(() => void delete process.env["OPERATIONS_VAULT_KEY"]);
      const vault = { redis: broker.url, prefix: randomUUID() };
      const world = await createCallerWorld(ends, { tokenSeconds: LIFE, vault });
      const other = await startHub(world, { waitForSources: true, stateFolder: world.folder });
      ends.push(() => other.close({ graceMs: 0 }));
      await world.connect("ada", "people", "ada-upstream");
      await world.connect("bob", "people", "bob-upstream");

      const consumed = world.provider.seen.get("refresh_token.consumed") ?? 0;
      const failures: unknown[] = [];
      let calls = 0;
      const begun = performance.now();
      const callAgain = async (address: string, who: Caller): Promise<void> => {
        const headers = { authorization: `Bearer ${KEYS[who]}`, "content-type": "application/json" };
        while (performance.now() - begun < MS) {
          const response = await fetch(`${address}/people/whoAmI`, { method: "POST", headers, body: "{}" });
          const body = (await response.json()) as { user?: string };
          calls++;
          if (body.user !== `${who}-upstream`) failures.push(who, response.status, body);
          await new Promise((resolve) => void setTimeout(resolve, 20));
        }
      };
      const hubs = [world.hub.endpoints.http, other.endpoints.http];
      const callers = (["ada", "bob"] as const).flatMap((who) => hubs.map((address) => ({ who, address })));
      await Promise.all(
        callers.flatMap(({ who, address }) => Array.from({ length: CALLERS }, () => callAgain(address, who))),
      );
      const ms = performance.now() - begun;

      expect(failures).toEqual([]);
      expect(calls).toBeGreaterThan(callers.length * CALLERS);
      // The provider ends a login whose refresh token comes twice.
      expect(world.provider.seen.get("grant.error")).toBeUndefined();
      const refreshes = (world.provider.seen.get("refresh_token.consumed") ?? 0) - consumed;
      expect(refreshes).toBeGreaterThanOrEqual(2);
      // A token is replaced in the last tenth of its life. The operator's login is looked at too.
      expect(refreshes).toBeLessThanOrEqual(3 * Math.ceil(ms / (LIFE * 0.85 * 1000)));
    });
  },
);
