import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { natsBus } from "./nats/nats-bus.ts";
import { redisBus } from "./redis/redis-bus.ts";

/** A port without a listener. */
let address: string;

beforeAll(async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise((resolve) => server.close(resolve));
});

describe("when a broker is missing", () => {
  it.each([
    ["Redis", () => redisBus({ url: `redis://ada:s3cret@${address}` })],
    ["NATS", () => natsBus({ servers: `nats://ada:s3cret@${address}` })],
  ])("says for %s which address failed and why, without the password", async (_, connect) => {
    const error = await connect().then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    expect(error).toMatchObject({ code: "CONNECTION_LOST", phase: "notStarted" });
    expect(error?.message).toContain(address);
    expect(error?.message).toMatch(/refused/i);
    expect(error?.message).not.toContain("s3cret");
  });
});
