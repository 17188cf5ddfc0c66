import { Type } from "typebox";
import type { Static, TObjectOptions } from "typebox";
import { madeLater } from "../../shared/made-later.ts";
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
import type { operationShape } from "./config-fields.ts";
import { approvals } from "./approval-fields.ts";
import type { approvalWebhook } from "./approval-fields.ts";
import { apiOAuth, credential, oauth, vaultLocation, whoseLogin } from "./login-fields.ts";
import { introspection, jwt, key, tls } from "./caller-fields.ts";
import { codeMode } from "./code-fields.ts";
import { serveLimits } from "./limit-fields.ts";
import { mcpInterface } from "./mcp-fields.ts";
import { audit, log } from "./observe-fields.ts";

const VALUES = (what: string): string =>
  `Values of one ${what}, so that none fills the memory; an object or array counts as 8, its members beyond 1000 as 51 each. Default: 8000000.`;

const mcpServer = () =>
  closed(
    {
      command: text("The program to start, for a server on standard input and output."),
      args: Type.Optional(Type.Array(Type.String(), { description: "Its arguments." })),
      env: textByName("Environment variables for it. It also gets a small safe part of the hub's own environment."),
      cwd: text("The folder that it runs in. Default: the folder of this file."),
      url: text("The address of a server on HTTP. Use either this or command."),
      headers: textByName("Headers for every request to url, such as Authorization."),
      type: choice(
        ["stdio", "http", "streamable-http", "sse"],
        "The transport. Default: stdio with a command, http with a url; sse is the transport of 2024-11-05.",
      ),
      namespace: text("The namespace of its operations. Default: the server's name here."),
      trustHints: flag(
        "Believes the server's readOnlyHint and idempotentHint. Default: false; every tool is a MUTATION.",
      ),
      resources: flag("Offers its resources. Default: true."),
      prompts: flag("Offers its prompts. Default: true."),
      oauth: Type.Optional(oauth()),
      login: whoseLogin(),
      isolation: choice(
        ["shared", "caller", "session"],
        "Whose calls share a session with the server, and with a command its process: those of all callers (shared), of one caller, or of one session of a client, such as an MCP session. With the latter two, {caller} and {session} in args and env stand for names of them that are safe in paths. Default: shared.",
      ),
      maxSessions: count(
        "With isolation: the most sessions at once. The hub refuses more with OVERLOADED. Default: 32.",
      ),
      idleMs: count("With isolation: milliseconds after its last call until a session is ended. Default: 300000."),
      timeout: count("Milliseconds without an answer or progress before a call fails. Default: 60000."),
      connectTimeout: count("Milliseconds to connect. Default: 30000."),
      limits: Type.Optional(
        closed(
          {
            maxMessageBytes: count("Bytes of one message. Default: 33554432."),
            maxValues: count(VALUES("message")),
          },
          "The largest messages of the server that the hub reads.",
        ),
      ),
      healthInterval: count(
        "Milliseconds between two checks whether a server at a url still answers, while no call shows it; 0 checks only by calls. Default: 15000.",
        0,
      ),
      ...sourceFields(),
    },
    "An MCP server, in the shape that MCP hosts use.",
  );

const openapiSource = () =>
  closed(
    {
      document: Type.String({
        minLength: 1,
        description: "The OpenAPI document: a file (from the folder of this file) or a URL; JSON or YAML.",
      }),
      baseUrl: text("The address of the API. Default: the document's servers."),
      namespace: text("The namespace of its operations. Default: the source's name here."),
      headers: textByName("Headers for every request to the API."),
      auth: Type.Optional(
        closed(
          {
            type: Type.Enum(["bearer", "apiKey", "basic"], { description: "How to send the token." }),
            token: Type.String({ minLength: 1, description: "The token or key; for basic user:password." }),
            headerName: text("The header. Default: Authorization; X-API-Key for apiKey."),
            prefix: Type.Optional(Type.String({ description: "The text before the token." })),
          },
          "One credential for the whole API.",
        ),
      ),
      oauth: Type.Optional(apiOAuth()),
      login: whoseLogin(),
      credentials: named(credential(), "Credentials by the name of the document's security scheme."),
      timeout: count("Milliseconds to wait for an answer. Default: no limit."),
      limits: Type.Optional(
        closed(
          {
            responseBytes: count("Bytes of one answer, after decompression. Default: 41943040."),
            errorBytes: count("Bytes of an error's body that are kept. Default: 65536."),
            eventSize: count("Characters of one event or line of a stream. Default: 4194304."),
            values: count(VALUES("answer, event or line")),
          },
          "The largest answers of the API that the hub reads.",
        ),
      ),
      allowedOrigins: texts("Further origins that operations with their own server may send credentials to."),
      allowPrivateNetwork: flag("Lets the document and redirects lead to loopback and private addresses."),
      ...sourceFields(),
    },
    "An HTTP API described by an OpenAPI document.",
  );

const local = () =>
  closed(
    {
      folders: texts("Folders (from the folder of this file) whose modules each export one operation as default."),
      modules: texts("Modules that export operations: every export that is one counts, default or named."),
      ...policyFields(),
    },
    "Operations of your own, in TypeScript or JavaScript.",
  );

