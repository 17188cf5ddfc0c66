/** Finds the schema of an OpenAPI document that refers, directly or not, to the most others. */
export interface FoundSchema {
  readonly name: string;
  readonly definitions: number;
  /** Self-contained: the schemas it refers to are under `$defs`. */
  readonly schema: object;
}

type Components = Record<string, object>;

const prefix = "#/components/schemas/";

export function largestSchema(document: object): FoundSchema {
  const components = (document as { components: { schemas: Components } }).components.schemas;
  const names = Object.keys(components).map((name) => ({ name, reached: reachedFrom(name, components) }));
  const [largest] = names.sort((a, b) => b.reached.size - a.reached.size);
  if (largest === undefined) throw new Error("the document has no schemas");
  const { name, reached } = largest;
  const root = {
    $ref: `${prefix}${name}`,
    $defs: Object.fromEntries([...reached].map((key) => [key, components[key]])),
  };
  const text = JSON.stringify(root).replaceAll(prefix, "#/$defs/");
  return { name, definitions: reached.size, schema: JSON.parse(text) as object };
}

function reachedFrom(name: string, components: Components): Set<string> {
  const reached = new Set([name]);
  // A loop over a set also visits values added during the loop.
  for (const current of reached) {
    for (const [, found] of JSON.stringify(components[current]).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found !== undefined && Object.hasOwn(components, found)) reached.add(found);
    }
  }
  return reached;
}
