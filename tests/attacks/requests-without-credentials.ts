/** Requests of every kind without credentials. Some pretend to have them. */
import * as fc from "fast-check";
import { KEY } from "./guarded-hub.ts";

const IDS = ["open", "any", "own"].flatMap((name) => [`vault.${name}`, `vault.${name}_put`, `vault.${name}_watch`]);
export const operationId = fc.constantFrom(...IDS, "open.nested");

/** Tokens that are not the key, but would pass a careless comparison. */
export const wrongToken = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "null",
    "undefined",
    "*",
    "owner",
    KEY.slice(0, -1),
    `${KEY}x`,
    KEY.toUpperCase(),
    `${KEY},${KEY}`,
    `"${KEY}"`,
    "true",
    "[]",
    "__proto__",
    "constructor",
    // {"alg":"none"}.{"sub":"owner","scope":"*"}
    "eyJhbGciOiJub25lIn0.eyJzdWIiOiJvd25lciIsInNjb3BlIjoiKiJ9.",
  ),
  fc.stringMatching(/^[\w.~+/=:-]{0,40}$/),
);

const header = fc.oneof(
  fc.tuple(
    fc.constant("authorization"),
    fc
      .tuple(fc.constantFrom("Bearer ", "bearer  ", "Bearer\t", "Basic ", "Key ", "", "Bearer"), wrongToken)
      .map(([scheme, token]) => `${scheme}${token}`),
  ),
  fc.tuple(fc.constantFrom("x-api-key", "X-API-KEY"), wrongToken),
  // The key itself, in places where no hub reads it.
  fc.tuple(
    fc.constantFrom("cookie", "x-key", "proxy-authorization", "api-key", "operation-key", "x-authorization"),
    fc.constantFrom(KEY, `Bearer ${KEY}`, `key=${KEY}`),
  ),
  fc.constantFrom(
    ["x-forwarded-for", "127.0.0.1"],
    ["x-original-url", "/healthz"],
    ["x-rewrite-url", "/vault/open"],
    ["x-http-method-override", "GET"],
    ["x-forwarded-user", "owner"],
    ["operation-identity", '{"id":"owner","scopes":["vault:open"]}'],
    ["operation-request-id", "1"],
    ["operation-answer", "envelope"],
    ["accept", "text/event-stream"],
    ["content-type", "text/plain"],
    ["if-none-match", "*"],
    ["origin", "http://127.0.0.1"],
    ["expect", "100-continue"],
    ["traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
  ) as fc.Arbitrary<[string, string]>,
);

/** The same path, spelt with percent encoding. */
const respelt = (path: string): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom("plain", "hex", "HEX", "double"), { minLength: path.length, maxLength: path.length })
    .map((ways) =>
      Array.from(path, (letter, index) => {
        const way = ways[index];
        const hex = letter.charCodeAt(0).toString(16);
        if (letter === "/" || way === "plain" || way === undefined) return letter;
        return way === "double" ? `%25${hex}` : `%${way === "HEX" ? hex.toUpperCase() : hex}`;
      }).join(""),
    );

const path = operationId.chain((id) => {
  const called = `/${id.replace(".", "/")}`;
  const [namespace = "", name = ""] = id.split(".");
  return fc.oneof(
    fc.constant(called),
    respelt(called),
    fc.constantFrom(
      `/${called}`,
      `${called}/`,
      `/x/..${called}`,
      `/explorer/..${called}`,
      `/explorer/%2e%2e${called}`,
      `/healthz/..${called}`,
      `/readyz${called}`,
      `/%2f${namespace}%2f${name}`,
      `/${namespace}%2f${name}`,
      `/${namespace}\\${name}`,
      `${called};a=b`,
      `${called}%00`,
      `${called}#x`,
      `/${id}`,
      `/~/operations`,
      `/~/operations/${id}`,
      `/~${called}`,
      "/~/session",
      "/~/sources",
      "/~/calls/1",
      "/openapi.json",
      "/metrics",
      "/mcp",
      "/ws",
      `http://127.0.0.1${called}`,
      `http://owner:${KEY}@127.0.0.1${called}`,
      `/${namespace.toUpperCase()}/${name}`,
    ),
  );
});