const remoteFields = () => ({
  offer: texts(
    'The operations of this hub that the remote may call, by id or namespace, with * as a wildcard: ["files", "shop.get*"]. Default: none.',
  ),
  ...sourceFields(),
});

const busFields = () => ({
  identitySecret: text(
    "A secret that all members of the bus share, at least 32 characters. It seals everything on the bus: members without it are ignored. Without a secret, calls have no identity.",
  ),
  prefix: text(
    "The prefix of every topic. Members with different prefixes do not see each other. Default: operations.",
  ),
  heartbeat: count(
    "Milliseconds between two signs of life. A member that is silent for two and a half of them counts as gone. Default: 2000.",
    10,
  ),
  ...remoteFields(),
});

const remote = () =>
  Type.Union(
    [
      closed(
        {
          type: Type.Literal("hub", { description: "Another hub, on WebSocket." }),
          url: Type.String({ minLength: 1, description: "Its address: wss://hub.example/ws, or https://hub.example." }),
          token: text("The key or JWT for the other hub, which decides by it what this hub may call."),
          ca: text(
            "A file with certificate authorities in PEM that its certificate may come from, beside the usual ones.",
          ),
          identitySecret: text(
            "The serve.identitySecret of the other hub, at least 32 characters. It signs the identity of callers, and the token needs the scope operations:delegate there. Without it all calls run as the holder of the token.",
          ),
          ...remoteFields(),
        },
        "Another hub.",
      ),
      closed(
        {
          type: Type.Literal("nats", { description: "Every process on these NATS servers." }),
          servers: Type.Union(
            [Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })],
            {
              description: "Their addresses: nats://host:4222, with user:password@ before the host if they require it.",
            },
          ),
          token: text("The token, if the servers require one."),
          ...busFields(),
        },
        "NATS.",
      ),
      closed(
        {
          type: Type.Literal("redis", { description: "Every process on this Redis server." }),
          url: Type.String({ minLength: 1, description: "Its address: redis:// or rediss://." }),
          ...busFields(),
        },
        "Redis.",
      ),
    ],
    { description: "Other processes: this hub calls their operations, and offers them its own." },
  );

const customSource = () =>
  Type.Object(
    {
      use: Type.String({
        minLength: 1,
        description:
          "The module whose default export is the source: a path from the folder of this file (./my-source.ts), or a package.",
      }),
      ...sourceFields(),
    },
    { description: "A source of your own. Every other field is an option of that source." },
  );

const serve = () =>
  closed(
    {
      host: text("The address to listen on. Default: 127.0.0.1, which only this machine can reach."),
      port: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 65_535,
          description: "The port to listen on; 0 takes any free one. Default: 7411.",
        }),
      ),
      tls: Type.Optional(tls()),
      publicUrl: text(
        "The address by which clients reach the hub, such as https://hub.example. Needed behind a proxy, for clients that log in at the issuer of jwt.",
      ),
      keys: Type.Optional(
        Type.Array(key(), { description: "The keys of callers. Default: one key, which the first start makes." }),
      ),
      keysFile: text(
        "The file of the keys that `operations keys` adds, rotates and revokes, from the folder of this file. The hub follows it. Default: operations.keys.json beside this file.",
      ),
      jwt: Type.Optional(jwt()),
      introspection: Type.Optional(introspection()),
      identitySecret: text(
        "A secret shared with hubs that call on behalf of their own callers, at least 32 characters. Their keys need the scope operations:delegate. Without it such calls are refused.",
      ),
      cors: Type.Optional(
        closed(
          {
            origins: Type.Array(Type.String({ minLength: 1 }), {
              description: "The origins (https://app.example.com) whose pages may call.",
            }),
            credentials: flag("Whether pages may send cookies."),
            maxAge: count("Seconds that a browser may cache the answer."),
          },
          "Lets web pages of other origins call.",
        ),
      ),
      allowedHosts: texts("Host names that the hub answers to, beside those of this machine."),
      trustedProxies: texts(
        'The proxies in front of the hub, by address or range: ["127.0.0.1", "10.0.0.0/8"]. The hub tells their clients apart by the X-Forwarded-For header, which it reads from no one else. Default: none.',
      ),
      publicOperations: texts('Operations that need no key, by id, with * as a wildcard: ["weather.*"].'),
      http: flag("POST /{namespace}/{name} and GET /openapi.json. Default: true."),
      mcp: Type.Optional(Type.Union([Type.Boolean(), mcpInterface()], { description: "MCP at /mcp. Default: true." })),
      ws: flag("The call protocol at /ws. Default: true."),
      explorer: flag("The web page at /explorer/. Default: true."),
      limits: Type.Optional(serveLimits()),
    },
    "Where the hub listens, and who may call.",
  );

