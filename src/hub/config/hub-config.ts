import { Type } from "typebox";
import type { Static } from "typebox";
import {
  choice,
  closed,
  count,
  flag,
  named,
  policyFields,
  sourceFields,
  text,
  textByName,
  texts,
} from "./config-fields.ts";

const MCPServer = closed(
  {
    command: text("The program to start, for a server on standard input and output."),
    args: Type.Optional(Type.Array(Type.String(), { description: "Its arguments." })),
    env: textByName("Environment variables for it, beside a small safe part of the hub's own."),
    cwd: text("The folder it runs in. Default: the folder of this file."),
    url: text("The address of a server on HTTP. Either this or command."),
    headers: textByName("Header fields for every request to url, such as Authorization."),
    type: choice(
      ["stdio", "http", "streamable-http", "sse"],
      "How to reach it. Default: stdio with a command, http with a url; sse is the transport of 2024-11-05.",
    ),
    namespace: text("The namespace of its operations. Default: the server's name here."),
    trustHints: flag(
      "Believes the server's readOnlyHint and idempotentHint. Default: false, every tool is a MUTATION.",
    ),
    resources: flag("Also offers operations to list and read its resources."),
    prompts: flag("Also offers operations to list and get its prompts."),
    timeout: count("Milliseconds without an answer or progress after which a call is given up. Default: 60000."),
    connectTimeout: count("Milliseconds for connecting. Default: 30000."),
    ...sourceFields,
  },
  "An MCP server, in the shape that MCP hosts use.",
);

const Credential = Type.Union(
  [
    Type.String({ minLength: 1, description: "A token or key, or user:password." }),
    closed(
      {
        username: Type.String({ description: "The user's name." }),
        password: Type.String({ description: "The user's password." }),
      },
      "For HTTP Basic.",
    ),
    closed(
      {
        clientId: Type.String({ minLength: 1, description: "The client's id." }),
        clientSecret: Type.String({ minLength: 1, description: "The client's secret." }),
        tokenUrl: text("Where tokens are fetched. Default: what the document says."),
        scopes: texts("Default: the scopes that the operation asks for."),
        sendIn: choice(["header", "body"], "Where id and secret go. Default: header."),
        parameters: textByName("Further fields of the token request, such as audience."),
      },
      "OAuth 2 client credentials.",
    ),
  ],
  { description: "A token or key, a name and password, or OAuth 2 client credentials." },
);

const OpenAPISource = closed(
  {
    document: Type.String({
      minLength: 1,
      description: "The OpenAPI document: a file (from the folder of this file) or a URL; JSON or YAML.",
    }),
    baseUrl: text("Where the API is. Default: the document's servers."),
    namespace: text("The namespace of its operations. Default: the source's name here."),
    headers: textByName("Header fields for every request to the API."),
    auth: Type.Optional(
      closed(
        {
          type: Type.Enum(["bearer", "apiKey", "basic"], { description: "How the token is sent." }),
          token: Type.String({ minLength: 1, description: "The token or key; for basic user:password." }),
          headerName: text("Default: Authorization; for apiKey X-API-Key."),
          prefix: Type.Optional(Type.String({ description: "What stands before the token." })),
        },
        "One credential for the whole API.",
      ),
    ),
    credentials: named(Credential, "Credentials by the name of the document's security scheme."),
    timeout: count("Milliseconds to wait for an answer. Default: no bound."),
    allowedOrigins: texts("Further origins that operations with a server of their own may use, with credentials."),
    allowPrivateNetwork: flag("Lets the document and redirects lead to loopback and private addresses."),
    ...sourceFields,
  },
  "An HTTP API described by an OpenAPI document.",
);

const Local = closed(
  {
    folders: texts("Folders (from the folder of this file) whose modules each export one operation as default."),
    modules: texts("Modules whose exports that are operations, default and named, are all taken."),
    ...policyFields,
  },
  "Operations of your own, in TypeScript or JavaScript.",
);

const remoteFields = {
  offer: texts(
    'Which operations of this hub the remote may call, by id or namespace; patterns with *: ["files", "shop.get*"]. Default: none.',
  ),
  ...sourceFields,
};

