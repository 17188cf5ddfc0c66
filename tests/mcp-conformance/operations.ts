/** The tools that the conformance runner calls by name, as operations of ours. */
import { CallError, defineOperation, FromSchema, mcpEnvelope, OperationType, Type } from "../../src/index.ts";
import type { AnyOperation, MCPContentBlock, OperationRegistry } from "../../src/index.ts";

/** The smallest picture and the smallest sound. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

const text: MCPContentBlock = { type: "text", text: "Multiple content types test:" };
const image: MCPContentBlock = { type: "image", data: PNG, mimeType: "image/png" };
const audio: MCPContentBlock = { type: "audio", data: WAV, mimeType: "audio/wav" };

function embedded(mimeType: string, content: string): MCPContentBlock {
  return { type: "resource", resource: { uri: "test://embedded-resource", mimeType, text: content } };
}

const base = {
  namespace: "test",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "For the conformance runner",
  inputSchema: Type.Object({}),
  outputSchema: Type.Unknown(),
  accessControl: { requiredScopes: [] },
} as const;

/** Answers with content blocks, as an operation that was imported from an MCP server does. */
function answering(name: string, content: MCPContentBlock[]): AnyOperation {
  return defineOperation({ ...base, name, handler: () => mcpEnvelope(undefined, { isError: false, content }) });
}

const simpleText = defineOperation({
  ...base,
  name: "simple_text",
  outputSchema: Type.String(),
  handler: () => "This is a simple text response for testing.",
});

const errorHandling = defineOperation({
  ...base,
  name: "error_handling",
  handler: () => {
    throw new CallError("EXECUTION_ERROR", "This tool intentionally returns an error for testing");
  },
});

const withProgress = defineOperation({
  ...base,
  name: "tool_with_progress",
  outputSchema: Type.String(),
  handler: async (_input, { onProgress }) => {
    for (const progress of [0, 50, 100]) {
      onProgress?.({ progress, total: 100 });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return "done";
  },
});

/** The schema that the runner wants to find again, keyword by keyword. */
const jsonSchema = defineOperation({
  ...base,
  namespace: "json",
  name: "schema_2020_12_tool",
  inputSchema: FromSchema({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  }),
  handler: (input) => input,
});

/** Needs what the runner's client does not offer: the call is refused before the operation runs. */
const missingCapability = defineOperation({
  ...base,
  name: "missing_capability",
  metadata: { mcp: { requiredClientCapabilities: { sampling: {} } } },
  handler: () => "never called",
});

/** We send neither log messages nor requests to clients; the runner looks that none come while these run. */
const withoutLogging = defineOperation({ ...base, name: "logging_tool", handler: () => "not logged" });
const withoutElicitation = defineOperation({
  ...base,
  name: "streaming_elicitation",
  handler: (_input, { onProgress }) => {
    onProgress?.({ progress: 1 });
    return "not asked";
  },
});

/** Adds and removes an operation, so that the list of tools changes. */
function triggerToolChange(registry: OperationRegistry): AnyOperation {
  const passing = answering("passing", [text]);
  return defineOperation({
    ...base,
    name: "trigger_tool_change",
    type: OperationType.MUTATION,
    handler: () => {
      registry.register(passing, { replace: true });
      registry.unregister("test.passing");
      return "changed";
    },
  });
}

export function registerConformanceOperations(registry: OperationRegistry): OperationRegistry {
  return registry.registerAll([
    simpleText,
    answering("image_content", [image]),
    answering("audio_content", [audio]),
    answering("embedded_resource", [embedded("text/plain", "This is an embedded resource content.")]),
    answering("multiple_content_types", [text, image, embedded("application/json", '{"test":"data","value":123}')]),
    errorHandling,
    withProgress,
    jsonSchema,
    missingCapability,
    withoutLogging,
    withoutElicitation,
    triggerToolChange(registry),
  ]);
}
