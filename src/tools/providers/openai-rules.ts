import { ALL_KEYWORDS } from "../lowering/schema-rules.ts";
import type { LiteralType, RuleSource, SourcedRules } from "../lowering/schema-rules.ts";

const structuredOutputs: RuleSource = {
  where: "https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas, in an undated copy",
  read: "2026-11-17",
};
const sdk: RuleSource = { where: "npm openai 6.49.0: lib/transform, toStrictJsonSchema", read: "2026-11-17" };
const names: RuleSource = { where: "npm openai 6.49.0: resources/shared, FunctionDefinition.name", read: "2026-11-17" };
const plainRoot: RuleSource = {
  where: "https://github.com/langchain-ai/langchainjs/issues/9804, which quotes the API's error",
  read: "2026-11-17",
};
const free: RuleSource = {
  where: "npm openai 6.49.0: resources/shared, FunctionDefinition.parameters, which is any JSON Schema",
  read: "2026-11-17",
};

const TOOL_NAMES = /^[a-zA-Z0-9_-]{1,64}$/;
const LITERALS = new Set<LiteralType>(["string", "number", "boolean"]);
const ROOT = ["anyOf", "oneOf", "allOf", "enum", "not", "const", "$ref"];

/** With `strict: true`: the model can only produce what the schema accepts. */
export const openaiStrictRules: SourcedRules = {
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
      "maxItems",
      "pattern",
      "format",
      "minimum",
      "maximum",
      "exclusiveMinimum",
      "exclusiveMaximum",
      "multipleOf",
    ]),
    formats: new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]),
    patterns: "regular",
    minItems: Infinity,
    literals: LITERALS,
    literalCase: true,
    typeLists: "nullable",
    untyped: false,
    allRequired: true,
    closed: true,
    references: "all",
    notAtRoot: ROOT,
    propertyNames: /^[^]*$/,
    toolNames: TOOL_NAMES,
    limits: { depth: 10, properties: 5000, enumValues: 1000, longEnum: 15_000, characters: 120_000 },
  },
  sources: {
    keywords: structuredOutputs,
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
    notAtRoot: structuredOutputs,
    propertyNames: structuredOutputs,
    toolNames: names,
    limits: structuredOutputs,
  },
};

/** Without `strict` the schema is a hint to the model: nearly everything may be in it. */
export const openaiRules: SourcedRules = {
  rules: {
    keywords: new Set(ALL_KEYWORDS),
    formats: "all",
    patterns: "all",
    minItems: Infinity,
    literals: new Set<LiteralType>([...LITERALS, "object"]),
    literalCase: true,
    typeLists: "any",
    untyped: true,
    allRequired: false,
    closed: false,
    references: "all",
    notAtRoot: ROOT,
    propertyNames: /^[^]*$/,
    toolNames: TOOL_NAMES,
    limits: {},
  },
  sources: {
    keywords: free,
    formats: free,
    patterns: free,
    minItems: free,
    literals: free,
    literalCase: free,
    typeLists: free,
    untyped: free,
    allRequired: free,
    closed: free,
    references: free,
    notAtRoot: plainRoot,
    propertyNames: free,
    toolNames: names,
    limits: free,
  },
};
