import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Authenticate } from "../../operation/authenticate.ts";
import { introspection } from "./introspection.ts";
import type { IntrospectionOptions } from "./introspection.ts";

const AUDIENCE = "https://hub.example";

interface Issuer {
  readonly url: string;
  /** The tokens that it was asked about. */
  readonly asked: string[];
  /** How often its metadata was read. */
  readonly discoveries: () => number;
  readonly ask: (token: string) => ReturnType<Authenticate>;
  readonly reasons: string[];
}

/** An issuer that answers as configured. */
async function startIssuer(
  answer: (token: string) => object | string,
  options: Partial<IntrospectionOptions> = {},
): Promise<Issuer> {
  const asked: string[] = [];
  let discoveries = 0;
  const server = createServer((request, response) => {
    if (request.url === "/.well-known/openid-configuration") {
      discoveries++;
      return void response.end(JSON.stringify({ issuer: url, introspection_endpoint: `${url}/introspect` }));
    }
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const isKnown = request.headers.authorization === `Basic ${Buffer.from("hub:secret").toString("base64")}`;
      if (request.url !== "/introspect" || !isKnown) return void response.writeHead(401).end();
      const token = new URLSearchParams(body).get("token") ?? "";
      asked.push(token);
      const said = answer(token);
      response.setHeader("content-type", "application/json");
      response.end(typeof said === "string" ? said : JSON.stringify(said));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reasons: string[] = [];
  const client = { clientId: "hub", clientSecret: "secret", audience: AUDIENCE };
  const endpoint = `${url}/introspect`;
  const onRefused = (reason: string): void => void reasons.push(reason);
  const authenticate = introspection({ issuer: url, endpoint, ...client, onRefused, ...options });
  return {
    url,
    asked,
    reasons,
    discoveries: () => discoveries,
    ask: (token) => authenticate({ token, kind: "bearer" }),
  };
}

const valid = { active: true, sub: "ada", scope: "a b", aud: [AUDIENCE], tenant: "acme" };

describe("a token known to its issuer", () => {
  it("has the identity that the issuer reports", async () => {
    const exp = Math.floor(Date.now() / 1000) + 600;
    const issuer = await startIssuer(() => ({ ...valid, exp }), { claims: ["tenant"] });
    expect(await issuer.ask("one")).toEqual({
      id: "ada",
      issuer: issuer.url,
      scopes: ["a", "b"],
      claims: { tenant: "acme" },
      expiresAt: exp * 1000,
    });
  });

  it("is checked once, even for many concurrent requests, and again when the answer expires", async () => {
    const issuer = await startIssuer(() => valid, { rememberMs: 600_000 });
    await Promise.all(Array.from({ length: 10 }, async () => await issuer.ask("one")));
    await issuer.ask("one");
    expect(issuer.asked).toEqual(["one"]);
    const forgetful = await startIssuer(() => valid, { rememberMs: 1 });
    await expect.poll(async () => (await forgetful.ask("one"), forgetful.asked.length)).toBeGreaterThan(1);
  });

  it("is forgotten when there are too many other tokens", async () => {
    const issuer = await startIssuer(() => valid, { rememberMs: 600_000 });
    for (let count = 0; count <= 1000; count++) await issuer.ask(`token ${count}`);
    await issuer.ask("token 1000");
    expect(issuer.asked.length).toBe(1001);
    await issuer.ask("token 0");
    expect(issuer.asked.length).toBe(1002);
  });
});

describe("a token that is refused", () => {
  it.each([
    ["is not active", { active: false }, "not active"],
    ["is of another issuer", { ...valid, iss: "https://other.example" }, 'of "https://other.example"'],
    ["is for another service", { ...valid, aud: "https://other.example" }, "another service"],
    ["is for no service", { active: true, sub: "ada" }, "another service"],
    ["belongs to a key", { ...valid, cnf: { jkt: "x" } }, "belongs to a key"],
    ["is not a bearer token", { ...valid, token_type: "DPoP" }, "not a bearer token"],
    ["has expired", { ...valid, exp: 1 }, "expired"],
    ["names no holder", { active: true, aud: AUDIENCE }, "neither a subject nor a client"],
  ])("%s", async (_why, answer, reason) => {
    const issuer = await startIssuer(() => answer);
    expect(await issuer.ask("one")).toBeUndefined();
    expect(issuer.reasons.join()).toContain(reason);
    expect(await issuer.ask("one")).toBeUndefined();
    expect(issuer.asked).toEqual(["one"]);
  });

  it("is not sent to the issuer if it is longer than any token", async () => {
    const issuer = await startIssuer(() => valid);
    expect(await issuer.ask("x".repeat(5000))).toBeUndefined();
    expect(issuer.asked).toEqual([]);
  });
});

describe("an issuer whose metadata names the endpoint", () => {
  it("is asked for its metadata once, not for each token", async () => {
    const issuer = await startIssuer(() => valid, { endpoint: undefined });
    await Promise.all([issuer.ask("one"), issuer.ask("two")]);
    expect(await issuer.ask("three")).toMatchObject({ id: "ada" });
    expect(issuer.asked.toSorted()).toEqual(["one", "three", "two"]);
    expect(issuer.discoveries()).toBe(1);
  });

  it("is asked for it again after a failure: the endpoint may have moved", async () => {
    let isBroken = true;
    const issuer = await startIssuer(() => (isBroken ? "no JSON" : valid), { endpoint: undefined });
    await expect(issuer.ask("one")).rejects.toThrow();
    isBroken = false;
    expect(await issuer.ask("one")).toMatchObject({ id: "ada" });
    expect(issuer.discoveries()).toBe(2);
  });
});

describe("an issuer that fails", () => {
  it("causes an error, and is asked again", async () => {
    let isBroken = true;
    const issuer = await startIssuer(() => (isBroken ? "no JSON" : valid));
    await expect(issuer.ask("one")).rejects.toThrow();
    isBroken = false;
    expect(await issuer.ask("one")).toMatchObject({ id: "ada" });
  });

  it("is not asked about more than 64 tokens at once", async () => {
    const issuer = await startIssuer(() => valid);
    const answers = Array.from({ length: 64 }, async (_, count) => await issuer.ask(`token ${count}`));
    expect(() => issuer.ask("one more")).toThrow("Too many tokens are being checked at once.");
    await Promise.all(answers);
    expect(await issuer.ask("one more")).toMatchObject({ id: "ada" });
  });
});
