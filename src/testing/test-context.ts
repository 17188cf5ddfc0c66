import { isResponseEnvelope, localEnvelope } from "../envelope/response-envelope.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { callsByName } from "../operation/calls-by-name.ts";
import { fail } from "../operation/declared-error.ts";
import type { AnyHandler } from "../operation/define-operation.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import { isStreamOutcome } from "../registry/call/middleware.ts";

/** The context that a handler takes. */
export type ContextOf<TOperation extends { readonly handler: AnyHandler }> = Parameters<TOperation["handler"]>[1];

/** Stands in for operations: `{ math: { add: () => ({ sum: 3 }) } }`. A stub returns data, an envelope, or a stream of either. */
export interface EnvStubs {
  readonly [name: string]: EnvStubs | ((input: never) => unknown);
}

/** The parts of a context that a test sets, including those that a middleware would add, because none runs. */
export type TestContextParts<TContext> = Partial<Omit<TContext, "env" | "fail">> & {
  readonly env?: EnvStubs | undefined;
};

/**
 * A context for a handler that a test calls itself. Calls through `env` go to stubs; one without a stub fails.
 *
 * @example
 * const context = testContext(checkout, { identity: ada, env: { shop: { price: () => 3 } } });
 * expect(await checkout.handler({ sku: "lamp" }, context)).toEqual({ euros: 3 });
 */
export function testContext<TOperation extends { readonly handler: AnyHandler }>(
  _operation: TOperation,
  parts: TestContextParts<ContextOf<TOperation>> = {},
): ContextOf<TOperation> {
  const { env: stubs = {}, ...given } = parts as TestContextParts<OperationContext>;
  // Declared with its type, so that no member is forgotten.
  const unset: Omit<OperationContext, "env" | "fail"> = {
    requestId: "test",
    parentRequestId: undefined,
    identity: undefined,
    session: undefined,
    deadline: undefined,
    signal: new AbortController().signal,
    trace: undefined,
    onProgress: undefined,
    onElicitation: undefined,
    onSampling: undefined,
    onRoots: undefined,
    callerLog: undefined,
    onExchange: undefined,
    callMeta: undefined,
    lastEventId: undefined,
  };
  const env = callsByName({ call: (path, input) => callStub(stubs, path, input) });
  return { ...unset, ...given, fail, env } as ContextOf<TOperation>;
}

function callStub(stubs: EnvStubs, path: string, input: unknown): unknown {
  let found: unknown = stubs;
  for (const name of path.split(".")) {
    found =
      typeof found === "object" && found !== null && Object.hasOwn(found, name) ? (found as EnvStubs)[name] : undefined;
  }
  if (typeof found !== "function")
    return Promise.reject(new Error(`The handler calls env.${path}, and the test has no stub for it.`));
  const result: unknown = (found as (input: unknown) => unknown)(input);
  return isStreamOutcome(result) ? envelopesOf(result, path) : answerOf(result, path);
}

async function answerOf(result: unknown, path: string): Promise<ResponseEnvelope> {
  return toEnvelope(await result, path);
}

async function* envelopesOf(items: AsyncIterable<unknown>, path: string): AsyncGenerator<ResponseEnvelope, void> {
  for await (const item of items) yield toEnvelope(item, path);
}

function toEnvelope(data: unknown, path: string): ResponseEnvelope {
  return isResponseEnvelope(data) ? data : localEnvelope(data, path);
}
