import { mapSubschemas } from "../schema/types/schema-keywords.ts";
import { isSchemaObject } from "../schema/types/scope.ts";
import type { SchemaObject } from "../schema/graph/schema-graph.ts";
import { isSameJSON } from "../shared/json/is-same-json.ts";
import { shortHash } from "../shared/short-hash.ts";
import { INSTRUCTIONS } from "./locked-instructions.ts";
import { resolveComponent, toComponentRef } from "./lock-file.ts";
import type { LockedError, LockedOperation, LockedSource } from "./lock-file.ts";

/** What a merge takes from the newer version of a source. */
export interface Accepted {
  /** Operations of the newer version that replace older ones, or are added. */
  readonly taken: Iterable<string>;
  /** Operations that the source no longer has. */
  readonly dropped?: Iterable<string> | undefined;
}

/** A source with some of its operations as they are now, and the others as they were accepted before. Works in steps. */
export function* mergeSources(
  before: LockedSource,
  after: LockedSource,
  { taken, dropped = [] }: Accepted,
): Generator<void, LockedSource> {
  const components = new ComponentMerge();
  const operations = new Map<string, LockedOperation>();
  const gone = new Set(dropped);
  let { instructions } = before;
  for (const name of taken) {
    if (name === INSTRUCTIONS) instructions = after.instructions;
    const operation = after.operations[name];
    if (operation !== undefined) operations.set(name, yield* components.adopt(operation, after));
  }
  for (const [name, operation] of Object.entries(before.operations)) {
    if (operations.has(name) || gone.has(name)) continue;
    operations.set(name, yield* components.adopt(operation, before));
  }
  const refused = Object.entries(before.refused ?? {}).filter(
    ([name, digest]) =>
      operations.get(name)?.digest !== digest && (name !== INSTRUCTIONS || instructions === before.instructions),
  );
  return {
    kind: after.kind,
    ...(instructions === undefined ? {} : { instructions }),
    operations: Object.fromEntries(operations),
    components: components.all,
    ...(refused.length === 0 ? {} : { refused: Object.fromEntries(refused) }),
  };
}

/** Two versions may mean different schemas by one name. Then the second schema gets another name. */
class ComponentMerge {
  readonly #written = new Map<string, SchemaObject>();
  readonly #names = new Map<LockedSource, Map<string, string>>();
  /** Components that have a name, and still contain the references of their own source. */
  readonly #waiting: Array<{ readonly name: string; readonly target: SchemaObject; readonly source: LockedSource }> =
    [];

  get all(): Readonly<Record<string, SchemaObject>> {
    return Object.fromEntries(this.#written);
  }

  *adopt(operation: LockedOperation, source: LockedSource): Generator<void, LockedOperation> {
    const { input, output, errors } = operation;
    const declared = Object.entries(errors ?? {}).map(([code, { schema, ...rest }]): [string, LockedError] => [
      code,
      schema === undefined ? rest : { ...rest, schema: this.#rewrite(schema, source) },
    ]);
    const adopted = {
      ...operation,
      input: this.#rewrite(input, source),
      output: this.#rewrite(output, source),
      ...(errors === undefined ? {} : { errors: Object.fromEntries(declared) }),
    };
    yield;
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      this.#written.set(next.name, this.#rewrite(next.target, next.source));
      yield;
    }
    return adopted;
  }

  #rewrite<T>(part: T, source: LockedSource): T {
    if (!isSchemaObject(part)) return part;
    const entries = Object.entries(part).map(([keyword, value]) => {
      if (keyword === "$ref" && typeof value === "string") return [keyword, this.#refer(value, source)];
      return [keyword, mapSubschemas(keyword, value, (inner) => this.#rewrite(inner, source))];
    });
    return Object.fromEntries(entries) as T;
  }

  #refer(ref: string, source: LockedSource): string {
    const target = resolveComponent(source, ref);
    if (!isSchemaObject(target)) return ref;
    let names = this.#names.get(source);
    if (names === undefined) this.#names.set(source, (names = new Map()));
    const known = names.get(ref);
    if (known !== undefined) return toComponentRef(known);
    const wanted = ref.slice(toComponentRef("").length);
    const taken = this.#written.get(wanted);
    // Equal texts may refer to different components, so only a component without references is certainly the same.
    const isSame = taken !== undefined && isSameJSON(taken, target) && !JSON.stringify(target).includes('"$ref"');
    if (isSame) return toComponentRef(wanted);
    const name = taken === undefined ? wanted : this.#freeName(wanted, target);
    names.set(ref, name);
    this.#written.set(name, target);
    this.#waiting.push({ name, target, source });
    return toComponentRef(name);
  }

  #freeName(wanted: string, target: SchemaObject): string {
    const base = `${wanted.replace(/~[\w-]{8}$/, "")}~${shortHash(JSON.stringify(target))}`;
    let name = base;
    for (let count = 2; this.#written.has(name); count++) name = `${base}${count}`;
    return name;
  }
}
