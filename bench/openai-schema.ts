/** The largest schema of OpenAI's API description, which lies beside the project and is not part of it. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface FoundSchema {
  readonly name: string;
  readonly definitions: number;
  /** On its own: what it refers to is under `$defs`. */
  readonly schema: object;
}

type Components = Record<string, object>;

const file = fileURLToPath(new URL("../../shared/openapi/openai.json", import.meta.url));
const prefix = "#/components/schemas/";

export function largestOpenAISchema(): FoundSchema | undefined {
  if (!existsSync(file)) return undefined;
  const document = JSON.parse(readFileSync(file, "utf8")) as { components: { schemas: Components } };
  const components = document.components.schemas;
  const names = Object.keys(components).map((name) => ({ name, reached: reachedFrom(name, components) }));
  const [largest] = names.sort((a, b) => b.reached.size - a.reached.size);
  if (largest === undefined) return undefined;
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
  // A set also visits what is added while it is walked.
  for (const current of reached) {
    for (const [, found] of JSON.stringify(components[current]).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found !== undefined && Object.hasOwn(components, found)) reached.add(found);
    }
  }
  return reached;
}