const busFields = {
  identitySecret: text(
    "What all members of the bus share, at least 32 characters: who calls travels signed with it. Without it callers are nobody.",
  ),
  prefix: text("The beginning of every topic: members with different prefixes do not meet. Default: operations."),
  ...remoteFields,
};

const Remote = Type.Union(
  [
    closed(
      {
        type: Type.Literal("hub", { description: "Another hub, on WebSocket." }),
        url: Type.String({ minLength: 1, description: "Its address: wss://hub.example/ws, or https://hub.example." }),
        token: text("What this hub shows it: a key or a JWT. The other hub decides by it what may be called."),
        identitySecret: text(
          "The serve.identitySecret of the other hub, at least 32 characters: who calls travels signed with it, and the token needs the scope operations:delegate there. Without it all calls are made by the holder of the token.",
        ),
        ...remoteFields,
      },
      "Another hub.",
    ),
    closed(
      {
        type: Type.Literal("nats", { description: "Every process on these NATS servers." }),
        servers: Type.Union(
          [Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })],
          {
            description:
              "Their addresses: nats://host:4222, with user:password@ before the host where they ask for it.",
          },
        ),
        token: text("The token that the servers ask for, if they do."),
        ...busFields,
      },
      "NATS.",
    ),
    closed(
      {
        type: Type.Literal("redis", { description: "Every process on this Redis server." }),
        url: Type.String({ minLength: 1, description: "Its address: redis:// or rediss://." }),
        ...busFields,
      },
      "Redis.",
    ),
  ],
  { description: "Other processes whose operations are called, and that are offered ours." },
);

const CustomSource = Type.Object(
  {
    use: Type.String({
      minLength: 1,
      description:
        "The module whose default export is the source: a path from the folder of this file (./my-source.ts), or a package.",
    }),
    ...sourceFields,
  },
  { description: "A source of your own. Every other field is an option of that source." },
);

const Key = closed(
  {
    id: Type.String({
      minLength: 1,
      description: "Who holds it: the identity of the calls, in logs and in the audit.",
    }),
    key: text("The key itself; better from the environment: ${MY_KEY}. At least 16 characters."),
    sha256: Type.Optional(
      Type.String({
        pattern: "^[0-9a-fA-F]{64}$",
        description: "Or its SHA-256 in hexadecimal, so that no secret is here.",
      }),
    ),
    scopes: texts(
      'What it may do. "*": everything. Default: ["operations:call"], which suffices for sources without scopes.',
    ),
  },
  "A key for clients.",
);

const JWT = closed(
  {
    jwksUrl: text("Where the issuer publishes its keys."),
    secret: text("Or the shared secret of HS256, at least 32 bytes."),
    publicKey: text("Or the issuer's public key, in PEM (SPKI)."),
    issuer: Type.String({ minLength: 1, description: "What iss must be." }),
    audience: Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })], {
      description: "What aud must be or contain.",
    }),
    algorithms: texts("Which signatures are accepted. Default: HS256 with a secret, else RS256, ES256 and EdDSA."),
    scopes: texts("What every holder of a token may do, beside the scopes in the token itself."),
  },
  "Accepts JSON Web Tokens.",
);

