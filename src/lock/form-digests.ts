import canonicalize from "canonicalize";
import { SchemaGraph } from "../schema/graph/schema-graph.ts";
import type { SchemaObject } from "../schema/graph/schema-graph.ts";
import { sha256 } from "../shared/sha256.ts";
import type { OperationForm } from "./operation-form.ts";

/**
 * The digests of operations: SHA-256 over the canonical form of RFC 8785. A schema that many operations refer to is
 * hashed once, and their forms refer to it by its own digest.
 */
export class FormDigests {
  readonly graph = new SchemaGraph();
  readonly #digests = new WeakMap<object, string>();

  /** Works in steps: the first operation of a document may refer to most of it. */
  *digestOf({ facts, input, output, errors }: OperationForm): Generator<void, string> {
    const declared: Record<string, object> = {};
    for (const [code, { schema, ...rest }] of Object.entries(errors)) {
      declared[code] = schema === undefined ? rest : { ...rest, schema: yield* this.rootDigest(schema, schema) };
    }
    const schemas = { input: yield* this.rootDigest(input, input), output: yield* this.rootDigest(output, output) };
    return hash({ ...facts, ...schemas, errors: declared });
  }

  /** The digest of a schema within a root, together with everything that it refers to. */
  *rootDigest(schema: SchemaObject, root: SchemaObject): Generator<void, string> {
    const reached: Array<[string, string]> = [];
    for (const [ref, target] of this.graph.reach(schema, root)) {
      reached.push([ref, this.#partDigest(target)]);
      yield;
    }
    return hash([this.#partDigest(schema), Object.fromEntries(reached)]);
  }

  #partDigest(schema: SchemaObject): string {
    let digest = this.#digests.get(schema);
    if (digest === undefined) this.#digests.set(schema, (digest = hash(plainPart(schema))));
    return digest;
  }
}

function hash(value: unknown): string {
  return sha256(canonicalize(value) ?? "");
}

/** A schema as plain JSON, without the definitions that others refer to. */
export function plainPart(schema: SchemaObject): SchemaObject {
  const { $defs: _defs, definitions: _definitions, ...part } = schema;
  return JSON.parse(JSON.stringify(part)) as SchemaObject;
}
