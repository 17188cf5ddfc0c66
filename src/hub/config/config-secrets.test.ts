import { describe, expect, it } from "vitest";
import { secretsOf } from "./config-secrets.ts";

describe("when secrets are searched for in a config", () => {
  it("finds a password with a stray %", () => {
    const remotes = { bus: { type: "redis", url: "redis://:100%sure-of-it@127.0.0.1" } } as const;
    expect(secretsOf({ config: { remotes } })).toContain("100%sure-of-it");
  });

  it("finds a token in place of a user's name, and the parts of a name and password", () => {
    const secrets = secretsOf({
      config: {
        remotes: { bus: { type: "nats", servers: "nats://a-token-alone@127.0.0.1:4222" } },
        openapi: {
          one: { document: "a.json", auth: { type: "basic", token: "ada:her-password" } },
          two: { document: "b.json", credentials: { login: "ada:another-password" } },
          three: {
            document: "c.json",
            credentials: { login: { clientId: "a", clientSecret: "b", parameters: { code: "a-code-for-tokens" } } },
          },
        },
      },
    });
    expect(secrets).toEqual(
      expect.arrayContaining(["a-token-alone", "her-password", "another-password", "a-code-for-tokens"]),
    );
  });

  it("finds the secrets that sign identities", () => {
    const remotes = { other: { type: "hub", url: "wss://a.example", identitySecret: "shared with another" } } as const;
    const secrets = secretsOf({ config: { remotes, serve: { identitySecret: "shared with others" } } });
    expect(secrets).toEqual(expect.arrayContaining(["shared with another", "shared with others"]));
  });

  it("does not treat a user name as a secret if it has a password beside it", () => {
    const secrets = secretsOf({
      config: { mcpServers: { one: { url: "https://service:the-password@a.example/mcp" } } },
    });
    expect(secrets).toContain("the-password");
    expect(secrets).not.toContain("service");
  });
});