const query = fc.constantFrom(
  "",
  "?input={}",
  "?input=",
  `?key=${KEY}`,
  `?access_token=${KEY}`,
  `?api_key=${KEY}`,
  "?a",
);

export interface BareRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body: string;
}

export const httpRequest: fc.Arbitrary<BareRequest> = fc.record({
  method: fc.constantFrom("GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"),
  path: fc.tuple(path, query).map((parts) => parts.join("")),
  headers: fc.array(header, { maxLength: 4 }),
  body: fc.oneof(fc.constantFrom("", "{}", "null", `{"key":"${KEY}"}`, '{"__proto__":{"scopes":["*"]}}'), fc.json()),
});

const toolName = operationId.map((id) => id.replace(".", "_"));
const toolCall = fc.oneof(
  fc.record({ name: fc.oneof(toolName, operationId), arguments: fc.constantFrom({}, { input: {} }, { key: KEY }) }),
  fc.record({
    name: fc.constantFrom("call_operation", "describe_operations", "search_operations"),
    arguments: fc.record({
      id: operationId,
      operation: operationId,
      input: fc.constant({}),
      query: fc.constant("vault"),
    }),
  }),
);

const METHODS = ["tools/call", "tools/call", "tools/list", "initialize", "resources/read", "server/discover"] as const;
const MODERN = { version: "2026-07-28", prefix: "io.modelcontextprotocol/" };
const claimed = { identity: { id: "owner", scopes: ["*"] }, authorization: `Bearer ${KEY}` };

/** For the revision without sessions: one request is enough, if its headers agree with its body. */
const modernMessage = fc.tuple(fc.constantFrom(...METHODS), toolCall).map(([method, params]) => {
  const _meta = {
    ...claimed,
    [`${MODERN.prefix}protocolVersion`]: MODERN.version,
    [`${MODERN.prefix}clientCapabilities`]: {},
    [`${MODERN.prefix}clientInfo`]: { name: "attacker", version: "1" },
  };
  return {
    headers: [
      ["mcp-protocol-version", MODERN.version],
      ["mcp-method", method],
      ["mcp-name", params.name],
    ] as Array<[string, string]>,
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
  };
});

/** For the revisions with sessions. The attack opens a session where the hub allows it. */
const legacyMessage = fc
  .tuple(fc.constantFrom(...METHODS), toolCall, fc.boolean())
  .map(([method, params, isInRow]): { headers: Array<[string, string]>; body: string } => {
    const message = { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: claimed } };
    return {
      headers: [["mcp-protocol-version", "2025-11-25"]],
      body: JSON.stringify(isInRow ? [message, message] : message),
    };
  });

/** Messages for `/mcp`, some with a wrong token. */
export const mcpMessage = fc
  .tuple(fc.oneof(modernMessage, legacyMessage), fc.option(wrongToken, { nil: undefined, freq: 1 }))
  .map(([{ headers, body }, token]) => ({
    body,
    headers: token === undefined ? headers : [...headers, ["authorization", `Bearer ${token}`] as [string, string]],
  }));

const claims = fc.constantFrom(
  {},
  { identity: { id: "owner", scopes: ["vault:open"], resources: { vault: ["*"] } } },
  { identity: { id: "owner", scopes: ["*"] }, token: "*" },
);

/** Frames for `/ws`: hellos without a known token, and calls before, after and instead of them. */
export const frames: fc.Arbitrary<string[]> = fc.array(
  fc
    .array(
      fc.oneof(
        fc.tuple(wrongToken, fc.boolean()).map(([token, hasToken]) => ({
          type: "peer.hello",
          protocol: 1,
          peerId: "p",
          ...(hasToken ? { token } : {}),
        })),
        fc.tuple(operationId, claims, wrongToken).map(([id, claimed, token]) => ({
          type: "call.requested",
          requestId: "1",
          operationId: id,
          input: {},
          window: 10,
          token,
          ...claimed,
        })),
        fc.constant({ type: "peer.offered", operations: [] }),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((events) => JSON.stringify(events)),
  { minLength: 1, maxLength: 3 },
);
