/** A registry with one operation of each kind, and real clients of both eras. */
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Type } from "typebox";
import { CallError } from "../../errors/call-error.ts";
import { mcpEnvelope } from "../../envelope/response-envelope.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import type { MCPService } from "./options/mcp-service.ts";

export type Era = "legacy" | "modern";

export const ERAS: readonly Era[] = ["legacy", "modern"];

export const openAccess = { requiredScopes: [] };

const base = { namespace: "test", version: "1.0.0", accessControl: openAccess, description: "For a test" } as const;

const NoInput = Type.Object({});

export const add = defineOperation({
  ...base,
  name: "add",
  title: "Add",
  type: OperationType.QUERY,
  description: "Adds two numbers",
  inputSchema: Type.Object({ a: Type.Number(), b: Type.Number() }),
  outputSchema: Type.Object({ sum: Type.Number() }),
  handler: ({ a, b }) => ({ sum: a + b }),
});

export const shout = defineOperation({
  ...base,
  name: "shout",
  type: OperationType.MUTATION,
  inputSchema: Type.String({ minLength: 1 }),
  outputSchema: Type.String(),
  handler: (text) => text.toUpperCase(),
});

const nothing = defineOperation({
  ...base,
  name: "nothing",
  type: OperationType.MUTATION,
  idempotent: true,
  inputSchema: NoInput,
  outputSchema: Type.Undefined(),
  handler: () => undefined,
});

const reverse = defineOperation({
  ...base,
  name: "reverse",
  type: OperationType.QUERY,
  inputSchema: Type.Object({ bytes: Type.Unknown() }),
  outputSchema: Type.Unknown(),
  handler: ({ bytes }) => ({ reversed: (bytes as Uint8Array).toReversed() }),
});

const fails = defineOperation({
  ...base,
  name: "fails",
  type: OperationType.QUERY,
  inputSchema: Type.Object({ how: Type.String() }),
  outputSchema: Type.Object({}),
  errorSchemas: { TOO_POOR: {} },
  handler: ({ how }): object => {
    if (how === "declared") throw new CallError("TOO_POOR", "The account holds 3 EUR.", { balance: 3 });
    if (how === "worded") throw new CallError("EXECUTION_ERROR", "The bank answered 503.", { secret: "details" });
    throw new Error("connect failed: password=hunter2");
  },
});

const proxied = defineOperation({
  ...base,
  name: "proxied",
  type: OperationType.MUTATION,
  metadata: { mcp: { annotations: { openWorldHint: true } } },
  inputSchema: Type.Object({ isError: Type.Optional(Type.Boolean()), exotic: Type.Optional(Type.Boolean()) }),
  outputSchema: Type.Unknown(),
  handler: ({ isError = false, exotic = false }) =>
    mcpEnvelope(undefined, {
      isError,
      // A field and a block that no revision defines.
      content: [
        { type: "text", text: "hi", mood: "glad" },
        ...(exotic ? [{ type: "hologram", size: 3 }] : []),
      ] as never,
      structuredContent: { kept: true },
      _meta: { "example.org/trace": "t1" },
    }),
});

const count = defineOperation({
  ...base,
  name: "count",
  type: OperationType.SUBSCRIPTION,
  inputSchema: Type.Object({ to: Type.Integer() }),
  outputSchema: Type.Object({ n: Type.Integer() }),
  async *handler({ to }) {
    for (let n = 1; n <= to; n++) yield { n };
  },
});

const steps = defineOperation({
  ...base,
  name: "steps",
  type: OperationType.QUERY,
  inputSchema: NoInput,
  outputSchema: Type.String(),
  handler: (_input, { onProgress }) => {
    for (const progress of [1, 1, 2]) onProgress?.({ progress, total: 2, message: `step ${progress}` });
    return onProgress === undefined ? "unheard" : "heard";
  },
});

const secret = defineOperation({
  ...base,
  name: "secret",
  type: OperationType.QUERY,
  accessControl: { requiredScopes: ["secrets"] },
  inputSchema: NoInput,
  outputSchema: Type.String(),
  handler: (_input, { identity }) => `for ${identity?.id}`,
});

/** Like an imported operation whose schema turns out to be invalid when it is first read. */
export const unreadable: AnyOperation = {
  ...add,
  name: "unreadable",
  get inputSchema(): never {
    throw new Error("secret of the document");
  },
};

export const traced = defineOperation({
  ...base,
  name: "traced",
  type: OperationType.QUERY,
  inputSchema: NoInput,
  outputSchema: Type.Unknown(),
  handler: (_input, { trace }) => ({ ...trace }),
});

export const allOperations: readonly AnyOperation[] = [
  add,
  shout,
  nothing,
  reverse,
  fails,
  proxied,
  count,
  steps,
  secret,
];

export function registryOf(operations: Iterable<AnyOperation> = allOperations): OperationRegistry {
  return new OperationRegistry({ onWarning: () => {} }).registerAll(operations);
}

/** An operation whose handler reports its start, waits for its signal, and reports its abort. */
export function waiting(): { operation: AnyOperation; entered: Promise<void>; aborted: Promise<void> } {
  let enter: () => void, abort: () => void;
  const entered = new Promise<void>((resolve) => (enter = resolve));
  const aborted = new Promise<void>((resolve) => (abort = resolve));
  const operation = defineOperation({
    ...base,
    name: "wait",
    type: OperationType.QUERY,
    inputSchema: NoInput,
    outputSchema: Type.Unknown(),
    handler: (_input, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          abort();
          reject(new Error("stopped"));
        });
        enter();
      }),
  });
  return { operation, entered, aborted };
}

/** A client that speaks one era only. */
export function clientOf(era: Era): Client {
  const mode = era === "modern" ? { pin: "2026-07-28" } : "legacy";
  return new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
}

export async function connectInMemory(service: MCPService, era: Era): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await service.connect({ transport: far });
  const client = clientOf(era);
  await client.connect(near);
  return client;
}

/** Through `fetch`, without a socket. */
export async function connectByFetch(service: MCPService, era: Era, token?: string): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    fetch: (url, init) => service.fetch(new Request(url, init)),
    ...(token === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  });
  const client = clientOf(era);
  await client.connect(transport);
  return client;
}
