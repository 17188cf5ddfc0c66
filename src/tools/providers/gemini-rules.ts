import type { LiteralType, RuleSource, SourcedRules } from "../lowering/schema-rules.ts";

const schemaSupport: RuleSource = {
  where:
    "Structured outputs, https://ai.google.dev/gemini-api/docs/structured-output#json_schema_support, in an undated copy that names Gemini 3.1",
  read: "2026-11-17",
};
const sdk: RuleSource = {
  where: "npm @google/genai 2.32.0: GenerateContentConfig.responseJsonSchema, which lists what is read",
  read: "2026-11-17",
};
const declaration: RuleSource = {
  where: "npm @google/genai 2.32.0: FunctionDeclaration.name, .parameters and .parametersJsonSchema",
  read: "2026-11-17",
};

/** As `parametersJsonSchema`, which takes more than `parameters`. */
export const geminiRules: SourcedRules = {
  rules: {
    keywords: new Set([
      "type",
      "format",
      "title",
      "enum",
      "items",
      "prefixItems",
      "minItems",
      "maxItems",
      "minimum",
      "maximum",
      "anyOf",
      "properties",
      "additionalProperties",
      "required",
    ]),
    formats: new Set(["date-time", "date", "time"]),
    patterns: "regular",
    minItems: Infinity,
    literals: new Set<LiteralType>(["string", "number"]),
    literalCase: true,
    typeLists: "nullable",
    untyped: false,
    allRequired: false,
    closed: false,
    references: "optional",
    notAtRoot: ["anyOf", "enum", "$ref"],
    propertyNames: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
    toolNames: /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/,
    limits: {},
  },
  sources: {
    keywords: sdk,
    formats: schemaSupport,
    patterns: sdk,
    minItems: sdk,
    literals: sdk,
    literalCase: schemaSupport,
    typeLists: schemaSupport,
    untyped: schemaSupport,
    allRequired: schemaSupport,
    closed: schemaSupport,
    references: sdk,
    notAtRoot: declaration,
    propertyNames: declaration,
    toolNames: declaration,
    limits: sdk,
  },
};
