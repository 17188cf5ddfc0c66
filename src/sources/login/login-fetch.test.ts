import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { checkLoginAddress, createLoginFetch } from "./login-fetch.ts";

const api = new URL("https://api.example");

describe("when a service names an address for its login", () => {
  it.each([
    ["https://login.example", api],
    ["http://127.0.0.1:4000", new URL("http://127.0.0.1:3000")],
    ["https://10.0.0.2", new URL("https://10.0.0.1")],
  ])("takes %s for %s", (address, service) => {
    expect(() => checkLoginAddress(new URL(address), service)).not.toThrow();
  });

  it.each([
    ["https://10.0.0.2", "in a private network"],
    ["http://localhost:4000", "in a private network"],
    ["https://169.254.169.254", "in a private network"],
    ["http://login.example", "not encrypted"],
  ])("refuses %s for a public one", (address, why) => {
    expect(() => checkLoginAddress(new URL(address), api)).toThrow(why);
  });

  it("lets it be closer if the config says so, and encrypted all the same", () => {
    expect(() => checkLoginAddress(new URL("https://10.0.0.2"), api, 2)).not.toThrow();
    expect(() => checkLoginAddress(new URL("http://10.0.0.2"), api, 2)).toThrow("not encrypted");
  });
});

describe("when a service answers a login", () => {
  async function answerOf(kilobytes: number): Promise<Response> {
    const server = createServer((_request, response) => {
      response.on("error", () => undefined).setHeader("content-type", "application/json");
      response.end(`[${"{},".repeat((kilobytes * 1024) / 3)}{}]`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/token`);
    try {
      return await createLoginFetch(url)(url);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it("gives the answer as it came", async () => {
    const answer = await answerOf(3);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(new URL(answer.url).pathname).toBe("/token");
    expect(await answer.json()).toHaveLength(1025);
  });

  it("reads no answer that is larger than any token or metadata", async () => {
    await expect(answerOf(3000)).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  });
});
