/** Responses by status and media type, with `$ref`s resolved. */
import type { LoadedDocument, Located } from "../document/document-references.ts";
import { isRawObject, ownObject, ownText } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { mediaTypes } from "./find-body.ts";
import { isJSON, streamFormat } from "./media-type.ts";
import { note } from "./operation-reading.ts";
import type { OperationReading } from "./operation-reading.ts";
import type { StreamFormat } from "./operation-shape.ts";

/** A response as the document declares it. Its schemas are not read yet. */
export interface DeclaredResponse {
  readonly status: string;
  readonly description?: string | undefined;
  readonly document: LoadedDocument;
  readonly contents: readonly ResponseContent[];
}

export interface ResponseContent {
  readonly mediaType: string;
  readonly schema: unknown;
  /** OpenAPI 3.2: the schema of each item of a stream. */
  readonly itemSchema?: unknown;
}

/** A response that was found. `response` is undefined if it could not be read. */
interface FoundResponse {
  readonly status: string;
  readonly response: Located<RawObject> | undefined;
}

export function readResponses(reading: OperationReading): DeclaredResponse[] {
  return findResponses(reading).map(({ status, response }) => {
    if (response === undefined) return { status, document: reading.document, contents: [] };
    const { value, document } = response;
    return { status, document, description: ownText(value, "description"), contents: contentsOf(reading, response) };
  });
}

const PLAIN: readonly undefined[] = [undefined];

/** How an operation answers: with a plain result (`undefined`), with a stream, or with both, in that order. */
export function findForms(reading: OperationReading): readonly (StreamFormat | undefined)[] {
  // Not a set of formats: there are thousands of operations, and most have no stream.
  let isPlain = false;
  let stream: StreamFormat | undefined;
  let other: StreamFormat | undefined;
  for (const { response } of successes(findResponses(reading))) {
    if (response === undefined) continue;
    for (const mediaType of mediaTypesOf(reading, response.value)) {
      const format = streamFormat(mediaType);
      if (format === undefined) isPlain = true;
      else if (stream === undefined) stream = format;
      else if (stream !== format) other = format;
    }
  }
  if (stream === undefined) return PLAIN;
  if (other !== undefined) {
    note(reading, "response", { kind: "left out", why: `the stream as ${other}, because ${stream} is used` });
  }
  return isPlain ? [undefined, stream] : [stream];
}

/** Notes the responses that cannot be read. */
function findResponses(reading: OperationReading): FoundResponse[] {
  const responses = ownObject(reading.operation, "responses") ?? {};
  const statuses = Object.keys(responses);
  if (statuses.length === 0) {
    note(reading, "responses", { kind: "widened", why: "none are declared, so any result is accepted" });
  }
  const found: FoundResponse[] = [];
  for (const status of statuses) {
    if (status.startsWith("x-")) continue;
    const resolved = reading.references.resolve(responses[status], reading.document);
    const isRead = typeof resolved !== "string";
    if (!isRead) note(reading, `response ${status}`, { kind: "widened", why: `it cannot be read: ${resolved}` });
    const shownStatus = status.endsWith("xx") ? status.toUpperCase() : status;
    found.push({ status: shownStatus, response: isRead ? resolved : undefined });
  }
  return found;
}

function contentsOf(reading: OperationReading, { value, document }: Located<RawObject>): ResponseContent[] {
  const types = mediaTypesOf(reading, value);
  if (reading.version === "2.0") return types.map((mediaType) => ({ mediaType, schema: value["schema"] }));
  const content = ownObject(value, "content");
  return types.map((mediaType) => {
    const media = reading.references.resolve(content?.[mediaType], document);
    const { schema, itemSchema } = typeof media === "string" ? {} : media.value;
    return isRawObject(itemSchema) ? { mediaType, schema, itemSchema } : { mediaType, schema };
  });
}

function mediaTypesOf(reading: OperationReading, response: RawObject): readonly string[] {
  if (reading.version !== "2.0") return Object.keys(ownObject(response, "content") ?? {});
  const { schema } = response;
  if (schema === undefined) return [];
  const declared = mediaTypes(reading, "produces");
  // A file is not JSON, though the `produces` of the whole document often names nothing else.
  const isFile = isRawObject(schema) && schema["type"] === "file" && declared.every((type) => isJSON(type));
  if (isFile) return ["*/*"];
  return declared.length > 0 ? declared : ["application/json"];
}

/** The responses for a success: those with a 2xx status, or else `default`. */
export function successes<TResponse extends { readonly status: string }>(
  responses: readonly TResponse[],
): readonly TResponse[] {
  const good = responses.filter(({ status }) => status.length === 3 && status.charCodeAt(0) === 0x32);
  // If a success is declared too, `default` describes errors.
  return good.length > 0 ? good : responses.filter(({ status }) => status === "default");
}
