/** Parameters of Swagger 2.0, which spreads the schema over the parameter itself. */
import { note } from "./operation-reading.ts";
import type { OperationReading } from "./operation-reading.ts";
import type { ParameterLocation, ParameterShape } from "./operation-shape.ts";
import { isRawObject, ownValue } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";

type ArrayStyle = Pick<ParameterShape, "style" | "explode">;

const FORMATS: Readonly<Record<string, ArrayStyle>> = {
  csv: { style: "form", explode: false },
  ssv: { style: "spaceDelimited", explode: false },
  tsv: { style: "tabDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
  multi: { style: "form", explode: true },
};

/** A `collectionFormat` as a style. The fields of a form are written like a query. */
export function readCollectionFormat(raw: RawObject, location: ParameterLocation): ArrayStyle {
  const style = knownFormat(raw) ?? FORMATS["csv"]!;
  // Outside queries, comma-separated values are the style "simple".
  return location !== "query" && style.style === "form" ? { style: "simple", explode: false } : style;
}

export function noteCollectionFormat(reading: OperationReading, raw: RawObject): void {
  if (raw["collectionFormat"] === undefined || knownFormat(raw) !== undefined) return;
  const why = `there is no collectionFormat ${JSON.stringify(raw["collectionFormat"])}, so it is sent as "csv"`;
  note(reading, `parameter ${JSON.stringify(raw["name"])}`, { kind: "repaired", why });
}

function knownFormat(raw: RawObject): ArrayStyle | undefined {
  const format = raw["collectionFormat"] ?? "csv";
  return typeof format === "string" ? ownValue(FORMATS, format) : undefined;
}

/** Keywords that describe the parameter, not its value. */
const PARAMETER_KEYWORDS = new Set([
  "name",
  "in",
  "required",
  "schema",
  "collectionFormat",
  "allowEmptyValue",
  "description",
]);

export function swaggerParameterSchema(raw: RawObject): unknown {
  const entries = Object.entries(raw).filter(([keyword]) => !PARAMETER_KEYWORDS.has(keyword));
  return Object.fromEntries(
    entries.map(([keyword, value]) => [
      keyword,
      keyword === "items" && isRawObject(value) ? swaggerItems(value) : value,
    ]),
  );
}

function swaggerItems(items: RawObject): unknown {
  const { collectionFormat: _, ...schema } = items;
  return schema;
}
