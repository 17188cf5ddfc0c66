import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it, onTestFinished } from "vitest";
import { discoverEndpoint } from "./discover-endpoint.ts";
import { jwt } from "./jwt.ts";

type Answer = (url: string, origin: string) => unknown;

/** Answers with JSON, with a status for a number, and with 404 for undefined. */
async function startIssuer(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    const found = answer(request.url ?? "", origin);
    if (typeof found === "object") response.end(JSON.stringify(found));
    else if (typeof found === "string") response.end(found);
    else response.writeHead(typeof found === "number" ? found : 404, { location: "/elsewhere" }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => void server.close());
  return origin;
}

describe("the keys of an issuer", () => {
  it.each([
    ["OpenID Connect Discovery", "", "/.well-known/openid-configuration"],
    ["OpenID Connect Discovery, below a path", "/realm", "/realm/.well-known/openid-configuration"],
    ["RFC 8414", "", "/.well-known/oauth-authorization-server"],
    ["RFC 8414, below a path", "/realm", "/.well-known/oauth-authorization-server/realm"],
  ])("are found through %s", async (_what, path, at) => {
    const origin = await startIssuer((url, self) =>
      url === at ? { issuer: self + path, jwks_uri: `${self}/keys` } : undefined,
    );
    expect(await discoverEndpoint(origin + path, "jwks_uri")).toBe(`${origin}/keys`);
  });

  it.each<[string, Answer, RegExp]>([
    [
      "of another issuer",
      () => ({ issuer: "https://evil.example", jwks_uri: "https://evil.example/keys" }),
      /metadata of "https:\/\/evil/,
    ],
    ["without keys", (_url, self) => ({ issuer: self }), /jwks_uri is undefined/],
    ["that is no JSON", () => "<html>", /JSON/],
    ["that is too large", () => " ".repeat(2 ** 20 + 1), /more than/],
    ["that is elsewhere", () => 302, /\/openid-configuration/],
    ["that is missing", () => undefined, /status 404.*status 404/s],
  ])("are not read from metadata %s", async (_what, answer, message) => {
    const origin = await startIssuer(answer);
    await expect(discoverEndpoint(origin, "jwks_uri")).rejects.toThrow(message);
  });

  it("verify tokens, and are found with the first token", async () => {
    const { publicKey, privateKey } = await generateKeyPair("RS256");
    const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "RS256" };
    const origin = await startIssuer((url, self) => {
      if (url === "/keys") return { keys: [jwk] };
      return url.startsWith("/.well-known/openid") ? { issuer: self, jwks_uri: `${self}/keys` } : undefined;
    });
    const authenticate = jwt({ issuer: origin, audience: "hub" });
    const sign = (audience: string): Promise<string> =>
      new SignJWT({ scope: "a b" })
        .setProtectedHeader({ alg: "RS256", kid: "one" })
        .setIssuer(origin)
        .setAudience(audience)
        .setSubject("ada")
        .setExpirationTime("1h")
        .sign(privateKey);
    expect(await authenticate({ token: await sign("hub"), kind: "bearer" })).toMatchObject({
      id: "ada",
      scopes: ["a", "b"],
    });
    expect(await authenticate({ token: await sign("another"), kind: "bearer" })).toBeUndefined();
  });

  it("need an issuer that is an address", () => {
    expect(() => jwt({ issuer: "us", audience: "hub" })).toThrow("or one issuer whose address says where its keys are");
  });
});
