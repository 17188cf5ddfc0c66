import type { Subscription } from "../operation/operation-env.ts";
import { operationId } from "../operation/operation-id.ts";
import type { AnySchema, InferInput, InferOutput } from "../schema/static.ts";
import type { GivenContext } from "./call-port.ts";
import type { OperationReference, OperationRegistry } from "./operation-registry.ts";

/**
 * Runs a SUBSCRIPTION: an async iterable of envelopes. Nothing runs before the first item is asked for; leaving the
 * loop, or `return()`, aborts the handler's signal and waits until its `finally` has run. Trusted, like `execute`.
 *
 * @example
 * for await (const { data } of subscribe(registry, "demo.ticks", { count: 3 })) console.log(data);
 */
export function subscribe<TInputSchema extends AnySchema, TOutputSchema extends AnySchema>(
  registry: OperationRegistry,
  operation: OperationReference<TInputSchema, TOutputSchema>,
  input: InferInput<TInputSchema>,
  context?: GivenContext,
): Subscription<InferOutput<TOutputSchema>>;
export function subscribe<TOutput = unknown>(
  registry: OperationRegistry,
  id: string,
  input?: unknown,
  context?: GivenContext,
): Subscription<TOutput>;
export function subscribe(
  registry: OperationRegistry,
  reference: string | OperationReference<AnySchema, AnySchema>,
  input?: unknown,
  context?: GivenContext,
): Subscription {
  const id = typeof reference === "string" ? reference : operationId(reference);
  return registry.stream({ id, input, context, checked: false });
}
