/** The tools that the conformance runner calls by name, as operations. */
import {
  CallError,
  defineOperation,
  definePrompt,
  defineResource,
  FromSchema,
  mcpEnvelope,
  OperationType,
  Type,
} from "../../src/entries/index.ts";
import type {
  AnyOperation,
  ElicitationAnswer,
  ElicitationRequest,
  MCPContentBlock,
  OperationRegistry,
  SamplingRequest,
} from "../../src/entries/index.ts";

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

/** Answers with content blocks, as an operation imported from an MCP server does. */
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

/** The schema that the runner expects back, keyword by keyword. */
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

/** Takes an argument that its client repeats in a header field. */
const headerArgument = defineOperation({
  ...base,
  name: "header_argument",
  inputSchema: Type.Object({ region: Type.String({ "x-mcp-header": "Region" }) }),
  outputSchema: Type.String(),
  handler: ({ region }) => `in ${region}`,
});

/** Needs a capability that the runner's client lacks. The server refuses the call before the operation runs. */
const missingCapability = defineOperation({
  ...base,
  name: "missing_capability",
  metadata: { mcp: { requiredClientCapabilities: { sampling: {} } } },
  handler: () => "never called",
});

/** Logs at three moments. Under one of its names the runner expects the messages, under the other it expects none. */
function logging(name: string): AnyOperation {
  return defineOperation({
    ...base,
    name,
    handler: async (_input, { callerLog }) => {
      for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
        callerLog?.write({ level: "info", data });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return "logged";
    },
  });
}

const sampling = defineOperation({
  ...base,
  name: "sampling",
  inputSchema: Type.Object({ prompt: Type.String() }),
  handler: async ({ prompt }, { onSampling, signal }) => {
    if (onSampling === undefined) throw new CallError("EXECUTION_ERROR", "This client has no model.");
    const { content } = await onSampling(promptOf(prompt), { signal });
    return `LLM response: ${JSON.stringify(content)}`;
  },
});

function promptOf(text: string): SamplingRequest {
  return { messages: [{ role: "user", content: { type: "text", text } }], maxTokens: 100 };
}

/** Sends every kind of question that the client accepts, all at once. */
function askingAll(name: string, kinds: ReadonlyArray<"elicitation" | "sampling" | "roots">): AnyOperation {
  return defineOperation({
    ...base,
    name,
    handler: async (_input, { onElicitation, onSampling, onRoots, signal }) => {
      const answers = await Promise.all([
        kinds.includes("elicitation") ? onElicitation?.({ ...nameForm, elicitationId: "user_name" }, { signal }) : [],
        kinds.includes("sampling") ? onSampling?.(promptOf("What is the capital of France?"), { signal }) : [],
        kinds.includes("roots") ? onRoots?.({ signal }) : [],
      ]);
      return JSON.stringify(answers);
    },
  });
}

function form(message: string, properties: Record<string, unknown>): ElicitationRequest {
  return { mode: "form", message, requestedSchema: { type: "object", properties, required: Object.keys(properties) } };
}

const nameForm = form("What is your name?", { name: { type: "string" } });

/** Asks one question after the other. The runner identifies some of them by their ids. */
function asking(name: string, questions: readonly ElicitationRequest[]): AnyOperation {
  return defineOperation({
    ...base,
    name,
    handler: async (_input, { onElicitation, onProgress, signal }) => {
      if (onElicitation === undefined) throw new CallError("EXECUTION_ERROR", "This client accepts no questions.");
      onProgress?.({ progress: 1 });
      const answers: ElicitationAnswer[] = [];
      for (const question of questions) answers.push(await onElicitation(question, { signal }));
      return `state-ok: ${JSON.stringify(answers)}`;
    },
  });
}

const titled = (...titles: string[]): object[] =>
  titles.map((title, index) => ({ const: `value${index + 1}`, title: `${title} ${index + 1}` }));

const options = ["option1", "option2", "option3"];

