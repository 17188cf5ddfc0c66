/** Compares two schemas by meaning, whatever the names and places of their definitions. */

type Schema = Readonly<Record<string, unknown>>;

/** Keywords that say nothing about values: identity and annotations. */
const IDENTITY = new Set(["$defs", "definitions", "$id", "$schema", "$anchor", "example", "examples"]);
const ANNOTATIONS = new Set([...IDENTITY, "readOnly", "writeOnly"]);

export interface SchemaPair {
  readonly one: unknown;
  readonly other: unknown;
}

/** Returns the path of the first difference, or undefined if there is none. */
export function firstDifference({ one, other }: SchemaPair): string | undefined {
  const seen = new Map<object, Set<object>>();
  const compare = (a: unknown, b: unknown, path: string): string | undefined => {
    const left = follow(a, one);
    const right = follow(b, other);
    if (!isObject(left) || !isObject(right)) return Object.is(left, right) ? undefined : path;
    if (Array.isArray(left) || Array.isArray(right)) return compareLists(left, right, path);
    // A pair that is already being compared further up is equal if the rest of it is.
    const partners = seen.get(left) ?? new Set();
    if (partners.has(right)) return undefined;
    seen.set(left, partners.add(right));
    return compareKeys(left as Schema, right as Schema, path);
  };
  const compareLists = (left: object, right: object, path: string): string | undefined => {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return path;
    for (const index of left.keys()) {
      const difference = compare(left[index], right[index], `${path}/${index}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  };
  const compareKeys = (left: Schema, right: Schema, path: string): string | undefined => {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      if (ANNOTATIONS.has(key)) continue;
      const difference = compare(...valuesOf(key, left[key], right[key]), `${path}/${key}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  };
  return compare(one, other, "");
}

/** The targets of a discriminator's mapping are references too. */
function valuesOf(key: string, ...values: [unknown, unknown]): [unknown, unknown] {
  if (key !== "mapping") return values;
  const asReferences = (mapping: unknown): unknown =>
    Object.fromEntries(Object.entries(mapping as Schema).map(([name, $ref]) => [name, { $ref }]));
  return [asReferences(values[0]), asReferences(values[1])];
}

/** Replaces a lone `$ref` by its target. */
function follow(value: unknown, root: unknown): unknown {
  let current = value;
  for (let hops = 0; hops < 20; hops++) {
    if (!isObject(current) || !("$ref" in current) || typeof current.$ref !== "string") return current;
    const beside = Object.keys(current).filter((key) => !IDENTITY.has(key));
    if (beside.length > 1) return { ...current, $ref: undefined, "followed $ref": definitionAt(root, current.$ref) };
    current = definitionAt(root, current.$ref);
  }
  return current;
}

function definitionAt(root: unknown, ref: string): unknown {
  const definitions = (root as { $defs?: Schema }).$defs ?? {};
  const name = ref === "#" ? undefined : decodeURIComponent(ref.replace(/^#\/\$defs\//, ""));
  return name === undefined ? root : definitions[name];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
