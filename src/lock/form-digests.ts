import canonicalize from "canonicalize";
import { SchemaGraph } from "../schema/graph/schema-graph.ts";
import type { SchemaObject } from "../schema/graph/schema-graph.ts";
import { sha256 } from "../shared/sha256.ts";
import type { OperationForm } from "./operation-form.ts";

/**
 * The digests of operations: SHA-256 over the canonical form of RFC 8785. A schema that many operations refer to is
 * hashed once, and stands in their forms by its own digest.
 */
export class FormDigests {
  readonly graph = new SchemaGraph();
  readonly #digests = new WeakMap<object, string>();

  digestOf({ facts, input, output, errors }: OperationForm): string {
    const declared = Object.entries(errors).map(([code, { schema, ...rest }]) => [
      code,
      schema === undefined ? rest : { ...rest, schema: this.#rootDigest(schema) },
    ]);
    const form = { ...facts, input: this.#rootDigest(input), output: this.#rootDigest(output) };
    return this.hash({ ...form, errors: Object.fromEntries(declared) as object });
  }

  hash(value: unknown): string {
    return sha256(canonicalize(value) ?? "");
  }

  /** Together with everything that a schema within a root refers to. */
  rootDigest(schema: SchemaObject, root: SchemaObject): string {
    const reached = Array.from(this.graph.reach(schema, root), ([ref, target]) => [ref, this.#partDigest(target)]);
    return this.hash([this.#partDigest(schema), Object.fromEntries(reached)]);
  }

  #rootDigest(root: SchemaObject): string {
    return this.rootDigest(root, root);
  }

  #partDigest(schema: SchemaObject): string {
    let digest = this.#digests.get(schema);
    if (digest === undefined) this.#digests.set(schema, (digest = this.hash(plainPart(schema))));
    return digest;
  }
}

/** A schema as plain JSON, without the definitions that others refer to. */
export function plainPart(schema: SchemaObject): SchemaObject {
  const { $defs: _defs, definitions: _definitions, ...part } = schema;
  return JSON.parse(JSON.stringify(part)) as SchemaObject;
}
