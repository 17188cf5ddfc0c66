import { ALL_KEYWORDS } from "../lowering/schema-rules.ts";
import type { LiteralType, RuleSource, SourcedRules } from "../lowering/schema-rules.ts";

/** "JSON Schema limitations", "Invalid outputs" and "Schema complexity limits" of the page. */
const structuredOutputs: RuleSource = {
  where:
    "Structured outputs, https://platform.claude.com/docs/en/build-with-claude/structured-outputs, in an undated copy",
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
const TOOL_NAMES = /^[a-zA-Z0-9_-]{1,64}$/;
const PROPERTY_NAMES = /^[a-zA-Z0-9_.-]{1,64}$/;
const ROOT = ["anyOf", "oneOf", "allOf", "$ref"];

/**
 * With `strict: true`: the schema is compiled into a grammar. The page allows simple patterns, and says only that
 * others may fail. One that fails ends the whole request, so we send none, as the SDK does. Only the API knows whether
 * a grammar is too large: the page names a bound, but no number.
 */
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
    literalCase: false,
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
    formats: structuredOutputs,
    patterns: structuredOutputs,
    minItems: structuredOutputs,
    literals: structuredOutputs,
    literalCase: structuredOutputs,
    typeLists: structuredOutputs,
    untyped: sdk,
    allRequired: structuredOutputs,
    closed: structuredOutputs,
    references: structuredOutputs,
    notAtRoot: rootAnswer,
    propertyNames: namesAnswer,
    toolNames: names,
    limits: structuredOutputs,
  },
};

/** All strict tools of one request share one grammar. */
export const anthropicRequestLimits = { tools: 20, optionals: 24, unions: 16, source: structuredOutputs } as const;

export const anthropicRules: SourcedRules = {
  rules: {
    keywords: new Set(ALL_KEYWORDS),
    formats: "all",
    patterns: "all",
    minItems: Infinity,
    literals: new Set<LiteralType>(["string", "number", "boolean", "object"]),
    literalCase: true,
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
    literalCase: inputSchema,
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
