/**
 * Brings data into the form that its schema describes, without inventing anything.
 *
 * JSON Schema leaves some questions open. These are the answers here:
 * - A property is stripped if a schema that applies declares `properties`, even empty ones, and no schema names it. An
 *   `if` names the properties that it tests, but does not declare that there are no others.
 * - A branch of a union applies if the value fits it. If the value fits no branch, a change that makes it fit is kept:
 *   for `anyOf` the smallest change, for `oneOf` only if there is exactly one. Otherwise the value stays as it is, all
 *   the way down.
 * - Defaults and upcasts come only from schemas that certainly apply: not from `if`, `then`, `else`, dependent schemas,
 *   or one of several matching branches.
 * - An own property that is `undefined` counts as missing. It gets its default, or stays. No object is made just to hold
 *   the defaults of its properties.
 * - Data that does not fit is still normalised wherever that is possible.
 * - A value is judged as it will be written, whatever its prototype: see `as-written.ts`.
 */
import { getOrMake } from "../../shared/get-or-make.ts";
import type { TSchema } from "typebox";

import type { Check } from "../engine/engine.ts";
import { rootScope } from "../types/scope.ts";
import type { JSONSchema } from "../types/scope.ts";
import { assertingKeywords } from "./assertions.ts";
import { asWritten } from "./as-written.ts";
import { differenceOf } from "./difference.ts";
import { generatedRewrite } from "./generated-rewrite.ts";
import { generateFunction, mayGenerateCode } from "../engine/generate-function.ts";
import { getValidator } from "../engine/validator.ts";
import { generatedOverlay, interpretedOverlay } from "./overlay.ts";
import { hasInheritedNames } from "./plain.ts";
import { EndlessDefaults, rewriteAll } from "./rewrite.ts";
import { createGraph, nodeFor } from "./schema-node.ts";
import { createSiteTable, role, siteOf } from "./site.ts";
import type { Site } from "./site.ts";
import { createTally, pathsOf } from "./tally.ts";
import type { Tally } from "./tally.ts";

export interface NormaliserOptions {
  /** `false` keeps properties that the schema does not name. Default: true. */
  readonly strip?: boolean;
}

/** The outcome of normalising a value. */
export interface Normalised {
  /** The value itself if nothing changed; otherwise a copy that shares the unchanged parts. */
  readonly value: unknown;
  /** Whether `value` fits the schema now. */
  readonly fits: boolean;
  /** How many properties were stripped, and JSON pointers of the first few. */
  readonly stripped: number;
  readonly strippedPaths: readonly string[];
  /** How many missing properties got their declared default, and JSON pointers of the first few. */
  readonly filled: number;
  readonly filledPaths: readonly string[];
  /** How many values changed to the same value in another type. */
  readonly upcast: number;
  /** Set if the value could not be read to its end: it is as it came, and nobody knows what it holds. */
  readonly unread?: { readonly cause: unknown };
}

export interface Normaliser {
  /** Whether the value fits and normalising would change nothing. */
  readonly isExact: Check;
  /**
   * Strips properties that no schema names, fills in declared defaults of missing ones, and upcasts without loss where
   * a value does not fit as it is. Data that still does not fit stays as it came, and `fits` says so. Defaults are left
   * out with `fills: false`.
   */
  readonly normalise: (value: unknown, options?: SettleOptions) => Normalised;
}

interface Compiled {
  readonly check: Check;
  readonly overlay: Check;
  readonly site: Site;
  readonly isGenerated: boolean;
}

/** The most passes until nothing changes any more. One is usual; a schema that takes more than this never settles. */
const maxPasses = 8;

const cache = new WeakMap<object, Map<boolean, Normaliser>>();

/**
 * The normaliser of a schema, compiled once per schema object. Throws a `SchemaError` if the schema is unusable.
 *
 * @example
 * const { normalise } = getNormaliser(Type.Object({ id: Type.Number(), tags: Type.Array(Type.String(), { default: [] }) }));
 * normalise({ id: "7", secret: "x" }).value; // { id: 7, tags: [] }
 */
export function getNormaliser(schema: TSchema | JSONSchema, options: NormaliserOptions = {}): Normaliser {
  const strip = options.strip ?? true;
  if (typeof schema === "boolean") return createNormaliser(schema, { strip });
  const known = getOrMake(cache, schema, () => new Map<boolean, Normaliser>());
  return getOrMake(known, strip, () => createNormaliser(schema, { strip }));
}

