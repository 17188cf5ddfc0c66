/**
 * Making data say what its schema says, and no more, without inventing any of it.
 *
 * What the keywords leave open is decided so:
 * - A property is stripped where some schema that applies declares `properties`, even empty ones, and none names it.
 *   What an `if` tests has a name, but does not declare that there is nothing else.
 * - A branch of a union applies when the value fits it. If it fits none, a change that makes it fit is kept: for
 *   `anyOf` the smallest, for `oneOf` only if there is one. If there is none, the value stays as it is, all the way down.
 * - Defaults and upcasts come from what applies for certain: not from `if`, `then`, `else`, dependent schemas, or one
 *   of several matching branches.
 * - An own property that is `undefined` is missing: it gets its default, or stays. No object is made to hold the
 *   defaults of properties inside it.
 * - Data that does not fit is still normalised wherever it can be.
 * - Only plain objects and arrays are rebuilt; any other object stays as it is, with all that it holds.
 */
import type { TSchema } from "typebox";

import { rootScope } from "../engine/engine.ts";
import type { Check, JSONSchema } from "../engine/engine.ts";
import { assertingKeywords } from "./assertions.ts";
import { differenceOf } from "./difference.ts";
import { generateFunction, mayGenerateCode } from "../engine/generate-function.ts";
import { getValidator } from "../engine/validator.ts";
import { generatedOverlay, interpretedOverlay } from "./overlay.ts";
import { rewriteAll } from "./rewrite.ts";
import { createGraph, nodeFor } from "./schema-node.ts";
import { createSiteTable, role, siteOf } from "./site.ts";
import type { Site } from "./site.ts";

export interface NormaliserOptions {
  /** `false` keeps the properties that the schema does not name. */
  readonly strip?: boolean;
}

/** What became of a value. */
export interface Normalised {
  /** The value itself when nothing had to change; else a copy that shares what didn't. */
  readonly value: unknown;
  /** Whether `value` fits the schema now. */
  readonly fits: boolean;
  /** How many properties were stripped. */
  readonly stripped: number;
  /** JSON pointers of the first few of them. */
  readonly strippedPaths: readonly string[];
  /** How many missing properties got their declared default. */
  readonly defaulted: number;
  /** How many values became the same in another type. */
  readonly upcast: number;
}

export interface Normaliser {
  /** The value fits, and normalising would change nothing. */
  readonly isExact: Check;
  /**
   * Strips the properties that no schema names, fills declared defaults of missing ones, and upcasts without loss
   * where nothing fits as it is. What still does not fit stays as it came; `fits` says so.
   */
  readonly normalise: (value: unknown) => Normalised;
}

interface Compiled {
  readonly check: Check;
  readonly overlay: Check;
  readonly site: Site;
}

/** Passes until nothing changes any more; one is usual, and a schema that takes more than this never settles. */
const maxPasses = 8;

const cache = new WeakMap<object, Map<boolean, Normaliser>>();

/**
 * The normaliser of a schema: compiled once per schema object. Throws a `SchemaError` for one that cannot be used.
 *
 * @example
 * const { normalise } = getNormaliser(Type.Object({ id: Type.Number(), tags: Type.Array(Type.String(), { default: [] }) }));
 * normalise({ id: "7", secret: "x" }).value; // { id: 7, tags: [] }
 */
export function getNormaliser(schema: TSchema | JSONSchema, options: NormaliserOptions = {}): Normaliser {
  const strip = options.strip ?? true;
  if (typeof schema === "boolean") return createNormaliser(schema, { strip });
  let known = cache.get(schema);
  if (known === undefined) cache.set(schema, (known = new Map()));
  let normaliser = known.get(strip);
  if (normaliser === undefined) known.set(strip, (normaliser = createNormaliser(schema, { strip })));
  return normaliser;
}

/** A normaliser of its own; `generate: false` works as where code generation is forbidden. */
export function createNormaliser(
  schema: JSONSchema,
  options: { readonly strip: boolean; readonly generate?: boolean },
): Normaliser {
  if (assertsNothing(schema)) return { isExact: () => true, normalise: (value) => unchanged(value, true) };
  const compiled = compileNormaliser(schema, options);
  const isExact = (options.generate ?? mayGenerateCode()) ? generatedExactness(compiled) : exactness(compiled);
  return { isExact, normalise: (value) => normaliseWith(compiled, value) };
}

function exactness({ check, overlay }: Compiled): Check {
  return (value) => {
    try {
      return check(value) && overlay(value);
    } catch {
      return false;
    }
  };
}

/** The same, in code of its own for each schema: shared code would meet all checks, and inline none. */
function generatedExactness({ check, overlay }: Compiled): Check {
  const code = "return (value) => { try { return check(value) && overlay(value) } catch { return false } }";
  return generateFunction({ check, overlay }, code) as Check;
}

function compileNormaliser(
  schema: JSONSchema,
  { strip, generate }: { readonly strip: boolean; readonly generate?: boolean },
): Compiled {
  // First, because it refuses a schema that cannot be used.
  const { check } = getValidator(schema);
  const node = nodeFor(createGraph(schema), schema, rootScope(schema));
  node.check = check;
  const site = siteOf(createSiteTable(node.graph, strip), [{ node, role: role.full }]);
  const overlay = (generate ?? mayGenerateCode()) ? generatedOverlay(site) : interpretedOverlay(site);
  return { check, overlay, site };
}

/** What cannot be walked (nested too deep, a getter that throws) is left as it is. */
function normaliseWith(compiled: Compiled, value: unknown): Normalised {
  let fits = false;
  try {
    fits = compiled.check(value);
    if (fits && compiled.overlay(value)) return unchanged(value, true);
    const result = settle(compiled, { value, fits });
    return Object.is(result.value, value) ? unchanged(value, fits) : changed(value, result);
  } catch {
    return unchanged(value, fits);
  }
}

interface State {
  readonly value: unknown;
  readonly fits: boolean;
}

/**
 * A default or a stripped property may decide an `if` or a union anew, so one pass is not always the last. Going on
 * until nothing changes is what makes normalising idempotent; what never settles is left as it was.
 */
function settle({ check, overlay, site }: Compiled, start: State): State {
  let current = start;
  for (let count = 0; count < maxPasses; count += 1) {
    const value = rewriteAll(site, current.value, current.fits);
    if (Object.is(value, current.value)) return current;
    const fits = check(value);
    // A contradictory schema: what it names is not what it accepts.
    if (current.fits && !fits) return current;
    current = { value, fits };
    if (fits && overlay(value)) return current;
  }
  return start;
}

function unchanged(value: unknown, fits: boolean): Normalised {
  return { value, fits, stripped: 0, strippedPaths: [], defaulted: 0, upcast: 0 };
}

function changed(before: unknown, { value, fits }: State): Normalised {
  const { stripped, strippedPaths, defaulted, upcast } = differenceOf(before, value);
  return { value, fits, stripped, strippedPaths, defaulted, upcast };
}

/** `true`, `{}` and `Type.Unknown()`: every value fits, and nothing has a name. */
function assertsNothing(schema: JSONSchema): boolean {
  return typeof schema === "boolean" ? schema : assertingKeywords(schema).length === 0;
}
