/**
 * One pass of normalising over a value: strips, fills defaults and upcasts wherever the schemas say so.
 *
 * It never changes its input, and shares unchanged parts with the output. If nothing changes, it returns its input.
 */
import { arrayPlanOf } from "./array-plan.ts";
import { chooserOf, satisfies } from "./choose.ts";
import { differenceOf } from "./difference.ts";
import { objectPlanOf } from "./object-plan.ts";
import type { DeclaredDefault } from "./object-plan.ts";
import { cloneData, emptyLike, lacksValue, isPlainArray, isPlainObject, setOwn } from "./plain.ts";
import type { PlainObject } from "./plain.ts";
import { fitsNode } from "./schema-node.ts";
import { decide, role } from "./site.ts";
import type { Choice, Site, UnionChoice } from "./site.ts";
import { upcast } from "./upcast.ts";

/**
 * If a value fits no branch of a union, it is normalised into each. Where such unions nest, that can take exponential
 * time. A location that needs more steps than this stays as it is.
 */
const maxStepsPerLocation = 100_000;
/** A value whose locations need more steps than this in total stays as it is. */
const maxStepsPerPass = 2_000_000;

/** Defaults inside each other. A schema with more refers to itself, and would fill in defaults forever. */
const maxNestedDefaults = 100;

export class EndlessDefaults extends Error {}

interface PassOptions {
  /** The value is known to fit: no upcasts, fewer checks. */
  readonly fits: boolean;
  /** `false` fills in no defaults. Default: true. */
  readonly fills?: boolean;
}

interface Pass extends PassOptions {
  /** How many defaults are being filled in at the moment, one inside the other. */
  filling: number;
  /** How many unions are being tried at the moment, one inside the other. */
  trying: number;
  stepsHere: number;
  steps: number;
}

/** Throws `EndlessDefaults` if the schema has such. */
export function rewriteAll(site: Site, value: unknown, options: PassOptions): unknown {
  const pass: Pass = { ...options, filling: 0, trying: 0, stepsHere: 0, steps: 0 };
  const result = rewrite(site, value, pass);
  return pass.steps > maxStepsPerPass ? value : result;
}

function rewrite(site: Site, value: unknown, pass: Pass): unknown {
  if (site.isOpaque || site.inputs.length === 0 || (pass.fits && !site.canChange)) return value;
  if (pass.trying > 0) {
    pass.stepsHere += 1;
    pass.steps += 1;
    if (isExhausted(pass)) return value;
  }
  if (site.pending !== undefined) return rewriteChosen({ site, choice: site.pending, value }, pass);
  if (typeof value !== "object" || value === null) return pass.fits ? value : upcast(site, value);
  if (isPlainArray(value)) return rewriteArray(site, value, pass);
  return !Array.isArray(value) && isPlainObject(value) ? rewriteObject(site, value, pass) : value;
}

interface Chosen<TChoice> {
  readonly site: Site;
  readonly choice: TChoice;
  readonly value: unknown;
}

function rewriteChosen({ site, choice, value }: Chosen<Choice>, pass: Pass): unknown {
  const chooser = chooserOf(choice);
  const outcome = pass.fits ? chooser.chooseFitting(value) : chooser.choose(value);
  if (outcome.length > 0) return rewrite(decide(site, outcome), value, pass);
  if (pass.fits || choice.kind !== "union" || choice.role !== role.full) return value;
  return repair({ site, choice, value }, pass);
}

/** No branch fits: normalises into each, and keeps a result that fits. */
function repair(attempt: Chosen<UnionChoice>, pass: Pass): unknown {
  const isOutermost = pass.trying === 0;
  if (isOutermost) pass.stepsHere = 0;
  pass.trying += 1;
  const repaired = repairs(attempt, pass);
  pass.trying -= 1;
  if (isExhausted(pass)) return attempt.value;
  const [first] = repaired;
  const isAmbiguous = attempt.choice.union.keyword === "oneOf" && repaired.length > 1;
  if (first === undefined || isAmbiguous) return attempt.value;
  return repaired.reduce((best, other) => (other.changes < best.changes ? other : best), first).result;
}

function repairs({ site, choice, value }: Chosen<UnionChoice>, pass: Pass): { result: unknown; changes: number }[] {
  const found: { result: unknown; changes: number }[] = [];
  for (const index of chooserOf(choice).repairable(value)) {
    const result = rewrite(decide(site, [index]), value, pass);
    if (isExhausted(pass)) return [];
    const branch = choice.union.branches[index];
    if (result === value || branch === undefined || !fitsNode(branch, result)) continue;
    if (!satisfies(choice.union, result)) continue;
    const { stripped, filled, upcast: upcasts } = differenceOf(value, result);
    found.push({ result, changes: stripped + filled + upcasts });
  }
  return found;
}

function isExhausted(pass: Pass): boolean {
  return pass.stepsHere > maxStepsPerLocation || pass.steps > maxStepsPerPass;
}

function rewriteArray(site: Site, value: unknown[], pass: Pass): unknown {
  const plan = arrayPlanOf(site);
  if (plan === undefined) return value;
  let copy: unknown[] | undefined;
  for (let index = 0; index < value.length; index += 1) {
    const before = value[index];
    const after = rewrite(plan.prefix[index] ?? plan.rest, before, pass);
    if (Object.is(before, after)) continue;
    copy ??= value.slice();
    copy[index] = after;
  }
  return copy ?? value;
}

function rewriteObject(site: Site, value: PlainObject, pass: Pass): unknown {
  const plan = objectPlanOf(site);
  const keys = Object.keys(value);
  let copy: PlainObject | undefined;
  for (let position = 0; position < keys.length; position += 1) {
    const key = keys[position] ?? "";
    const child = plan.names.get(key) ?? plan.siteOfUndeclared(key);
    if (child === undefined) {
      // Stripped unread: it may be a getter that throws.
      copy ??= copyOf(value, keys, position);
      continue;
    }
    const before = value[key];
    const after = rewrite(child, before, pass);
    if (!Object.is(before, after)) copy ??= copyOf(value, keys, position);
    if (copy !== undefined) setOwn(copy, key, after);
  }
  for (const missing of pass.fills === false ? [] : plan.defaults) {
    if (!lacksValue(value, missing.name)) continue;
    copy ??= copyOf(value, keys, keys.length);
    setOwn(copy, missing.name, completeDefault(missing, pass));
  }
  return copy ?? value;
}

function completeDefault({ value, site }: DeclaredDefault, pass: Pass): unknown {
  if (++pass.filling > maxNestedDefaults) throw new EndlessDefaults();
  const complete = rewrite(site, cloneData(value), pass);
  pass.filling -= 1;
  return complete;
}

/** Not a full copy and then `delete`, which makes objects slow for every later check. */
function copyOf(value: PlainObject, keys: readonly string[], count: number): PlainObject {
  const copy = emptyLike(value);
  for (let position = 0; position < count; position += 1) {
    const key = keys[position] ?? "";
    setOwn(copy, key, value[key]);
  }
  return copy;
}
