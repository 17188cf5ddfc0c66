import type { PlainSchema } from "../../schema/standard/plain-schema.ts";
import type { JSONType } from "./json-types.ts";
import type { SchemaLoss } from "./loss.ts";
import type { SchemaRules } from "./schema-rules.ts";

/** Turns an argument back into what the original schema describes. */
export type Restore = (value: unknown) => unknown;

export interface Lowered {
  readonly schema: PlainSchema;
  /** Undefined if arguments are right as they are. */
  readonly restore?: Restore | undefined;
}

/** Nothing fits such a schema. */
export const NEVER = Symbol("never");

export type LoweredOrNever = Lowered | typeof NEVER;

/** The schema can't be lowered. */
export class LoweringRefusal extends Error {}

/** The place of a schema in the arguments. */
export interface Place {
  readonly path: string;
  /** Objects and arrays around it. */
  readonly depth: number;
  /** Optional properties around it. */
  readonly optionals: number;
}

export const ROOT_PLACE: Place = { path: "", depth: 0, optionals: 0 };

/** What the ways to lower a kind of schema share. */
export interface Lowering {
  readonly rules: SchemaRules;
  /** Longer lists of values are dropped. */
  readonly longestEnum: number;
  lower(schema: unknown, place: Place): LoweredOrNever;
  /** One schema for a value that must fit all of these; `false` if none can. */
  merge(schemas: readonly unknown[], place: Place): PlainSchema | false;
  /** The schema that a `$ref` names; undefined if there is none. */
  target(this: void, schema: PlainSchema): unknown;
  lose(place: Place, keyword: string, effect?: SchemaLoss["effect"]): void;
  /** Reports every keyword that applies to this type and is not among the handled ones. Returns notes for the model. */
  dropOthers(schema: PlainSchema, type: JSONType, place: Place, handled: ReadonlySet<string>): string[];
  /** A lowered schema on its own, with everything that it refers to. */
  standalone(schema: PlainSchema): PlainSchema;
}
