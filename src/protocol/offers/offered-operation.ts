/** Specs as they travel in `peer.offered`: all JSON, schemas as JSON Schema. */
import type { TSchema } from "typebox";
import { CallError } from "../../errors/call-error.ts";
import type { ErrorDeclaration } from "../../operation/declared-error.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { specProblems } from "../../operation/spec-problems.ts";
import { formatValueErrors } from "../../schema/explain/format-value-errors.ts";
import { fromForeignSchema } from "../../schema/patterns/foreign-schema.ts";
import { jsonSchemaOf } from "../../schema/standard/json-schema-of.ts";
import { mayBeAbsent } from "../../schema/standard/plain-schema.ts";
import { toJSONSchema } from "../../schema/standard/to-json-schema.ts";
import type { SchemaSide } from "../../schema/standard/json-schema-of.ts";
import { isSchemaObject } from "../../schema/types/scope.ts";
import type { AnySchema } from "../../schema/types/static.ts";
import { isTooDeep } from "../../shared/json/is-too-deep.ts";
import { shortHash } from "../../shared/short-hash.ts";

/** The part of a spec that travels. Its origin does not: it concerns only the offering peer. */
type OfferedSpec = Readonly<Record<string, unknown>>;

/** A spec from another peer, with a fingerprint that tells it apart from others of the same id. */
export interface ReadOffer {
  readonly id: string;
  readonly spec: OperationSpec;
  /** As it came. */
  readonly offer: object;
  /** Made on first use: it takes longer than all the rest, and most operations have only one offer. */
  readonly fingerprint: () => string;
}

export function toOffer(spec: OperationSpec): OfferedSpec {
  const { name, namespace, version, type, title, description, tags, deprecated } = spec;
  const { accessControl, idempotent, metadata, output } = spec;
  return {
    name,
    namespace,
    version,
    type,
    title,
    description,
    tags,
    deprecated,
    inputSchema: toJSONSchema(spec.inputSchema, "input"),
    outputSchema: toJSONSchema(spec.outputSchema, "output"),
    optional: optionalSides(spec),
    errorSchemas: spec.errorSchemas && mapValues(spec.errorSchemas, toOfferedError),
    accessControl,
    idempotent,
    metadata: metadata && plainCopy(metadata),
    output,
  };
}

/** Reads an offer. Its schemas are converted when they are first used; a bad one quarantines its operation. */
export function fromOffer(offer: unknown, peerId: string): ReadOffer {
  if (!isSchemaObject(offer)) throw new CallError("VALIDATION_ERROR", "An offered operation is not an object.");
  const given = { ...offer, handler: undefined, origin: undefined } as unknown as OperationSpec;
  const problems = specProblems(given);
  if (problems.length > 0)
    throw new CallError("VALIDATION_ERROR", `An offered operation is invalid: ${formatValueErrors(problems, "spec")}`);
  if (isTooDeep(offer, MOST_LEVELS))
    throw new CallError("VALIDATION_ERROR", `An offered operation is nested more than ${MOST_LEVELS} levels deep.`);
  const { inputSchema, outputSchema, errorSchemas } = given;
  const { optional } = offer;
  let input: TSchema | undefined;
  let output: TSchema | undefined;
  let fingerprint: string | undefined;
  const spec: OperationSpec = {
    ...given,
    get inputSchema() {
      return (input ??= readSchema(inputSchema, "input", optional));
    },
    get outputSchema() {
      return (output ??= readSchema(outputSchema, "output", optional));
    },
    errorSchemas: errorSchemas && mapValues(errorSchemas, fromOfferedError),
    origin: { source: "remote", location: peerId },
  };
  return {
    id: operationId(given),
    spec,
    offer,
    fingerprint: () => (fingerprint ??= shortHash(JSON.stringify(offer, withSortedMembers))),
  };
}

/** Far below the depth at which code that walks a schema runs out of stack. */
const MOST_LEVELS = 1000;

/** JSON Schema describes a value, but not whether there is one. */
function optionalSides({ inputSchema, outputSchema }: OperationSpec): readonly SchemaSide[] | undefined {
  const sides: SchemaSide[] = [];
  if (isOptional(inputSchema, "input")) sides.push("input");
  if (isOptional(outputSchema, "output")) sides.push("output");
  return sides.length === 0 ? undefined : sides;
}

function isOptional(schema: AnySchema, side: SchemaSide): boolean {
  const json: unknown = jsonSchemaOf(schema, side);
  return isSchemaObject(json) && mayBeAbsent(json);
}

function readSchema(schema: AnySchema, side: SchemaSide, optional: unknown): TSchema {
  const accepted = Array.isArray(optional) && optional.includes(side) && isSchemaObject(schema);
  return fromForeignSchema(accepted ? orAbsent(schema) : schema, ignoreWidened);
}

/** The same schema, but it also accepts an absent value. References still start at its root. */
function orAbsent(schema: Readonly<Record<string, unknown>>): object {
  const absent = { type: "undefined" };
  const { $defs, anyOf, ...rest } = schema;
  const isAlone = Array.isArray(anyOf) && Object.keys(rest).length === 0;
  const choices: unknown[] = isAlone
    ? [...anyOf, absent]
    : [{ ...rest, ...(anyOf !== undefined && { anyOf }) }, absent];
  return { ...($defs !== undefined && { $defs }), anyOf: choices };
}

/** Peers in other languages may write the same spec in another order. */
function withSortedMembers(_key: string, value: unknown): unknown {
  if (!isSchemaObject(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The peer that offers it checks its input itself, with the whole pattern. */
const ignoreWidened = (): void => undefined;

function toOfferedError({ description, schema, httpStatus }: ErrorDeclaration): ErrorDeclaration {
  return { description, schema: schema && toJSONSchema(schema, "output"), httpStatus };
}

function fromOfferedError({ schema, ...rest }: ErrorDeclaration): ErrorDeclaration {
  return schema === undefined ? rest : { ...rest, schema: fromForeignSchema(schema, ignoreWidened) };
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function plainCopy(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    // Metadata that JSON cannot express stays in this process.
    return undefined;
  }
}
