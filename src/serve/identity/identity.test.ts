import { createHash, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyOf } from "./any-of.ts";
import { apiKeys } from "./api-keys.ts";
import type { APIKey } from "./api-keys.ts";
import type { Credential } from "../../operation/authenticate.ts";
import { jwt } from "./jwt.ts";
import type { JWTOptions } from "./jwt.ts";

const ada = { id: "ada", scopes: ["a"] };
const bob = { id: "bob", scopes: [] };
const bearer = (token: string): Credential => ({ token, kind: "bearer" });

describe("when keys identify callers", () => {
  const key = "the-key-of-ada-123";
  const sha256 = createHash("sha256").update("the-key-of-bob-123").digest("hex");
  const authenticate = apiKeys([
    { key, identity: ada },
    { sha256, identity: bob },
  ]);

  it("finds the identity of a key, given as itself or as its hash", async () => {
    expect(await authenticate(bearer(key))).toBe(ada);
    expect(await authenticate({ token: "the-key-of-bob-123", kind: "api-key" })).toBe(bob);
  });

  it.each(["", "the-key-of-ada-12", "the-key-of-ada-1234", "\u{1F600}", sha256])(
    "finds no identity for %j",
    async (token) => {
      expect(await authenticate(bearer(token))).toBeUndefined();
    },
  );

  it.each([
    [{ key: "short", identity: ada }],
    [{ sha256: "xyz", identity: ada }],
    [{ identity: ada } as unknown as APIKey],
  ])("refuses bad entries without showing them", (entry) => {
    expect(() => apiKeys([entry as APIKey])).toThrow(/^API key 1 has/);
    expect(() => apiKeys([entry as APIKey])).not.toThrow(/short|xyz/);
  });
});

