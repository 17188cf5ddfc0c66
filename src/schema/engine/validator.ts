import { getOrMake } from "../../shared/get-or-make.ts";
import type { TSchema } from "typebox";

import { enterScope, rootScope } from "../types/scope.ts";
import type { JSONSchema, SchemaReferences, Scope } from "../types/scope.ts";
import { compileCheck } from "./engine.ts";
import type { Check } from "./engine.ts";
import { interpretCheck } from "./interpret-check.ts";

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
  readonly #references: SchemaReferences;
  #scope: Scope | undefined;
  #check: Check | undefined;

  constructor(schema: JSONSchema, references: SchemaReferences) {
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

const noReferences: SchemaReferences = {};
const validatorsByReferences = new WeakMap<SchemaReferences, WeakMap<object, Validator>>();

/**
 * The validator of a schema. There is one per schema object (and `references` object), kept as long as that object
 * lives. A schema must not change after its first use.
 *
 * @example
 * getValidator(Type.Object({ name: Type.String() })).check({ name: "Ada" }); // true
 */
export function getValidator(schema: TSchema | JSONSchema, references = noReferences): Validator {
  if (typeof schema === "boolean") return new LazyValidator(schema, references);
  const validators = getOrMake(validatorsByReferences, references, () => new WeakMap<object, Validator>());
  return getOrMake(validators, schema, () => new LazyValidator(schema, references));
}

/** This many values are interpreted. Compiling a schema takes as long as interpreting some thirty values. */
const FEW = 8;

/**
 * A check of a schema of our own, without references, for programs that check a few values and end, as most commands do.
 * It interprets the first values, and then compiles.
 */
export function quickCheck(schema: TSchema): Check {
  let interpreted: Check | undefined;
  let left = FEW;
  return (value) => {
    if (left === 0) return getValidator(schema).check(value);
    left--;
    interpreted ??= interpretCheck({ targets: [{ key: "", schema }], usesUnevaluated: false });
    return interpreted(value);
  };
}
