/** Reads what a call of one pair of path and method needs. Schemas are not read. */
import type { DocumentReferences } from "../document/document-references.ts";
import { findBody } from "./find-body.ts";
import { findParameters } from "./find-parameters.ts";
import { streamFormat } from "./media-type.ts";
import type { OperationReading, ParameterSource } from "./operation-reading.ts";
import type {
  OperationShape,
  SecurityRequirement,
  SecuritySchemeShape,
  ServerShape,
  StreamFormat,
} from "./operation-shape.ts";
import { ownInput } from "./own-extension.ts";
import { readRequestBody } from "./read-body.ts";
import type { BodySource } from "./read-body.ts";
import { readParameters } from "./read-parameters.ts";
import { findForms, readResponses, successes } from "./read-responses.ts";
import type { DeclaredResponse } from "./read-responses.ts";
import { readSecurity, readServers } from "./read-service.ts";
import { findItemSchemas, holdsJSON } from "./stream-item-schema.ts";

/** What the whole document says about its service. */
export interface ServiceShape {
  readonly servers: readonly ServerShape[];
  readonly security: readonly SecurityRequirement[];
  readonly securitySchemes: Readonly<Record<string, SecuritySchemeShape>>;
}

/** One way to call an operation: for a plain result, or for a stream. */
export interface OperationVariant {
  readonly shape: OperationShape;
  readonly parameters: readonly ParameterSource[];
  readonly body: BodySource | undefined;
  readonly responses: readonly DeclaredResponse[];
}

/** `fetch` refuses to send these methods. */
const FORBIDDEN_METHODS = new Set(["CONNECT", "TRACE", "TRACK"]);
const METHOD = /^[A-Z0-9!#$%&'*+.^_`|~-]+$/;

/**
 * How an operation can be called: for a plain result (`undefined`), for a stream, or both, in that order. Reads no more
 * than that takes, because an import does it for each of thousands of operations. Throws if the operation cannot be
 * called at all. The message is the reason for its quarantine.
 */
export function checkOperation(reading: OperationReading): readonly (StreamFormat | undefined)[] {
  const { method } = reading;
  if (FORBIDDEN_METHODS.has(method)) throw new Error(`fetch does not send ${method} requests`);
  if (!METHOD.test(method)) throw new Error("this is not an HTTP method");
  findBody(reading);
  findParameters(reading);
  return findForms(reading);
}

/** Everything that one of the forms of a checked operation needs. */
export function readOperation(
  reading: OperationReading,
  service: ServiceShape,
  form: StreamFormat | undefined,
): OperationVariant {
  const body = readRequestBody(reading);
  const parameters = readParameters(reading, body !== undefined);
  const sources = { body, parameters, responses: readResponses(reading) };
  return { ...sources, shape: shapeOf(reading, { ...service, ...sources }, form) };
}

function shapeOf(
  { method, path, operation, pathItem, references }: OperationReading,
  { parameters, body, responses, ...service }: ServiceShape & Omit<OperationVariant, "shape">,
  stream: StreamFormat | undefined,
): OperationShape {
  let known: { readonly jsonItems: boolean | undefined } | undefined;
  return {
    method,
    path,
    servers: readServers(operation) ?? readServers(pathItem) ?? service.servers,
    parameters: parameters.map(({ shape }) => shape),
    body: body?.shape,
    responses: responseShapes(responses, stream),
    security: readSecurity(operation) ?? service.security,
    securitySchemes: service.securitySchemes,
    ownInput: ownInput(operation),
    stream,
    // Read with the stream, because an import reads no schemas.
    get jsonItems() {
      return (known ??= { jsonItems: readJSONItems(references, responses, stream) }).jsonItems;
    },
  };
}

/** A success keeps only the media types of this variant. An error keeps all of its media types. */
function responseShapes(
  responses: readonly DeclaredResponse[],
  stream: StreamFormat | undefined,
): OperationShape["responses"] {
  const good = successes(responses);
  return responses.map((response) => {
    const { status, contents } = response;
    const wanted = good.includes(response)
      ? contents.filter(({ mediaType }) => streamFormat(mediaType) === stream)
      : contents;
    return { status, mediaTypes: wanted.map(({ mediaType }) => mediaType) };
  });
}

function readJSONItems(
  references: DocumentReferences,
  responses: readonly DeclaredResponse[],
  stream: StreamFormat | undefined,
): boolean | undefined {
  if (stream === undefined) return undefined;
  const items = successes(responses).flatMap(({ contents, document }) =>
    contents
      .filter(({ mediaType }) => streamFormat(mediaType) === stream)
      .flatMap((content) => findItemSchemas(content, document, references)),
  );
  return holdsJSON(items, references);
}