/** Makes a normaliser without the cache. `generate: false` works as if code generation were forbidden. */
export function createNormaliser(
  schema: JSONSchema,
  options: { readonly strip: boolean; readonly generate?: boolean },
): Normaliser {
  if (assertsNothing(schema)) return { isExact: () => true, normalise: (value) => unchanged(value, true) };
  const compiled = compileNormaliser(schema, options);
  const isExact = compiled.isGenerated ? generatedExactness(compiled) : exactness(compiled);
  return { isExact, normalise: (value, options = fillsDefaults) => normaliseWith(compiled, value, options) };
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

/** The same, with separate code for each schema. Shared code would meet all checks, and V8 would inline none. */
function generatedExactness({ check, overlay }: Compiled): Check {
  const code = "return (value) => { try { return check(value) && overlay(value) } catch { return false } }";
  return generateFunction({ check, overlay }, code) as Check;
}

function compileNormaliser(
  schema: JSONSchema,
  { strip, generate }: { readonly strip: boolean; readonly generate?: boolean },
): Compiled {
  // First, because it refuses an unusable schema.
  const { check } = getValidator(schema);
  const node = nodeFor(createGraph(schema), schema, rootScope(schema));
  node.check = check;
  const site = siteOf(createSiteTable(node.graph, strip), [{ node, role: role.full }]);
  const isGenerated = generate ?? mayGenerateCode();
  return { check, overlay: isGenerated ? generatedOverlay(site) : interpretedOverlay(site), site, isGenerated };
}

/** A value that cannot be read to its end (nested too deep, a getter that throws) stays as it is. */
function normaliseWith(compiled: Compiled, value: unknown, options: SettleOptions): Normalised {
  try {
    const fits = compiled.check(value);
    if (fits && compiled.overlay(value)) return unchanged(value, true);
    const settled = fits && options.fills ? settleAtOnce(compiled, value) : undefined;
    return settled ?? settleInPasses(compiled, value, options);
  } catch (cause) {
    if (cause instanceof EndlessDefaults && options.fills) return normaliseWith(compiled, value, { fills: false });
    return { ...unchanged(value, false), unread: { cause } };
  }
}

/** Generated code normalises a value that fits in one pass. `undefined` if that does not settle it, or cannot be told. */
function settleAtOnce({ check, overlay, site, isGenerated }: Compiled, value: unknown): Normalised | undefined {
  if (!isGenerated || hasInheritedNames()) return undefined;
  const tally = createTally();
  const result = generatedRewrite(site)(value, tally);
  if (Object.is(result, value) || !check(result) || !overlay(result)) return undefined;
  return conclude({ value: result, fits: true }, tally);
}

function settleInPasses(compiled: Compiled, value: unknown, options: SettleOptions): Normalised {
  const written = asWritten(compiled.site, value);
  const start = { value: written, fits: compiled.check(written) };
  const result = settle(compiled, start, options);
  return Object.is(result.value, value)
    ? unchanged(value, start.fits)
    : conclude(result, differenceOf(written, result.value));
}

function conclude({ value, fits }: State, tally: Tally): Normalised {
  const { stripped, filled, upcast } = tally;
  const [strippedPaths, filledPaths] = [pathsOf(tally, "stripped"), pathsOf(tally, "filled")];
  return { value, fits, stripped, strippedPaths, filled, filledPaths, upcast };
}

interface SettleOptions {
  readonly fills: boolean;
}

const fillsDefaults: SettleOptions = { fills: true };

interface State {
  readonly value: unknown;
  readonly fits: boolean;
}

/**
 * A default or a stripped property may change the outcome of an `if` or a union, so one pass is not always the last.
 * Passes repeat until nothing changes, which makes normalising idempotent. A value that never settles stays as it was.
 */
function settle({ check, overlay, site }: Compiled, start: State, { fills }: SettleOptions): State {
  let current = start;
  for (let count = 0; count < maxPasses; count += 1) {
    const value = rewriteAll(site, current.value, { fits: current.fits, fills });
    if (Object.is(value, current.value)) return current;
    const fits = check(value);
    // The schema contradicts itself: it does not accept what it names.
    if (current.fits && !fits) return current;
    current = { value, fits };
    if (fits && overlay(value)) return current;
  }
  return start;
}

function unchanged(value: unknown, fits: boolean): Normalised {
  return { value, fits, stripped: 0, strippedPaths: [], filled: 0, filledPaths: [], upcast: 0 };
}

/** Such as `true`, `{}` and `Type.Unknown()`: every value fits, and no property has a name. */
function assertsNothing(schema: JSONSchema): boolean {
  return typeof schema === "boolean" ? schema : assertingKeywords(schema).length === 0;
}
