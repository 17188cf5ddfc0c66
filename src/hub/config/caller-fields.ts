/** The parts of the config that are about callers: their keys, their tokens, and the certificate that they see. */
import { DEFAULT_ANSWER_TOKENS, LEAST_ANSWER_TOKENS } from "../../answers/answer-tokens.ts";
import { Type } from "typebox";
import { closed, count, text, texts } from "./config-fields.ts";

const audience = () =>
  Type.Optional(
    Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })], {
      description: "The required aud. Default: serve.publicUrl, and its /mcp.",
    }),
  );

const tokens = (description: string) =>
  Type.Optional(Type.Union([Type.Integer({ minimum: LEAST_ANSWER_TOKENS }), Type.Literal("all")], { description }));

/** How much of an answer the holder of a key takes. */
export const keyAnswerTokens = () =>
  tokens(
    "How many tokens of an answer (characters / 4) its holder gets, over MCP and HTTP; all: no bound. A longer answer is cut and says what is missing; a handle reads the rest. Default: serve.mcp.answerTokens at MCP, and no bound at HTTP.",
  );

/** How much of an answer MCP clients take. */
export const mcpAnswerTokens = () =>
  tokens(
    `How many tokens of an answer (characters / 4) clients get; all: no bound. A longer answer is cut and says what is missing; the tool read_result reads the rest. A key may have another bound. Default: ${DEFAULT_ANSWER_TOKENS}.`,
  );

export const key = () =>
  closed(
    {
      id: Type.String({
        minLength: 1,
        description: "Its holder: the identity of the calls, in logs and in the audit.",
      }),
      key: text("The key itself, at least 16 characters. Prefer to take it from the environment: ${MY_KEY}."),
      sha256: Type.Optional(
        Type.String({
          pattern: "^[0-9a-fA-F]{64}$",
          description: "Its SHA-256 in hexadecimal, instead of the key itself.",
        }),
      ),
      scopes: texts(
        'What it may do; "*" is everything. Default: ["operations:call"], enough for sources without scopes.',
      ),
      claims: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: "What else operations learn about its holder, as identity.claims: a tenant, a plan.",
        }),
      ),
      answerTokens: keyAnswerTokens(),
    },
    "A key for clients.",
  );

export const jwt = () =>
  closed(
    {
      jwksUrl: text("The address of the issuer's keys. Default: as the issuer's own metadata says."),
      secret: text("Instead: the shared secret of HS256, at least 32 bytes."),
      publicKey: text("Instead: the issuer's public key, in PEM (SPKI)."),
      issuer: Type.String({ minLength: 1, description: "The required iss." }),
      audience: audience(),
      algorithms: texts("The accepted signatures. Default: HS256 with a secret, else RS256, ES256 and EdDSA."),
      scopes: texts("Scopes of every holder of a token, beside those in the token itself."),
      requestScopes: texts("The scopes that clients ask the issuer for when they log in by themselves. Default: none."),
      claims: texts("Claims of the token that operations see as identity.claims. Default: none."),
    },
    "Accepts JSON Web Tokens.",
  );

export const introspection = () =>
  closed(
    {
      issuer: Type.String({
        minLength: 1,
        description: "The issuer of the tokens: the address of the authorization server.",
      }),
      endpoint: text("Where to ask about tokens. Default: as the issuer's own metadata says."),
      clientId: Type.String({ minLength: 1, description: "The hub's own client there, which may ask about tokens." }),
      clientSecret: Type.String({
        minLength: 1,
        description: "Its secret. Take it from the environment: ${MY_SECRET}.",
      }),
      audience: audience(),
      scopes: texts("Scopes of every holder of a token, beside those of the token itself."),
      requestScopes: texts("The scopes that clients ask the issuer for when they log in by themselves. Default: none."),
      claims: texts("What else the issuer says about a token that operations see as identity.claims. Default: none."),
      rememberMs: count("Milliseconds that an answer is remembered: a revoked token works that long. Default: 30000."),
    },
    "Accepts opaque tokens, which only their issuer can read (RFC 7662).",
  );

export const tls = () =>
  closed(
    {
      cert: Type.String({
        minLength: 1,
        description: "The file of the certificate in PEM, followed by the intermediate ones.",
      }),
      key: Type.String({ minLength: 1, description: "The file of its private key in PEM." }),
      ca: text("A file with the intermediate certificates, if cert does not hold them."),
      clientCa: text(
        "A file with authorities in PEM. Clients then need a certificate from one of them, as well as their key.",
      ),
    },
    "Serves HTTPS and WSS. The files, from the folder of this file, are read again when they change.",
  );