const Serve = closed(
  {
    host: text("Default: 127.0.0.1, which only this machine can reach."),
    port: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 65_535, description: "Default: 7411. 0: any that is free." }),
    ),
    keys: Type.Optional(Type.Array(Key, { description: "Who may call. Default: one key, made at the first start." })),
    jwt: Type.Optional(JWT),
    identitySecret: text(
      "Shared with hubs that call here on behalf of their own callers, at least 32 characters: their keys need the scope operations:delegate. Without it such calls are refused.",
    ),
    cors: Type.Optional(
      closed(
        {
          origins: Type.Array(Type.String({ minLength: 1 }), {
            description: "The origins (https://app.example.com) whose pages may call.",
          }),
          credentials: flag("Whether pages may send cookies."),
          maxAge: count("Seconds that a browser may remember the answer."),
        },
        "Lets web pages of other origins call.",
      ),
    ),
    allowedHosts: texts("The host names by which the hub may be addressed, beside those of this machine."),
    trustedProxies: texts(
      'The proxies in front of the hub, by address or range: ["127.0.0.1", "10.0.0.0/8"]. Who comes through them is told apart by their X-Forwarded-For header, which is read from nobody else. Default: none.',
    ),
    publicOperations: texts('Operations that anybody may call without a key, by id; patterns with *: ["weather.*"].'),
    http: flag("POST /{namespace}/{name} and GET /openapi.json. Default: true."),
    mcp: flag("MCP at /mcp. Default: true."),
    ws: flag("The call protocol at /ws. Default: true."),
    explorer: flag("The web page at /explorer/. Default: true."),
    limits: Type.Optional(
      closed(
        {
          bodyBytes: count("Bytes of a request. Default: 4 MiB."),
          concurrentCalls: count("Calls at once; further ones are refused. Default: 1000."),
          callsPerClient: count(
            "Calls and open requests at once of one client, over HTTP and MCP: of a key's or token's identity, or without one of an address; further ones are refused (429). Default: half of concurrentCalls.",
          ),
          connectionsPerClient: count("WebSockets at once of one client. Default: 500."),
          handshakes: count(
            "WebSockets at once, over all clients, that have not said yet who they are; further ones are refused (503). Default: 1000.",
          ),
          handshakesPerClient: count(
            "How many of them one address may have; further ones are refused (429). Default: half of handshakes.",
          ),
          callTimeout: count("Milliseconds that a call may take. Default: no limit."),
          shutdownGrace: count("Milliseconds that calls in flight get to finish at shutdown. Default: 10000.", 0),
        },
        "Limits.",
      ),
    ),
  },
  "How the hub is reached, and by whom.",
);

const Audit = closed(
  {
    file: Type.String({
      minLength: 1,
      description: "One line of JSON per call is appended to it. SIGHUP opens it anew.",
    }),
    inputs: flag("Whether inputs are written too. They may hold secrets. Default: false."),
  },
  "Who called what.",
);

const Log = closed(
  {
    level: choice(["trace", "debug", "info", "warn", "error", "fatal", "silent"], "Default: info."),
    format: choice(["json", "pretty"], "Default: pretty on a terminal, json elsewhere."),
  },
  "The hub's own log, on standard error.",
);

/** The schema of `operations.config.{json,yaml,ts}`. */
export const HubConfigSchema = closed(
  {
    $schema: Type.Optional(Type.String({ description: "The JSON Schema of this file, for editors." })),
    name: text("What the hub calls itself. Default: operations."),
    mcpServers: named(MCPServer, "MCP servers by name, in the shape that MCP hosts use."),
    openapi: named(OpenAPISource, "HTTP APIs by name."),
    local: Type.Optional(Local),
    remotes: named(Remote, "Other hubs, and brokers, by name."),
    sources: named(Type.Unsafe<CustomSourceConfig>(CustomSource), "Sources of your own, by name."),
    serve: Type.Optional(Serve),
    audit: Type.Optional(Audit),
    log: Type.Optional(Log),
  },
  "A hub of operations: MCP servers, HTTP APIs and scripts behind one address.",
);

/** The config of a hub, as `operations.config.{json,yaml,ts}` holds it. */
export type HubConfig = Static<typeof HubConfigSchema>;

export type MCPServerConfig = Static<typeof MCPServer>;
export type OpenAPISourceConfig = Static<typeof OpenAPISource>;
export type LocalConfig = Static<typeof Local>;
export type RemoteConfig = Static<typeof Remote>;
/** A source of one's own: `use` names its module, and what is neither `use` nor a rule is an option of the source. */
export type CustomSourceConfig = Static<typeof CustomSource> & Readonly<Record<string, unknown>>;
export type ServeConfig = Static<typeof Serve>;
export type KeyConfig = Static<typeof Key>;
export type JWTConfig = Static<typeof JWT>;

/** What a source says of its operations: which, for whom, and whether to ask before. */
export type SourcePolicyConfig = Pick<MCPServerConfig, "include" | "exclude" | "scopes" | "approval">;
