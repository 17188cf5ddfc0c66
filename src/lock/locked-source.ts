import { mapSubschemas } from "../schema/types/schema-keywords.ts";
import { isSchemaObject } from "../schema/types/scope.ts";
import { targetOf } from "../schema/graph/schema-graph.ts";
import type { SchemaObject } from "../schema/graph/schema-graph.ts";
import { atOnce } from "../shared/time/slices.ts";
import { plainPart } from "./form-digests.ts";
import type { FormDigests } from "./form-digests.ts";
import { toComponentRef } from "./lock-file.ts";
import type { LockedError, LockedOperation, LockedSource } from "./lock-file.ts";
import type { OperationForm } from "./operation-form.ts";

/** An operation that a source offers now, with its digest. */
export interface DigestedForm {
  readonly form: OperationForm;
  readonly digest: string;
}

const DEFINITIONS = "#/$defs/";
/** Characters of a digest that distinguish components of one name. */
const SUFFIX = 8;

function rootsOf({ input, output, errors }: OperationForm): SchemaObject[] {
  const details = Object.values(errors).map(({ schema }) => schema);
  return [input, output, ...details.filter((schema) => schema !== undefined)];
}

/** Writes forms as a lock holds them: a schema that several of them refer to is written once. */
class SourceWriter {
  readonly #digests: FormDigests;
  /** References that mean the same in all forms. */
  readonly #plain: ReadonlySet<string>;
  readonly #components = new Map<string, SchemaObject>();
  /** Components that have a name, and are not written yet. */
  readonly #waiting: Array<{ readonly name: string; readonly target: SchemaObject; readonly root: SchemaObject }> = [];

  constructor(plain: ReadonlySet<string>, digests: FormDigests) {
    this.#plain = plain;
    this.#digests = digests;
  }

  *write({ form, digest }: DigestedForm): Generator<void, LockedOperation> {
    const { facts, input, output, errors } = form;
    const declared = Object.entries(errors).map(([code, { schema, ...rest }]): [string, LockedError] => [
      code,
      schema === undefined ? rest : { ...rest, schema: this.#write(schema, schema) },
    ]);
    const operation = {
      digest,
      ...facts,
      input: this.#write(input, input),
      output: this.#write(output, output),
      ...(declared.length === 0 ? {} : { errors: Object.fromEntries(declared) }),
    };
    yield;
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      this.#components.set(next.name, this.#write(next.target, next.root));
      yield;
    }
    return operation;
  }

  get components(): Readonly<Record<string, SchemaObject>> {
    return Object.fromEntries(this.#components);
  }

  #write(schema: SchemaObject, root: SchemaObject): SchemaObject {
    return this.#rewrite(plainPart(schema), root) as SchemaObject;
  }

  #rewrite(part: unknown, root: SchemaObject): unknown {
    if (!isSchemaObject(part)) return part;
    const entries = Object.entries(part).map(([keyword, value]) => {
      if (keyword === "$ref" && typeof value === "string") return [keyword, this.#refer(value, root)];
      return [keyword, mapSubschemas(keyword, value, (inner) => this.#rewrite(inner, root))];
    });
    return Object.fromEntries(entries);
  }

  #refer(ref: string, root: SchemaObject): string {
    const target = targetOf(root, ref);
    // The reference leads nowhere. The lock keeps it as it is.
    if (target === undefined) return ref;
    const given = ref.startsWith(DEFINITIONS) ? ref.slice(DEFINITIONS.length) : ref;
    const digest = this.#plain.has(ref) ? undefined : atOnce(this.#digests.rootDigest(target, root));
    const name = digest === undefined ? given : `${given}~${digest.slice(-SUFFIX)}`;
    if (!this.#components.has(name)) {
      this.#components.set(name, {});
      this.#waiting.push({ name, target, root });
    }
    return toComponentRef(name);
  }
}

/** A source as the lock holds it, with the components that its operations refer to. Works in steps. */
export function* toLockedSource(
  source: Pick<LockedSource, "kind" | "revision" | "instructions">,
  forms: readonly DigestedForm[],
  digests: FormDigests,
): Generator<void, LockedSource> {
  const plain = yield* digests.graph.findPlain(forms.flatMap(({ form }) => rootsOf(form)));
  const writer = new SourceWriter(plain, digests);
  const operations: Array<[string, LockedOperation]> = [];
  for (const each of forms) operations.push([each.form.name, yield* writer.write(each)]);
  return { ...source, operations: Object.fromEntries(operations), components: writer.components };
}
