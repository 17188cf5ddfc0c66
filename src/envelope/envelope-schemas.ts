/** TypeBox schemas of envelopes, for validation and for the call protocol. */
import { Type } from "typebox";
import { madeLater, OBJECT_MEMBERS } from "../shared/made-later.ts";

const UNION_MEMBERS = ["~kind", "anyOf"] as const;

/** The schema of one content block of an MCP result. */
export const MCPContentBlockSchema = /* @__PURE__ */ madeLater(UNION_MEMBERS, () => {
  const annotations = Type.Optional(
    Type.Object({
      audience: Type.Optional(Type.Array(Type.Union([Type.Literal("user"), Type.Literal("assistant")]))),
      priority: Type.Optional(Type.Number()),
      lastModified: Type.Optional(Type.String()),
    }),
  );
  return Type.Union([
    Type.Object({ type: Type.Literal("text"), text: Type.String(), annotations }),
    Type.Object({ type: Type.Literal("image"), data: Type.String(), mimeType: Type.String(), annotations }),
    Type.Object({ type: Type.Literal("audio"), data: Type.String(), mimeType: Type.String(), annotations }),
    Type.Object({
      type: Type.Literal("resource"),
      resource: Type.Object({
        uri: Type.String(),
        mimeType: Type.Optional(Type.String()),
        text: Type.Optional(Type.String()),
        blob: Type.Optional(Type.String()),
      }),
      annotations,
    }),
    Type.Object({
      type: Type.Literal("resource_link"),
      uri: Type.String(),
      name: Type.String(),
      description: Type.Optional(Type.String()),
      mimeType: Type.Optional(Type.String()),
    }),
  ]);
});

/** What the `meta` of every source may have. */
function commonMembers() {
  const RateLimitStateSchema = Type.Object({
    name: Type.String(),
    limit: Type.Number(),
    windowMs: Type.Number(),
    remaining: Type.Number(),
    endsInMs: Type.Number(),
  });

  const NotedMembersSchema = Type.Object({ count: Type.Integer({ minimum: 1 }), paths: Type.Array(Type.String()) });
  return {
    stripped: Type.Optional(NotedMembersSchema),
    filled: Type.Optional(NotedMembersSchema),
    rateLimits: Type.Optional(Type.Array(RateLimitStateSchema)),
    lastEventId: Type.Optional(Type.String()),
  };
}

/** The schema of the `meta` of a local result. */
export const LocalResponseMetaSchema = /* @__PURE__ */ madeLater(OBJECT_MEMBERS, () =>
  Type.Object({
    source: Type.Literal("local"),
    ...commonMembers(),
    operationId: Type.String(),
    timestamp: Type.Number(),
  }),
);

/** The schema of the `meta` of an HTTP API's answer. */
export const HTTPResponseMetaSchema = /* @__PURE__ */ madeLater(OBJECT_MEMBERS, () =>
  Type.Object({
    source: Type.Literal("http"),
    ...commonMembers(),
    statusCode: Type.Number(),
    headers: Type.Record(Type.String(), Type.String()),
    contentType: Type.String(),
    event: Type.Optional(Type.String()),
  }),
);

/** The schema of the `meta` of an MCP tool's result. */
export const MCPResponseMetaSchema = /* @__PURE__ */ madeLater(OBJECT_MEMBERS, () =>
  Type.Object({
    source: Type.Literal("mcp"),
    ...commonMembers(),
    isError: Type.Boolean(),
    content: Type.Array(MCPContentBlockSchema),
    structuredContent: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    structured: Type.Optional(Type.Literal(true)),
    sent: Type.Optional(Type.Unknown()),
    _meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
);

/** The schema of `meta`: a union on `source`. */
export const ResponseMetaSchema = /* @__PURE__ */ madeLater(UNION_MEMBERS, () =>
  Type.Union([LocalResponseMetaSchema, HTTPResponseMetaSchema, MCPResponseMetaSchema]),
);

/** The schema of an envelope. The operation's own output schema describes `data`. */
export const ResponseEnvelopeSchema = /* @__PURE__ */ madeLater(OBJECT_MEMBERS, () =>
  Type.Object({
    data: Type.Unknown({ description: "Operation output" }),
    meta: ResponseMetaSchema,
  }),
);