const askingOperations = [
  sampling,
  askingAll("input_required_result_sampling", ["sampling"]),
  askingAll("input_required_result_list_roots", ["roots"]),
  askingAll("input_required_result_multiple_inputs", ["elicitation", "sampling", "roots"]),
  askingAll("input_required_result_capabilities", ["elicitation", "sampling"]),
  asking("elicitation", [
    form("Please provide your information", { username: { type: "string" }, email: { type: "string" } }),
  ]),
  asking("elicitation_sep1034_defaults", [
    form("Are these right?", {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    }),
  ]),
  asking("elicitation_sep1330_enums", [
    form("Which ones?", {
      untitledSingle: { type: "string", enum: options },
      titledSingle: { type: "string", oneOf: titled("Option", "Option", "Option") },
      legacyEnum: { type: "string", enum: ["opt1", "opt2", "opt3"], enumNames: ["One", "Two", "Three"] },
      untitledMulti: { type: "array", items: { type: "string", enum: options } },
      titledMulti: { type: "array", items: { anyOf: titled("Choice", "Choice", "Choice") } },
    }),
  ]),
  asking("streaming_elicitation", [nameForm]),
  asking("input_required_result_elicitation", [{ ...nameForm, elicitationId: "user_name" }]),
  asking("input_required_result_request_state", [form("Please confirm", { ok: { type: "boolean" } })]),
  asking("input_required_result_tampered_state", [form("Please confirm", { ok: { type: "boolean" } })]),
  asking("input_required_result_multi_round", [
    { ...nameForm, elicitationId: "step1" },
    { ...form("What is your favourite colour?", { color: { type: "string" } }), elicitationId: "step2" },
  ]),
];

const offer = {
  namespace: "test",
  version: "1.0.0",
  description: "For the conformance runner",
  accessControl: { requiredScopes: [] },
};

const resources: AnyOperation[] = [
  defineResource({
    ...offer,
    name: "static_text",
    uri: "test://static-text",
    mimeType: "text/plain",
    handler: () => "This is the content of the static text resource.",
  }),
  defineResource({
    ...offer,
    name: "static_binary",
    uri: "test://static-binary",
    mimeType: "image/png",
    handler: () => Uint8Array.from(atob(PNG), (character) => character.charCodeAt(0)),
  }),
  defineResource({
    ...offer,
    name: "template",
    uri: "test://template/{id}/data",
    mimeType: "application/json",
    handler: ({ id }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  }),
  defineResource({
    ...offer,
    name: "watched",
    uri: "test://watched-resource",
    mimeType: "text/plain",
    watchedBy: "test.watched_changes",
    handler: () => "Watched resource content",
  }),
  defineOperation({
    ...base,
    name: "watched_changes",
    type: OperationType.SUBSCRIPTION,
    handler: async function* (_input, { signal }) {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      yield* [];
    },
  }),
];

const prompts: AnyOperation[] = [
  definePrompt({
    ...offer,
    name: "simple_prompt",
    inputSchema: Type.Object({}),
    handler: () => "This is a simple prompt for testing.",
  }),
  definePrompt({
    ...offer,
    name: "prompt_with_arguments",
    inputSchema: Type.Object({
      arg1: Type.String({ description: "First test argument" }),
      arg2: Type.Union([Type.Literal("testValue2"), Type.String()], { description: "Second test argument" }),
    }),
    handler: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  }),
  definePrompt({
    ...offer,
    name: "prompt_with_embedded_resource",
    inputSchema: Type.Object({ resourceUri: Type.String({ description: "URI of the resource to embed" }) }),
    handler: ({ resourceUri }) => [
      {
        role: "user",
        content: {
          type: "resource",
          resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." },
        },
      },
      { role: "user", content: { type: "text", text: "Please process the embedded resource above." } },
    ],
  }),
  definePrompt({
    ...offer,
    name: "prompt_with_image",
    inputSchema: Type.Object({}),
    handler: () => [
      { role: "user", content: image },
      { role: "user", content: { type: "text", text: "Please analyze the image above." } },
    ],
  }),
  definePrompt({
    ...offer,
    name: "input_required_result_prompt",
    inputSchema: Type.Object({}),
    handler: async (_input, { onElicitation, signal }) => {
      if (onElicitation === undefined) throw new CallError("EXECUTION_ERROR", "This client accepts no questions.");
      const question = form("What context should the prompt use?", { context: { type: "string" } });
      const { content } = await onElicitation({ ...question, elicitationId: "user_context" }, { signal });
      return `Use this context: ${String(content?.["context"])}`;
    },
  }),
];

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
    headerArgument,
    missingCapability,
    logging("tool_with_logging"),
    logging("logging_tool"),
    ...askingOperations,
    triggerToolChange(registry),
    ...resources,
    ...prompts,
  ]);
}