const rateLimit = () =>
  closed(
    {
      calls: Type.Integer({ minimum: 1, description: "How many calls a window takes." }),
      per: Type.Union(
        [
          Type.Enum(["second", "minute", "hour", "day", "week", "month"]),
          Type.Integer({ minimum: 1, maximum: 31_622_400_000 }),
        ],
        { description: "The window, which begins with its first call; a number is milliseconds. A month has 30 days." },
      ),
      operations: texts(
        'Counts only calls of these operations, by id or namespace, with * as a wildcard: ["github", "shop.report*"]; also those that other operations make. Default: every call from outside.',
      ),
      callers: texts("Counts only these callers, by the id of their key or token, with * as a wildcard. Default: all."),
      each: Type.Optional(
        Type.Union(
          [
            Type.Enum(["caller", "namespace", "operation"]),
            Type.Array(Type.Enum(["caller", "namespace", "operation"])),
          ],
          {
            description:
              "Gives each caller, namespace or operation its own window; a list gives one to each combination. Default: all counted calls share one.",
          },
        ),
      ),
    },
    "A number of calls per window of time: a rate, or with a long window a quota.",
  );

const rateLimits = () =>
  closed(
    {
      rules: named(rateLimit(), "The limits by name. A call must stay within all that count it."),
      redis: text("The Redis server that keeps the counts, for several hubs: redis:// or rediss://. Default: memory."),
    },
    "How often callers may call. More calls are refused with RATE_LIMITED.",
  );

/** The sections of a config. A schema takes time to make, and a config uses a few of them. */
const sections = {
  $schema: () => Type.Optional(Type.String({ description: "The JSON Schema of this file, for editors." })),
  name: () => text("The name of the hub. Default: operations."),
  output: () =>
    choice(
      ["strip", "keep"],
      "What happens to members of results that the output schema does not name: strip (the default) leaves them out, keep passes them on. An operation and a source may say otherwise.",
    ),
  mcpServers: () => named(mcpServer(), "MCP servers by name, in the shape that MCP hosts use."),
  openapi: () => named(openapiSource(), "HTTP APIs by name."),
  local: () => Type.Optional(local()),
  remotes: () => named(remote(), "Other hubs, and brokers, by name."),
  sources: () => named(Type.Unsafe<CustomSourceConfig>(customSource()), "Sources of your own, by name."),
  lock: () =>
    choice(
      ["optional", "required"],
      "What happens to sources that operations.lock, the file beside this one, does not name. optional (the default) serves and reports them; required refuses them.",
    ),
  serve: () => Type.Optional(serve()),
  vault: () => Type.Optional(vaultLocation()),
  rateLimits: () => Type.Optional(rateLimits()),
  approvals: () => Type.Optional(approvals()),
  codeMode: () => Type.Optional(codeMode()),
  audit: () => Type.Optional(audit()),
  log: () => Type.Optional(log()),
};

type HubConfigType = ReturnType<typeof hubConfigSchema>;
type Sections = { [Name in keyof typeof sections]: ReturnType<(typeof sections)[Name]> };

/** The schema of a config that has only the sections that are used. */
export function hubConfigSchema(uses: (section: string) => boolean = () => true) {
  const made = Object.entries(sections).flatMap(([name, make]) => (uses(name) ? [[name, make()]] : []));
  return closed(
    Object.fromEntries(made) as Sections,
    "A hub of operations: MCP servers, HTTP APIs and scripts behind one address.",
  );
}

/** The schema of `operations.config.{json,yaml,ts}`. */
export const HubConfigSchema: HubConfigType = madeLater(
  ["~kind", "type", "properties", "additionalProperties", "description"],
  () => hubConfigSchema() as HubConfigType & TObjectOptions,
);

/** The config of a hub, as `operations.config.{json,yaml,ts}` holds it. */
export type HubConfig = Static<typeof HubConfigSchema>;

/** The config of one MCP server: an entry of the block `mcpServers`. */
export type MCPServerConfig = Static<ReturnType<typeof mcpServer>>;
/** The config of one OpenAPI document: an entry of the block `openapi`. */
export type OpenAPISourceConfig = Static<ReturnType<typeof openapiSource>>;
/** The config of operations in local modules: the block `local`. */
export type LocalConfig = Static<ReturnType<typeof local>>;
/** The config of one other hub or bus: an entry of the block `remotes`. */
export type RemoteConfig = Static<ReturnType<typeof remote>>;
/** A source of your own: `use` names its module, and what is neither `use` nor a rule is an option of the source. */
export type CustomSourceConfig = Static<ReturnType<typeof customSource>> & Readonly<Record<string, unknown>>;
/** The config of the hub's own interfaces: the block `serve`. */
export type ServeConfig = Static<ReturnType<typeof serve>>;
export type KeyConfig = Static<ReturnType<typeof key>>;
export type ApprovalWebhookConfig = Static<ReturnType<typeof approvalWebhook>>;
export type RateLimitConfig = Static<ReturnType<typeof rateLimit>>;
export type RateLimitsConfig = Static<ReturnType<typeof rateLimits>>;

/** The rules of a source: its operations, who may call them, what results keep, and which calls need an approval. */
export type SourcePolicyConfig = Pick<
  MCPServerConfig,
  "include" | "exclude" | "scopes" | "output" | "approval" | "operations"
>;
export type OperationShapeConfig = Static<ReturnType<typeof operationShape>>;
