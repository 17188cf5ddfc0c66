/** Two hubs that share the logins of their callers in Redis. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { startHub } from "../../src/entries/hub.ts";
import type { RunningHub } from "../../src/entries/hub.ts";
import { startBroker } from "../support/broker-servers.ts";
import { isLeftOut } from "../support/left-out.ts";
import { createCallerWorld, KEYS } from "./caller-world.ts";
import type { Caller, CallerWorld, CallerWorldOptions } from "./caller-world.ts";

beforeAll(() => ensureSubPackage("tests/logins"), 600_000);

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const LIFE = 2;
const CALLERS = 4;
const MS = 9000;

async function createTwoHubs(options: CallerWorldOptions): Promise<CallerWorld & { other: RunningHub }> {
  const broker = await startBroker("redis");
  ends.push(() => broker.stop());
  process.env["OPERATIONS_VAULT_KEY"] = Buffer.alloc(32, 7).toString("base64");
  onTestFinished(() => void delete process.env["OPERATIONS_VAULT_KEY"]);
  const vault = { redis: broker.url, prefix: randomUUID() };
  const world = await createCallerWorld(ends, { ...options, vault });
  const other = await startHub(world, { waitForSources: true, stateFolder: world.folder });
  ends.push(() => other.close({ graceMs: 0 }));
  return { ...world, other };
}

/** Sends each request to the next target. */
async function startBalancer(): Promise<{ url: string; targets: string[]; counts: () => number[] }> {
  const targets: string[] = [];
  const counts: number[] = [];
  let next = 0;
  const server = createServer((request, response) => {
    const index = next++ % targets.length;
    counts[index] = (counts[index] ?? 0) + 1;
    const { method, headers, url = "/" } = request;
    const passed = send(new URL(url, targets[index]), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, targets, counts: () => counts };
}

describe.skipIf(isLeftOut("redis"))(
  "when two hubs share a vault in Redis, with refresh tokens that are good once",
  () => {
    it("takes each request of a person's login at the other hub than the one before", async () => {
      const balancer = await startBalancer();
      const world = await createTwoHubs({ publicUrl: balancer.url });
      balancer.targets.push(world.hub.endpoints.http, world.other.endpoints.http);
      for (const source of ["people", "notes"]) {
        expect((await world.connect("ada", source, "ada-upstream")).text).toContain(`ada is connected to ${source}`);
      }
      for (const { endpoints } of [world.hub, world.other]) {
        const headers = { authorization: `Bearer ${KEYS.ada}`, "content-type": "application/json" };
        const sent = { method: "POST", headers, body: "{}" };
        expect(await (await fetch(`${endpoints.http}/people/whoAmI`, sent)).json()).toEqual({ user: "ada-upstream" });
        const note = await (await fetch(`${endpoints.http}/notes/who_am_i`, sent)).json();
        expect(note).toMatchObject([{ text: "ada-upstream" }]);
      }
      expect(balancer.counts()).toEqual([expect.any(Number), expect.any(Number)]);
      expect(Math.min(...balancer.counts())).toBeGreaterThanOrEqual(4);
    });

    it("uses a login made at one hub at both, refreshes it once per life, and loses no call", async () => {
      const world = await createTwoHubs({ tokenSeconds: LIFE });
      const { other } = world;
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
