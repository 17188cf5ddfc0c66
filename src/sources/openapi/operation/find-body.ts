/** The request body of an operation: OpenAPI 3's `requestBody`, and Swagger 2.0's `body` and `formData` parameters. */
import type { Located } from "../document/document-references.ts";
import { ownList, ownObject, ownTexts } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { isInBody } from "./find-parameters.ts";
import { essenceOf } from "./media-type.ts";
import { note } from "./operation-reading.ts";
import type { OperationReading } from "./operation-reading.ts";
import { noteCollectionFormat } from "./swagger-parameters.ts";

/** A body as the document declares it. */
export type FoundBody =
  | { readonly kind: "media"; readonly body: Located<RawObject>; readonly media: readonly BodyMedia[] }
  | { readonly kind: "parameter"; readonly body: Located<RawObject>; readonly consumes: readonly string[] }
  | { readonly kind: "fields"; readonly fields: readonly Located<RawObject>[]; readonly consumes: readonly string[] };

export interface BodyMedia {
  readonly mediaType: string;
  readonly raw: RawObject;
}

/** `fetch` sends no body with these methods, and OpenAPI gives such a body no meaning. */
const BODILESS_METHODS = new Set(["GET", "HEAD"]);

/** Notes everything that is not sent as declared. Throws if the body cannot be read. */
export function findBody(reading: OperationReading): FoundBody | undefined {
  const body = reading.version === "2.0" ? findSwaggerBody(reading) : findRequestBody(reading);
  if (body === undefined || !BODILESS_METHODS.has(reading.method)) return body;
  note(reading, "body", { kind: "left out", why: `${reading.method} requests have no body` });
  return undefined;
}

function findRequestBody(reading: OperationReading): FoundBody | undefined {
  const given = reading.operation["requestBody"];
  if (given === undefined || given === null) return undefined;
  const body = reading.references.resolve(given, reading.document);
  if (typeof body === "string") throw new Error(`its body cannot be read: ${body}`);
  const media: BodyMedia[] = [];
  const content = ownObject(body.value, "content") ?? {};
  for (const mediaType of Object.keys(content)) {
    const entry = reading.references.resolve(content[mediaType], body.document);
    media.push({ mediaType: meantType(reading, mediaType), raw: typeof entry === "string" ? {} : entry.value });
  }
  if (media.length === 0) {
    note(reading, "body", { kind: "repaired", why: "it names no media type, so it is sent as JSON" });
    media.push({ mediaType: "application/json", raw: {} });
  }
  return { kind: "media", body, media };
}

/** There is no `application/form-data`. Documents that name it mean multipart. */
function meantType(reading: OperationReading, mediaType: string): string {
  if (mediaType === "application/json" || essenceOf(mediaType) !== "application/form-data") return mediaType;
  note(reading, "body", { kind: "repaired", why: `${mediaType} is sent as multipart/form-data` });
  return "multipart/form-data";
}

function findSwaggerBody(reading: OperationReading): FoundBody | undefined {
  const declared = swaggerParameters(reading);
  if (declared.length === 0) return undefined;
  const consumes = mediaTypes(reading, "consumes").map((type) => meantType(reading, type));
  const body = declared.find(({ value }) => value["in"] === "body");
  if (body !== undefined) return { kind: "parameter", body, consumes };
  // The operation's own fields come first, and replace those of the path that have the same name.
  const fields = new Map<unknown, Located<RawObject>>();
  for (const field of declared) if (!fields.has(field.value["name"])) fields.set(field.value["name"], field);
  for (const { value } of fields.values()) if (value["type"] === "array") noteCollectionFormat(reading, value);
  return { kind: "fields", fields: [...fields.values()], consumes };
}

/** The parameters that make up the body. `find-parameters.ts` reports those that cannot be read. */
function swaggerParameters({ operation, pathItem, references, document }: OperationReading): Located<RawObject>[] {
  const found: Located<RawObject>[] = [];
  for (const owner of [operation, pathItem]) {
    for (const item of ownList(owner, "parameters")) {
      const parameter = references.resolve(item, document);
      if (typeof parameter !== "string" && isInBody(parameter.value)) found.push(parameter);
    }
  }
  return found;
}

/** The operation's own `consumes` or `produces`, or else the document's. */
export function mediaTypes(reading: OperationReading, key: "consumes" | "produces"): readonly string[] {
  return ownTexts(Array.isArray(reading.operation[key]) ? reading.operation : reading.root, key);
}
