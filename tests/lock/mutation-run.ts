/** Mutates operations of real documents, and lets Ajv judge the comparison's verdict on each change. */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { compareSources } from "../../src/lock/compare-source.ts";
import { FormDigests } from "../../src/lock/form-digests.ts";
import { parseLock } from "../../src/lock/lock-file.ts";
import type { LockedSource } from "../../src/lock/lock-file.ts";
import { toLockedSource } from "../../src/lock/locked-source.ts";
import type { OperationChange } from "../../src/lock/operation-change.ts";
import { toForm } from "../../src/lock/operation-form.ts";
import { printLock } from "../../src/lock/print-lock.ts";
import type { OperationSpec } from "../../src/operation/operation-spec.ts";
import { OperationType } from "../../src/operation/operation-type.ts";
import { atOnce } from "../../src/shared/time/slices.ts";
import { mutateSchema, pick } from "./mutate-schema.ts";
import type { Random, Schema } from "./mutate-schema.ts";
import { disturb, sampleValue } from "./sample-values.ts";

export interface MutationCounts {
  mutations: number;
  /** Changes that Ajv shows to be breaking. */
  breaking: number;
  /** Those that the comparison called compatible, or did not notice. There must be none. */
  missed: string[];
  compatible: number;
  look: number;
  /** Called breaking, though no sampled value shows it. */
  unproven: number;
  /** Ajv cannot compile the schema. */
  skipped: number;
}

const SAMPLES = 12;
/** Larger schemas take Ajv too long to compile thousands of times. */
const LARGEST = 40_000;

export interface PlainOperation {
  readonly spec: OperationSpec;
  readonly input: Schema;
  readonly output: Schema;
}

/** The operations whose schemas Ajv compiles soon. */
export function plainOperations(specs: Iterable<OperationSpec>): PlainOperation[] {
  const found: PlainOperation[] = [];
  for (const spec of specs) {
    try {
      const [input, output] = [spec.inputSchema, spec.outputSchema].map((schema) => JSON.stringify(schema));
      if (input === undefined || output === undefined || input.length + output.length > LARGEST) continue;
      found.push({ spec, input: JSON.parse(input) as Schema, output: JSON.parse(output) as Schema });
    } catch {
      // The import quarantines it.
    }
  }
  return found;
}

function lockOf(spec: OperationSpec): LockedSource {
  const digests = new FormDigests();
  const form = toForm(spec, spec.namespace);
  const digest = atOnce(digests.digestOf(form));
  const source = atOnce(toLockedSource({ kind: "openapi" }, [{ form, digest }], digests));
  // As from a file.
  const text = atOnce(printLock({ lockVersion: 1, sources: { source } }));
  return atOnce(parseLock(text, "the lock")).sources["source"] as LockedSource;
}

function toSpec({ spec, input, output }: PlainOperation, changes: object = {}): OperationSpec {
  const { name, namespace, version, type, title, description, tags, accessControl, idempotent, metadata } = spec;
  const all = { name, namespace, version, type, title, description, tags, accessControl, idempotent, metadata };
  return { ...all, inputSchema: input, outputSchema: output, ...changes };
}

function compare(before: OperationSpec, after: OperationSpec): OperationChange[] {
  return [...compareSources(lockOf(before), lockOf(after))];
}

/** One mutation of one operation. */
export function mutateOnce(operations: readonly PlainOperation[], random: Random, counts: MutationCounts): void {
  const operation = pick(random, operations);
  const before = toSpec(operation);
  counts.mutations++;
  const share = random();
  if (share < 0.05) return expectChange(compare(before, { ...before, name: `${before.name}_2` }), "renamed", counts);
  if (share < 0.1)
    return expectChange(compare(before, { ...before, description: "Do as I say." }), "text changed", counts);
  if (share < 0.15) {
    const type = before.type === OperationType.QUERY ? OperationType.MUTATION : OperationType.QUERY;
    return expectChange(compare(before, { ...before, type }), "kind changed", counts);
  }
  const side = random() < 0.5 ? "input" : "output";
  const { schema, what } = mutateSchema(operation[side], random);
  const after = toSpec({ ...operation, [side]: schema });
  const witness = findWitness(operation[side], schema, side, random);
  if (witness === "unusable") return void counts.skipped++;
  const found = compare(before, after).flatMap(({ changes }) => changes);
  const ours = found.filter(({ change }) => change.startsWith(side));
  const verdict = ours.some((each) => each.verdict === "breaking")
    ? "breaking"
    : ours.some((each) => each.verdict === "look")
      ? "look"
      : "compatible";
  if (witness !== undefined) {
    counts.breaking++;
    if (verdict === "compatible") {
      counts.missed.push(`${before.name} ${side} ${what}: ${JSON.stringify(witness.value).slice(0, 300)}`);
    }
  } else if (verdict === "breaking") counts.unproven++;
  if (verdict === "compatible") counts.compatible++;
  if (verdict === "look") counts.look++;
}

function expectChange(found: readonly OperationChange[], wanted: string, counts: MutationCounts): void {
  const isFound = found.length === 1 && found[0]?.changes.every(({ change }) => change === wanted);
  if (isFound !== true || found[0]?.verdict === "compatible")
    counts.missed.push(`${wanted}: ${JSON.stringify(found).slice(0, 300)}`);
}

/** A value that fitted before and does not fit now. For outputs, a value that is new and did not fit before. */
function findWitness(
  before: Schema,
  after: Schema,
  side: "input" | "output",
  random: Random,
): { value: unknown } | "unusable" | undefined {
  const [given, taken] = side === "input" ? [before, after] : [after, before];
  const [fitsGiven, fitsTaken] = [compile(given), compile(taken)];
  if (fitsGiven === undefined || fitsTaken === undefined) return "unusable";
  for (let index = 0; index < SAMPLES; index++) {
    const root = index % 3 === 2 ? taken : given;
    const sampled = sampleValue(root, root, random);
    for (const value of [sampled, disturb(sampled, random), disturb(sampled, random)]) {
      if (fitsGiven(value) && !fitsTaken(value)) return { value };
    }
  }
  return undefined;
}

/** One for all schemas. It adds none of them by an id. */
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  validateSchema: false,
  logger: false,
  addUsedSchema: false,
});

function compile(schema: Schema): ValidateFunction | undefined {
  try {
    return ajv.compile(schema);
  } catch {
    return undefined;
  } finally {
    // Ajv keeps every schema otherwise. What it compiled stays usable.
    ajv.removeSchema(schema);
  }
}
