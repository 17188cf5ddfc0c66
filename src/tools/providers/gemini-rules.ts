import type { LiteralType, RuleSource, SourcedRules } from "../lowering/schema-rules.ts";

const schemaSupport: RuleSource = {
  where:
    "https://ai.google.dev/gemini-api/docs/structured-output#json_schema_support, as of 2026-02 in UnitVectorY-Labs/jsonschemaprofiles 57d66e1, docs/GEMINI.md",
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
