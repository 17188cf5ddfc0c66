import { isRecord } from "../../shared/json/is-record.ts";
import { SchemaReader } from "./schema-view.ts";
import type { SchemaView } from "./schema-view.ts";

const DEEPEST = 6;
/** Properties shown of an object that requires none. */
const MOST_OPTIONAL = 3;
const MOST_PARTS = 500;
const MOST_EXAMPLES = 3;

const TEXT_BY_FORMAT: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T12:00:00Z",
  time: "12:00:00Z",
  email: "ada@example.com",
  uri: "https://example.com/",
  url: "https://example.com/",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  hostname: "example.com",
};

/** A value that the schema probably accepts: its own example or default if it has one. */
export function exampleValue(schema: unknown): unknown {
  return new ExampleMaker(schema).of(schema, 0);
}

/** The schema's own examples. Without any: one value, or one for each form if the input or a part of it has several. */
export function exampleValues(schema: unknown): unknown[] {
  const maker = new ExampleMaker(schema);
  const reader = new SchemaReader(schema);
  const view = reader.view();
  const given = view.schema["examples"];
  if (Array.isArray(given) && given.length > 0) return given.slice(0, MOST_EXAMPLES) as unknown[];
  if (view.union !== undefined) {
    return view.union.variants.slice(0, MOST_EXAMPLES).map((form) => maker.of(form.schema, 0));
  }
  const whole = maker.of(schema, 0);
  const part = Object.keys(isRecord(whole) ? whole : {}).find((name) => reader.view(view.properties.get(name)).union);
  if (part === undefined) return [whole];
  const forms = reader.view(view.properties.get(part)).union?.variants ?? [];
  return forms.slice(0, MOST_EXAMPLES).map((form) => ({ ...(whole as object), [part]: maker.of(form.schema, 1) }));
}

class ExampleMaker {
  readonly #reader: SchemaReader;
  #parts = 0;

  constructor(root: unknown) {
    this.#reader = new SchemaReader(root);
  }

  of(part: unknown, depth: number): unknown {
    const view = this.#reader.view(part);
    const { schema, choices } = view;
    const [given] = Array.isArray(schema["examples"]) ? (schema["examples"] as unknown[]) : [schema["example"]];
    if (given !== undefined) return given;
    if (schema["default"] !== undefined) return schema["default"];
    const [form] = view.union?.variants ?? [];
    if (form !== undefined) return this.of(form.schema, depth);
    const isDeep = depth >= DEEPEST || ++this.#parts > MOST_PARTS;
    switch (view.kind) {
      case "choice":
        return choices[0];
      case "boolean":
        return true;
      case "number":
      case "integer":
        return exampleNumber(view);
      case "text":
      case "base64":
        return exampleText(view);
      case "bytes":
        return { $bytes: "SGVsbG8=" };
      case "list":
        return isDeep ? [] : this.#list(view, depth);
      case "object":
        return isDeep ? {} : this.#object(view, depth);
      case "nothing":
        return undefined;
      case "any":
        return view.types.includes("string") || view.types.length === 0 ? "text" : 1;
    }
  }

  #list({ schema, items }: SchemaView, depth: number): unknown[] {
    const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 1;
    return Array.from({ length: Math.min(Math.max(1, least), 3) }, () => this.of(items, depth + 1));
  }

  #object({ properties, required }: SchemaView, depth: number): unknown {
    const names = [...properties.keys()].filter((name) => required.has(name));
    const shown = names.length > 0 || depth > 0 ? names : [...properties.keys()].slice(0, MOST_OPTIONAL);
    return Object.fromEntries(shown.map((name) => [name, this.of(properties.get(name), depth + 1)]));
  }
}

function exampleNumber({ schema, kind }: SchemaView): number {
  const { minimum, exclusiveMinimum, maximum, multipleOf } = schema;
  if (typeof multipleOf === "number") return multipleOf;
  if (typeof minimum === "number") return kind === "integer" ? Math.ceil(minimum) : minimum;
  if (typeof exclusiveMinimum === "number") return Math.floor(exclusiveMinimum) + 1;
  return typeof maximum === "number" ? Math.min(1, Math.floor(maximum)) : 1;
}

function exampleText({ schema, kind }: SchemaView): string {
  const { format, minLength, maxLength } = schema;
  const text = kind === "base64" ? "SGVsbG8=" : (typeof format === "string" && TEXT_BY_FORMAT[format]) || "text";
  const long = typeof minLength === "number" ? text.padEnd(Math.min(minLength, 1000), "x") : text;
  return typeof maxLength === "number" ? long.slice(0, maxLength) : long;
}
