/** Two hubs that share the logins of their callers in Redis. `npm run soak -- logins` calls them from 50 processes. */
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
import type { CallerWorld, CallerWorldOptions } from "./caller-world.ts";
import { runHubs } from "./run-hubs.ts";

beforeAll(() => ensureSubPackage("tests/logins"), 600_000);

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

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

describe.skipIf(isLeftOut("redis"))("when two hubs share a vault in Redis, with single-use refresh tokens", () => {
  it("handles each request of a person's login at the other hub", async () => {
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
    expect(Math.min(...balancer.counts())).toBeGreaterThanOrEqual(3);
  });

  it("uses logins made elsewhere at both, refreshes each once per lifetime, and loses no call", async () => {
    const broker = await startBroker("redis");
    ends.push(() => broker.stop());
    const redis = { url: broker.url, prefix: randomUUID() };
    const { problems, calls, late } = await runHubs({ redis, clients: 4, ms: 8000, pauseMs: 50 });
    expect(problems).toEqual([]);
    expect(calls - late).toBeGreaterThan(calls / 2);
  }, 240_000);
});
