/** Contracts: operations without handlers. One program adds the handlers, and others only call them. */
import { CallError } from "../errors/call-error.ts";
import type { AnySchema } from "../schema/types/static.ts";
import type { ErrorSchemas, NoErrors } from "./declared-error.ts";
import type { AnyHandler, AnyOperation, HandlerOf } from "./define-operation.ts";
import { operationId } from "./operation-id.ts";
import type { OperationEnv } from "./operation-env.ts";
import type { OperationSpec } from "./operation-spec.ts";
import type { OperationType } from "./operation-type.ts";

/**
 * Declares an operation without a handler. `implement` gives it one; clients need only this.
 *
 * @example
 * export const greet = defineSpec({
 *   name: "greet", namespace: "demo", version: "1.0.0", type: OperationType.QUERY, description: "Says hello",
 *   inputSchema: Type.Object({ name: Type.String() }),
 *   outputSchema: Type.String(),
 *   accessControl: { requiredScopes: [] },
 * });
 */
export function defineSpec<
  const TName extends string,
  const TNamespace extends string,
  const TType extends OperationType,
  TInputSchema extends AnySchema,
  TOutputSchema extends AnySchema,
  TErrorSchemas extends ErrorSchemas = NoErrors,
>(
  spec: OperationSpec<TInputSchema, TOutputSchema, TType, TErrorSchemas, TName, TNamespace>,
): OperationSpec<TInputSchema, TOutputSchema, TType, TErrorSchemas, TName, TNamespace> {
  return spec;
}

/** The handler that a spec requires. */
export type HandlerFor<TSpec extends OperationSpec, TEnv = OperationEnv> = HandlerOf<
  TSpec["type"],
  TSpec["inputSchema"],
  TSpec["outputSchema"],
  TEnv,
  NonNullable<TSpec["errorSchemas"]>
>;

/** A handler for each spec of a contract, by the names under which the contract has them. */
export type HandlersOf<TContract, TEnv = OperationEnv> = {
  readonly [
    Name in keyof TContract as TContract[Name] extends OperationSpec ? Name : never
  ]: TContract[Name] extends OperationSpec ? HandlerFor<TContract[Name], TEnv> : never;
};

/** A spec with its handler. */
export type Implemented<TSpec extends OperationSpec, TEnv = OperationEnv> = TSpec & {
  readonly handler: HandlerFor<TSpec, TEnv>;
};

/**
 * Gives a spec its handler, or all specs of a contract theirs. A contract is a module of specs, or an object of them; the
 * handlers have the same names.
 *
 * @example
 * import * as shop from "./shop.contract.ts";
 * registry.registerAll(implement(shop, { buy: ({ sku }, { fail }) => …, watch: async function* () { … } }));
 */
export function implement<TSpec extends OperationSpec, TEnv = OperationEnv>(
  spec: TSpec,
  handler: HandlerFor<TSpec, TEnv>,
): Implemented<TSpec, TEnv>;
export function implement<TContract extends object, TEnv = OperationEnv>(
  // A single spec must not pass for a contract without operations.
  contract: TContract extends OperationSpec ? never : TContract,
  handlers: HandlersOf<TContract, TEnv>,
): AnyOperation[];
export function implement(contract: object, handlers: AnyHandler | Readonly<Record<string, AnyHandler>>): unknown {
  if (isSpec(contract)) return withHandler(contract, handlers);
  const given = new Map<string, unknown>(Object.entries(handlers));
  const operations = Object.entries(contract)
    // A module may export other things as well.
    .filter((entry): entry is [string, OperationSpec] => isSpec(entry[1]))
    .map(([name, spec]) => {
      const operation = withHandler(spec, given.get(name), name);
      given.delete(name);
      return operation;
    });
  const [unknown] = given.keys();
  if (unknown !== undefined) throw new CallError("VALIDATION_ERROR", `The contract has no operation "${unknown}".`);
  return operations;
}

function withHandler(spec: OperationSpec, handler: unknown, name?: string): AnyOperation {
  if (typeof handler === "function") return { ...spec, handler: handler as AnyHandler };
  const where = name === undefined ? "" : ` as "${name}"`;
  const told = handler === undefined ? "is missing" : "is not a function";
  throw new CallError(
    "VALIDATION_ERROR",
    `The handler of ${operationId(spec)} ${told}: give one to implement()${where}.`,
  );
}

function isSpec(value: unknown): value is OperationSpec {
  const { name, namespace, inputSchema } = (value ?? {}) as Partial<Record<keyof OperationSpec, unknown>>;
  return typeof name === "string" && typeof namespace === "string" && inputSchema !== undefined;
}
