import { describe, expect, it } from "vitest";
import { secretsOf } from "./config-secrets.ts";
import { HubConfigSchema } from "./hub-config.ts";
import type { HubConfig } from "./hub-config.ts";

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

interface Field {
  readonly path: string;
  readonly config: unknown;
}

/** A password within an address: a secret itself, and part of one if the whole text is a secret. */
const SECRET = "https://user:not-to-be-shown@a.example";

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly anyOf?: readonly SchemaNode[];
  readonly items?: SchemaNode;
  readonly type?: string;
}

/** Each text that a config may hold, in a config that holds nothing else. */
function textFields({ properties, patternProperties, anyOf, items, type }: SchemaNode): Field[] {
  const below = (schema: SchemaNode, name: string, wrap: (config: unknown) => unknown): Field[] =>
    textFields(schema).map(({ path, config }) => ({ path: name + (path && `.${path}`), config: wrap(config) }));
  return [
    ...(type === "string" ? [{ path: "", config: SECRET }] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, schema]) =>
      below(schema, name, (config) => ({ [name]: config })),
    ),
    ...Object.values(patternProperties ?? {}).flatMap((schema) => below(schema, "*", (config) => ({ any: config }))),
    ...(anyOf ?? []).flatMap(textFields),
    ...(items === undefined ? [] : below(items, "[]", (config) => [config])),
  ];
}

/** Fields whose names sound secret, and that are not. */
const SHOWN = new Set([
  // A file.
  "serve.tls.key",
  // Anyone may know them.
  "serve.jwt.publicKey",
  "serve.publicUrl",
  // The browser of a person, and the other server, get them as they are.
  "mcpServers.*.oauth.clientMetadataUrl",
  "openapi.*.oauth.clientMetadataUrl",
  "openapi.*.oauth.authorizationUrl",
]);

it("finds the text of every field that may hold a secret, by the schema of the config", () => {
  const soundsSecret =
    /(?:key|secret|token|password|assertion|url|redis|servers|endpoint|document|env|headers|credentials)$/i;
  const fields = textFields(HubConfigSchema as SchemaNode).filter(
    ({ path }) => soundsSecret.test(path.replace(/\.(?:\*|\[\])$/, "")) && !SHOWN.has(path),
  );
  const missed = fields.filter(
    ({ config }) =>
      !secretsOf({ config: config as HubConfig })
        .join(" ")
        .includes("not-to-be-shown"),
  );
  expect(missed.map(({ path }) => path)).toEqual([]);
  expect(fields.map(({ path }) => path)).toContain("serve.mcp.embedder.key");
});
