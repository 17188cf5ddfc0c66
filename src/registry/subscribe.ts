import type { ErrorSchemas } from "../operation/declared-error.ts";
import type { Subscription } from "../operation/operation-env.ts";
import type { InputParameter, RegisteredId, RegisteredTypes, UntypedId } from "../operation/operation-types.ts";
import type { AnySchema, InferInput, InferOutput } from "../schema/types/static.ts";
import type { GivenContext } from "./call/call-port.ts";
import { referenceId } from "./operation-reference.ts";
import type { OperationReference } from "./operation-reference.ts";
import type { OperationRegistry } from "./operation-registry.ts";

/**
 * Runs a SUBSCRIPTION: an async iterable of envelopes. Nothing runs before the first `next()`. Leaving the loop, or
 * calling `return()`, aborts the handler's signal and waits until its `finally` has run. Trusted, like `execute`.
 *
 * @example
 * for await (const { data } of subscribe(registry, "demo.ticks", { count: 3 })) console.log(data);
 */
export function subscribe<TInputSchema extends AnySchema, TOutputSchema extends AnySchema>(
  registry: OperationRegistry,
  operation: OperationReference<TInputSchema, TOutputSchema, ErrorSchemas, "SUBSCRIPTION">,
  input: InferInput<TInputSchema>,
  context?: GivenContext,
): Subscription<InferOutput<TOutputSchema>>;
export function subscribe<TOutput = unknown, TId extends string = string>(
  registry: OperationRegistry,
  id: UntypedId<TId>,
  input?: unknown,
  context?: GivenContext,
): Subscription<TOutput>;
export function subscribe<TId extends RegisteredId>(
  registry: OperationRegistry,
  id: RegisteredTypes<TId>["kind"] extends "SUBSCRIPTION" ? TId : never,
  ...parameters: [...InputParameter<RegisteredTypes<TId>["input"]>, context?: GivenContext]
): Subscription<RegisteredTypes<TId>["output"]>;
export function subscribe(
  registry: OperationRegistry,
  reference: string | OperationReference,
  input?: unknown,
  context?: GivenContext,
): Subscription {
  return registry.stream({ id: referenceId(reference), input, context, checked: false });
}
