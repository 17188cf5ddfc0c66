import { ALL_KEYWORDS } from "../lowering/schema-rules.ts";
import type { LiteralType, RuleSource, SourcedRules } from "../lowering/schema-rules.ts";

const structuredOutputs: RuleSource = {
  where:
    "https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations, as summed up in cskiro/claudex, schema-limitations.md, of 2025-11-29; the page itself was not at hand",
  read: "2026-11-17",
};
const sdk: RuleSource = { where: "npm @anthropic-ai/sdk 1.9.0: lib/transform-json-schema", read: "2026-11-17" };
const inputSchema: RuleSource = {
  where: "npm @anthropic-ai/sdk 1.9.0: resources/messages, Tool.input_schema, which is any JSON Schema 2020-12",
  read: "2026-11-17",
};
const names: RuleSource = {
  where:
    "https://git.drupalcode.org/project/mcp_server/-/work_items/3585896, which quotes the error of Anthropic's own client",
  read: "2026-11-17",
};
const rootAnswer: RuleSource = {
  where: "https://github.com/anthropics/claude-code/issues/5319, which quotes the API's error",
  read: "2026-11-17",
};
const namesAnswer: RuleSource = {
  where: "https://github.com/magemaclean/azure-devops-mcp, docs/TOOL-NAME-VALIDATION.md, which quotes the API's error",
  read: "2026-11-17",
};
const requestLimits: RuleSource = {
  where:
    "https://github.com/langchain4j/langchain4j/issues/5128 (20 tools), https://github.com/alphaXiv/agents/pull/51 (24 optional properties), https://github.com/mozilla/bugbug/pull/6129 (16 unions). https://github.com/alphaXiv/agents/pull/49 met a further bound, on the size of the grammar, which nobody states",
  read: "2026-11-17",
};

const TOOL_NAMES = /^[a-zA-Z0-9_-]{1,64}$/;
const PROPERTY_NAMES = /^[a-zA-Z0-9_.-]{1,64}$/;
const ROOT = ["anyOf", "oneOf", "allOf", "$ref"];

/** With `strict: true`: the schema is compiled into a grammar. */
export const anthropicStrictRules: SourcedRules = {
  rules: {
    keywords: new Set([
      "type",
      "enum",
      "const",
      "anyOf",
      "properties",
      "required",
      "additionalProperties",
      "items",
      "minItems",
      "format",
      "default",
    ]),
    formats: new Set(["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"]),
    patterns: "regular",
    minItems: 1,
    literals: new Set<LiteralType>(["string", "number", "boolean"]),
    typeLists: "nullable",
    untyped: false,
    allRequired: false,
    closed: true,
    references: "acyclic",
    notAtRoot: ROOT,
    propertyNames: PROPERTY_NAMES,
    toolNames: TOOL_NAMES,
    limits: { optionals: 24, unions: 16 },
  },
  sources: {
    keywords: sdk,
    formats: sdk,
    patterns: structuredOutputs,
    minItems: sdk,
    literals: sdk,
    typeLists: structuredOutputs,
    untyped: sdk,
    allRequired: structuredOutputs,
    closed: sdk,
    references: structuredOutputs,
    notAtRoot: rootAnswer,
    propertyNames: namesAnswer,
    toolNames: names,
    limits: requestLimits,
  },
};

/** All strict tools of one request share one grammar. */
export const anthropicRequestLimits = { tools: 20, optionals: 24, unions: 16, source: requestLimits } as const;

export const anthropicRules: SourcedRules = {
  rules: {
    keywords: new Set(ALL_KEYWORDS),
    formats: "all",
    patterns: "all",
    minItems: Infinity,
    literals: new Set<LiteralType>(["string", "number", "boolean", "object"]),
    typeLists: "any",
    untyped: true,
    allRequired: false,
    closed: false,
    references: "all",
    notAtRoot: ROOT,
    propertyNames: PROPERTY_NAMES,
    toolNames: TOOL_NAMES,
    limits: {},
  },
  sources: {
    keywords: inputSchema,
    formats: inputSchema,
    patterns: inputSchema,
    minItems: inputSchema,
    literals: inputSchema,
    typeLists: inputSchema,
    untyped: inputSchema,
    allRequired: inputSchema,
    closed: inputSchema,
    references: inputSchema,
    notAtRoot: rootAnswer,
    propertyNames: namesAnswer,
    toolNames: names,
    limits: inputSchema,
  },
};
