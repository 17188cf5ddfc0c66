import { CallError, messageOf } from "../errors/call-error.ts";
import type { SchemaObject } from "../schema/graph/schema-graph.ts";
import { isRecord } from "../shared/json/is-record.ts";
import { parseJSONSteps } from "../shared/json/parse-json-steps.ts";
import type { OperationFacts } from "./operation-form.ts";

/** The name of the file, beside the config. */
export const LOCK_NAME = "operations.lock";

/** Changes when the form of an operation does: older files must then be written again. */
export const LOCK_VERSION = 1;

const LARGEST_LOCK = 256 * 1024 * 1024;
const COMPONENTS = "#/components/";

/** An operation as it was accepted. Its schemas refer to the components of its source. */
export interface LockedOperation extends OperationFacts {
  readonly digest: string;
  readonly input: SchemaObject;
  readonly output: SchemaObject;
  readonly errors?: Readonly<Record<string, LockedError>> | undefined;
}

export interface LockedError {
  readonly description?: string | undefined;
  readonly httpStatus?: number | undefined;
  readonly schema?: SchemaObject | undefined;
}

/** A source as it was accepted. */
export interface LockedSource {
  readonly kind: string;
  /** The digest of the document that all operations came from, if there is one. */
  readonly revision?: string | undefined;
  /** What the source tells models. */
  readonly instructions?: string | undefined;
  readonly operations: Readonly<Record<string, LockedOperation>>;
  readonly components?: Readonly<Record<string, SchemaObject>> | undefined;
  /** The changes that a person has refused: operations by name, with the digest of what was refused. */
  readonly refused?: Readonly<Record<string, string>> | undefined;
}

/** The content of `operations.lock`. */
export interface OperationsLock {
  readonly lockVersion: number;
  readonly sources: Readonly<Record<string, LockedSource>>;
}

export const EMPTY_LOCK: OperationsLock = { lockVersion: LOCK_VERSION, sources: {} };

/**
 * Reads the text of a lock in steps. Throws if it is not a lock: a lock that cannot be read must not count as no lock.
 */
export function* parseLock(text: string, file: string): Generator<void, OperationsLock> {
  const fail = (why: string): never => {
    const advice = `Restore the file, or delete it and run "operations lock" again.`;
    throw new CallError("VALIDATION_ERROR", `${file} is not a lock: ${why}. ${advice}`);
  };
  if (text.length > LARGEST_LOCK) fail("it is too large");
  let value: unknown;
  try {
    value = yield* parseJSONSteps(new TextEncoder().encode(text));
  } catch (thrown) {
    fail(messageOf(thrown));
  }
  if (!isRecord(value) || !isRecord(value["sources"])) return fail('it has no "sources"');
  const version = value["lockVersion"];
  if (version !== LOCK_VERSION)
    return fail(`its lockVersion is ${JSON.stringify(version)}, and this version reads ${LOCK_VERSION}`);
  for (const [name, source] of Object.entries(value["sources"])) {
    const problem = sourceProblem(source);
    if (problem !== undefined) fail(`the source ${JSON.stringify(name)} ${problem}`);
  }
  return value as unknown as OperationsLock;
}

function sourceProblem(source: unknown): string | undefined {
  if (!isRecord(source) || typeof source["kind"] !== "string") return 'has no "kind"';
  if (!isRecord(source["operations"])) return 'has no "operations"';
  if (!["undefined", "string"].includes(typeof source["instructions"])) return "has instructions that are not text";
  for (const field of ["components", "refused"]) {
    if (source[field] !== undefined && !isRecord(source[field])) return `has ${field} that are not an object`;
  }
  for (const [name, operation] of Object.entries(source["operations"])) {
    const isWhole =
      isRecord(operation) && typeof operation["digest"] === "string" && typeof operation["kind"] === "string";
    if (!isWhole || !isRecord(operation["input"]) || !isRecord(operation["output"])) {
      return `has an operation ${JSON.stringify(name)} without digest, kind, input and output`;
    }
  }
  return undefined;
}

export function toComponentRef(name: string): string {
  return COMPONENTS + name;
}

/** The component that a reference in a locked schema names. */
export function resolveComponent({ components = {} }: LockedSource, ref: string): unknown {
  const name = ref.startsWith(COMPONENTS) ? ref.slice(COMPONENTS.length) : undefined;
  return name !== undefined && Object.hasOwn(components, name) ? components[name] : undefined;
}
