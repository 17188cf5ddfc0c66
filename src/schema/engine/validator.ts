import type { TSchema } from "typebox";

import { compileCheck, enterScope, rootScope } from "./engine.ts";
import type { Check, JSONSchema, SchemaReferences, Scope } from "./engine.ts";

/** A schema, ready to check values. */
export interface Validator {
  readonly schema: JSONSchema;
  /** The scope inside the schema's root. */
  readonly scope: Scope;
  /** Compiled on first read. Throws a `SchemaError` if the schema is unusable. */
  readonly check: Check;
}

class LazyValidator implements Validator {
  readonly schema: JSONSchema;
  readonly #references: SchemaReferences | undefined;
  #scope: Scope | undefined;
  #check: Check | undefined;

  constructor(schema: JSONSchema, references: SchemaReferences | undefined) {
    this.schema = schema;
    this.#references = references;
  }

  get scope(): Scope {
    return (this.#scope ??= enterScope(this.#root(), this.schema));
  }

  get check(): Check {
    return (this.#check ??= compileCheck(this.#root(), this.schema));
  }

  #root(): Scope {
    return rootScope(this.schema, this.#references);
  }
}

type ValidatorCache = WeakMap<object, Validator>;

const validators: ValidatorCache = new WeakMap();
const validatorsByReferences = new WeakMap<SchemaReferences, ValidatorCache>();

/**
 * The validator of a schema. There is one per schema object (and `references` object), kept as long as that object
 * lives. A schema must not change after its first use.
 *
 * @example
 * getValidator(Type.Object({ name: Type.String() })).check({ name: "Ada" }); // true
 */
export function getValidator(schema: TSchema | JSONSchema, references?: SchemaReferences): Validator {
  if (typeof schema === "boolean") return new LazyValidator(schema, references);
  const cache = references === undefined ? validators : cacheFor(references);
  let validator = cache.get(schema);
  if (validator === undefined) cache.set(schema, (validator = new LazyValidator(schema, references)));
  return validator;
}

function cacheFor(references: SchemaReferences): ValidatorCache {
  let cache = validatorsByReferences.get(references);
  if (cache === undefined) validatorsByReferences.set(references, (cache = new WeakMap()));
  return cache;
}
