import { describe, expect, it } from "vitest";
import { signedIdentity } from "./signed-identity.ts";
import { TokenCache } from "./token-cache.ts";

const secret = "a secret that all peers of the bus share";
const ada = { id: "ada", scopes: ["notes"] };

describe("when a token is about to expire, by a clock that is a little ahead", () => {
  it("is valid for as long from the cache as when new", async () => {
    const identity = signedIdentity({ secret, identity: ada, lifeMs: -1000 });
    const token = await new TokenCache(identity, "caller").tokenFor("responder", undefined);
    const cache = new TokenCache(identity, "responder");
    expect(await cache.identify(token)).toEqual(ada);
    expect(cache.identify(token)).toEqual(ada);
  });

  it("is valid no longer than the credential of its caller", async () => {
    const identity = signedIdentity({ secret });
    const expired = { ...ada, expiresAt: Date.now() - 10_000 };
    const token = await new TokenCache(identity, "caller").tokenFor("responder", expired);
    await expect(new TokenCache(identity, "responder").identify(token)).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });

  it("does not stay valid forever", async () => {
    const identity = signedIdentity({ secret, identity: ada, lifeMs: -10_000 });
    const token = await new TokenCache(identity, "caller").tokenFor("responder", undefined);
    await expect(new TokenCache(identity, "responder").identify(token)).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });
});

describe("when a token would be too long", () => {
  it("says what to do if a caller has more rights than a token can name", async () => {
    const scopes = Array.from({ length: 1000 }, (_, n) => `operations:number-${n}`);
    const tokens = new TokenCache(signedIdentity({ secret }), "us");
    await expect(tokens.tokenFor("them", { id: "owner", scopes })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringMatching(/^owner has 1000 scopes: .* Call as an identity with fewer/),
    });
  });
});
