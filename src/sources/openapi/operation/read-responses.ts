/** Responses by status and media type, with `$ref`s followed. */
import type { LoadedDocument, Located } from "../document/document-references.ts";
import { isJSON } from "./media-type.ts";
import { note } from "./operation-reading.ts";
import type { OperationReading, ResponseContent } from "./operation-reading.ts";
import { isRawObject, ownObject, ownText, ownValue } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { mediaTypes } from "./read-body.ts";

/** A response as the document declares it. Its schemas are not read yet. */
export interface DeclaredResponse {
  readonly status: string;
  readonly description?: string | undefined;
  readonly document: LoadedDocument;
  readonly contents: readonly ResponseContent[];
}

export function readResponses(reading: OperationReading): DeclaredResponse[] {
  const responses = Object.entries(ownObject(reading.operation, "responses") ?? {});
  if (responses.length === 0) {
    note(reading, "responses", { kind: "widened", why: "none are declared, so any result is accepted" });
  }
  return responses
    .filter(([status]) => !status.startsWith("x-"))
    .map(([status, response]) => readResponse(reading, status, response));
}

function readResponse(reading: OperationReading, status: string, item: unknown): DeclaredResponse {
  const resolved = reading.references.resolve(item, reading.document);
  const shownStatus = status.endsWith("xx") ? status.toUpperCase() : status;
  if (typeof resolved === "string") {
    note(reading, `response ${status}`, { kind: "widened", why: `it cannot be read: ${resolved}` });
    return { status: shownStatus, document: reading.document, contents: [] };
  }
  const { value, document } = resolved;
  const contents = reading.version === "2.0" ? swaggerContents(reading, value) : sharedContents(reading, resolved);
  return { status: shownStatus, document, description: ownText(value, "description"), contents };
}

function sharedContents(reading: OperationReading, response: Located<RawObject>): readonly ResponseContent[] {
  const { responses } = reading.shared;
  let contents = responses.get(response.value);
  if (contents === undefined) responses.set(response.value, (contents = contentsOf(reading, response)));
  return contents;
}

function swaggerContents(reading: OperationReading, response: RawObject): ResponseContent[] {
  const schema = ownValue(response, "schema");
  if (schema === undefined) return [];
  const declared = mediaTypes(reading, "produces");
  // A file is not JSON, though the `produces` of the whole document often names nothing else.
  const isFile = isRawObject(schema) && schema["type"] === "file" && declared.every((type) => isJSON(type));
  const types = isFile ? ["*/*"] : declared;
  return (types.length > 0 ? types : ["application/json"]).map((mediaType) => ({ mediaType, schema }));
}

function contentsOf({ references }: OperationReading, { value, document }: Located<RawObject>): ResponseContent[] {
  return Object.entries(ownObject(value, "content") ?? {}).map(([mediaType, raw]) => {
    const media = references.resolve(raw, document);
    const { schema, itemSchema } = typeof media === "string" ? {} : media.value;
    return isRawObject(itemSchema) ? { mediaType, schema, itemSchema } : { mediaType, schema };
  });
}

/** The responses for a success: those with a 2xx status, or else `default`. */
export function successes<TResponse extends { readonly status: string }>(
  responses: readonly TResponse[],
): readonly TResponse[] {
  const good = responses.filter(({ status }) => status.length === 3 && status.startsWith("2"));
  // Beside a success, `default` describes errors.
  return good.length > 0 ? good : responses.filter(({ status }) => status === "default");
}
