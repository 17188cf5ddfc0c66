/** Random values that fit a lowered schema: short and long, with and without optional members. */
type Schema = Readonly<Record<string, unknown>>;

/** Numbers from 0 to 1, repeatable by seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface Sampling {
  readonly root: Schema;
  readonly random: () => number;
}

/** Undefined if no value was found, for example because of a pattern. */
export function sampleValue(sampling: Sampling, schema: Schema = sampling.root, depth = 0): unknown {
  const { root, random } = sampling;
  // Some definitions cannot end.
  if (depth > 30) return undefined;
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const {
    $ref,
    anyOf,
    type,
    enum: values,
  } = schema as { $ref?: string; anyOf?: Schema[]; type?: string | string[]; enum?: unknown[] };
  if ($ref !== undefined) {
    const target = (root["$defs"] as Record<string, Schema>)[$ref.slice("#/$defs/".length)] as Schema;
    return sampleValue(sampling, target, depth + 1);
  }
  if (Array.isArray(anyOf)) {
    // The deepest level ends with null or a scalar.
    const flat = anyOf.filter(
      (choice) => !["object", "array"].includes(String(choice["type"])) && choice["$ref"] === undefined,
    );
    return sampleValue(sampling, pick(depth > 6 && flat.length > 0 ? flat : anyOf), depth + 1);
  }
  if (values !== undefined) return pick(values);
  if (Object.hasOwn(schema, "const")) return schema["const"];
  if (Array.isArray(type)) return sampleValue(sampling, { ...schema, type: pick(type) }, depth);
  switch (type) {
    case "object":
      return sampleObject(sampling, schema, depth);
    case "array": {
      const { minItems = 0, maxItems = 3 } = schema as { minItems?: number; maxItems?: number };
      const count = Math.max(minItems, depth > 6 ? 0 : Math.min(maxItems, Math.floor(random() * 3)));
      const items = Array.from({ length: count }, () =>
        sampleValue(sampling, (schema["items"] ?? {}) as Schema, depth + 1),
      );
      return items.includes(undefined) ? undefined : items;
    }
    case "string":
      return sampleString(schema, random);
    case "integer":
    case "number":
      return sampleNumber(schema, random);
    case "boolean":
      return random() < 0.5;
    case "null":
      return null;
    default:
      return pick([null, 1, "a", {}, []]);
  }
}

function sampleObject(sampling: Sampling, schema: Schema, depth: number): unknown {
  const { random } = sampling;
  const required = new Set((schema["required"] ?? []) as string[]);
  const entries: Array<[string, unknown]> = [];
  for (const [name, part] of Object.entries((schema["properties"] ?? {}) as Record<string, Schema>)) {
    if (!required.has(name) && (depth > 5 || random() < 0.5)) continue;
    const value = sampleValue(sampling, part, depth + 1);
    if (value === undefined && required.has(name)) return undefined;
    if (value !== undefined) entries.push([name, value]);
  }
  const further = schema["additionalProperties"];
  if (typeof further === "object" && further !== null && depth < 5 && random() < 0.5) {
    const value = sampleValue(sampling, further as Schema, depth + 1);
    if (value !== undefined) entries.push(["further", value]);
  }
  return Object.fromEntries(entries);
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  "date-time": "2026-11-17T10:00:00Z",
  date: "2026-11-17",
  time: "10:00:00Z",
  duration: "P1D",
  email: "ada@example.org",
  hostname: "example.org",
  uri: "https://example.org/",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uuid: "6fa459ea-ee8a-4ca4-894e-db77e160355e",
};

function sampleString(schema: Schema, random: () => number): string | undefined {
  const { format, pattern, minLength = 0, maxLength = 40 } = schema as Record<string, never>;
  if (format !== undefined && BY_FORMAT[format] !== undefined) return BY_FORMAT[format];
  const candidates = [
    "",
    "a",
    "abc",
    "A1",
    "1",
    "0",
    "2026-11-17",
    "x".repeat(Math.min(maxLength, 40)),
    "x".repeat(minLength),
    '{"a":1}',
  ];
  const fitting = candidates.filter(
    (text) =>
      text.length >= minLength &&
      text.length <= maxLength &&
      (pattern === undefined || new RegExp(pattern, "u").test(text)),
  );
  return fitting.length === 0 ? undefined : fitting[Math.floor(random() * fitting.length)];
}

function sampleNumber(schema: Schema, random: () => number): number | undefined {
  const {
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    multipleOf = schema["type"] === "integer" ? 1 : undefined,
  } = schema as Record<string, number | undefined>;
  const fits = (value: number): boolean =>
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || value <= maximum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
    (schema["type"] !== "integer" || Number.isInteger(value)) &&
    (multipleOf === undefined || Number.isInteger(value / multipleOf));
  const candidates = [0, 1, -1, 2.5, 10, 1e6, minimum, maximum, (minimum ?? 0) + 1, multipleOf ?? 3].filter(
    (value) => value !== undefined && fits(value),
  );
  return candidates[Math.floor(random() * candidates.length)];
}
