import type { AnyHandler, AnyOperation } from "../operation/define-operation.ts";

const FIELDS = [
  "name",
  "namespace",
  "version",
  "type",
  "title",
  "description",
  "tags",
  "deprecated",
  "inputSchema",
  "outputSchema",
  "errorSchemas",
  "accessControl",
  "idempotent",
  "origin",
  "metadata",
  "output",
  "use",
] as const satisfies Array<keyof AnyOperation>;

/** The same operation with another handler. Reads through to it: imported operations build their schemas in getters. */
export function withHandler(operation: AnyOperation, handler: AnyHandler): AnyOperation {
  const readThrough = FIELDS.map((field) => [field, { get: () => operation[field], enumerable: true }] as const);
  return Object.defineProperties({} as AnyOperation, {
    ...Object.fromEntries(readThrough),
    handler: { value: handler, enumerable: true },
  });
}