describe("when signed tokens identify callers", () => {
  const secret = "a secret that is long enough for HS256";
  const known = { issuer: "https://id.example", audience: "hub" };
  const authenticate = jwt({ secret, ...known });

  const sign = (
    claims: Record<string, unknown>,
    expires: string | number = "5m",
    by: string = secret,
  ): Promise<string> =>
    new SignJWT({ iss: known.issuer, aud: known.audience, sub: "ada", ...claims })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime(expires)
      .sign(new TextEncoder().encode(by));

  it("reads the subject, and scopes from either claim", async () => {
    expect(await authenticate(bearer(await sign({ scope: "read write" })))).toMatchObject({
      id: "ada",
      scopes: ["read", "write"],
    });
    expect(await authenticate(bearer(await sign({ scp: ["x", 5] })))).toMatchObject({ id: "ada", scopes: ["x"] });
  });

  it.each([
    ["another issuer", { iss: "https://evil.example" }],
    ["another audience", { aud: "elsewhere" }],
    ["no subject", { sub: undefined }],
  ])("refuses %s", async (_what, claims) => {
    expect(await authenticate(bearer(await sign(claims)))).toBeUndefined();
  });

  it("refuses a token that has expired, has another signature, or is not a token", async () => {
    const tokens = [await sign({}, Math.floor(Date.now() / 1000) - 60), await sign({}, "5m", `${secret} of another`)];
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ ...known, sub: "ada" }))}.`;
    for (const token of [...tokens, unsigned, "a.b.c", "x", "a".repeat(20_000)]) {
      expect(await authenticate(bearer(token))).toBeUndefined();
    }
  });

  it("tells `onRefused` why it refuses a token", async () => {
    const reasons: string[] = [];
    const telling = jwt({ secret, ...known, onRefused: (reason) => reasons.push(reason) });
    for (const token of [
      await sign({}, "-1h"),
      await sign({ iss: "https://other.example" }),
      await sign({}, "5m", `${secret}!`),
    ]) {
      expect(await telling(bearer(token))).toBeUndefined();
    }
    expect(reasons).toEqual([
      '"exp" claim timestamp check failed',
      'unexpected "iss" claim value',
      "signature verification failed",
    ]);
  });

  it("forgets a token when it expires", async () => {
    const token = await sign({}, Math.floor(Date.now() / 1000) + 1);
    const strict = jwt({ secret, ...known, clockTolerance: 0 });
    const first = await strict(bearer(token));
    expect(await strict(bearer(token))).toBe(first);
    await new Promise((resolve) => {
      setTimeout(resolve, 1100);
    });
    expect(await strict(bearer(token))).toBeUndefined();
  });

  it("remembers at most `maxCached` tokens", async () => {
    const few = jwt({ secret, ...known, maxCached: 1 });
    const [one, two] = [await sign({ n: 1 }), await sign({ n: 2 })];
    const first = await few(bearer(one));
    await few(bearer(two));
    const again = await few(bearer(one));
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
  });

  it.each([
    [{ ...known, issuer: "us" }, /give one of/],
    [{ ...known, secret, jwksUrl: "https://id.example" }, /only one/],
    [{ ...known, secret: "short" }, /fewer than 32 bytes/],
    [{ ...known, jwksUrl: "file:///x" }, /not a web address/],
    [{ secret, audience: "x" }, /issuer/],
    [{ secret, issuer: "x", audience: "" }, /audience/],
    [{ ...known, secret, algorithms: ["RS256"] }, /does not go/],
    [{ ...known, publicKey: "x", algorithms: ["HS256"] }, /does not go/],
  ])("refuses options that would admit every caller", (options, message) => {
    expect(() => jwt(options as JWTOptions)).toThrow(message);
  });

  describe("with public keys", () => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pem = publicKey.export({ type: "spki", format: "pem" }) as string;
    const token = (): Promise<string> =>
      new SignJWT({ iss: known.issuer, aud: known.audience, sub: "ada" })
        .setProtectedHeader({ alg: "ES256", kid: "one" })
        .setExpirationTime("5m")
        .sign(privateKey);
    let isDown = false;
    const keys = createServer((_request, response) => {
      response.statusCode = isDown ? 500 : 200;
      void exportJWK(publicKey).then((jwk) =>
        response.end(JSON.stringify({ keys: [{ ...jwk, kid: "one", alg: "ES256" }] })),
      );
    });
    let jwksUrl = "";

    beforeAll(async () => {
      await new Promise<void>((resolve) => {
        keys.listen(0, "127.0.0.1", resolve);
      });
      jwksUrl = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/jwks`;
    });
    afterAll(() => keys.close());

    it("accepts a key in PEM, as a JWK, or from the issuer's address", async () => {
      const jwk = await exportJWK(publicKey);
      for (const given of [{ publicKey: pem }, { publicKey: jwk }, { jwksUrl }]) {
        expect(await jwt({ ...known, ...given })(bearer(await token()))).toMatchObject({
          id: "ada",
          scopes: [],
        });
      }
    });

    it("does not mistake a public key for a shared secret", async () => {
      expect(await jwt({ ...known, publicKey: pem })(bearer(await sign({}, "5m", pem)))).toBeUndefined();
    });

    it("does not read an endless answer in place of the issuer's keys", async () => {
      const chunk = Buffer.alloc(64 * 1024, " ");
      let closed: () => void;
      const isClosed = new Promise<void>((resolve) => (closed = resolve));
      const endless = createServer((_request, response) => {
        const send = (): void => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on("drain", send).on("close", () => closed());
        send();
      });
      await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
      const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/jwks`;
      await expect(jwt({ ...known, jwksUrl: url })(bearer(await token()))).rejects.toThrow("larger than 1048576 bytes");
      await isClosed;
      endless.close();
    });

    it("throws if the issuer's keys cannot be fetched", async () => {
      isDown = true;
      await expect(jwt({ ...known, jwksUrl })(bearer(await token()))).rejects.toThrow();
    });
  });
});

describe("when there are several ways to authenticate", () => {
  const failing = (): never => {
    throw new Error("down");
  };

  it("uses the first identity, and does not stop at a way that fails", async () => {
    const knows = anyOf(
      failing,
      () => undefined,
      async () => ada,
      () => bob,
    );
    expect(await knows(bearer("x"))).toBe(ada);
  });

  it("throws a failure only if no way finds an identity", async () => {
    await expect(anyOf(failing, () => undefined)(bearer("x"))).rejects.toThrow("down");
    expect(await anyOf(() => undefined)(bearer("x"))).toBeUndefined();
  });
});
