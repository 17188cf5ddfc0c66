/** A registry and the two ways to serve it, for tests that run against both. */
import { afterEach, expect } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { Type } from "typebox";
import type { AnyOperation } from "../../operation/define-operation.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import { waitingDeadlines } from "../../shared/time/deadline-timer.ts";
import type { HTTPService } from "../request/http-service.ts";
import { serveHTTP } from "./serve-http.ts";
import type { ServeHTTPOptions } from "./serve-http-options.ts";

const base = { namespace: "demo", version: "1.0.0", description: "For tests.", accessControl: { requiredScopes: [] } };
const anything = { inputSchema: Type.Unknown(), outputSchema: Type.Unknown() };

/** What handlers reported about themselves, for tests to wait for. */
export class Witness {
  readonly contexts: OperationContext[] = [];
  aborted = 0;
  produced = 0;
}

export function testOperations(witness: Witness): AnyOperation[] {
  return [
    defineOperation({
      ...base,
      name: "add",
      type: "QUERY",
      inputSchema: Type.Object({ a: Type.Number(), b: Type.Number() }),
      outputSchema: Type.Object({ sum: Type.Number() }),
      handler: async ({ a, b }) => ({ sum: a + b }),
    }),
    defineOperation({
      ...base,
      name: "typed",
      type: "QUERY",
      inputSchema: Type.Object({
        count: Type.Optional(Type.Integer()),
        on: Type.Optional(Type.Boolean()),
        tags: Type.Optional(Type.Array(Type.String())),
        sizes: Type.Optional(Type.Array(Type.Number())),
        text: Type.Optional(Type.String()),
        nested: Type.Optional(Type.Object({ x: Type.Number() })),
      }),
      outputSchema: Type.Unknown(),
      handler: async (input) => input,
    }),
    defineOperation({ ...base, ...anything, name: "echo", type: "MUTATION", handler: async (input) => input }),
    defineOperation({
      ...base,
      ...anything,
      name: "fail",
      type: "MUTATION",
      errorSchemas: { NO_TEA: { httpStatus: 418, schema: Type.Object({ pot: Type.String() }) } },
      handler: async (input) => {
        if (input === "declared") throw new CallError("NO_TEA", "There is no tea.", { pot: "empty" });
        if (input === "worded") throw new CallError("EXECUTION_ERROR", "It went wrong.", { secret: "hunter2" });
        throw new Error("internal: hunter2");
      },
    }),
    defineOperation({
      ...base,
      ...anything,
      name: "secret",
      type: "QUERY",
      accessControl: { requiredScopes: ["secret:read"] },
      handler: async () => "the secret",
    }),
    defineOperation({
      ...base,
      ...anything,
      name: "context",
      type: "QUERY",
      handler: async (_input, context) => {
        const { requestId, identity, deadline, trace } = context;
        return { requestId, identity, hasDeadline: deadline !== undefined, trace };
      },
    }),
    defineOperation({
      ...base,
      ...anything,
      name: "wait",
      type: "MUTATION",
      handler: (_input, context) =>
        new Promise((_resolve, reject) => {
          witness.contexts.push(context);
          context.signal.addEventListener("abort", () => {
            witness.aborted++;
            reject(context.signal.reason as Error);
          });
        }),
    }),
    defineOperation({
      ...base,
      name: "count",
      type: "SUBSCRIPTION",
      inputSchema: Type.Object({
        to: Type.Number(),
        failAt: Type.Optional(Type.Number()),
        size: Type.Optional(Type.Number()),
      }),
      outputSchema: Type.Unknown(),
      handler: async function* ({ to, failAt, size = 0 }, context) {
        witness.contexts.push(context);
        try {
          for (let item = 1; item <= to; item++) {
            if (item === failAt) throw new CallError("EXECUTION_ERROR", "It fails here.");
            witness.produced++;
            yield size === 0 ? item : "x".repeat(size);
          }
        } finally {
          witness.aborted++;
        }
      },
    }),
    defineOperation({
      ...base,
      ...anything,
      name: "quiet",
      type: "SUBSCRIPTION",
      handler: async function* (_input, context) {
        await new Promise((resolve) => {
          context.signal.addEventListener("abort", resolve);
        });
        witness.aborted++;
        yield "never";
      },
    }),
  ];
}

export interface Served {
  readonly service: HTTPService;
  readonly registry: OperationRegistry;
  readonly witness: Witness;
  /** Sends a request to a path. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
}

export type Way = "fetch" | "listen";
export const WAYS: readonly Way[] = ["fetch", "listen"];

/** Serves the test operations; the caller closes the service. */
export async function served(way: Way, options: ServeHTTPOptions = {}): Promise<Served> {
  const witness = new Witness();
  const registry = new OperationRegistry().registerAll(testOperations(witness));
  const service = serveHTTP(registry, options);
  if (way === "fetch") {
    const send: Served["send"] = (path, init) => service.fetch(new Request(`http://localhost${path}`, init));
    return { service, registry, witness, send };
  }
  const { url } = await service.listen();
  return { service, registry, witness, send: (path, init) => fetch(url + path, init) };
}

/** Services that are closed after each test, and leave nothing behind. */
export function servedUntilAfter(way: Way): (options?: ServeHTTPOptions) => Promise<Served> {
  const open: Served[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ service }) => service.close({ graceMs: 0 })));
    expect(waitingDeadlines()).toBe(0);
  });
  return async (options) => {
    const one = await served(way, options);
    open.push(one);
    return one;
  };
}

export function post(value: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    body: JSON.stringify(value),
    headers: { "content-type": "application/json", ...headers },
  };
}
